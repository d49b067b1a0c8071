package attack

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"time"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/orbit"
	"queens/dimacs"
	"queens/testdata/formulas"
)

const (
	// large is the largest number of variables of the formulas whose truth dpll finds, one in
	// largeShare. One in largestShare of these has up to largest.
	large, largeShare     = 48, 5
	largest, largestShare = 120, 30
	// patience limits each question. Beyond, there is no answer, which is not wrong.
	patience = 3 * time.Second
	// mostModels is the number of models after which an enumeration ends.
	mostModels = 200
	// dpllSteps limits each search of dpll for the truth. Beyond, the truth is unknown.
	dpllSteps = 1 << 19
)

// A trial is a formula and the questions about it.
type trial struct {
	number  uint64
	kind    string
	formula *dimacs.Formula
	budgets *auto.Budgets
	engine  func(*auto.Budgets) engine.Engine
	project []int // the projection of some questions, ascending
	seed    int64
	threads int // for the proof

	truth truth
	by    []string // how each question was answered, and which engines were asked
}

// A truth holds the right answers to the questions about a formula.
type truth struct {
	status            dimacs.Status
	number, projected *big.Int // nil if they are unknown
	table             *table   // nil for a large formula
}

// A failure is a wrong answer.
type failure struct {
	what string // name of the question, or "rejected" or "panic"
	err  error
}

func (f *failure) Error() string { return fmt.Sprintf("%s: %v", f.what, f.err) }

// newTrial returns the trial of a number.
func newTrial(number uint64, e func(*auto.Budgets) engine.Engine) *trial {
	r := rand.New(rand.NewPCG(number, 48))
	most := 12 + r.IntN(tableVars-11)
	if r.IntN(largeShare) == 0 {
		if most = tableVars + 1 + r.IntN(large-tableVars); r.IntN(largestShare) == 0 {
			most = large + r.IntN(largest-large)
		}
	}
	t := &trial{number: number, seed: r.Int64N(2), threads: 1 + r.IntN(2), budgets: auto.Default(), engine: e}
	t.kind, t.formula = formulas.Counting(r.IntN(1<<20), r, most)
	for v := range t.formula.Vars {
		if r.IntN(2) == 0 {
			t.project = append(t.project, v+1)
		}
	}
	for range r.IntN(4) {
		t.budgets.Scale(r)
	}
	whole := auto.Default()
	if r.IntN(2) == 0 { // counting gets as much work as by default
		t.budgets.CountingWork, t.budgets.CountingShare = whole.CountingWork, 1
	}
	if r.IntN(2) == 0 { // the first search ends at once
		t.budgets.DPLLSteps, t.budgets.DPLLStepsPerClause = 1, 0
	}
	if r.IntN(3) == 0 {
		t.budgets.CoverWork, t.budgets.CoverWorkAlone = 1, 1
	}
	if r.IntN(2) == 0 { // methods that follow a long search follow at once
		t.budgets.SymmetryTicks, t.budgets.TurnTicks, t.budgets.LeaderTicks, t.budgets.RelaxationTicks = 1, 1, r.Int64N(20), 0
		t.budgets.LeaderWork = t.budgets.OrbitWork
		t.budgets.RelaxationShare, t.budgets.TurnTicksPerWork, t.budgets.SymmetryShare, t.budgets.LeaderShare = 1, 1, 1, 1
		t.budgets.TryWork, t.budgets.TryWorkPerClause = 1, 1
		t.budgets.SymmetryClauses = r.Int64N(30)
		if r.IntN(2) == 0 { // counting comes late
			t.budgets.CountingWork, t.budgets.CountingWorkPerClause = 1, 0
		}
	}
	return t
}

// find finds the truth about a formula.
func (t *trial) find(ctx context.Context, f *dimacs.Formula) truth {
	var x truth
	if f.Vars <= tableVars {
		x.table = newTable(f)
		x.number = x.table.number()
		x.projected = x.table.project(func(v int) bool { _, in := slices.BinarySearch(t.project, v); return in }).number()
		x.status = statusOf(x.number.Sign() > 0)
		return x
	}
	e := &dpll.Engine{Limit: dpllSteps}
	for _, project := range [][]int{nil, t.project} {
		n, err := e.Count(ctx, &engine.Task{Problem: engine.Problem{Formula: f, Project: project}, Options: engine.Options{Threads: 1}})
		if err != nil {
			continue
		}
		x.status = statusOf(!n.IsZero())
		if project == nil {
			x.number = n.Int()
		} else {
			x.projected = n.Int()
		}
	}
	if x.status == dimacs.Unknown {
		if a, err := e.Solve(ctx, enginetest.Task(f)); err == nil {
			x.status = statusOf(a.Model != nil)
		}
	}
	return x
}

func statusOf(satisfiable bool) dimacs.Status {
	if satisfiable {
		return dimacs.Satisfiable
	}
	return dimacs.Unsatisfiable
}

// A question is put to an engine.
type question struct {
	name    string
	engine  engine.Engine
	threads int
	project []int
	ask     func(context.Context, engine.Engine, *engine.Task) (dimacs.Status, error)
}

