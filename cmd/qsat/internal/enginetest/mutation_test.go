package enginetest

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens/cmd/qcheck/drat"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/dimacs"
)

// mutations change or move a line. The empty clause stays at the end.
var mutations = []func(p []line, i int, r *rand.Rand, vars int) []line{
	func(p []line, i int, _ *rand.Rand, _ int) []line { return slices.Delete(p, i, i+1) },
	func(p []line, i int, _ *rand.Rand, _ int) []line { p[i].delete = !p[i].delete; return p },
	func(p []line, i int, r *rand.Rand, _ int) []line { return slices.Insert(p, i, p[r.IntN(len(p))]) },
	func(p []line, i int, r *rand.Rand, _ int) []line {
		k := r.IntN(len(p))
		p[i], p[k] = p[k], p[i]
		return p
	},
	func(p []line, i int, r *rand.Rand, _ int) []line {
		if n := len(p[i].clause); n > 0 {
			k := r.IntN(n)
			p[i].clause = slices.Delete(p[i].clause, k, k+1)
		}
		return p
	},
	func(p []line, i int, r *rand.Rand, _ int) []line {
		if n := len(p[i].clause); n > 0 {
			p[i].clause[r.IntN(n)] *= -1
		}
		return p
	},
	func(p []line, i int, r *rand.Rand, vars int) []line {
		if n := len(p[i].clause); n > 0 {
			p[i].clause[r.IntN(n)] = dimacs.Lit(1 + r.IntN(vars+2))
		}
		return p
	},
	func(p []line, i int, _ *rand.Rand, vars int) []line {
		p[i].clause = append(p[i].clause, dimacs.Lit(vars+1))
		return p
	},
	func(p []line, i int, _ *rand.Rand, _ int) []line { return p[:i] },
}

// mutant returns a copy of the proof with one to three mutations.
func (p *Proof) mutant(r *rand.Rand, vars int) *Proof {
	q := make([]line, p.Len())
	for i, l := range p.lines {
		q[i] = line{l.delete, slices.Clone(l.clause)}
	}
	for range 1 + r.IntN(3) {
		if len(q) > 0 {
			q = mutations[r.IntN(len(mutations))](q, r.IntN(len(q)), r, vars)
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
func certify(t *testing.T, f *dimacs.Formula, proof []byte) (lrat string, n drat.Counts, _ error) {
	t.Helper()
	r, err := drat.Check(t.Context(), f, bytes.NewReader(proof), drat.Options{Hints: true})
	if err != nil {
		return "", drat.Counts{}, err
	}
	var b strings.Builder
	err = r.WriteLRAT(&b)
	if err == nil {
		_, err = drat.CheckLRAT(t.Context(), f, strings.NewReader(b.String()), drat.Options{})
	}
	if err != nil {
		t.Errorf("%v: the LRAT proof of %q", err, proof)
	}
	return b.String(), r.Counts(), nil
}

// TestMutations checks mutated proofs. An accepted proof must have an LRAT certificate. The
// verdict must agree with drat-trim, unless the proof has RAT lemmas: whether a clause is
// RAT depends on the lemmas that the checker needs, and the two checkers may need different
// ones. If only drat-trim accepts a proof, its forward check, which checks all steps, must
// reject it.
func TestMutations(t *testing.T) {
	list, proofs := samples(t)
	trim, err := exec.LookPath("drat-trim")
	if err != nil {
		t.Log(err)
	}
	n, seed := 500, uint64(1)
	if Long() {
		n = 20_000
	}
	r, verified, others := rand.New(rand.NewPCG(seed, 14)), 0, 0
	for i := range n {
		f, p, binary := list[i%len(list)], proofs[i%len(list)].mutant(r, list[i%len(list)].Vars), i&1 != 0
		text := p.text(binary).Bytes()
		_, counts, err := certify(t, f, text)
		if err == nil {
			verified++
		}
		if trim == "" || len(text) == 0 || trims(t, trim, f, text, binary) == (err == nil) {
			continue
		}
		others++
		if err == nil && counts.RAT == 0 || err != nil && trims(t, trim, f, text, binary, "-f") {
			t.Errorf("mutant %d of seed %d: drat-trim does not agree: %v", i, seed, err)
		}
	}
	t.Logf("%d of %d are verified, drat-trim does not agree on %d", verified, n, others)
	if verified < n/10 || verified > n*9/10 || others > n/20 {
		t.Error("these are no fair samples")
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

// trims reports whether drat-trim verifies a proof.
func trims(t *testing.T, trim string, f *dimacs.Formula, proof []byte, binary bool, flags ...string) bool {
	t.Helper()
	dir := t.TempDir()
	cnf, drat := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.drat")
	var b bytes.Buffer
	f.Write(t.Context(), &b)
	if os.WriteFile(cnf, b.Bytes(), 0o666) != nil || os.WriteFile(drat, proof, 0o666) != nil {
		t.Fatal(dir)
	}
	mode := "-I"
	if binary {
		mode = "-i"
	}
	out, _ := exec.CommandContext(t.Context(), trim, append(flags, cnf, drat, mode, "-w")...).Output()
	return bytes.Contains(out, []byte("s VERIFIED"))
}

// TestSatisfiable checks that no proof and no mutant, in DRAT or LRAT, refutes a formula
// without one of its clauses. A tautology takes the place of the missing clause, so that
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
