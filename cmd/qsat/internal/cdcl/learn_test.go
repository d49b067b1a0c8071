package cdcl

import (
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// TestShorten checks that reductions drop learned clauses and vivification shortens clauses, and
// that the original clauses keep their models.
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
		_, learned := p.NumLong()
		for range 4 { // used clauses are kept for two reductions
			p.reduce()
		}
		p.check("reduction")
		_, left := p.NumLong()
		dropped += learned - left
		literals := func() (n int) {
			for _, c := range p.allClauses() {
				n += len(c.lits)
			}
			return n
		}
		before := literals()
		p.vivify(1 << 20)
		p.check("vivification")
		shorter += before - literals()
		var original [][]dimacs.Lit
		for _, l := range p.Trail {
			original = append(original, []dimacs.Lit{p.Name(l)})
		}
		for c := range p.Unsatisfied {
			var lits []dimacs.Lit
			for _, l := range c {
				lits = append(lits, p.Name(l))
			}
			original = append(original, lits)
		}
		if n := len(models(original, p.f.Vars, 0, 1<<20)); n != len(p.models) && !p.Unsat {
			t.Errorf("seed %d: the original clauses have %d models, not %d", seed, n, len(p.models))
		}
	}
	if shorter < 100 || dropped < 10 {
		t.Errorf("%d literals and %d clauses were dropped", shorter, dropped)
	}
}