// ask asks all questions about a formula. The error is a failure, or the cause of the end of ctx.
func (t *trial) ask(ctx context.Context, f *dimacs.Formula) (err error) {
	what := "truth"
	defer func() {
		if p := recover(); p != nil {
			err = &failure{"panic", fmt.Errorf("%s: %v\n%s", what, p, debug.Stack())}
		}
	}()
	t.truth, t.by = t.find(ctx, f), nil
	e := t.engine(t.budgets)
	questions := []question{
		{"solve", e, 1, nil, t.solve}, {"solve", e, 2, nil, t.solve}, {"prove", e, t.threads, nil, t.prove},
		{"count", e, 1, nil, t.count}, {"count projected", e, 2, t.projection(), t.count},
		{"enumerate", e, 1, nil, t.enumerate}, {"enumerate projected", e, 2, t.projection(), t.enumerate},
	}
	for _, m := range methods {
		questions = append(questions, question{m.name, m, 1, nil, t.solve}, question{m.name + " proves", m, 1, nil, t.prove})
		if m.name == orbit.Name {
			questions = append(questions, question{"orbits", m, 1, nil, t.count}, question{"orbits projected", m, 1, t.projection(), t.count})
		}
	}
	for _, q := range questions {
		what = q.name
		task := &engine.Task{Problem: engine.Problem{Formula: f, Project: q.project}, Options: engine.Options{Seed: t.seed, Threads: q.threads, Stats: &engine.Stats{}}}
		limited, end := context.WithTimeout(ctx, patience)
		status, err := q.ask(limited, q.engine, task)
		end()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if limited.Err() == context.DeadlineExceeded && errors.Is(err, context.DeadlineExceeded) {
			t.by = append(t.by, q.name+": no answer in time")
			continue
		}
		declined := engine.IsDeclined(err)
		if declined {
			status, err = t.truth.status, nil
		}
		if err == nil && t.truth.status == dimacs.Unknown {
			t.truth.status = status
		}
		if err == nil && status != t.truth.status {
			err = fmt.Errorf("%v, want %v", status, t.truth.status)
		}
		last := "nothing"
		for _, w := range task.Stats.Work() {
			t.by = append(t.by, "asked: "+w.Engine)
			if last = w.Engine; w.Rejected > 0 && err == nil {
				q.name, err = "rejected", fmt.Errorf("%s: %d arguments of %s were rejected", q.name, w.Rejected, w.Engine)
			}
		}
		if err != nil {
			return &failure{q.name, fmt.Errorf("%w (%d threads, %s)", err, q.threads, last)}
		}
		if !declined {
			t.by = append(t.by, fmt.Sprintf("%s: %v by %s", q.name, status, last))
		}
	}
	return nil
}

// projection returns the projection, which is not nil.
func (t *trial) projection() []int { return append([]int{}, t.project...) }

// solve asks for a model, which is checked.
func (t *trial) solve(ctx context.Context, e engine.Engine, task *engine.Task) (dimacs.Status, error) {
	a, err := engine.Solve(ctx, e, task)
	return statusOf(a.Model != nil), err
}

// prove asks for a model or a proof, which is checked.
func (t *trial) prove(ctx context.Context, e engine.Engine, task *engine.Task) (dimacs.Status, error) {
	proof := &enginetest.Proof{}
	a, err := engine.Solve(ctx, e, task.With(task.Options, proof))
	if err != nil {
		return dimacs.Unknown, err
	}
	refuted, err := proof.Check(task.Formula)
	if err == nil && refuted != (a.Model == nil) {
		err = fmt.Errorf("the empty clause was derived: %t, a model was found: %t", refuted, a.Model != nil)
	}
	return statusOf(a.Model != nil), err
}

// count asks for the number of models.
func (t *trial) count(ctx context.Context, e engine.Engine, task *engine.Task) (dimacs.Status, error) {
	n, err := engine.CountModels(ctx, e, task)
	if err != nil {
		return dimacs.Unknown, err
	}
	want := &t.truth.number
	if task.Project != nil {
		want = &t.truth.projected
	}
	if *want == nil {
		*want = n.Int()
	}
	if (*want).Cmp(n.Int()) != 0 {
		err = fmt.Errorf("%v, want %v", n.Int(), *want)
	}
	return statusOf(!n.IsZero()), err
}

// An image is a set of variables, as bits.
type image [largest>>6 + 1]uint64

// errEnough ends an enumeration.
var errEnough = errors.New("enough")

// enumerate asks for models, which are checked.
func (t *trial) enumerate(ctx context.Context, e engine.Engine, task *engine.Task) (dimacs.Status, error) {
	var mask image
	want, seen := t.truth.number, map[image]bool{}
	if task.Project != nil {
		want = t.truth.projected
	}
	for i := range task.NumProjected() {
		v := task.Projected(i)
		mask[v>>6] |= 1 << (v & 63)
	}
	err := engine.Enumerate(ctx, e, task, func(a *dimacs.Assignment) error {
		var key image
		a.Bits(key[:])
		if t.truth.table != nil && !t.truth.table.has(key[0]>>1) {
			return fmt.Errorf("%b is no model", key)
		}
		for i := range key {
			key[i] &= mask[i]
		}
		if seen[key] {
			return fmt.Errorf("%b comes twice", key)
		}
		seen[key] = true
		if len(seen) == mostModels {
			return errEnough
		}
		return nil
	})
	if n := big.NewInt(int64(len(seen))); want != nil && err == nil && n.Cmp(want) != 0 || want != nil && errors.Is(err, errEnough) && n.Cmp(want) > 0 {
		return dimacs.Unknown, fmt.Errorf("%v models, want %v", n, want)
	}
	if errors.Is(err, errEnough) {
		err = nil
	}
	return statusOf(len(seen) > 0), err
}
