package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// TestModels checks that every model is found once on the projection, in the same order
// each time, whether searched parts are excluded early or never, and whatever is
// simplified between models.
func TestModels(t *testing.T) {
	early, never := hasty(), hasty()
	early.exclude, never.exclude, never.free, never.inprocess = 1, 1<<40, 1<<40, 1<<40
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		f := formulas.Random(r, 16, 40+r.IntN(32), 3)
		task := &engine.Task{Formula: f}
		mask := uint32(1<<17 - 2)
		if seed%3 > 0 {
			mask = 0
			for _, v := range r.Perm(16)[:1+r.IntN(12)] {
				mask |= 2 << v
				task.Project = append(task.Project, v+1)
			}
			slices.Sort(task.Project)
		}
		want := map[uint32]bool{}
		for _, m := range models(slices.Collect(f.Clauses()), f.Vars, 0, 1<<16) {
			want[m&mask] = true
		}
		for _, o := range []options{early, never, hasty(), defaults} {
			var lists [2][]uint32
			for i := range lists {
				err := (&Engine{options: o}).Enumerate(t.Context(), task, func(a *dimacs.Assignment) error {
					var bits [1]uint64
					a.Bits(bits[:])
					lists[i] = append(lists[i], uint32(bits[0])&mask)
					return engine.Check(task, a)
				})
				if err != nil {
					t.Fatalf("formula %d: %v", seed, err)
				}
			}
			found := map[uint32]bool{}
			for _, m := range lists[0] {
				found[m] = want[m]
			}
			if len(lists[0]) != len(want) || len(found) != len(want) || !slices.Equal(lists[0], lists[1]) {
				t.Errorf("formula %d, projection %v: %d models, %d of them different, and then %d, want %d",
					seed, task.Project, len(lists[0]), len(found), len(lists[1]), len(want))
			}
			for m, is := range found {
				if !is {
					t.Errorf("formula %d: %b is no model", seed, m)
				}
			}
		}
	}
}

// TestFew checks that Few ends an enumeration with more models than its limit and more
// models than conflicts.
func TestFew(t *testing.T) {
	task := &engine.Task{Formula: formulas.Pigeonhole(4, 4)}
	for most, want := range map[int64]error{3: ErrLimit, 24: nil} {
		n := int64(0)
		err := Few(most).Models(t.Context(), task, func(*dimacs.Assignment, *engine.Projection) error { n++; return nil })
		if err != want || n != min(24, max(most, n)) {
			t.Errorf("%d models at most: %d, %v", most, n, err)
		}
	}
}

// TestModelsEliminateLate checks that a search for one model eliminates variables at the
// start, and a search for all models does not.
func TestModelsEliminateLate(t *testing.T) {
	eliminated := func(search func(*engine.Task) error) int64 {
		task := enginetest.Task(formulas.Pigeonhole(4, 4))
		task.Project, task.Stats = []int{1}, &engine.Stats{}
		if err := search(task); err != nil {
			t.Fatal(err)
		}
		return task.Stats.Work()[0].Eliminated
	}
	one := eliminated(func(task *engine.Task) error { _, err := Limited(0).Solve(t.Context(), task); return err })
	all := eliminated(func(task *engine.Task) error {
		return New().Enumerate(t.Context(), task, func(*dimacs.Assignment) error { return nil })
	})
	if one == 0 || all != 0 {
		t.Errorf("%d variables are eliminated for one model, %d for all", one, all)
	}
}
