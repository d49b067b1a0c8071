package cpog

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// Certificates of random formulas give the right numbers of models, sums of weights and numbers
// of projected models.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	projected := 0
	for range 200 {
		vars, clauses, text := random(r)
		proof := certified(vars, clauses)
		g, err := Check(t.Context(), formula(t, text), strings.NewReader(proof), "p")
		if err != nil {
			t.Fatalf("%v\n%s%s", err, text, proof)
		}
		weights := map[dimacs.Lit]*big.Rat{}
		for v := 1; v <= vars; v++ {
			if r.IntN(3) > 0 {
				weights[dimacs.Lit(v)], weights[dimacs.Lit(-v)] = big.NewRat(r.Int64N(9)-3, 1+r.Int64N(5)), big.NewRat(r.Int64N(9)-3, 7)
			}
		}
		list := r.Perm(vars)[:r.IntN(vars)]
		if r.IntN(2) > 0 {
			slices.Sort(list)
			for i := range list {
				list[i] = i
			}
		}
		for i := range list {
			list[i]++
		}
		n, sum, parts := int64(0), new(big.Rat), map[string]bool{}
		models(vars, clauses, func(values []bool) {
			n++
			product, part := big.NewRat(1, 1), ""
			for v := 1; v <= vars; v++ {
				l := dimacs.Lit(v)
				if !values[v] {
					l = -l
				}
				if weights[l] != nil {
					product.Mul(product, weights[l])
				}
				if slices.Contains(list, v) {
					part += fmt.Sprint(l, " ")
				}
			}
			parts[part] = true
			sum.Add(sum, product)
		})
		if got, err := g.Count(t.Context(), Question{}); err != nil || got.Int().Int64() != n {
			t.Fatalf("%v models, want %d: %v\n%s%s", got, n, err, text, proof)
		}
		if got, err := g.Count(t.Context(), Question{Weights: weights}); err != nil || got.Rat().Cmp(sum) != 0 {
			t.Fatalf("weight %v, want %v: %v\n%s%s", got, sum, err, text, proof)
		}
		got, err := g.Count(t.Context(), Question{Project: list})
		if err != nil {
			continue
		}
		if projected++; got.Int().Int64() != int64(len(parts)) {
			t.Fatalf("%v projected on %v, want %d\n%s%s", got, list, len(parts), text, proof)
		}
	}
	if projected < 100 {
		t.Errorf("only %d projections were counted", projected)
	}
}

// A mutated certificate is refused or still has the right count.
func TestMutants(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	passed, refused := 0, 0
	for passed+refused < 2000 {
		vars, clauses, text := random(r)
		n, f, proof := int64(0), formula(t, text), certified(vars, clauses)
		models(vars, clauses, func([]bool) { n++ })
		for range 20 {
			mutant := mutate(r, proof)
			g, err := Check(t.Context(), f, strings.NewReader(mutant), "p")
			if err != nil {
				refused++
				continue
			}
			passed++
			if got, err := g.Count(t.Context(), Question{}); err != nil || got.Int().Int64() != n {
				t.Fatalf("%v models, want %d: %v\n%s%s\nthat was\n%s", got, n, err, text, mutant, proof)
			}
		}
	}
	if refused < 10*passed {
		t.Errorf("%d passed, %d were refused", passed, refused)
	}
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
