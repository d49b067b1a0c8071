package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/simplify"
	"queens/dimacs"
)

// A play is a search whose steps a test takes in any order, on a formula with few
// variables and known models.
type play struct {
	*solver
	t      *testing.T
	f      *dimacs.Formula
	proof  enginetest.Proof
	models []uint32     // all models: a bit for each variable
	units  []clause.Lit // literals that have been true at level 0
	found  int          // number of models found
}

// played caches the formulas of plays and their models, by seed.
var played = map[uint64]play{}

// newPlay returns a search for models of a random formula that is hard for its size.
func newPlay(t *testing.T, seed uint64, o options) *play {
	t.Helper()
	known, is := played[seed]
	if !is {
		r := rand.New(rand.NewPCG(seed, 77))
		known.f = generate.Random(r, 20, 78+r.IntN(20), 3)
		known.models = models(slices.Collect(known.f.Clauses()), known.f.Vars, 0, 1<<20)
		played[seed] = known
	}
	p := &play{t: t, f: known.f, models: known.models}
	d := enginetest.Load(t, p.f)
	d.SetProof(&p.proof)
	p.solver = newSolver(simplify.New(d), int64(seed), o)
	p.ctx = t.Context()
	p.options.walk = false
	return p
}

// models returns at most most assignments that satisfy the clauses and agree with values on the
// variables above v.
func models(clauses [][]dimacs.Lit, v int, values uint32, most int) (list []uint32) {
	if v == 0 {
		return []uint32{values}
	}
	for _, l := range []dimacs.Lit{dimacs.Lit(-v), dimacs.Lit(v)} {
		var left [][]dimacs.Lit
		for _, c := range clauses {
			if slices.Contains(c, -l) {
				c = slices.DeleteFunc(slices.Clone(c), func(k dimacs.Lit) bool { return k == -l })
			}
			if !slices.Contains(c, l) {
				left = append(left, c)
			}
		}
		if len(list) < most && !slices.ContainsFunc(left, func(c []dimacs.Lit) bool { return len(c) == 0 }) {
			list = append(list, models(left, v-1, values, most-len(list))...)
		}
		values |= 1 << v
	}
	return list
}

// steps makes decisions and learns from n conflicts, or fewer if the formula is refuted.
// After a model it continues with other phases.
func (p *play) steps(n int) {
	for end := p.stats.Conflicts + int64(n); p.stats.Conflicts < end && !p.Unsat; {
		if falsified := p.Propagate(); falsified != nil {
			p.resolve(falsified)
		} else if len(p.Trail) < p.Vars-p.gone {
			p.decide()
		} else {
			p.checkModel()
			for v := range p.saved {
				p.saved[v], p.target[v] = -p.saved[v], 0
			}
			if p.backtrack(0); p.found > 8 {
				return
			}
			p.found++
		}
	}
}

func (p *play) checkModel() {
	p.t.Helper()
	values := slices.Clone(p.Values)
	p.simplifier.Extend(values)
	a := &dimacs.Assignment{}
	for v := range p.Variables {
		a.Set(int(p.Names[v]), values[clause.Positive(v)] > 0)
	}
	if c := p.f.Falsified(a); c != nil {
		p.t.Errorf("the model falsifies %v", c)
	}
}

// implied reports whether the formula implies a clause.
func (p *play) implied(lits []clause.Lit) bool {
	return !slices.ContainsFunc(p.models, func(values uint32) bool {
		return !slices.ContainsFunc(lits, func(l clause.Lit) bool {
			return p.Name(l) > 0 == (values>>p.Name(l).Var()&1 != 0)
		})
	})
}

// A sortedClause is a clause with its literals in ascending order.
type sortedClause struct {
	lits    []clause.Lit
	learned bool
}

// allClauses returns the original and the learned clauses.
func (p *play) allClauses() (list []sortedClause) {
	for l := range p.Literals {
		for _, w := range p.Watching(l) {
			if w.IsBinary() && l < w.Lit() {
				list = append(list, sortedClause{[]clause.Lit{l, w.Lit()}, w.IsLearned()})
			}
		}
	}
	for c := range p.All {
		list = append(list, sortedClause{slices.Sorted(slices.Values(p.Lits(c))), p.Has(c, clause.Learned)})
	}
	return list
}

