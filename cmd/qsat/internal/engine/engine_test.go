package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

func formula(vars int, clauses ...[]dimacs.Lit) *dimacs.Formula {
	return (&dimacs.Formula{Vars: vars}).With(clauses...)
}

func assignment(lits ...dimacs.Lit) *dimacs.Assignment {
	a := &dimacs.Assignment{}
	for _, l := range lits {
		a.SetLit(l)
	}
	return a
}

func TestExpandEnds(t *testing.T) {
	vars := make([]int, 100)
	for i := range vars {
		vars[i] = i + 1
	}
	enough, cause := errors.New("enough"), errors.New("stopped")
	n := 0
	err := engine.Expand(t.Context(), assignment(), vars, func(*dimacs.Assignment) error {
		if n++; n == 1000 {
			return enough
		}
		return nil
	})
	if n != 1000 || err != enough {
		t.Errorf("%d models, error %v", n, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	n = 0
	err = engine.Expand(ctx, assignment(), vars, func(*dimacs.Assignment) error { n++; cancel(cause); return nil })
	if n != 1 || err != cause {
		t.Errorf("after the end of the context: %d models, error %v", n, err)
	}
}

func TestCheck(t *testing.T) {
	f := formula(3, []dimacs.Lit{1, 2}, []dimacs.Lit{-1, -2, 3})
	for _, test := range []struct {
		name   string
		f      *dimacs.Formula
		assume []dimacs.Lit
		model  *dimacs.Assignment
		want   []dimacs.Lit // the clause in the error; nil for a model
	}{
		{"model", f, nil, assignment(2), nil},
		{"pair", f, nil, assignment(3), []dimacs.Lit{1, 2}},
		{"long clause", f, nil, assignment(1, 2), []dimacs.Lit{-1, -2, 3}},
		{"empty clause", formula(1, []dimacs.Lit{}), nil, assignment(1), []dimacs.Lit{}},
		{"assumptions", f, []dimacs.Lit{2, -1}, assignment(2), nil},
		{"assumption", f, []dimacs.Lit{2, 1}, assignment(2), []dimacs.Lit{1}},
		{"negative assumption", f, []dimacs.Lit{-2}, assignment(2), []dimacs.Lit{-2}},
	} {
		err := engine.Check(&engine.Task{Formula: test.f, Assume: test.assume}, test.model)
		if (err != nil) != (test.want != nil) || err != nil && !strings.HasSuffix(err.Error(), fmt.Sprint(test.want)) {
			t.Errorf("%s: error %v, want one about %v", test.name, err, test.want)
		}
	}
}

// wrong is an engine that returns the assignment without true variables, whether it is a
// model or not.
type wrong struct{ none bool }

var errOwn = errors.New("the engine failed")

func (wrong) Name() string { return "wrong" }

func (w wrong) Solve(context.Context, *engine.Task) (engine.Answer, error) {
	if w.none {
		return engine.Answer{}, errOwn
	}
	return engine.Answer{Model: assignment()}, nil
}

func (w wrong) Enumerate(_ context.Context, _ *engine.Task, found func(*dimacs.Assignment) error) error {
	if w.none {
		return errOwn
	}
	return found(assignment())
}

func (w wrong) Count(context.Context, *engine.Task) (dimacs.Count, error) {
	return dimacs.Count{M: big.NewInt(1)}, nil
}

func TestChecked(t *testing.T) {
	for _, test := range []struct {
		name   string
		engine wrong
		clause []dimacs.Lit
		models int
		is     func(error) bool
	}{
		{"right", wrong{}, []dimacs.Lit{-1}, 1, func(err error) bool { return err == nil }},
		{"wrong", wrong{}, []dimacs.Lit{1}, 0, func(err error) bool { return err != nil && err != errOwn }},
		{"none", wrong{none: true}, []dimacs.Lit{1}, 0, func(err error) bool { return err == errOwn }},
	} {
		task := &engine.Task{Formula: formula(1, test.clause)}
		if a, err := engine.Solve(t.Context(), test.engine, task); !test.is(err) || (a.Model != nil) != (err == nil) {
			t.Errorf("%s: Solve: error %v", test.name, err)
		}
		models := 0
		err := engine.Enumerate(t.Context(), test.engine, task, func(*dimacs.Assignment) error { models++; return nil })
		if models != test.models || !test.is(err) {
			t.Errorf("%s: Enumerate: %d models, error %v", test.name, models, err)
		}
		if n, err := engine.CountModels(t.Context(), test.engine, task); n.M.Int64() != 1 || err != nil {
			t.Errorf("%s: Count: %v, %v", test.name, n, err)
		}
	}
}

// An engine declines a question that it cannot answer.
func TestUnable(t *testing.T) {
	e, found := engine.Engine(guesser{}), func(*dimacs.Assignment) error { return nil }
	_, solve := engine.Solve(t.Context(), e, nil)
	enumerate := engine.Enumerate(t.Context(), struct{ engine.Engine }{e}, nil, found)
	n, count := engine.CountModels(t.Context(), e, nil)
	for name, err := range map[string]error{"Solve": solve, "Enumerate": enumerate, "Count": count} {
		var declined *engine.DeclinedError
		if !errors.As(err, &declined) || !engine.IsDeclined(err) || !strings.HasPrefix(err.Error(), "the guesser engine cannot take this formula: it does not ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if n.M == nil || !n.IsZero() {
		t.Errorf("Count: %v", n)
	}
}

// A guesser is an engine that returns its guesses as models, unchecked.
type guesser struct {
	guesses []*dimacs.Assignment
}

func (guesser) Name() string { return "guesser" }

func (g guesser) Enumerate(_ context.Context, _ *engine.Task, found func(*dimacs.Assignment) error) error {
	for _, a := range g.guesses {
		if err := found(a); err != nil {
			return err
		}
	}
	return nil
}

// A wrong model is found after many models, by its difference to the previous one. Half of
// the formulas have enough clauses for a table. In some the variables do not fit into one
// word.
func TestCheckedAfterMany(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 40 {
		vars, many := []dimacs.Lit{1, 2, 3, 4, 5, 6}, 16
		if i%5 == 0 {
			vars[0], vars[4], vars[5], many = 128, 64, 63, 400
		}
		lit := func(n int) dimacs.Lit { return vars[r.IntN(n)] * dimacs.Lit(1-2*r.IntN(2)) }
		f := formula(int(slices.Max(vars)), []dimacs.Lit{vars[0], 4, vars[4]})
		for range 1 + i%2*many {
			f.Add(-vars[r.IntN(3)], -vars[r.IntN(6)])
			f.Add(lit(6), 4, lit(6))
		}
		task := &engine.Task{Formula: f, Assume: []dimacs.Lit{-2}}
		if i%4 == 0 {
			task.Assume = nil
		}
		guesses := slices.Repeat([]*dimacs.Assignment{assignment(4)}, 40)
		for bits := range 64 {
			a := assignment()
			for k, v := range vars {
				a.Set(v.Var(), bits>>k&1 != 0)
			}
			want := engine.Check(task, a)
			e := guesser{guesses: append(guesses, a)}
			got := engine.Enumerate(t.Context(), e, task, func(*dimacs.Assignment) error { return nil })
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("formula %d, assignment %b: %v, want %v", i, bits, got, want)
			}
			if want == nil {
				guesses = append(guesses, a)
			}
		}
	}
}

// TestForget checks that Forget drops clauses once they are copied, and that later calls
// load them again.
func TestForget(t *testing.T) {
	f := &dimacs.Formula{}
	f.Add(1, 2, 3)
	task := &engine.Task{Formula: f}
	task.Forget()
	clauses := func() *clause.Database {
		d, err := task.Clauses()
		if err != nil || d.Words() == 0 {
			t.Fatalf("%v, %v", d, err)
		}
		return d
	}
	first := clauses()
	other := task.With(nil)
	if other.Forget(); clauses() != first {
		t.Error("forgotten before they were copied")
	}
	for range 2 { // the second call loads them anew
		if d, err := task.Load(nil); err != nil || d == first || d.Words() != first.Words() {
			t.Errorf("%v, %v", d, err)
		}
	}
	second := clauses()
	if second == first {
		t.Error("not forgotten")
	}
	if other.Forget(); clauses() == second {
		t.Error("not forgotten again")
	}
}
