package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
)

// A job is the task of a question with the engine that answers it. If there are cubes, a model must
// also satisfy a cube. The job then searches only under its share: the cubes with the indices first,
// first+step, first+2*step and so on. When it lists or counts models, it finds a model that satisfies
// several cubes only under the first of them.
type job struct {
	task        *engine.Task
	engine      engine.Engine
	cubes       [][]dimacs.Lit // nil without cubes
	first, step int            // step is at least 1 with cubes
	isPart      bool           // the job of NewParts or of a part, whose proof derives the negation of each cube
	explains    bool           // call budgets.Failed if the engine does not know which assumptions fail
	weighs      bool           // the engine counts with weights
	// split counts instead of the engine if NewParts has found subtrees that represent symmetric ones.
	// Otherwise it is nil. With a split, cubes is nil, and first and step are about split.Cubes.
	split      *cover.Split
	checkpoint Checkpoint // the known counts of cubes; not nil
	release    func()     // ends the limit of memory
}

// budgets limits the searches for failed assumptions, and the questions of a Solver. Tests make it smaller.
var budgets = auto.Default()

// withJob returns the results of ask for the job of a problem, or the error of newJob. It releases
// the job, and passes the error through public. The other arguments are those of newJob.
func withJob[T any](ctx context.Context, p Problem, o Options, ask func(context.Context, *job) (T, error), uses ...string) (t T, err error) {
	j, ctx, err := newJob(ctx, p, o, uses...)
	if err != nil {
		return t, err
	}
	defer j.release()
	t, err = ask(ctx, j)
	return t, public(err)
}

// newJob returns the job for a problem, and a context that ends at Options.Memory. At the end of
// the question, the caller must call release of the job. With o.Parts, newJob returns the job of
// o.Part. The question accepts cubes of the formula if uses contains "Cubes", and an option such as
// Proof if uses contains its name; see Options.check. The error is a *ProblemError, or wraps
// ErrMemory.
func newJob(ctx context.Context, p Problem, o Options, uses ...string) (*job, context.Context, error) {
	if p.Formula == nil {
		return nil, nil, &ProblemError{Reason: "there is no formula"}
	}
	if p.Formula.Soft != nil {
		return nil, nil, &ProblemError{Reason: "the formula has soft clauses, which only Minimize takes"}
	}
	err := o.check(uses...)
	if err != nil {
		return nil, nil, err
	}
	var j *job
	if o.Parts == nil {
		j, err = whole(p, o)
	} else {
		part := *o.Parts.job
		if j, part.first = &part, o.Part-1; o.Checkpoint != nil {
			j.checkpoint = o.Checkpoint
		}
	}
	if err == nil && j.cubes != nil && !slices.Contains(uses, "Cubes") {
		err = &ProblemError{Reason: "this question needs a formula without cubes"}
	}
	if err != nil {
		return nil, nil, err
	}
	if ctx, j.release, err = limited(ctx, j.task.Memory); err != nil {
		return nil, nil, err
	}
	return j, ctx, nil
}

// whole returns the job for a problem without parts and without its limit of memory. It ignores
// o.Parts. The options must have passed check. The error is a *ProblemError.
func whole(p Problem, o Options) (*job, error) {
	f := p.Formula
	if err := wrong(f); err != nil {
		return nil, err
	}
	t := &engine.Task{
		Formula: f, Assume: p.Assume, Project: slices.Clone(p.projection()), Proof: o.Proof,
		Seed: o.Seed, Threads: o.Threads, Memory: o.Memory, Progress: o.Progress, Counted: o.Found, Stats: o.Stats,
	}
	if t.Threads == 0 {
		t.Threads = min(runtime.GOMAXPROCS(0), runtime.NumCPU())
	}
	for _, l := range p.Assume {
		if l == 0 || l.Var() > f.Vars {
			return nil, &ProblemError{Reason: fmt.Sprintf("there is no variable %d to assume: the largest is %d", l.Var(), f.Vars)}
		}
	}
	slices.Sort(t.Project)
	t.Project = slices.Compact(t.Project)
	for _, v := range t.Project {
		if v < 1 || v > f.Vars {
			return nil, &ProblemError{Reason: fmt.Sprintf("there is no variable %d to project on: the largest is %d", v, f.Vars)}
		}
	}
	if n := len(t.Project); n == f.Vars && n > 0 {
		t.Project = nil
	}
	j := &job{task: t, checkpoint: noCheckpoint{}}
	if f.Incremental && len(f.Cubes) > 0 {
		j.cubes, j.step = f.Cubes, 1
	}
	switch {
	case o.Other == nil:
		list, name := all(), cmp.Or(o.Engine, auto.Name)
		e := list[slices.IndexFunc(list, func(e named) bool { return e.name == name })]
		j.engine, j.explains, j.weighs = e.new(), e.explains && len(p.Assume) > 0, e.weighs
	case j.cubes != nil:
		return nil, &ProblemError{Reason: "another solver cannot be given a formula with cubes"}
	default:
		j.engine = other{o.Other}
	}
	return j, nil
}

// wrong returns the error of f.Check as a *ProblemError, or nil.
func wrong(f *dimacs.Formula) error {
	if err := f.Check(); err != nil {
		return &ProblemError{Reason: err.Error()}
	}
	return nil
}

// unprojected returns a copy of t without a proof. If the projection contains all variables except
// the auxiliary ones, the copy also has no projection. Auxiliary variables are defined by the
// others, so the number of models is the same, and found faster.
func unprojected(t *engine.Task) *engine.Task {
	t = t.With(nil)
	if n := len(t.Project); n > 0 && n == t.Formula.Inputs() && t.Project[n-1] == n {
		t.Project = nil
	}
	return t
}

