package cdcl

import (
	"testing"

	"queens/cmd/qsat/internal/clause"
)

// TestShorten checks that reductions drop learned clauses, but no others, and that vivification shortens
// clauses.
func TestShorten(t *testing.T) {
	shorter, dropped := 0, 0
	for seed := range uint64(60) {
		p := newPlay(t, seed, options{conflicts: conflicts{reduce: 1}})
		p.steps(10 + int(seed%30))
		p.backtrack(0)
		if p.Unsat || !p.PropagateUnits() {
			continue
		}
		for c := range p.All {
			if p.Has(c, clause.Learned) {
				p.SetGlue(c, 1+p.random.IntN(12))
			}
		}
		original, learned := p.NumLong()
		for range 4 { // used clauses are kept for two reductions
			p.reduce()
		}
		p.check("reduction")
		now, left := p.NumLong()
		if dropped += learned - left; now != original {
			t.Errorf("seed %d: %d of %d original clauses are left", seed, now, original)
		}
		literals := func() (n int) {
			for _, c := range p.parts() {
				n += len(c.lits)
			}
			return n
		}
		before := literals()
		p.vivify(1 << 20)
		p.check("vivification")
		shorter += before - literals()
	}
	if shorter < 100 || dropped < 10 {
		t.Errorf("%d literals and %d clauses were dropped", shorter, dropped)
	}
}
