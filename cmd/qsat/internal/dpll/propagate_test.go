package dpll

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/dimacs/propagate"
)

// closure returns the literals that unit propagation makes true, according to package dimacs,
// sorted, and whether it ends without a conflict.
func closure(f *dimacs.Formula, units []dimacs.Lit) (lits []clause.Lit, ok bool) {
	p := propagate.New(f.Vars)
	for c := range f.WithUnits(units).Clauses() {
		p.Add(c...)
	}
	ok = p.Propagate() < 0
	for _, l := range p.Trail() {
		lits = append(lits, clause.Of(l))
	}
	slices.Sort(lits)
	return lits, ok
}

// TestPropagate compares unit propagation with its definition, decision by decision in
// small random formulas, and checks that undo restores the earlier state.
func TestPropagate(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	conflicts, implied := 0, 0
	for range 2000 {
		const vars = 9
		f := generate.Random(r, vars, 4+r.IntN(24), 1, 2, 3, 4, 4, 4, 4, 4, 4)
		s, err := New().load(enginetest.Task(f), false)
		if err != nil {
			t.Fatal(err)
		}
		s.ctx = t.Context()
		var units []dimacs.Lit
		check := func() bool {
			ok := s.propagate()
			got := slices.Sorted(slices.Values(s.trail))
			want, wantOK := closure(f, units)
			if diff := cmp.Diff(want, got); ok != wantOK || ok && diff != "" {
				t.Fatalf("%v under %v: no conflict: %v, want %v; -want +got\n%s", f, units, ok, wantOK, diff)
			}
			checkCounts(t, s)
			return ok
		}
		for ok := !s.empty && check(); ok; {
			before, values := len(s.trail), slices.Clone(s.values)
			l := randomLit(r, vars)
			if s.isAssigned(clause.Of(l)) {
				break
			}
			units = append(units, l)
			s.assign(clause.Of(l))
			check()
			implied += len(s.trail) - before - 1
			s.undo(before)
			checkCounts(t, s)
			if diff := cmp.Diff(values, s.values); diff != "" {
				t.Fatalf("%v under %v: undone: -want +got\n%s", f, units, diff)
			}
			s.assign(clause.Of(l))
			if ok = check(); !ok {
				conflicts++
			}
		}
	}
	if conflicts < 50 || implied < 1000 {
		t.Errorf("only %d conflicts and %d implied literals", conflicts, implied)
	}
}

// checkCounts compares the counters of long clauses with the counted part of the trail.
func checkCounts(t *testing.T, s *search) {
	t.Helper()
	for c := range s.long.numbers {
		var want literalCounts
		for _, l := range s.long.literals(c) {
			if !slices.Contains(s.trail[:s.counted], l^1) {
				want.notFalse++
			}
			if slices.Contains(s.trail[:s.counted], l) {
				want.satisfied++
			}
		}
		if s.long.counts[c] != want {
			t.Fatalf("clause %v has counts %+v, want %+v", s.long.literals(c), s.long.counts[c], want)
		}
		unsatisfied := slices.Contains(s.stages[0].unsatisfied.list, c)
		if c < int32(len(s.stages[0].unsatisfied.at)) && unsatisfied != (want.satisfied == 0) {
			t.Fatalf("clause %v is listed as unsatisfied: %v", s.long.literals(c), unsatisfied)
		}
	}
}
