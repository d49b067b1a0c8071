package cover

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// besides returns a task of one choice among 40 options, and besides it random
// clauses of three literals over other variables and, if tied, the options.
func besides(r *rand.Rand, vars, clauses int, tied bool) *engine.Task {
	const options = 40
	f := &dimacs.Formula{}
	var choice []dimacs.Lit
	for o := dimacs.Lit(1); o <= options; o++ {
		choice = append(choice, o)
		for p := dimacs.Lit(1); p < o; p++ {
			f.Add(-p, -o)
		}
	}
	f.Add(choice...)
	for range clauses {
		var c []dimacs.Lit
		for i, v := range r.Perm(vars)[:3] {
			l := dimacs.Lit(options + 1 + v)
			if tied && i == 0 {
				l = dimacs.Lit(1 + r.IntN(options))
			}
			if r.IntN(2) == 0 {
				l = -l
			}
			c = append(c, l)
		}
		f.Add(c...)
	}
	f.Vars = options + vars
	return &engine.Task{Formula: f, Threads: 1}
}

// A model satisfies the clauses outside the instance, too, and there is one if
// going through all values of the variables finds one.
func TestResidual(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 31))
	with, found := 0, 0
	for range 60 {
		task := besides(r, 6, 8+r.IntN(40), true)
		p, err := newProblem(t.Context(), task, oneModel)
		var d *engine.DeclinedError
		if errors.As(err, &d) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.in != nil && p.residual != nil {
			with++
		}
		a, err := New().Solve(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		want := false
		for bits := range 40 << 6 {
			var b dimacs.Assignment
			b.Set(bits>>6+1, true)
			for v := range 6 {
				b.Set(41+v, bits>>v&1 != 0)
			}
			want = want || task.Formula.Falsified(&b) == nil
		}
		if (a != nil) != want {
			t.Fatalf("a model: %v, want %v", a != nil, want)
		}
		if a != nil {
			found++
			if c := task.Formula.Falsified(a); c != nil {
				t.Fatalf("clause %v is false", c)
			}
		}
	}
	if with < 30 || found == 0 || found == with {
		t.Errorf("%d with other clauses, %d models", with, found)
	}
}

// The search in the clauses outside the instance ends with the context.
func TestResidualStops(t *testing.T) {
	task := besides(rand.New(rand.NewPCG(1, 1)), 40, 190, false)
	p, err := newProblem(t.Context(), task, oneModel)
	if err != nil {
		t.Fatal(err)
	}
	cause := errors.New("stopped by the test")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	p.residual.ctx = ctx
	models := 0
	s := p.newSearch(t.Context(), func(*dimacs.Assignment) error { models++; return nil })
	err = p.search(s, p.in.root())
	if err != cause || models > 0 {
		t.Errorf("%d models, error %v, want %v", models, err, cause)
	}
}

// A variable that is not to be counted is not, even where elimination would
// resolve too many clauses on it: it is free if one of the options is chosen.
func TestCountWithoutElimination(t *testing.T) {
	const options, half = 280, 140
	f := &dimacs.Formula{}
	z := dimacs.Lit(options + 1)
	var choice []dimacs.Lit
	task := &engine.Task{Formula: f, Threads: 1}
	for o := dimacs.Lit(1); o <= options; o++ {
		choice = append(choice, o)
		task.Project = append(task.Project, int(o))
		for p := dimacs.Lit(1); p < o; p++ {
			f.Add(-p, -o)
		}
		if o <= half {
			f.Add(-z, -o)
			f.Add(z, o, options)
		}
	}
	f.Add(choice...)
	n, err := New().Count(t.Context(), task)
	if err != nil || n.Int().Int64() != options-half {
		t.Errorf("%v, %v, want %d", n.Int(), err, options-half)
	}
}
