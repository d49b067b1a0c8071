package auto

import (
	"context"
	"fmt"
	"strings"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A step runs one engine, or searches for one kind of structure.
type step struct {
	name   string // as in Stats.Steps
	when   when
	yields yields // the outcomes that run may return
	onlyIf string // for the table: the condition under which budget is not 0; "" means always
	// budget returns the largest amount of work for run, in the unit of the engine. It returns 0 if
	// the step is not due.
	budget func(*search) int64
	// run performs the step. It declines if it has no outcome.
	run stepFunc
}

type stepFunc func(s *search, ctx context.Context, t *engine.Task, budget int64) (outcome, error)

// A when says when a step is due. Steps with the same when run one after another. Each step
// gets the task as the steps before it have simplified it.
type when string

const (
	start  when = "start"  // before all other steps
	main   when = "main"   // after the start steps
	beside when = "beside" // after the start steps, at the same time as main
	pause  when = "pause"  // while main waits: after SymmetryTicks ticks, after 4*SymmetryTicks ticks, and so on
)

// A yields is a set of kinds of outcomes.
type yields uint8

const (
	model      yields = 1 << iota // one model
	refutation                    // the task has no model
	simpler                       // a simpler task, which has a model if and only if the task has one
	models                        // all models, or their number
)

func (y yields) String() string {
	var names []string
	for i, name := range []string{"model", "refutation", "simpler task", "all models"} {
		if y>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// An outcome is the result of a step. The zero value means that the step has found nothing.
type outcome struct {
	yields yields             // exactly one kind, or 0
	model  *dimacs.Assignment // the model
	failed []dimacs.Lit       // the failed assumptions of a refutation, as in engine.Answer
	count  dimacs.Count       // the number of all models; with an error, the number counted so far
	task   *engine.Task       // the simpler task
	// prove writes the proof of a refutation. Call it after all other steps have ended. It
	// is nil if there is no proof to write.
	prove func(context.Context) error
}

// answers reports whether the outcome is an answer to the question.
func (o outcome) answers() bool { return o.yields != 0 && o.yields != simpler }

// found converts the answer of an engine to an outcome.
func found(a engine.Answer, err error) (outcome, error) {
	switch {
	case err != nil:
		return outcome{}, err
	case a.Model != nil:
		return outcome{yields: model, model: a.Model}, nil
	}
	return outcome{yields: refutation, failed: a.Failed}, nil
}

// refuted converts the result of a step that only refutes to an outcome.
func refuted(is bool, err error) (outcome, error) {
	if err != nil || !is {
		return outcome{}, err
	}
	return outcome{yields: refutation}, nil
}

// all returns the outcome models if err is nil, and otherwise the zero outcome and err. The
// error is from an enumeration or from drawing samples.
func all(err error) (outcome, error) {
	if err != nil {
		return outcome{}, err
	}
	return outcome{yields: models}, nil
}

// counted converts the result of a step that counts to an outcome.
func counted(n dimacs.Count, err error) (outcome, error) {
	o := outcome{count: n}
	if err == nil {
		o.yields = models
	}
	return o, err
}

// do runs step k on t if it is due, that is, if its budget is above 0. If the step is not due
// or declines, the outcome is empty and there is no error; s.declined is the reason of the
// last step that declined. An outcome that k.yields does not contain is an internal error.
func (s *search) do(ctx context.Context, k step, t *engine.Task) (outcome, error) {
	budget := k.budget(s)
	if budget <= 0 {
		return outcome{}, nil
	}
	o, err := k.run(s, ctx, t, budget)
	if err != errNotDue {
		t.Stats.Step(k.name)
	}
	switch {
	case engine.IsDeclined(err):
		s.mu.Lock()
		defer s.mu.Unlock()
		s.declined = err
		return outcome{}, nil
	case o.yields&^k.yields != 0:
		return outcome{}, fmt.Errorf("internal error: the step %s may not yield a %v", k.name, o.yields)
	}
	return o, err
}

// inOrder runs the steps with when == due on t, one after another, until one has an answer
// or an error. At a pause, it also returns after the first simpler task. It returns the
// simplest task and the outcome of the last step, which is empty if no step has an answer.
func (s *search) inOrder(ctx context.Context, due when, t *engine.Task) (*engine.Task, outcome, error) {
	for _, k := range s.steps {
		if k.when != due {
			continue
		}
		if ctx.Err() != nil {
			return t, outcome{}, context.Cause(ctx)
		}
		o, err := s.do(ctx, k, t)
		if o.yields != 0 && due == pause || o.answers() || err != nil {
			return t, o, err
		}
		if o.task != nil {
			t = o.task
		}
	}
	return t, outcome{}, context.Cause(ctx)
}
