package cdcl

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/simplify"
	"queens/dimacs"
)

// testPortfolio returns a portfolio without searches.
func testPortfolio() *portfolio {
	p := &portfolio{stop: func() {}}
	p.changed = sync.NewCond(&p.mu)
	return p
}

// TestCopy checks that a second search begins with the clauses of the first, receives units
// that simplification finds, changes nothing in the first, and agrees with it.
func TestCopy(t *testing.T) {
	begun, refuted := 0, 0
	o := hasty() // without sweeping, which refutes most formulas of this size
	o.techniques = slices.DeleteFunc(slices.Clone(techniques), func(k technique) bool { return k.name == "sweep" })
	for seed := range uint64(60) {
		p, alone := newPlay(t, seed, o), newPlay(t, seed, o)
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
		second := &play{solver: s.copy(1), t: t, f: p.f, models: p.models}
		second.ctx = t.Context()
		both := testPortfolio()
		both.join(p.solver).ended = true // the second search need not wait
		both.join(second.solver)
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
			second.member.inbox, p.member.outbox = append(second.member.inbox, p.member.outbox...), nil
			for c := range p.f.Clauses() { // follow, too, but may have variables that are gone
				second.member.inbox = append(second.member.inbox, clause.Lit(len(c)), 1)
				for _, l := range c {
					second.member.inbox = append(second.member.inbox, second.Lit(l))
				}
			}
			if !second.Unsat {
				second.inprocess()
				second.restart() // imports the clauses
			}
			for _, c := range second.allClauses() {
				isGone := func(l clause.Lit) bool {
					return second.simplifier.Eliminated(l.Var()) || second.simplifier.Representative(l) != l
				}
				if !second.Unsat && (!second.implied(c.lits) || slices.ContainsFunc(c.lits, isGone)) {
					t.Errorf("seed %d: %v is not implied, or has a variable that is gone", seed, c.lits)
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

// TestCopyMode checks the modes of copies: the first copy begins in the other mode, later ones keep
// stable or focused mode, and all copies of a search that keeps stable mode do so, too.
func TestCopyMode(t *testing.T) {
	for _, test := range []struct {
		onlyStable, stable bool
		number             int
		want               bool
	}{
		{false, false, 1, true}, {false, true, 1, false}, {true, true, 1, true},
		{false, false, 2, true}, {false, true, 2, true}, {true, true, 2, true},
		{false, false, 3, false}, {false, true, 3, false}, {true, true, 3, true},
	} {
		p := newPlay(t, 1, hasty())
		p.onlyStable, p.stable, p.simplifier.Gates = test.onlyStable, test.stable, 7
		c := (&Session{solver: p.solver, task: &engine.Task{}}).copy(test.number)
		if c.stable != test.want || c.onlyStable != test.onlyStable || c.simplifier.Gates != 7 {
			t.Errorf("%+v: stable %v, onlyStable %v, %d gates", test, c.stable, c.onlyStable, c.simplifier.Gates)
		}
		c.stats.Conflicts, c.Ticks = 1<<40, 1<<40
		if got := c.switchesMode(); got != (test.number == 1 && !test.onlyStable) {
			t.Errorf("%+v: changes its mode: %v", test, got)
		}
	}
}

// TestFork checks that other searches begin only with two threads, without a proof, without
// assumptions and without a limit, and if a thread is free.
func TestFork(t *testing.T) {
	f := generate.Pigeonhole(9, 8)
	for name, test := range map[string]struct {
		task  engine.Task
		ticks int64
		want  int
	}{
		"two threads":   {engine.Task{Threads: 2}, 0, 2},
		"three threads": {engine.Task{Threads: 3}, 0, 3},
		"one thread":    {engine.Task{Threads: 1}, 0, 0},
		"proof":         {engine.Task{Threads: 2, Proof: &enginetest.Proof{}}, 0, 0},
		"assumptions":   {engine.Task{Threads: 2, Assume: []dimacs.Lit{1}}, 0, 0},
		"limit":         {engine.Task{Threads: 2}, 1 << 40, 0},
		"none is free":  {engine.Task{Threads: 2, Spare: func(int64) (int, int64) { return 0, 0 }}, 0, 0},
		"one is free":   {engine.Task{Threads: 3, Spare: func(int64) (int, int64) { return 1, 0 }}, 0, 2},
	} {
		members := 0
		task := &test.task
		task.Formula = f
		var s *Session
		ctx, stop := context.WithCancel(t.Context())
		task.Pause = func(int64) int64 {
			if s.member != nil {
				members = len(s.member.members)
			}
			if members > 0 || s.stats.Conflicts > 3*forkConflicts {
				stop()
			}
			return 0 // pause again at the next poll
		}
		s, err := NewSession(task)
		if err != nil {
			t.Fatal(err)
		}
		s.Solve(ctx, task.Assume, test.ticks)
		if s.Close(); members != test.want {
			t.Errorf("%s: %d searches after %d conflicts, want %d", name, members, s.stats.Conflicts, test.want)
		}
	}
}

// The answer of a portfolio does not depend on the speed of its searches: the first one waits at
// random pauses for other goroutines.
func TestPortfolio(t *testing.T) {
	forked, refuted := 0, 0
	for _, seed := range []uint64{2, 4, 7, 8, 10, 11} {
		f := generate.Random(rand.New(rand.NewPCG(seed, 5)), 150, 640, 3)
		first, stats := "", engine.Stats{}
		for run := range 2 {
			waits := rand.New(rand.NewPCG(seed, uint64(run)))
			task := &engine.Task{Formula: f, Threads: 2 + int(seed%2), Seed: int64(seed), Stats: &stats}
			task.Pause = func(int64) int64 {
				for range waits.IntN(1 + run*300) {
					runtime.Gosched()
				}
				return 0
			}
			a, err := engine.Solve(t.Context(), New(), task)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for v := 1; a.Model != nil && v <= f.Vars; v++ {
				got += fmt.Sprint(a.Model.Lit(v), " ")
			}
			if run == 0 {
				first = got
			} else if got != first {
				t.Errorf("seed %d: another answer in run %d\n%s\n%s", seed, run, first, got)
			}
		}
		if stats.Work()[0].Conflicts >= 2*forkConflicts {
			forked++
		}
		if first == "" {
			refuted++
		}
	}
	if forked != 6 || refuted != 2 {
		t.Errorf("%d portfolios, %d refutations of 6", forked, refuted)
	}
}

// The answer is the model that is found in the earliest period. If several searches find models in
// that period, the search with the smallest number has the answer.
func TestWinner(t *testing.T) {
	for _, test := range []struct {
		periods [3]int64 // in which the searches find models; they end in this order
		want    int
	}{{[3]int64{5, 4, 3}, 2}, {[3]int64{5, 4, 4}, 1}, {[3]int64{4, 4, 4}, 0}, {[3]int64{4, 5, 3}, 2}} {
		p := testPortfolio()
		for _, n := range test.periods {
			p.join(newPlay(t, 1, hasty()).solver).solver.Ticks = n*periodWork + 7
		}
		for _, m := range p.members {
			m.end(true, nil)
		}
		if p.winner.number != test.want {
			t.Errorf("models in periods %d: search %d", test.periods, p.winner.number)
		}
		late := p.join(newPlay(t, 1, hasty()).solver)
		for n, want := range map[int64]error{p.winner.periods - 1: nil, p.winner.periods: errLost} {
			late.solver.Ticks, late.periods = n*periodWork, -1
			if err := late.exchange(t.Context(), false); err != want {
				t.Errorf("models in periods %d: search 3 in period %d: %v", test.periods, n, err)
			}
		}
	}
}

// Clauses of two literals are shared, and longer ones up to a glue. Of three searches, reduce may
// drop the imported clauses.
func TestShare(t *testing.T) {
	f := &dimacs.Formula{}
	f.Add(1, 2, 3, 4, 5)
	for _, test := range []struct{ members, number, most, imported int }{
		{2, 0, clause.Tier2, 1}, {2, 1, clause.Tier1, 1}, {3, 0, shareGlue, clause.Tier1 + 1}, {3, 2, shareGlue, clause.Tier1 + 1},
	} {
		d := enginetest.Load(t, f)
		p := testPortfolio()
		for range test.members {
			p.join(newSolver(simplify.New(d), 0, options{}))
		}
		m, lits := p.members[test.number], []clause.Lit{clause.Negative(1), clause.Negative(2), clause.Negative(3), clause.Negative(4)}
		m.solver.share(lits[:2], 99)
		m.solver.share(lits, test.most)
		m.solver.share(lits, test.most+1)
		if len(m.outbox) != 4+6 {
			t.Errorf("%+v: sent %d", test, m.outbox)
		}
		m.inbox = append([]clause.Lit{clause.Lit(len(lits)), 1}, lits...)
		m.solver.importShared()
		glues := []int{}
		for c := range d.All {
			if d.Has(c, clause.Learned) {
				glues = append(glues, d.Glue(c))
			}
		}
		if !slices.Equal(glues, []int{test.imported}) {
			t.Errorf("%+v: imported clauses of glue %d", test, glues)
		}
	}
}

// A search waits for slower searches, and receives their clauses period by period.
func TestExchange(t *testing.T) {
	p := testPortfolio()
	fast, slow := p.join(newPlay(t, 1, hasty()).solver), p.join(newPlay(t, 1, hasty()).solver)
	fast.solver.Ticks = 7 * periodWork
	done := make(chan error)
	go func() { done <- fast.exchange(t.Context(), false) }()
	sent := []clause.Lit{2, 2, clause.Positive(1), clause.Positive(2)}
	for n := int64(1); n <= 7-lag; n++ {
		select {
		case <-done:
			t.Fatalf("the other search has finished %d periods only", n-1)
		default:
		}
		slow.outbox, slow.solver.Ticks = slices.Clone(sent), n*periodWork
		if err := slow.exchange(t.Context(), false); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-done; err != nil || len(fast.inbox) != (7-lag)*len(sent) {
		t.Errorf("%v, %d words received", err, len(fast.inbox))
	}
	go func() { done <- fast.exchange(t.Context(), true) }()
	for n := int64(7 - lag + 1); n <= 7; n++ {
		select {
		case <-done:
			t.Fatalf("a pause began after %d periods of the other search", n-1)
		default:
		}
		slow.solver.Ticks = n * periodWork
		if err := slow.exchange(t.Context(), false); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	slow.outbox, slow.solver.Ticks = slices.Clone(sent), 8*periodWork
	if err := slow.exchange(t.Context(), false); err != nil || len(fast.arrived) != 1 {
		t.Errorf("%v, %d parcels wait", err, len(fast.arrived))
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if fast.solver.Ticks = 20 * periodWork; fast.exchange(ctx, false) != context.Canceled {
		t.Error("the search goes on after the end of its context")
	}
}
