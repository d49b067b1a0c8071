package sat

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/cardinality"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

type lits = []dimacs.Lit

// formula returns the formula of the clauses, with at least vars variables.
func formula(vars int, clauses ...lits) *dimacs.Formula {
	return (&dimacs.Formula{Vars: vars}).With(clauses...)
}

// fails returns a refuter of a formula whose minimal sets of conflicting assumptions are
// sets. The refuter returns the first of the sets that is assumed, or nil unless knows.
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
			got, err := minimalCore(t.Context(), test.failed, fails(test.sets, knows))
			if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
				t.Errorf("%s: %v; (-want +got)\n%s", test.name, err, diff)
			}
		}
	}
}

// An error ends the search with the literals left by then.
func TestMinimalCoreStops(t *testing.T) {
	errStop := errors.New("stopped")
	calls := 0
	got, err := minimalCore(t.Context(), lits{1, 2, 3, 4}, func(_ context.Context, assume lits) (lits, bool, error) {
		if calls++; calls == 2 {
			return nil, false, errStop
		}
		return nil, true, nil
	})
	if diff := cmp.Diff(lits{2, 3, 4}, got); diff != "" || err != errStop {
		t.Errorf("%v; (-want +got)\n%s", err, diff)
	}
}

// Each engine finds a minimal core. An engine that keeps no clauses searches anew.
func TestCore(t *testing.T) {
	f := formula(3, lits{1, 2})
	for _, e := range answerers {
		for _, test := range []struct{ assume, want lits }{
			{lits{-1, -2, 3}, lits{-1, -2}}, {lits{3, -2, -1, -2}, lits{-2, -1}}, {lits{3, -3}, lits{3, -3}}, {lits{-1}, nil}, {nil, nil},
		} {
			a, err := Core(t.Context(), Problem{Formula: f, Assume: test.assume}, Options{Engine: e})
			if diff := cmp.Diff(test.want, a.Failed); diff != "" || err != nil || a.Minimal != (test.want != nil) || (a.Model == nil) != a.Minimal {
				t.Errorf("%s, %v: %+v, %v; (-want +got)\n%s", e, test.assume, a, err, diff)
			}
		}
	}
}

// refuting is another solver. Its answers are the elements of unsat, and then Unknown with the error of
// end: true refutes the problem, false gives a model in which everything but the assumptions is true.
type refuting struct {
	unsat []bool
	end   func() error
}

func (r *refuting) Solve(_ context.Context, f *dimacs.Formula, assume []dimacs.Lit) (*dimacs.Assignment, dimacs.Status, error) {
	if len(r.unsat) == 0 {
		return nil, dimacs.Unknown, r.end()
	}
	unsat := r.unsat[0]
	if r.unsat = r.unsat[1:]; unsat {
		return nil, dimacs.Unsatisfiable, nil
	}
	a := &dimacs.Assignment{}
	for v := range f.Vars {
		a.Set(v+1, true)
	}
	for _, l := range assume {
		a.SetLit(l)
	}
	return a, dimacs.Satisfiable, nil
}

// The core of another solver is minimal unless the solver does not know an answer.
func TestCoreOfOther(t *testing.T) {
	f := formula(3, lits{1, 2})
	for _, test := range []struct {
		unsat   []bool
		failed  lits
		minimal bool
	}{
		{[]bool{true, true, false, false}, lits{-2, -1}, true},
		{[]bool{true, true}, lits{-2, -1}, false},
		{[]bool{true}, lits{3, -2, -1}, false},
	} {
		a, err := Core(t.Context(), Problem{Formula: f, Assume: lits{3, -2, -1}}, Options{Other: &refuting{test.unsat, func() error { return nil }}})
		if diff := cmp.Diff(test.failed, a.Failed); diff != "" || err != nil || a.Minimal != test.minimal || a.Status != dimacs.Unsatisfiable {
			t.Errorf("%v: %+v, %v; (-want +got)\n%s", test.unsat, a, err, diff)
		}
	}
}

