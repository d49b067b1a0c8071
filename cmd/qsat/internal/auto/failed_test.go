package auto

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/testdata/formulas"
)

// What engines without failed assumptions refute is explained, whatever was asked.
func TestExplained(t *testing.T) {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	f.Add(3, 4)
	unsat := &dimacs.Formula{}
	unsat.Add(1, 2)
	unsat.Add(-1)
	unsat.Add(-2)
	for _, test := range []struct {
		name         string
		f            *dimacs.Formula
		assume, want []dimacs.Lit
	}{
		{"some", f, []dimacs.Lit{4, -2, 3, -1}, []dimacs.Lit{-2, -1}},
		{"contradiction", f, []dimacs.Lit{4, -2, 2}, []dimacs.Lit{-2, 2}},
		{"the formula alone", unsat, []dimacs.Lit{-1}, []dimacs.Lit{}},
		{"no assumptions", unsat, nil, []dimacs.Lit{}},
		{"a model", f, []dimacs.Lit{1}, nil},
	} {
		for method, ask := range map[string]func(engine.Engine, *engine.Task) error{
			"Solve": func(e engine.Engine, task *engine.Task) error {
				_, err := e.Solve(t.Context(), task)
				return err
			},
			"Enumerate": func(e engine.Engine, task *engine.Task) error {
				return e.Enumerate(t.Context(), task, func(*dimacs.Assignment) error { return nil })
			},
			"Count": func(e engine.Engine, task *engine.Task) error {
				_, err := e.Count(t.Context(), task)
				return err
			},
		} {
			task := &engine.Task{Problem: engine.Problem{Formula: test.f, Assume: test.assume}, Options: engine.Options{Threads: 1}}
			err := ask(Explained(dpll.New()), task)
			if diff := cmp.Diff(test.want, task.Failed); diff != "" || err != nil {
				t.Errorf("%s, %s: %v; (-want +got)\n%s", test.name, method, err, diff)
			}
		}
	}
}

// What learning cannot refute in time cover may: here the formula without the
// assumptions.
func TestExplainedByCover(t *testing.T) {
	task := &engine.Task{Problem: engine.Problem{Formula: formulas.Pigeonhole(11, 10), Assume: []dimacs.Lit{1}}, Options: engine.Options{Threads: 2}}
	if a, err := Explained(New()).Solve(t.Context(), task); a != nil || err != nil || task.Failed == nil || len(task.Failed) > 0 {
		t.Errorf("10 pigeonholes: %v, %v, failed %v", a, err, task.Failed)
	}
}

// A refuter goes on with the other engine where cdcl takes too long.
func TestRefuter(t *testing.T) {
	f := formulas.Pigeonhole(11, 10) // and a way out: one more hole, for the last pigeon
	free := dimacs.Lit(f.Vars + 1)
	g := &dimacs.Formula{}
	for c := range f.Clauses() {
		if c[0] > 0 {
			g.Add(append(slices.Clone(c), free)...)
		} else {
			g.Add(c...)
		}
	}
	task := &engine.Task{Problem: engine.Problem{Formula: g, Assume: []dimacs.Lit{5, -free}}, Options: engine.Options{Threads: 2, Stats: &engine.Stats{}}}
	refute, done, err := Refuter(t.Context(), task, New())
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	core, err := engine.MinimalCore(t.Context(), task.Assume, refute)
	if diff := cmp.Diff([]dimacs.Lit{-free}, core); diff != "" || err != nil {
		t.Errorf("%v; (-want +got)\n%s", err, diff)
	}
	if !slices.ContainsFunc(task.Stats.Work(), func(w engine.Work) bool { return w.Engine != cdcl.Name }) {
		t.Errorf("only cdcl has searched: %+v", task.Stats.Work())
	}
}
