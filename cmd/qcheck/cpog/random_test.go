package cpog_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/cmd/qcheck/cpog"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// random returns a random formula and its certificate.
func random(t *testing.T, r *rand.Rand) (f *dimacs.Formula, proof string) {
	t.Helper()
	n := 1 + r.IntN(6)
	f = formulas.Random(r, n, r.IntN(3*n), 1, 2, 3)
	var b strings.Builder
	if _, err := sat.Certify(t.Context(), sat.Problem{Formula: f}, sat.Options{}, &b); err != nil {
		t.Fatal(err)
	}
	return f, b.String()
}

// models returns the models of a formula.
func models(f *dimacs.Formula) (list []*dimacs.Assignment) {
	for bits := range uint64(1) << f.Vars {
		a := &dimacs.Assignment{}
		if a.SetBits([]uint64{bits << 1}); f.Falsified(a) == nil {
			list = append(list, a)
		}
	}
	return list
}

// Certificates of random formulas give the right numbers of models, sums of weights and numbers
// of projected models.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	projected := 0
	for range 200 {
		f, proof := random(t, r)
		models := models(f)
		g, err := cpog.Check(t.Context(), f, strings.NewReader(proof), "p")
		if err != nil {
			t.Fatalf("%v\n%v\n%s", err, f, proof)
		}
		weights, project := map[dimacs.Lit]*big.Rat{}, []int{}
		for v := 1; v <= f.Vars; v++ {
			if r.IntN(3) > 0 {
				weights[dimacs.Lit(v)], weights[dimacs.Lit(-v)] = big.NewRat(r.Int64N(9)-3, 1+r.Int64N(5)), big.NewRat(r.Int64N(9)-3, 7)
			}
			if r.IntN(3) > 0 {
				project = append(project, v)
			}
		}
		sum, parts := new(big.Rat), map[string]bool{}
		for _, a := range models {
			product, part := big.NewRat(1, 1), ""
			for v := 1; v <= f.Vars; v++ {
				if w := weights[a.Lit(v)]; w != nil {
					product.Mul(product, w)
				}
				if slices.Contains(project, v) {
					part += fmt.Sprint(a.Lit(v), " ")
				}
			}
			parts[part] = true
			sum.Add(sum, product)
		}
		for _, test := range []struct {
			q    cpog.Question
			want *big.Rat
		}{
			{cpog.Question{}, big.NewRat(int64(len(models)), 1)},
			{cpog.Question{Weights: weights}, sum},
			{cpog.Question{Project: project}, big.NewRat(int64(len(parts)), 1)},
		} {
			got, err := g.Count(t.Context(), test.q)
			if err != nil && test.q.Project != nil {
				continue
			}
			if err != nil || got.Rat().Cmp(test.want) != 0 {
				t.Fatalf("%v, %v, want %v under %v\n%v\n%s", got, err, test.want, test.q, f, proof)
			}
			projected += len(test.q.Project)
		}
	}
	if projected < 200 {
		t.Errorf("only %d variables of projections were counted", projected)
	}
}

// A mutated certificate, or the certificate of a mutated formula, is refused or has the right count.
func TestMutants(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var passed, refused [2]int // certificates and formulas
	for passed[0]+refused[0] < 1000 {
		first, proof := random(t, r)
		for i := range 20 {
			f, mutant := first, mutate(r, proof)
			if i%2 > 0 {
				f, mutant = mutateFormula(r, first), proof
			}
			g, err := cpog.Check(t.Context(), f, strings.NewReader(mutant), "p")
			if err != nil {
				refused[i%2]++
				continue
			}
			passed[i%2]++
			want := len(models(f))
			if got, err := g.Count(t.Context(), cpog.Question{}); err != nil || got.String() != fmt.Sprint(want) {
				t.Fatalf("%v models, want %d: %v\n%v\n%s\nthat was\n%s", got, want, err, f, mutant, proof)
			}
		}
	}
	if refused[0] < 5*passed[0] || refused[1] < 200 {
		t.Errorf("%d certificates and formulas passed, %d were refused", passed, refused)
	}
}

// mutateFormula returns a formula with a literal of a clause removed or replaced.
func mutateFormula(r *rand.Rand, f *dimacs.Formula) *dimacs.Formula {
	g, at := &dimacs.Formula{Vars: f.Vars}, r.IntN(1+f.NumClauses())
	for c := range f.Clauses() {
		if at--; at == 0 && len(c) > 0 {
			k := r.IntN(len(c))
			if c = slices.Delete(slices.Clone(c), k, k+1); r.IntN(2) > 0 {
				c = append(c, dimacs.Lit((1+r.IntN(f.Vars))*(1-2*r.IntN(2))))
			}
		}
		g.Add(c...)
	}
	return g
}

// mutate returns a proof with a random word or line changed.
func mutate(r *rand.Rand, proof string) string {
	lines := strings.Split(strings.TrimSuffix(proof, "\n"), "\n")
	i, j := r.IntN(len(lines)), r.IntN(len(lines))
	words := strings.Fields(lines[i])
	w := r.IntN(len(words))
	switch r.IntN(8) {
	case 0:
		lines = slices.Delete(lines, i, i+1)
	case 1:
		lines[i], lines[j] = lines[j], lines[i]
	case 2:
		lines = slices.Insert(lines, j, lines[i])
	case 3:
		words = slices.Delete(words, w, w+1)
	case 4:
		words = slices.Insert(words, w, words[r.IntN(len(words))])
	case 5:
		words[w] = words[r.IntN(len(words))]
	case 6:
		words[w] = strings.TrimPrefix("-"+words[w], "--")
	default:
		words[w] = fmt.Sprint(r.IntN(40) - 8)
	}
	if text := strings.Join(words, " "); i < len(lines) && text != strings.Join(strings.Fields(lines[i]), " ") && len(lines) > 1 {
		lines[i] = text
	}
	return strings.Join(lines, "\n") + "\n"
}
