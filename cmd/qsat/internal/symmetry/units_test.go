package symmetry

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// broken returns the task of a formula and the result of Break, both with a proof.
func broken(t *testing.T, f *dimacs.Formula, assume ...dimacs.Lit) (task, b *engine.Task) {
	t.Helper()
	task = &engine.Task{Formula: f, Assume: assume, Threads: 1, Proof: &enginetest.Proof{}}
	task.Stats = &engine.Stats{}
	b, err := Break(task)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.CheckAccepted(t, task.Stats)
	return task, b
}

// checkBroken fails the test unless b has a model that satisfies task as well, or has a proof
// of unsatisfiability that also refutes task.
func checkBroken(t *testing.T, task, b *engine.Task, satisfiable bool) {
	t.Helper()
	a, err := cdcl.New().Solve(t.Context(), b)
	if err != nil || (a.Model != nil) != satisfiable {
		t.Fatalf("model %v, %v, want %v", a.Model != nil, err, satisfiable)
	}
	if a.Model == nil {
		enginetest.CheckProof(t, task.Formula, task.Proof.(*enginetest.Proof))
	} else if err := engine.Check(task, a.Model); err != nil {
		t.Error(err)
	}
}

// Colours, holes and processes are interchangeable. Break adds the expected number of unit
// clauses: for a clique and for the literals that it implies. After that, pigeons have no holes
// left.
func TestBreak(t *testing.T) {
	for formula, units := range map[string]int{
		"colouring 3 30 60 1": 26, "colouring 3 40 80 2": 23, "colouring 4 30 150 1": 55, "flat 30 60 1": 24,
		"pigeonhole 6 5": 30, "pigeonhole 5 5": 25, "mutex 3 2 3": 12,
	} {
		f := enginetest.Family(t, formula)
		a, err := cdcl.New().Solve(t.Context(), enginetest.Task(f))
		if err != nil {
			t.Fatal(err)
		}
		task, b := broken(t, f)
		for c := range b.Formula.Clauses() {
			if len(c) == 1 {
				units--
			}
		}
		if units != 0 {
			t.Errorf("%s: %d more variables are fixed", formula, -units)
		}
		checkBroken(t, task, b, a.Model != nil)
	}
}

// Break keeps the satisfiability of random symmetric formulas.
func TestBreakRandom(t *testing.T) {
	r, changed := rand.New(rand.NewPCG(5, 6)), 0
	for range 500 {
		f := symmetricFormula(r)
		task, b := broken(t, f)
		if b != task {
			changed++
		}
		checkBroken(t, task, b, len(models(f)) > 0)
	}
	if changed < 50 || changed > 400 {
		t.Errorf("%d of 500 formulas have changed", changed)
	}
}

// If the checker rejects a candidate, run undoes its decision and stops. Earlier candidates stay.
func TestBreakRejected(t *testing.T) {
	f := generate.Pigeonhole(5, 5)
	d := enginetest.Load(t, f)
	for wrong := range 3 {
		b := &breaking{Database: d, work: breakWork, random: rand.New(rand.NewPCG(1, 2))}
		c := b.find()
		for range wrong {
			b.Decide(c.lits[0])
			b.Propagate()
			c = b.find()
		}
		c.structure.Add(0, int32(c.lits[0]), int32(c.lits[1])) // no symmetry maps this pair to a clause
		if err := b.run(c); err != nil || b.rejected != 1 || b.Level() != wrong || b.refuted {
			t.Errorf("%v, %d candidates are rejected, and %d used of %d", err, b.rejected, b.Level(), wrong)
		}
		b.Backtrack(0)
	}
}

// Break returns the same formula with and without a proof. It returns the task itself under
// assumptions, for a large formula, and for a formula without symmetries. It returns the error
// if the proof cannot be written.
func TestBreakNothing(t *testing.T) {
	f := generate.Pigeonhole(5, 5)
	_, b := broken(t, f)
	plain, err := Break(enginetest.Task(f))
	if err != nil || plain.Proof != nil || !slices.EqualFunc(slices.Collect(plain.Formula.Clauses()), slices.Collect(b.Formula.Clauses()), slices.Equal) {
		t.Errorf("without a proof: another formula, %v", err)
	}
	if task, b := broken(t, f, 1); b != task {
		t.Error("broken under an assumption")
	}
	alike := &dimacs.Formula{} // the candidates are between two rings of six and two rings of three
	for _, c := range [][]dimacs.Lit{{19, 20}, {21, 22}, {-19, -21}, {-20, -22}} {
		alike.Add(c...)
	}
	for i := range dimacs.Lit(6) {
		alike.Add(1+i, 7+i, 13+i)
		alike.Add(-(1 + i), -(1 + (i+1)%6))
		alike.Add(-(7 + i), -(7 + (i+1)%6))
		alike.Add(-(13 + i), -(13 + i/3*3 + (i+1)%3))
	}
	for name, task := range map[string]*engine.Task{
		"large": enginetest.Task(generate.Pigeonhole(60, 60)), "random": enginetest.Task(enginetest.Family(t, "3sat 100 400 1")),
		"alike, but not symmetric": enginetest.Task(alike),
	} {
		if b, err := Break(task); b != task || err != nil {
			t.Errorf("%s: broken, %v", name, err)
		}
	}
	task := &engine.Task{Formula: f}
	if _, err := task.Clauses(); err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left")
	task.Proof = enginetest.FullDisk{Err: full}
	if _, err := Break(task); err != full {
		t.Errorf("error %v, want %v", err, full)
	}
}
