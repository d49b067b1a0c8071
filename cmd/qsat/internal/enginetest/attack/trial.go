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

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/orbit"
	"queens/dimacs"
)

const (
	// One formula in largeShare is too large for a table, so dpll finds its truth. Such a
	// formula has at most large variables, but one in largestShare has up to largest-1.
	large, largeShare     = 48, 5
	largest, largestShare = 120, 30
	// patience limits the time of each question. A question without an answer in time is
	// not a failure.
	patience = 3 * time.Second
	// mostModels is the number of models after which enumerate ends.
	mostModels = 200
	// dpllSteps limits each search of dpll for the truth. If dpll reaches the limit, the
	// truth is unknown.
	dpllSteps = 1 << 19
)

// A trial is a formula and the questions about it.
type trial struct {
	number  uint64
	kind    string
	formula *dimacs.Formula
	budgets *auto.Budgets
	engine  func(*auto.Budgets) engine.Engine
	project []int // the variables of the projected questions, ascending
	seed    int64
	threads int // the number of threads for the proof: 1 or 2

	truth truth
	by    []string // one text for each answer, with the engine, and one for each engine that was asked
}

// A truth holds the right answers to the questions about a formula. If an answer is unknown at first,
// the first answer of an engine becomes the truth for later questions.
type truth struct {
	status            dimacs.Status
	number, projected *big.Int // the numbers of models and of projected models; nil if unknown
	table             *table   // the models; nil for a formula with more than tableVars variables
}

// A failure is a wrong answer.
type failure struct {
	what string // name of the question, or "rejected" or "panic"
	err  error
}

func (f *failure) Error() string { return fmt.Sprintf("%s: %v", f.what, f.err) }

// newTrial returns the trial with a number. The same number gives the same trial.
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
	if r.IntN(2) == 0 { // do not reduce the budget of counting
		t.budgets.CountingWork, t.budgets.CountingShare = whole.CountingWork, 1
	}
	if r.IntN(2) == 0 { // end the first search at once
		t.budgets.DPLLSteps, t.budgets.DPLLStepsPerClause = 1, 0
	}
	if r.IntN(3) == 0 {
		t.budgets.CoverWork, t.budgets.CoverWorkAlone = 1, 1
	}
	if r.IntN(2) == 0 { // start the methods that follow a long search at once
		t.budgets.SymmetryTicks, t.budgets.TurnTicks, t.budgets.LeaderTicks, t.budgets.RelaxationTicks = 1, 1, r.Int64N(20), 0
		t.budgets.LeaderWork = t.budgets.OrbitWork
		t.budgets.RelaxationShare, t.budgets.TurnWords, t.budgets.SymmetryShare, t.budgets.LeaderShare = 1, 1, 1, 1
		t.budgets.TryWork, t.budgets.TryWorkPerClause = 1, 1
		t.budgets.SymmetryClauses = r.Int64N(30)
		if r.IntN(2) == 0 { // let counting start late
			t.budgets.CountingWork, t.budgets.CountingWorkPerClause = 1, 0
		}
	}
	return t
}

// find finds the truth about a formula by a table, or by dpll if the formula is large. Some fields
// remain unknown if dpll gives up.
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
		n, err := e.Count(ctx, &engine.Task{Formula: f, Project: project, Threads: 1})
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

// A question is a task for an engine with a check of the answer.
type question struct {
	name    string
	engine  engine.Engine
	threads int
	project []int // nil for no projection
	ask     func(context.Context, engine.Engine, *engine.Task) (dimacs.Status, error)
}

// ask puts all questions about f, which is t.formula or a reduced formula. It returns a
// *failure for the first wrong answer, or the cause if ctx ends. A panic is a failure.
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
		task := &engine.Task{Formula: f, Project: q.project, Seed: t.seed, Threads: q.threads, Stats: &engine.Stats{}}
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

// projection returns a copy of t.project that is not nil, because nil means no projection.
func (t *trial) projection() []int { return append([]int{}, t.project...) }

// solve searches for a model. The package engine checks it.
func (t *trial) solve(ctx context.Context, e engine.Engine, task *engine.Task) (dimacs.Status, error) {
	a, err := engine.Solve(ctx, e, task)
	return statusOf(a.Model != nil), err
}

// prove searches for a model or a proof, and checks the proof.
func (t *trial) prove(ctx context.Context, e engine.Engine, task *engine.Task) (dimacs.Status, error) {
	proof := &enginetest.Proof{}
	a, err := engine.Solve(ctx, e, task.With(proof))
	if err != nil {
		return dimacs.Unknown, err
	}
	refuted, err := proof.Check(task.Formula)
	if err == nil && refuted != (a.Model == nil) {
		err = fmt.Errorf("the empty clause was derived: %t, a model was found: %t", refuted, a.Model != nil)
	}
	return statusOf(a.Model != nil), err
}

// count counts the models or the projected models, and compares the number with the truth.
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

// An image is a bit set of variables: bit v%64 of word v/64 is variable v.
type image [largest>>6 + 1]uint64

// errEnough ends an enumeration after mostModels models.
var errEnough = errors.New("enough")

// enumerate enumerates at most mostModels models. If there is a table, it checks that they
// are models. It checks that they differ on the projection, and that their number agrees
// with the truth.
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
