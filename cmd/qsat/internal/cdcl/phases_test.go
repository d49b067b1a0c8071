package cdcl

import (
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// TestTargetPhases checks that target and best phases belong to the largest trails without
// a conflict since they were chosen, and that decisions in stable mode use the target
// phases.
func TestTargetPhases(t *testing.T) {
	for seed := range uint64(30) {
		p := newPlay(t, seed, options{conflicts: conflicts{rephase: 1}})
		p.switchMode()
		largest := []clause.Lit{}
		for range 60 {
			if falsified := p.Propagate(); falsified != nil && p.Level() == 0 {
				break
			} else if falsified != nil {
				if n := p.LevelStart(p.Level()); n > len(largest) {
					largest = slices.Clone(p.Trail[:n])
				}
				p.resolve(falsified)
				for _, l := range largest {
					if p.target[l.Var()] != l.Sign() || p.best[l.Var()] != l.Sign() || p.phase(l.Var()) != l.Sign() {
						t.Fatalf("seed %d: the phase of %d is %d, the best %d", seed, l, p.target[l.Var()], p.best[l.Var()])
					}
				}
			} else if len(p.Trail) == p.Vars {
				break
			} else {
				p.decide()
			}
		}
		best, saved := slices.Clone(p.best), slices.Clone(p.saved)
		p.backtrack(0)
		copy(saved, p.saved)
		p.rephase() // the first rephasing uses the best phases
		for v := range p.Variables {
			if want := best[v]; p.target[v] != want && (want != 0 || p.target[v] != saved[v]) || p.targetSize != 0 {
				t.Errorf("seed %d: variable %d has the phase %d, its best was %d", seed, v, p.target[v], want)
			}
		}
	}
}

// TestWalkFirst checks that an unlimited search of a random formula begins with a local search, which
// finds a model without a conflict, also after a limited search. If one clause is shorter than the
// others, there are conflicts.
func TestWalkFirst(t *testing.T) {
	for _, test := range []struct {
		limit    int64
		conflict bool
		short    []dimacs.Lit
	}{{0, false, nil}, {1, false, nil}, {0, true, []dimacs.Lit{1, 2}}} {
		f, _ := generate.Make("3sat", "3300", "11000", "1")
		if test.short != nil {
			f.Add(test.short...)
		}
		s, err := New().Session(enginetest.Task(f))
		if err != nil {
			t.Fatal(err)
		}
		if test.limit > 0 {
			s.Answer(t.Context(), nil, test.limit)
		}
		before := s.counts().Conflicts
		a, err := s.Answer(t.Context(), nil, 0)
		if err != nil || a.Model == nil || (s.counts().Conflicts > before) != test.conflict {
			t.Errorf("%+v: %v after %d conflicts, %v", test, a.Model != nil, s.counts().Conflicts-before, err)
		}
		s.Close()
	}
}

// TestWalk checks the counters of a walk: false clauses, and clauses that a variable makes
// true without others. Its best assignment must falsify as few clauses as it reports.
func TestWalk(t *testing.T) {
	improved := 0
	for seed := range uint64(30) {
		p := newPlay(t, seed, options{})
		p.steps(3)
		if p.Unsat {
			continue
		}
		p.backtrack(0)
		w := newWalker(p.solver)
		least := len(w.falsified)
		for range 40 {
			if len(w.falsified) == 0 {
				break
			}
			w.flip(w.pick())
			if len(w.falsified) < least {
				least = len(w.falsified)
				w.keepBest()
				improved++
			}
			falsified, breaks := 0, make([]int32, p.Vars+1)
			for c := range int32(len(w.start) - 1) {
				isTrue := slices.DeleteFunc(slices.Clone(w.clause(c)), func(l clause.Lit) bool { return w.value[l] == 0 })
				switch len(isTrue) {
				case 0:
					falsified++
				case 1:
					breaks[isTrue[0].Var()]++
				}
			}
			if falsified != len(w.falsified) || !slices.Equal(breaks, w.breaks) {
				t.Fatalf("seed %d: %d clauses are false, counted %d; breaks %v, counted %v", seed, falsified, len(w.falsified), breaks, w.breaks)
			}
		}
		falsified := 0
		for c := range int32(len(w.start) - 1) {
			if !slices.ContainsFunc(w.clause(c), func(l clause.Lit) bool { return w.best[l.Var()] == l.Sign() }) {
				falsified++
			}
		}
		if falsified != least {
			t.Errorf("seed %d: the best assignment falsifies %d clauses, not %d", seed, falsified, least)
		}
	}
	if improved < 20 {
		t.Errorf("%d times fewer", improved)
	}
}