// share yields the cubes of the share of the job, each with its index in j.cubes.
func (j *job) share(yield func(int, []dimacs.Lit) bool) {
	for i := j.first; i < len(j.cubes) && yield(i, j.cubes[i]); i += j.step {
	}
}

// An asker searches for a model of a task. It returns the model or the failed assumptions, as an
// engine.Solver does.
type asker func(ctx context.Context, t *engine.Task) (engine.Answer, error)

// solve returns the result of ask for the task or, if there are cubes, of underCubes.
func (j *job) solve(ctx context.Context, ask asker) (engine.Answer, error) {
	if j.cubes != nil {
		return j.underCubes(ctx, ask)
	}
	return ask(ctx, j.task)
}

// underCubes calls ask with the task under one cube of the share after the other, until it gets a
// model, and returns this model. If there is no model under any cube, Failed holds each assumption
// that failed under some cube; literals of that cube do not count. Failed is nil if ask does not
// know it for some cube.
//
// With the engine cdcl and without a proof, a session of cdcl answers instead of ask, and keeps its
// learned clauses for the next cube. A proof gets the negation of each cube. Unless the job is a
// part, a proof is an error. Other errors are those of ask and of the session.
func (j *job) underCubes(ctx context.Context, ask asker) (a engine.Answer, err error) {
	t := j.task
	if t.Proof != nil && !j.isPart {
		return a, errCubeProof
	}
	if e, is := j.engine.(*cdcl.Engine); is && t.Proof == nil {
		session, err := e.Session(t.Under(append(slices.Concat(j.cubes...), t.Assume...)))
		if err != nil {
			return a, err
		}
		defer session.Close()
		ask = func(ctx context.Context, t *engine.Task) (engine.Answer, error) {
			a, err := session.Answer(ctx, t.Assume, 0)
			if err == nil && a.Model != nil {
				err = engine.Check(t, a.Model)
			}
			return a, err
		}
	}
	var failed []dimacs.Lit
	known := true
	for _, cube := range j.share {
		task := t.Under(slices.Concat(t.Assume, cube))
		if t.Proof != nil {
			task.Proof = &cubeProof{to: engine.NewProofShare(t.Proof), negated: dimacs.NegateCube(cube)}
		}
		if a, err = ask(ctx, task); err != nil || a.Model != nil {
			return a, err
		}
		known = known && a.Failed != nil
		for _, l := range a.Failed {
			if !slices.Contains(cube, l) {
				failed = append(failed, l)
			}
		}
	}
	if a = (engine.Answer{}); known {
		a.Failed = slices.DeleteFunc(engine.Distinct(t.Assume), func(l dimacs.Lit) bool { return !slices.Contains(failed, l) })
	}
	return a, nil
}

// ask returns the answer of j.engine to t, after explain.
func (j *job) ask(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	a, err := engine.Solve(ctx, j.engine, t)
	return j.explain(ctx, t, a, err)
}

// explain returns a and err, the results of an engine for t. If there is no model, j.explains is
// set and a.Failed is nil, it sets a.Failed to the result of budgets.Failed, which may also be nil.
func (j *job) explain(ctx context.Context, t *engine.Task, a engine.Answer, err error) (engine.Answer, error) {
	if err == nil && a.Model == nil && a.Failed == nil && j.explains {
		a.Failed = budgets.Failed(ctx, t)
	}
	return a, err
}

// answer returns the Answer for the results of an engine. If a.Failed is nil, because the failed
// assumptions are not known, the Answer has all assumptions. For errUndecided the status is
// Unknown, without an error. Other errors go through public.
func (j *job) answer(a engine.Answer, err error) (Answer, error) {
	switch {
	case errors.Is(err, errUndecided):
		return Answer{}, nil
	case err != nil:
		return Answer{}, public(err)
	case a.Model != nil:
		return Answer{Status: dimacs.Satisfiable, Model: a.Model}, nil
	}
	if a.Failed == nil {
		a.Failed = engine.Distinct(j.task.Assume)
	}
	return Answer{Status: dimacs.Unsatisfiable, Failed: a.Failed}, nil
}

// public returns err, which may be nil. It replaces clause.ErrTooLarge and symmetry.ErrGroup by a
// *ProblemError with the same text.
func public(err error) error {
	if err != nil && (errors.Is(err, symmetry.ErrGroup) || engine.IsDeclined(err) && !errors.As(err, new(*DeclinedError))) {
		return &ProblemError{Reason: err.Error()}
	}
	return err
}

// weigh sets the weights of j.task if p asks for a weighted count, and otherwise does nothing. It
// returns a *DeclinedError if the engine does not count with weights, or a *ProblemError with the
// line of a weight that makes no sense.
func (j *job) weigh(p Problem) error {
	switch {
	case !p.Weighted():
		return nil
	case !j.weighs:
		return &engine.DeclinedError{Engine: j.engine.Name(), Reason: "it does not count with weights, only count does (to count without, add the line `c t mc` to the formula)"}
	}
	weights, err := p.Formula.LiteralWeights(j.task.IsProjected)
	if wrong := (*dimacs.WeightError)(nil); errors.As(err, &wrong) {
		return &ProblemError{wrong.Line, wrong.Reason}
	}
	j.task.Weights = weights
	return nil
}

// Weighted reports whether Count adds up weights of models.
func (p *Problem) Weighted() bool { return p.Formula.Weighted() }
