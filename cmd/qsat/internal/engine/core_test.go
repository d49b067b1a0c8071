package engine_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/gophersat"
	"queens/dimacs"
)

type lits = []dimacs.Lit

// fails returns a refuter of a formula under which some sets of assumptions cannot
// hold together; it names one of those, or none if it does not know which.
func fails(sets []lits, knows bool) engine.Refuter {
	return func(_ context.Context, assume lits) (lits, bool, error) {
		for _, set := range sets {
			if !slices.ContainsFunc(set, func(l dimacs.Lit) bool { return !slices.Contains(assume, l) }) {
				if !knows {
					set = nil
				}
				return set, true, nil
			}
		}
		return nil, false, nil
	}
}

func TestMinimalCore(t *testing.T) {
	for _, test := range []struct {
		name   string
		failed lits
		sets   []lits
		want   lits
	}{
		{"minimal", lits{3, -7}, []lits{{3, -7}}, lits{3, -7}},
		{"one too many", lits{3, 5, -7}, []lits{{3, -7}}, lits{3, -7}},
		{"repeated", lits{3, 3, -7, -7}, []lits{{3, -7}}, lits{3, -7}},
		{"the formula alone", lits{3, 5}, []lits{{}}, lits{}},
		{"the first is left out", lits{1, 2, 3, 4}, []lits{{1, 2}, {3, 4}}, lits{3, 4}},
		{"overlapping", lits{1, 2, 3}, []lits{{1, 2}, {2, 3}}, lits{2, 3}},
		{"named in another order", lits{1, 2, 3}, []lits{{3, 2}}, lits{2, 3}},
		{"none", lits{}, []lits{{}}, lits{}},
	} {
		for _, knows := range []bool{true, false} {
			got, err := engine.MinimalCore(t.Context(), test.failed, fails(test.sets, knows))
			if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
				t.Errorf("%s: %v; (-want +got)\n%s", test.name, err, diff)
			}
		}
	}
}

// An error ends it with what is known by then.
func TestMinimalCoreStops(t *testing.T) {
	errStop := errors.New("stopped")
	calls := 0
	got, err := engine.MinimalCore(t.Context(), lits{1, 2, 3, 4}, func(_ context.Context, assume lits) (lits, bool, error) {
		if calls++; calls == 2 {
			return nil, false, errStop
		}
		return nil, true, nil
	})
	if diff := cmp.Diff(lits{2, 3, 4}, got); diff != "" || err != errStop {
		t.Errorf("%v; (-want +got)\n%s", err, diff)
	}
}

func TestFromScratch(t *testing.T) {
	task := &engine.Task{Formula: formula(3, lits{1, 2}), Assume: lits{-1, -2, 3}, Threads: 1}
	refute := engine.FromScratch(gophersat.New(), task)
	for _, test := range []struct {
		assume lits
		unsat  bool
	}{{lits{-1, -2}, true}, {lits{-1}, false}, {nil, false}, {lits{3, -2, -1}, true}} {
		if _, unsat, err := refute(t.Context(), test.assume); unsat != test.unsat || err != nil {
			t.Errorf("%v: %v, %v", test.assume, unsat, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, unsat, err := refute(ctx, lits{-1, -2}); unsat || !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v, %v", unsat, err)
	}
}

func TestFailedOrAll(t *testing.T) {
	task := &engine.Task{Assume: lits{3, -7, 3}}
	if diff := cmp.Diff(lits{3, -7}, task.FailedOrAll()); diff != "" {
		t.Errorf("not known: (-want +got)\n%s", diff)
	}
	task.Failed = lits{}
	if diff := cmp.Diff(lits{}, task.FailedOrAll()); diff != "" {
		t.Errorf("none: (-want +got)\n%s", diff)
	}
}
