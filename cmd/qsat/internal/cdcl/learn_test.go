package cdcl

import (
	"context"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/testdata/formulas"
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

// TestImport checks that a second search imports clauses without eliminated variables, and
// that they follow.
func TestImport(t *testing.T) {
	imported := 0
	for seed := range uint64(40) {
		first, second := newPlay(t, seed, options{}), newPlay(t, seed, hasty())
		first.portfolio, second.portfolio, second.second = &portfolio{}, &portfolio{}, true
		second.preprocess()
		first.steps(30)
		if first.Unsat || second.Unsat {
			continue
		}
		for _, c := range first.parts() {
			if c.learned {
				second.portfolio.shared = append(append(second.portfolio.shared, clause.Lit(len(c.lits)), clause.Tier1), c.lits...)
				imported++
			}
		}
		second.SetProof(nil) // the clauses do not follow by propagation
		second.restart()
		for _, c := range second.parts() {
			if !second.implied(c.lits) || slices.ContainsFunc(c.lits, func(l clause.Lit) bool { return second.dropped[l.Var()] }) {
				t.Errorf("seed %d: %v is not implied, or about variables that have gone", seed, c.lits)
			}
		}
		if len(second.portfolio.shared) > 0 {
			t.Errorf("seed %d: something waits still", seed)
		}
		for second.found = 0; !second.Unsat && second.found < 9; {
			second.steps(100)
		}
		if second.Unsat != (len(second.models) == 0) {
			t.Errorf("seed %d: refuted %v, of %d models", seed, second.Unsat, len(second.models))
		}
	}
	if imported < 50 {
		t.Errorf("%d clauses imported", imported)
	}
}

// TestSecondSearch checks that a second search begins with the clauses of the first,
// receives units that simplification finds, changes nothing in the first, and agrees with
// it.
func TestSecondSearch(t *testing.T) {
	begun, refuted := 0, 0
	for seed := range uint64(60) {
		p, alone := newPlay(t, seed, hasty()), newPlay(t, seed, hasty())
		for _, q := range []*play{p, alone} {
			q.SetProof(nil)
			q.preprocess()
			q.steps(3)
			q.inprocess()
		}
		if p.Unsat {
			continue
		}
		begun++
		s := &Session{solver: p.solver, task: &engine.Task{}}
		second := &play{solver: s.copy(hasty()), t: t, f: p.f, models: p.models}
		second.ctx, p.portfolio = t.Context(), second.portfolio
		for _, q := range []*play{p, alone} {
			q.steps(5)
			q.inprocess()
		}
		if !slices.Equal(p.Trail, alone.Trail) || p.Ticks != alone.Ticks {
			t.Errorf("seed %d: the first search is another one with a second", seed)
		}
		if second.switchesMode() {
			second.switchMode()
		}
		second.options.walk = false
		for range 20 {
			second.found = 0
			second.steps(10)
			if !second.Unsat {
				second.restart()
				second.inprocess()
			}
			for _, c := range second.parts() {
				if !second.Unsat && !second.implied(c.lits) {
					t.Errorf("seed %d: %v is not implied", seed, c.lits)
				}
			}
		}
		if second.Unsat {
			refuted++
		}
		if second.Unsat && len(p.models) > 0 {
			t.Errorf("seed %d: refuted, though there are %d models", seed, len(p.models))
		}
	}
	if begun < 20 || refuted == 0 {
		t.Errorf("%d second searches, %d refuted the formula", begun, refuted)
	}
}

// TestImportClause checks that imported clauses contain representatives and no false
// literals, and are not satisfied.
func TestImportClause(t *testing.T) {
	f := &dimacs.Formula{}
	for _, c := range [][]dimacs.Lit{{1, -2}, {-1, 2}, {-3}, {1, 4, 5}, {-1, -4, 5, 6}, {4, -5, -6}} {
		f.Add(c...)
	}
	for _, test := range []struct{ clause, want []dimacs.Lit }{
		{[]dimacs.Lit{2, 4}, []dimacs.Lit{1, 4}},
		{[]dimacs.Lit{4, -2, 6}, []dimacs.Lit{-1, 4, 6}},
		{[]dimacs.Lit{1, 5, -2}, nil},
		{[]dimacs.Lit{-3, 4, 5}, nil},
		{[]dimacs.Lit{3, 4, 5}, []dimacs.Lit{4, 5}},
		{[]dimacs.Lit{1, 3, 2}, []dimacs.Lit{1}},
		{[]dimacs.Lit{3}, []dimacs.Lit{}},
	} {
		d, err := clause.Load(f, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := newSolver(d, 0, options{})
		s.ctx = t.Context()
		s.simplifier.Substitute(s.ctx)
		before := (&play{solver: s}).parts()
		var lits []clause.Lit
		for _, l := range test.clause {
			lits = append(lits, s.Lit(l))
		}
		s.importClause(lits, 2)
		switch len(test.want) {
		case 0:
			if s.Unsat != (test.want != nil) || !s.Unsat && len((&play{solver: s}).parts()) != len(before) {
				t.Errorf("%v: refuted %v, or there are more clauses", test.clause, s.Unsat)
			}
		case 1:
			if s.Value(s.simplifier.Representative(s.Lit(test.want[0]))) != 1 {
				t.Errorf("%v: %v is not true", test.clause, test.want)
			}
		default:
			var want []clause.Lit
			for _, l := range test.want {
				want = append(want, s.simplifier.Representative(s.Lit(l)))
			}
			slices.Sort(want)
			if !slices.ContainsFunc((&play{solver: s}).parts(), func(c part) bool {
				return slices.Equal(slices.Sorted(slices.Values(c.lits)), want)
			}) {
				t.Errorf("%v: %v is not there", test.clause, test.want)
			}
		}
	}
}

// TestModeOfSecond checks that the second search stays in the mode that suits the
// statistics of the first.
func TestModeOfSecond(t *testing.T) {
	for _, test := range []struct {
		decisions, conflicts int64
		direct, focused      bool
	}{{3499, 1000, false, false}, {3500, 1000, false, true}, {9000, 1000, true, false}} {
		p := newPlay(t, 1, hasty())
		p.stats.Decisions, p.stats.Conflicts, p.direct = test.decisions, test.conflicts, test.direct
		s := &Session{solver: p.solver, task: &engine.Task{}}
		second := s.copy(hasty())
		for range 2 {
			if second.switchesMode() {
				second.switchMode()
			}
			second.stats.Conflicts, second.Ticks = 1<<40, 1<<40 // the first would change its mode here
		}
		if second.focused != test.focused || second.stable == test.focused {
			t.Errorf("%+v: focused %v, in stable mode %v", test, second.focused, second.stable)
		}
	}
}

// TestSecondBegins checks that a second search begins only with two threads, without a
// proof and without assumptions.
func TestSecondBegins(t *testing.T) {
	f := formulas.Pigeonhole(9, 8)
	for _, test := range []struct {
		threads int
		proof   engine.Proof
		assume  []dimacs.Lit
		want    bool
	}{{2, nil, nil, true}, {1, nil, nil, false}, {2, &enginetest.Proof{}, nil, false}, {2, nil, []dimacs.Lit{1}, false}} {
		began := false
		task := &engine.Task{Formula: f, Assume: test.assume, Threads: test.threads, Proof: test.proof}
		var s *Session
		o := defaults
		o.walk = false
		ctx, stop := context.WithCancel(t.Context())
		task.Pause = func(int64) int64 {
			if began = began || s.portfolio != nil; began || s.stats.Conflicts > 3*secondConflicts {
				stop()
			}
			return 0 // pause again at the next poll
		}
		s, err := newSession(task, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		s.Refute(ctx, test.assume, 0)
		if s.Close(); began != test.want {
			t.Errorf("%d threads, proof %v, assumptions %v: %v after %d conflicts", test.threads, test.proof != nil, test.assume, began, s.stats.Conflicts)
		}
	}
}
