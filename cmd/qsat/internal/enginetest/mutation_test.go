package enginetest

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens/cmd/qcheck/drat"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/dimacs"
)

// mutant returns a copy of the proof with one to three lines that are changed, moved or removed.
func (p *Proof) mutant(r *rand.Rand, vars int) *Proof {
	q := make([]line, p.Len())
	for i, l := range p.lines {
		q[i] = line{l.delete, slices.Clone(l.clause)}
	}
	for n := 1 + r.IntN(3); n > 0 && len(q) > 0; n-- {
		i, k := r.IntN(len(q)), r.IntN(len(q))
		l := &q[i]
		at := r.IntN(max(1, len(l.clause)))
		switch kind := r.IntN(9); {
		case kind == 0:
			q = slices.Delete(q, i, i+1)
		case kind == 1:
			l.delete = !l.delete
		case kind == 2:
			q = slices.Insert(q, i, q[k])
		case kind == 3:
			q[i], q[k] = q[k], q[i]
		case kind == 4:
			q = q[:i]
		case kind == 5 || len(l.clause) == 0:
			l.clause = append(l.clause, dimacs.Lit(vars+1))
		case kind == 6:
			l.clause = slices.Delete(l.clause, at, at+1)
		case kind == 7:
			l.clause[at] *= -1
		default:
			l.clause[at] = dimacs.Lit(1 + r.IntN(vars+2))
		}
	}
	return &Proof{q}
}

// samples returns formulas and their proofs.
func samples(t *testing.T) (list []*dimacs.Formula, proofs []*Proof) {
	for _, kind := range []string{
		"pigeonhole 5 4", "pigeonhole 7 6", "tseitin 14 3 1", "3sat 50 260 1", "3sat 60 300 2",
		"commute 3", "ordering 7", "waerden 3 3 9", "langford 5", "prime 97",
	} {
		f := Family(t, kind)
		list, proofs = append(list, f), append(proofs, Refuted(t, cdcl.New(), Task(f)))
	}
	return list, proofs
}

// certify checks a proof, converts it to LRAT and checks that, too. It returns the LRAT
// proof.
func certify(t *testing.T, f *dimacs.Formula, proof []byte) (lrat string, n drat.Statistics, _ error) {
	t.Helper()
	r, err := drat.Check(t.Context(), f, bytes.NewReader(proof), drat.Options{Hints: true})
	if err != nil {
		return "", drat.Statistics{}, err
	}
	var b strings.Builder
	err = r.WriteLRAT(&b)
	if err == nil {
		_, err = drat.CheckLRAT(t.Context(), f, strings.NewReader(b.String()), drat.Options{})
	}
	if err != nil {
		t.Errorf("%v: the LRAT proof of %q", err, proof)
	}
	return b.String(), r.Statistics(), nil
}

// TestMutations checks mutated proofs. An accepted proof must have an LRAT certificate.
func TestMutations(t *testing.T) {
	list, proofs := samples(t)
	n, verified := 500, 0
	if Long() {
		n = 20_000
	}
	r := rand.New(rand.NewPCG(1, 14))
	for i := range n {
		f := list[i%len(list)]
		if _, _, err := certify(t, f, proofs[i%len(list)].mutant(r, f.Vars).text(i&1 != 0).Bytes()); err == nil {
			verified++
		}
	}
	if verified < n/10 || verified > n*9/10 {
		t.Errorf("no fair samples: %d of %d are verified", verified, n)
	}
}

// Proofs that break symmetries have certificates, too. They define new variables.
func TestBrokenSymmetries(t *testing.T) {
	for _, kind := range []string{"pigeonhole 10 9", "colouring 4 80 340 1"} {
		f := Family(t, kind)
		p := Refuted(t, auto.New(), Task(f))
		if _, n, err := certify(t, f, p.text(false).Bytes()); err != nil || n.RAT == 0 {
			t.Errorf("%s: %d RAT, %v", kind, n.RAT, err)
		}
	}
}

// TestSatisfiable checks that no proof and no mutant, in DRAT or LRAT, refutes a formula
// without one of its clauses. A tautology replaces the missing clause, so that
// the other clauses keep their numbers.
func TestSatisfiable(t *testing.T) {
	list, proofs := samples(t)
	var lrat [2]string
	for i := range lrat {
		lrat[i], _, _ = certify(t, list[i], proofs[i].text(false).Bytes())
	}
	r := rand.New(rand.NewPCG(2, 14))
	for i := range 600 {
		f, p := list[i%2], proofs[i%2] // pigeonhole formulas need every clause
		smaller, without := &dimacs.Formula{}, r.IntN(f.NumClauses())
		n := 0
		for c := range f.Clauses() {
			if n == without {
				c = []dimacs.Lit{c[0], -c[0]}
			}
			smaller.Add(c...)
			n++
		}
		if _, err := drat.Check(t.Context(), smaller, p.mutant(r, f.Vars).text(i&2 != 0), drat.Options{}); err == nil {
			t.Errorf("proof %d, without clause %d: it is taken", i, without)
		}
		if _, err := drat.CheckLRAT(t.Context(), smaller, strings.NewReader(mutantLRAT(r, lrat[i%2])), drat.Options{}); err == nil {
			t.Errorf("LRAT proof %d, without clause %d: it is taken", i, without)
		}
	}
}

// mutantLRAT changes a number in up to three lines of an LRAT proof, or removes such a
// line.
func mutantLRAT(r *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	for range r.IntN(4) {
		i := r.IntN(len(lines))
		words := strings.Fields(lines[i])
		switch k := 0; {
		case len(words) < 2 || r.IntN(4) == 0:
			lines = slices.Delete(lines, i, i+1)
			continue
		case r.IntN(2) == 0:
			k = 1 + r.IntN(len(words)-1)
			words = slices.Delete(words, k, k+1)
		default:
			k = 1 + r.IntN(len(words)-1)
			words[k] = strconv.Itoa(r.IntN(200) - 20)
		}
		lines[i] = strings.Join(words, " ")
	}
	return strings.Join(lines, "\n")
}
