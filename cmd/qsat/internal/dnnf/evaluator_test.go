package dnnf_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// TestEvaluator compares sums with sums over all assignments, with and without weights. A formula has parts
// without common variables, so that the product of their sums takes several words of a big.Int. Goroutines ask at
// the same time. Some assumptions occur twice or are complementary.
func TestEvaluator(t *testing.T) {
	const parts, size = 20, 6
	r := rand.New(rand.NewPCG(8, 1))
	for i := range 8 {
		f, sets := &dimacs.Formula{Vars: parts * size}, [parts]map[uint]bool{}
		for p := range sets {
			for len(sets[p]) == 0 {
				part := generate.Random(r, size, 1+r.IntN(12), 2, 3)
				if sets[p] = models(part); len(sets[p]) > 0 {
					for clause := range part.Clauses() {
						lits := slices.Clone(clause)
						for j, l := range lits {
							lits[j] = l + l/max(l, -l)*dimacs.Lit(p*size)
						}
						f.Add(lits...)
					}
				}
			}
		}
		g, err := count.New().Compile(t.Context(), enginetest.Task(f), false)
		if err != nil {
			t.Fatal(err)
		}
		weights, named := map[dimacs.Lit]*big.Int{}, g.Named()
		for _, l := range generate.Lits(r, f.Vars, 40*(i%2)) {
			if named[l.Var()] {
				weights[l] = big.NewInt(int64(r.IntN(6)) - 2)
			}
		}
		weight := func(l dimacs.Lit) *big.Int { return weights[l] }
		// sum returns the sum of the weights of the models of part p with the literals of assume.
		sum := func(p int, assume ...dimacs.Lit) (n int64) {
			for set := range sets[p] {
				product := int64(1)
				for v := range size {
					l := dimacs.Lit(p*size + v + 1)
					if set>>v&1 == 0 {
						l = -l
					}
					if weights[l] != nil {
						product *= weights[l].Int64()
					}
					if slices.Contains(assume, -l) {
						product = 0
					}
				}
				n += product
			}
			return n
		}
		e, ask := dnnf.NewEvaluator(g, weight, nil), sync.WaitGroup{}
		if i%2 == 0 {
			e = dnnf.NewEvaluator(g, nil, nil)
		}
		for k := range 10 {
			assume := generate.Lits(r, f.Vars, min(k, 5))
			if k > 6 {
				assume = append(assume, assume[0], assume[1]*dimacs.Lit(2*(k%2)-1))
			}
			ask.Go(func() {
				product := func(sums []int64) *big.Int {
					n := big.NewInt(1)
					for _, s := range sums {
						n.Mul(n, big.NewInt(s))
					}
					return n
				}
				sums := make([]int64, parts)
				for p := range sums {
					sums[p] = sum(p, assume...)
				}
				if got, want := e.Count(assume).Int(), product(sums); got.Cmp(want) != 0 {
					t.Errorf("formula %d, %v: %v, not %v", i, assume, got, want)
				}
				of := e.Literals(assume)
				for v := range dimacs.Lit(f.Vars) {
					yes, no := of(v + 1)
					for l, got := range map[dimacs.Lit]dimacs.Count{v + 1: yes, -v - 1: no} {
						with := slices.Clone(sums)
						with[v/size] = sum(int(v)/size, append(slices.Clone(assume), l)...)
						if want := product(with); got.Int().Cmp(want) != 0 {
							t.Errorf("formula %d, %v: %v with %d, not %v", i, assume, got, l, want)
						}
					}
				}
			})
		}
		ask.Wait()
	}
}
