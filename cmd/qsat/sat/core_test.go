package sat

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/cardinality"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// Each engine finds a minimal core. An engine that keeps no clauses searches anew.
func TestCore(t *testing.T) {
	f := formula(3, lits{1, 2})
	for _, e := range strings.Fields(solvers) {
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

// The core of another solver is minimal unless the solver does not know an answer, or the context ends. Other
// errors are returned.
func TestCoreOfOther(t *testing.T) {
	p, broken := Problem{Formula: formula(3, lits{1, 2}), Assume: lits{3, -2, -1}}, errors.New("broken")
	for _, test := range []struct {
		unsat []bool
		end   error
		want  Answer
		err   error
	}{
		{[]bool{true, true, false, false}, nil, Answer{Status: dimacs.Unsatisfiable, Failed: lits{-2, -1}, Minimal: true}, nil},
		{[]bool{true, true}, nil, Answer{Status: dimacs.Unsatisfiable, Failed: lits{-2, -1}}, nil},
		{[]bool{true}, nil, Answer{Status: dimacs.Unsatisfiable, Failed: lits{3, -2, -1}}, nil},
		{[]bool{true, true}, context.Canceled, Answer{Status: dimacs.Unsatisfiable, Failed: lits{-2, -1}}, nil},
		{[]bool{true}, broken, Answer{}, broken},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		a, err := Core(ctx, p, Options{Other: &refuting{test.unsat, func() error {
			if test.end == context.Canceled {
				cancel()
			}
			return test.end
		}}})
		if diff := cmp.Diff(test.want, a); diff != "" || err != test.err {
			t.Errorf("%v: %v; (-want +got)\n%s", test.unsat, err, diff)
		}
		cancel()
	}
}

// The proof of a core uses only the assumptions of the core.
func TestCoreProof(t *testing.T) {
	for _, f := range []*dimacs.Formula{generate.Pigeonhole(5, 4), generate.Pigeonhole(4, 4)} {
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
	const free = 111
	g := &dimacs.Formula{} // satisfiable if free holds: one more hole for all pigeons
	for c := range generate.Pigeonhole(11, 10).Clauses() {
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
	const free = 73
	f := withCubes(extended(generate.Pigeonhole(9, 8), free), lits{1}, lits{-1})
	f.Vars++ // the second assumption
	failed, err := Failed(t.Context(), Problem{Formula: f, Assume: lits{free + 1, -free}}, Options{Engine: "cdcl"})
	if diff := cmp.Diff(lits{free + 1, -free}, failed); diff != "" || err != nil {
		t.Errorf("%v; (-want +got)\n%s", err, diff)
	}
}
