package cdcl

import (
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
)

// TestLearned checks that a learned clause follows from the formula and is asserting: at
// the level it returns to, it implies its first literal, whose complement was assigned at
// the level of the conflict.
func TestLearned(t *testing.T) {
	learned, kept := 0, 0
	for seed := range uint64(40) {
		p := newPlay(t, seed, options{})
		for range 200 {
			falsified := p.Propagate()
			if falsified == nil {
				if len(p.Trail) == p.Vars {
					p.switchMode()
				}
				if len(p.Trail) == p.Vars {
					break
				}
				p.decide()
				continue
			}
			levels := map[clause.Lit]int{}
			for _, l := range p.Trail {
				levels[l] = p.LevelOf(l)
			}
			from := p.Level()
			if !p.resolve(falsified) {
				break
			}
			c := slices.Clone(p.Derived)
			if !p.implied(c) {
				t.Fatalf("seed %d: the formula does not imply %v", seed, c)
			}
			highest := 0
			for _, l := range c[1:] {
				highest = max(highest, levels[l.Not()])
				if p.Value(l) >= 0 {
					t.Errorf("seed %d: %d of %v is not false", seed, l, c)
				}
			}
			learned++
			if levels[c[0].Not()] != from || p.Level() != highest || highest >= from || p.Value(c[0]) <= 0 || len(c) == 1 && p.Fixed(c[0]) <= 0 {
				t.Fatalf("seed %d: %v, from level %d, is not asserting at %d", seed, c, from, p.Level())
			}
			if r := p.ReasonOf(c[0]); len(c) > 2 {
				kept++
				if !slices.Equal(slices.Sorted(slices.Values(p.Reasons(r))), slices.Sorted(slices.Values(c))) || p.Glue(r.Ref()) >= len(c) && p.Has(r.Ref(), clause.Learned) {
					t.Errorf("seed %d: %v of glue %d implies what %v does", seed, p.Reasons(r), p.Glue(r.Ref()), c)
				}
			}
		}
	}
	if learned < 200 || kept < 50 {
		t.Errorf("%d clauses were learned, %d of three literals and more", learned, kept)
	}
}

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
