package cover

import (
	"errors"
	"math/rand/v2"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// besides returns a task that chooses different options, with random clauses of two or three
// literals over the options and further variables.
func besides(r *rand.Rand, choices, options, others, clauses int) *engine.Task {
	f := rooks(choices, options)
	f.Vars += others
	for range clauses {
		var c []dimacs.Lit
		for _, v := range r.Perm(f.Vars)[:2+r.IntN(2)] {
			l := dimacs.Lit(v + 1)
			if r.IntN(3) > 0 {
				l = -l
			}
			c = append(c, l)
		}
		f.Add(c...)
	}
	return enginetest.Task(f)
}

// With clauses that offer no choice, models satisfy all clauses, counts are right, and
// refutations have proofs.
func TestOtherClauses(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 31))
	with, satisfiable, refuted, counted := 0, 0, 0, 0
	for range 400 {
		task := besides(r, 3, 3, r.IntN(3), r.IntN(12))
		want := int64(0)
		for range enginetest.Models(task.Formula) {
			want++
		}
		n, err := New().Count(t.Context(), task)
		var declined *engine.DeclinedError
		switch {
		case err == nil && n.Int().Int64() != want:
			t.Fatalf("%v: %v models, want %d", task.Formula, n.Int(), want)
		case err == nil:
			counted++
		case !errors.As(err, &declined):
			t.Fatal(err)
		}
		p, err := newProblem(t.Context(), task, oneModel)
		if errors.As(err, &declined) {
			continue
		}
		if p.in != nil && len(p.in.items) > p.in.choices {
			with++
		}
		var proof enginetest.Proof
		task.Proof = &proof
		a, err := New().Solve(t.Context(), task)
		if (a.Model != nil) != (want > 0) || err != nil {
			t.Fatalf("%v: a model: %t, %v, want %t", task.Formula, a.Model != nil, err, want > 0)
		}
		if a.Model == nil {
			refuted++
			enginetest.CheckProof(t, task.Formula, &proof)
		} else if satisfiable++; task.Formula.Falsified(a.Model) != nil {
			t.Fatalf("%v: %v is no model", task.Formula, a)
		}
	}
	if with < 80 || satisfiable < 50 || refuted < 5 || counted < 80 {
		t.Errorf("%d with other clauses, %d with models, %d refuted, %d counted", with, satisfiable, refuted, counted)
	}
}

// A variable outside the projection is not counted, even if elimination would need too many
// resolutions. Here z is free if option 280 is chosen.
func TestCountWithoutElimination(t *testing.T) {
	const options, half = 280, 140
	f := &dimacs.Formula{}
	z := dimacs.Lit(options + 1)
	var choice []dimacs.Lit
	task := enginetest.Task(f)
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
