package cpog_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qcheck/cpog"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// random returns a random formula and its certificate under a random projection, or without one.
func random(t *testing.T, r *rand.Rand) (f *dimacs.Formula, project []int, proof string) {
	t.Helper()
	n := 1 + r.IntN(6)
	f = generate.Random(r, n, r.IntN(3*n), 1, 2, 3)
	if r.IntN(2) > 0 {
		project = subset(r, n)
	}
	var b strings.Builder
	if _, err := sat.Certify(t.Context(), sat.Problem{Formula: f, Project: project}, sat.Options{}, &b); err != nil {
		t.Fatal(err)
	}
	return f, project, b.String()
}

// subset returns some of the variables 1 to n.
func subset(r *rand.Rand, n int) []int {
	list := []int{}
	for v := 1; v <= n; v++ {
		if r.IntN(3) > 0 {
			list = append(list, v)
		}
	}
	return list
}

// count returns the sum of the weights of the models of f. Models that agree on the projection count once.
func count(f *dimacs.Formula, q cpog.Question) *big.Rat {
	sum, seen := new(big.Rat), map[string]bool{}
	for bits := range uint64(1) << f.Vars {
		a, part, product := &dimacs.Assignment{}, "", big.NewRat(1, 1)
		a.SetBits([]uint64{bits << 1})
		for v := 1; v <= f.Vars; v++ {
			if q.Project == nil || slices.Contains(q.Project, v) {
				part += fmt.Sprint(a.Lit(v), " ")
				if w := q.Weights[a.Lit(v)]; w != nil {
					product.Mul(product, w)
				}
			}
		}
		if !seen[part] && f.Falsified(a) == nil {
			seen[part] = true
			sum.Add(sum, product)
		}
	}
	return sum
}

// Certificates of random formulas give the right numbers of models and sums of weights under their
// projection. Under others, they prove the right number or nothing.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	others := 0
	for range 200 {
		f, project, proof := random(t, r)
		g, err := cpog.Check(t.Context(), f, strings.NewReader(proof), "p")
		if err != nil {
			t.Fatalf("%v\n%v\n%s", err, f, proof)
		}
		weights := map[dimacs.Lit]*big.Rat{}
		for _, v := range subset(r, f.Vars) {
			if project == nil || slices.Contains(project, v) {
				weights[dimacs.Lit(v)], weights[dimacs.Lit(-v)] = big.NewRat(r.Int64N(9)-3, 1+r.Int64N(5)), big.NewRat(r.Int64N(9)-3, 7)
			}
		}
		for i, q := range []cpog.Question{{Project: project}, {Project: project, Weights: weights}, {Project: subset(r, f.Vars)}, {}} {
			got, err := g.Count(t.Context(), q)
			if i > 1 && err != nil {
				continue
			}
			if want := count(f, q); err != nil || got.Rat().Cmp(want) != 0 {
				t.Fatalf("%v, %v, want %v under %v\n%v\n%s", got, err, want, q, f, proof)
			}
			others += i / 2
		}
	}
	if others < 100 {
		t.Errorf("only %d counts under other projections", others)
	}
}

// A mutated certificate, or the certificate of a mutated formula or projection, is refused or has the right
// count.
func TestMutants(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var passed, refused [3]int // certificates, formulas and projections
	for passed[0]+refused[0] < mutants() {
		first, p, proof := random(t, r)
		for i := range 21 {
			f, project, mutant := first, p, proof
			switch i % 3 {
			case 0:
				mutant = mutate(r, proof)
			case 1:
				f = mutateFormula(r, first)
			case 2:
				project = subset(r, f.Vars)
			}
			g, err := cpog.Check(t.Context(), f, strings.NewReader(mutant), "p")
			got := dimacs.Count{}
			if err == nil {
				got, err = g.Count(t.Context(), cpog.Question{Project: project})
			}
			if err != nil {
				refused[i%3]++
				continue
			}
			passed[i%3]++
			if want := count(f, cpog.Question{Project: project}); got.Rat().Cmp(want) != 0 {
				t.Fatalf("%v models, want %v over %v\n%v\n%s\nthat was\n%s", got, want, project, f, mutant, proof)
			}
		}
	}
	t.Logf("%d certificates, formulas and projections passed, %d were refused", passed, refused)
	if refused[0] < 5*passed[0] || min(refused[1], refused[2], passed[2]) < 100 {
		t.Errorf("%d certificates, formulas and projections passed, %d were refused", passed, refused)
	}
}

func mutants() int {
	if os.Getenv("QUEENS_LONG") != "" {
		return 100_000
	}
	return 1000
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
	w, k := r.IntN(len(words)), r.IntN(4)
	switch r.IntN(9) {
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
	case 7:
		words[min(1, len(words)-1)] = "apst"[k : k+1]
	default:
		words[w] = fmt.Sprint(r.IntN(40) - 8)
	}
	if text := strings.Join(words, " "); i < len(lines) && text != strings.Join(strings.Fields(lines[i]), " ") && len(lines) > 1 {
		lines[i] = text
	}
	return strings.Join(lines, "\n") + "\n"
}