// A core that is not certain to be minimal when the context ends is not marked Minimal.
// Other errors are returned.
func TestCoreStopped(t *testing.T) {
	p := Problem{Formula: formula(3, lits{1, 2}), Assume: lits{3, -2, -1}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	a, err := Core(ctx, p, Options{Other: &refuting{[]bool{true, true}, func() error { cancel(); return context.Canceled }}})
	if diff := cmp.Diff(lits{-2, -1}, a.Failed); diff != "" || err != nil || a.Minimal || a.Status != dimacs.Unsatisfiable {
		t.Errorf("%+v, %v; (-want +got)\n%s", a, err, diff)
	}
	broken := errors.New("broken")
	a, err = Core(t.Context(), p, Options{Other: &refuting{[]bool{true}, func() error { return broken }}})
	if err != broken || a.Status != dimacs.Unknown {
		t.Errorf("%+v, %v", a, err)
	}
}

// The proof of a core uses only the assumptions of the core.
func TestCoreProof(t *testing.T) {
	for _, f := range []*dimacs.Formula{formulas.Pigeonhole(5, 4), formulas.Pigeonhole(4, 4)} {
		var proof enginetest.Proof
		a, err := Core(t.Context(), Problem{Formula: f, Assume: lits{-3, -1, -2, -4}}, Options{Proof: &proof})
		if err != nil || !a.Minimal || (len(a.Failed) > 0) != (f.Vars == 16) {
			t.Fatalf("%+v, %v", a, err)
		}
		enginetest.CheckProof(t, f.WithUnits(a.Failed), &proof)
	}
	var proof enginetest.Proof
	if a, err := Core(t.Context(), Problem{Formula: formula(2, lits{1, 2}), Assume: lits{1}}, Options{Proof: &proof}); a.Model == nil || err != nil || proof.Len() > 0 {
		t.Errorf("with a model: %+v, %v, %d lines", a, err, proof.Len())
	}
}

// If clause learning takes too long, Core goes on with other engines: the step that refuted
// the formula refutes it again.
func TestHardCore(t *testing.T) {
	defer func(before int64) { budgets.FailedTicks = before }(budgets.FailedTicks)
	budgets.FailedTicks = 1 << 20
	free := dimacs.Lit(formulas.Pigeonhole(11, 10).Vars + 1)
	g := &dimacs.Formula{} // satisfiable if free holds: one more hole for the last pigeon
	for c := range formulas.Pigeonhole(11, 10).Clauses() {
		if c[0] > 0 {
			c = append(slices.Clone(c), free)
		}
		g.Add(c...)
	}
	var cost Stats
	a, err := Core(t.Context(), Problem{Formula: g, Assume: lits{5, -free}}, Options{Threads: 2, Stats: &cost})
	if diff := cmp.Diff(lits{-free}, a.Failed); diff != "" || err != nil || !a.Minimal {
		t.Errorf("%+v, %v; (-want +got)\n%s", a, err, diff)
	}
	if !slices.ContainsFunc(cost.Work(), func(w engine.Work) bool { return w.Engine == cardinality.Name && w.Runs == 2 }) {
		t.Errorf("no other engine has refuted it twice: %+v", cost.Work())
	}
}

// Failed is a limited search, also for the engine cdcl and a formula with cubes. Beyond the limit it
// returns all assumptions.
func TestFailedLimited(t *testing.T) {
	defer func(before int64) { budgets.FailedTicks = before }(budgets.FailedTicks)
	budgets.FailedTicks = 1
	f, free := &dimacs.Formula{Incremental: true}, dimacs.Lit(formulas.Pigeonhole(9, 8).Vars+1)
	for c := range formulas.Pigeonhole(9, 8).Clauses() {
		f.Add(append(slices.Clone(c), free)...)
	}
	f.Vars++ // the second assumption
	f.Cubes = []lits{{1}, {-1}}
	failed, err := Failed(t.Context(), Problem{Formula: f, Assume: lits{free + 1, -free}}, Options{Engine: "cdcl"})
	if diff := cmp.Diff(lits{free + 1, -free}, failed); diff != "" || err != nil {
		t.Errorf("%v; (-want +got)\n%s", err, diff)
	}
}