// check checks the invariants between two steps: no unit is lost, a reason implies its
// literal, clauses follow from the formula, and no variable is missing from the decision
// orders.
func (p *play) check(after string) {
	p.t.Helper()
	if p.Unsat {
		if len(p.models) > 0 {
			p.t.Errorf("after %s: refuted, though there are %d models", after, len(p.models))
		}
		enginetest.CheckProof(p.t, p.f, &p.proof)
		return
	}
	for _, l := range p.units {
		if p.Fixed(l) <= 0 {
			p.t.Errorf("after %s: the unit %d is lost", after, p.Name(l))
		}
	}
	p.units = slices.Clone(p.Trail[:p.NumFixed()])
	for _, l := range p.Trail[p.NumFixed():] {
		r := p.ReasonOf(l)
		if r == 0 {
			continue
		}
		lits := slices.Clone(p.Reasons(r))
		if !r.IsBinary() && (p.Has(r.Ref(), clause.Garbage) || !slices.Contains(lits, l)) {
			p.t.Errorf("after %s: the reason of %d is %v, or garbage", after, l, lits)
		}
		for _, k := range lits {
			if k != l && (p.Value(k) >= 0 || p.LevelOf(k) > p.LevelOf(l)) {
				p.t.Errorf("after %s: %d of the reason %v of %d is not false before it", after, k, lits, l)
			}
		}
	}
	for _, c := range p.allClauses() {
		if !p.implied(c.lits) {
			p.t.Errorf("after %s: the formula does not imply %v", after, c.lits)
		}
	}
	passed := true // no unassigned variable after the next decision so far
	for v := p.queue.last; v != 0; v = p.queue.prev[v] {
		if passed = passed && v != p.queue.search; passed && !p.IsAssigned(v) {
			p.t.Errorf("after %s: the queue has %d after the next decision", after, v)
		}
	}
	for v := range p.Variables {
		if p.stable && !p.IsAssigned(v) && !p.dropped[v] && !p.scores.Has(v) {
			p.t.Errorf("after %s: %d has no score", after, v)
		}
	}
}

// TestStepsInAnyOrder takes the steps of a search in random order. Nothing learned may be
// lost, and the answer must be right.
func TestStepsInAnyOrder(t *testing.T) {
	steps := []struct {
		name string
		do   func(p *play)
	}{
		{"conflicts", func(p *play) { p.steps(1 + p.random.IntN(8)) }},
		{"decisions", func(p *play) {
			for len(p.Trail) < p.Vars-p.gone && p.Propagate() == nil && p.random.IntN(3) > 0 && len(p.Trail) < p.Vars-p.gone {
				p.decide()
			}
			p.backtrack(max(0, p.Level()-1)) // a conflict is left to another step
		}},
		{"restart", func(p *play) { p.restart() }},
		{"reduce", func(p *play) { p.reduce() }},
		{"rephase", func(p *play) { p.rephase() }},
		{"mode", func(p *play) { p.switchMode() }},
		{"inprocess", func(p *play) { p.inprocess() }},
		{"walk", func(p *play) { p.backtrack(0); p.walk(1000, 1) }},
	}
	refuted, units := 0, 0
	for seed := range uint64(60) {
		p := newPlay(t, seed, hasty())
		for range 40 {
			k := steps[p.random.IntN(len(steps))]
			k.do(p)
			if p.check(k.name); p.Unsat {
				refuted++
				break
			}
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
		units += len(p.units)
		if !p.Unsat {
			enginetest.CheckDerivation(t, p.f, &p.proof)
			p.found = 0
			if p.steps(1 << 20); p.Unsat != (len(p.models) == 0) {
				t.Errorf("seed %d: refuted %v, of %d models", seed, p.Unsat, len(p.models))
			}
		}
	}
	if refuted < 5 || units < 30 {
		t.Errorf("%d formulas refuted, %d units", refuted, units)
	}
}
