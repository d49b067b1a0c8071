package cdcl

import (
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
)

// TestReduce checks that a reduction keeps reasons, original clauses and learned clauses
// of small glue, and drops at most the given share of the others.
func TestReduce(t *testing.T) {
	dropped, reasons := 0, 0 // learned clauses
	for seed := range uint64(60) {
		p := newPlay(t, seed, options{conflicts: conflicts{reduce: 1}})
		p.steps(12 + int(seed%20))
		for range 4 {
			if !p.Unsat && p.Propagate() == nil && len(p.Trail) < p.Vars {
				p.decide()
			}
		}
		if p.Unsat || p.Propagate() != nil {
			continue
		}
		var precious [][]clause.Lit
		for c := range p.All {
			if p.Has(c, clause.Learned) {
				p.SetGlue(c, 1+p.random.IntN(12))
			}
			if !p.Has(c, clause.Learned) || p.Glue(c) <= clause.Tier1 {
				precious = append(precious, slices.Sorted(slices.Values(p.Lits(c))))
			}
		}
		for _, l := range p.Trail[p.NumFixed():] {
			if r := p.ReasonOf(l); r != 0 && !r.IsBinary() && p.Has(r.Ref(), clause.Learned) {
				reasons++
			}
		}
		_, before := p.NumLong()
		for range 4 { // used clauses are kept for two reductions
			p.reduce()
		}
		_, after := p.NumLong()
		dropped += before - after
		left := p.parts()
		for _, c := range precious {
			if !slices.ContainsFunc(left, func(d part) bool { return slices.Equal(c, d.lits) }) {
				t.Errorf("seed %d: %v was dropped", seed, c)
			}
		}
		p.check("reduction")
	}
	if dropped < 10 || reasons < 10 {
		t.Errorf("%d clauses were dropped, %d learned ones were reasons", dropped, reasons)
	}
}

// TestVivify checks that vivification leaves a part of each clause, unless the clause is
// satisfied or learned, and that everything it leaves is implied.
func TestVivify(t *testing.T) {
	shorter, gone := 0, 0
	for seed := range uint64(60) {
		p := newPlay(t, seed, options{})
		p.steps(10 + int(seed%30))
		p.backtrack(0)
		if p.Unsat || !p.PropagateUnits() {
			continue
		}
		before := p.parts()
		p.vivify(1 << 20)
		if p.check("vivification"); p.Unsat {
			continue
		}
		after := p.parts()
		for _, c := range after {
			if !slices.ContainsFunc(before, func(d part) bool { return within(c.lits, d.lits) && (d.learned || !c.learned) }) {
				t.Errorf("seed %d: %v, learned %v, is part of no clause there was", seed, c.lits, c.learned)
			}
		}
		for _, c := range before {
			i := slices.IndexFunc(after, func(d part) bool { return within(d.lits, c.lits) && (c.learned || !d.learned) })
			satisfied := slices.ContainsFunc(c.lits, func(l clause.Lit) bool { return p.Fixed(l) > 0 })
			switch {
			case i < 0 && satisfied:
			case i < 0 && c.learned:
				gone++
			case i < 0:
				t.Errorf("seed %d: nothing is left of %v", seed, c.lits)
			case len(after[i].lits) < len(c.lits):
				shorter++
			}
		}
	}
	if shorter < 100 || gone == 0 {
		t.Errorf("%d clauses became shorter, %d went", shorter, gone)
	}
}
