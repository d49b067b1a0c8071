package sat

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
)

// checkCore checks, by a proof, that the clauses of the groups in a have no model. It also checks
// that they have a model without any one group.
func checkCore(t *testing.T, name string, f *dimacs.Formula, of []int, a GroupAnswer) {
	t.Helper()
	reduced := func(without int) *dimacs.Formula {
		g, i := &dimacs.Formula{Vars: f.Vars}, 0
		for c := range f.Clauses() {
			group := i + 1
			if of != nil {
				group = of[i]
			}
			if _, in := slices.BinarySearch(a.Groups, group); group == 0 || in && group != without {
				g.Add(c...)
			}
			i++
		}
		return g
	}
	var proof enginetest.Proof
	all := reduced(-1)
	if answer, err := Solve(t.Context(), Problem{Formula: all}, Options{Proof: &proof}); err != nil || answer.Status != dimacs.Unsatisfiable {
		t.Fatalf("%s: the subset: %v, %v", name, answer.Status, err)
	}
	enginetest.CheckProof(t, all, &proof)
	for _, g := range a.Groups {
		if answer, err := Solve(t.Context(), Problem{Formula: reduced(g)}, Options{Threads: 1}); err != nil || answer.Status != dimacs.Satisfiable {
			t.Errorf("%s: without group %d: %v, %v", name, g, answer.Status, err)
		}
	}
	if !a.Minimal || a.Status != dimacs.Unsatisfiable || a.Model != nil {
		t.Errorf("%s: %+v", name, a)
	}
}

// TestGroupCore checks subsets of formulas of many kinds, of clauses and of groups.
func TestGroupCore(t *testing.T) {
	r, cores := rand.New(rand.NewPCG(4, 53)), 0
	for i := range 150 {
		shape, f := generate.Small(i, r)
		var of []int
		for range f.NumClauses() * (i % 2) {
			of = append(of, r.IntN(5))
		}
		name := fmt.Sprintf("formula %d, %s", i, shape)
		a, err := GroupCore(t.Context(), Problem{Formula: f}, of, Options{}, nil)
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case a.Status == dimacs.Unsatisfiable:
			cores++
			checkCore(t, name, f, of, a)
		case a.Status != dimacs.Satisfiable || f.Falsified(a.Model) != nil:
			t.Errorf("%s: %+v", name, a)
		}
	}
	if cores < 20 {
		t.Errorf("only %d formulas have no model", cores)
	}
}

// TestGroupCoreAssume checks that assumptions are true, and that GroupCore returns the model of
// Solve.
func TestGroupCoreAssume(t *testing.T) {
	f := formula(3, lits{1, 2}, lits{-1, 3}, lits{-3, -1}, lits{-2})
	for _, test := range []struct {
		assume lits
		want   []int
	}{
		{nil, []int{1, 2, 3, 4}}, {lits{1}, []int{2, 3}}, {lits{2, 1}, []int{4}}, {lits{1, -1}, []int{}}, {lits{-1}, []int{1, 4}},
	} {
		a, err := GroupCore(t.Context(), Problem{Formula: f, Assume: test.assume}, nil, Options{}, nil)
		want := GroupAnswer{Status: dimacs.Unsatisfiable, Groups: test.want, Minimal: true}
		if len(test.assume) == 2 && test.assume[0] == 2 { // there are two subsets
			want.Groups = a.Groups
		}
		if diff := cmp.Diff(want, a); diff != "" || err != nil {
			t.Errorf("%v: %v (-want +got)\n%s", test.assume, err, diff)
		}
	}
	q := enginetest.Formula(t, encode.Instance{N: 8})
	a, err := GroupCore(t.Context(), Problem{Formula: q}, nil, Options{}, nil)
	b, err2 := Solve(t.Context(), Problem{Formula: q}, Options{})
	if err != nil || err2 != nil || a.Status != dimacs.Satisfiable {
		t.Fatal(a.Status, err, err2)
	}
	for v := 1; v <= q.Vars; v++ {
		if a.Model.Value(v) != b.Model.Value(v) {
			t.Fatalf("variable %d differs from the model of Solve", v)
		}
	}
}

// TestGroupCoreStopped checks that a stopped search returns the smallest subset found.
func TestGroupCoreStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	a, err := GroupCore(ctx, Problem{Formula: generate.Pigeonhole(8, 6)}, nil, Options{}, func([]int) { stop() })
	if a.Status != dimacs.Unsatisfiable || len(a.Groups) == 0 || a.Minimal || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
	a, err = GroupCore(ctx, Problem{Formula: generate.Pigeonhole(8, 6)}, nil, Options{}, nil)
	if a.Status == dimacs.Unknown != (err == context.Canceled) || a.Minimal {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestGroupCores checks all subsets of a formula, the end of a loop, and a formula with a model.
func TestGroupCores(t *testing.T) {
	p := Problem{Formula: formula(3, lits{1, 2}, lits{-1}, lits{-2}, lits{3}, lits{-3, -2})}
	var got []string
	for a, err := range GroupCores(t.Context(), p, nil, Options{}) {
		if got = append(got, fmt.Sprint(a.Groups, a.Correction)); err != nil || !a.Minimal {
			t.Error(a, err)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"[1 2 3] false", "[1 2 4 5] false", "[1] true", "[2] true", "[3 4] true", "[3 5] true"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for range GroupCores(t.Context(), p, nil, Options{}) {
		break
	}
	for a, err := range GroupCores(t.Context(), Problem{Formula: formula(2, lits{1, 2})}, nil, Options{}) {
		if a.Status != dimacs.Satisfiable || a.Model == nil || err != nil {
			t.Errorf("%+v, %v", a, err)
		}
	}
}
