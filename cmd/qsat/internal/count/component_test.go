package count

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// prepared returns a modelCount for a random formula, and its clauses after simplification. The
// formula has few clauses, so that it falls apart soon. It returns nil if simplification
// refutes the formula.
func prepared(t *testing.T, seed uint64, e *Engine) (*modelCount, [][]clause.Lit) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	f := generate.Random(r, 13, 16+r.IntN(12), 2, 3, 3, 4)
	c, err := e.prepare(t.Context(), enginetest.Task(f), false, false)
	if err != nil || c == nil {
		return nil, nil
	}
	var clauses [][]clause.Lit
	for lits := range c.Unsatisfied {
		clauses = append(clauses, slices.Clone(lits))
	}
	return c, clauses
}

// A chain of gates is not made one long clause, so that few decisions divide it.
func TestChain(t *testing.T) {
	f := &dimacs.Formula{}
	for v := dimacs.Lit(1); v < 80; v += 2 { // v+2 = v and v+1
		f.Add(-v-2, v)
		f.Add(-v-2, v+1)
		f.Add(v+2, -v, -v-1)
	}
	f.Add(81, 82, 83)
	c, err := New().prepare(t.Context(), enginetest.Task(f), false, false)
	if err != nil {
		t.Fatal(err)
	}
	for lits := range c.Unsatisfied {
		if len(lits) > definedWidth {
			t.Errorf("a clause of %d literals", len(lits))
		}
	}
}

// brute returns the number of assignments of vars that satisfy the unsatisfied clauses among
// clauses over vars.
func brute(c *modelCount, vars []uint32, clauses [][]clause.Lit) (n uint64) {
	var left [][]clause.Lit
	for _, lits := range clauses {
		isTrue := func(l clause.Lit) bool { return c.Value(l) > 0 }
		if !slices.ContainsFunc(lits, isTrue) && slices.ContainsFunc(lits, func(l clause.Lit) bool { return slices.Contains(vars, l.Var()) }) {
			left = append(left, lits)
		}
	}
	value := make([]bool, c.NumLits())
	for bits := range 1 << len(vars) {
		for i, v := range vars {
			value[clause.Positive(v)], value[clause.Negative(v)] = bits>>i&1 != 0, bits>>i&1 == 0
		}
		if !slices.ContainsFunc(left, func(lits []clause.Lit) bool {
			return !slices.ContainsFunc(lits, func(l clause.Lit) bool { return value[l] })
		}) {
			n++
		}
	}
	return n
}

// engines lists engines with and without truth tables, and with caches that are always full,
// hold a few counts, and hold all counts.
var engines = map[string]*Engine{
	"tables": {}, "all kept": {untabled: true}, "a few kept": {untabled: true, cacheBytes: 1 << 13}, "none kept": {untabled: true, cacheBytes: 1},
}

// The count of a component is right for any content of the cache. The components and the
// variables counted at once make up all unassigned variables.
func TestComponents(t *testing.T) {
	several, shorter := 0, 0
	for name, e := range engines {
		for seed := range uint64(25) {
			c, clauses := prepared(t, seed, e)
			if c == nil {
				continue
			}
			r := rand.New(rand.NewPCG(seed, 4))
			for range 6 { // with one modelCount, so that the cache is used
				c.BeginLevel()
				for range 1 + r.IntN(4) {
					if l := clause.Lit(2 + r.IntN(c.NumLits()-2)); c.Value(l) == 0 {
						c.Assign(l, 0)
					}
				}
				if c.Propagate() == nil {
					free := slices.DeleteFunc(slices.Clone(c.all), c.IsAssigned)
					want, s := brute(c, free, clauses), &c.splitter
					n := c.findComponents(component{vars: c.all})
					if len(s.components) > 1 {
						several++
					}
					seen := map[uint32]bool{}
					for _, k := range slices.Clone(s.components) {
						for _, v := range k.vars {
							if seen[v] || c.IsAssigned(v) {
								t.Errorf("%s, seed %d: variable %d is assigned, or in two components", name, seed, v)
							}
							seen[v] = true
						}
						models := brute(c, k.vars, clauses)
						if got := c.count(k); got.word != models {
							t.Errorf("%s, seed %d: %v has %d models, counted %d", name, seed, k.vars, models, got.word)
						}
						if got, known := c.cache.lookup(k.hash, k.key); known && got.word != models {
							t.Errorf("%s, seed %d: %v has %d models, kept %d", name, seed, k.vars, models, got.word)
						}
						n = n.times(number{word: models})
					}
					if n.word != want {
						t.Errorf("%s, seed %d: %d models, want %d", name, seed, n.word, want)
					}
					shorter += len(s.shorter)
					s.components, s.vars, s.keys = nil, nil, nil
				}
				c.backtrack(0)
				c.failed, c.pending = undecided, nil
			}
		}
	}
	if several < 10 || shorter < 50 {
		t.Errorf("%d times several components, %d clauses with false literals", several, shorter)
	}
}
