package auto

import (
	"context"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A schedule lists the methods for one kind of question. The methods of each list run one after
// another. Each gets the task as the methods before it have simplified it.
type schedule struct {
	start  []method // before all other methods
	main   []method // after the start methods
	beside []method // after the start methods, at the same time as main
	pause  []method // while main waits: after SymmetryTicks ticks, after 4*SymmetryTicks ticks, and so on
}

// A method runs one engine, or searches for one kind of structure.
type method struct {
	name string // as in Stats.Steps
	// budget returns the largest amount of work for run, in the unit of the engine, or 0 if the
	// method is not due. nil means no limit.
	budget func() int64
	// run declines if it has no outcome.
	run runFunc
}

type runFunc func(ctx context.Context, t *engine.Task, budget int64) (outcome, error)

// A conclusion is what an outcome says about the task.
type conclusion int

const (
	nothing    conclusion = iota
	model                 // one model
	refutation            // the task has no model
	simpler               // a simpler task, which has a model if and only if the task has one
	models                // all models, or their number
)

// An outcome is the result of a method. The zero value means that the method has found nothing.
type outcome struct {
	conclusion
	model  *dimacs.Assignment // the model
	failed []dimacs.Lit       // the failed assumptions of a refutation, as in engine.Answer
	count  dimacs.Count       // the number of all models; with an error, the number counted so far
	task   *engine.Task       // the simpler task
	// prove writes the proof of a refutation. Call it after all other methods have ended. It
	// is nil if there is no proof to write.
	prove func(context.Context) error
}

// answers reports whether the outcome is an answer to the question.
func (o outcome) answers() bool { return o.conclusion != nothing && o.conclusion != simpler }

// found converts the answer of an engine to an outcome.
func found(a engine.Answer, err error) (outcome, error) {
	switch {
	case err != nil:
		return outcome{}, err
	case a.Model != nil:
		return outcome{conclusion: model, model: a.Model}, nil
	}
	return outcome{conclusion: refutation, failed: a.Failed}, nil
}

// refuted converts the result of a method that only refutes to an outcome.
func refuted(is bool, err error) (outcome, error) {
	if err != nil || !is {
		return outcome{}, err
	}
	return outcome{conclusion: refutation}, nil
}

// all returns the outcome models if err is nil, and otherwise the zero outcome and err. The
// error is from an enumeration or from drawing samples.
func all(err error) (outcome, error) {
	if err != nil {
		return outcome{}, err
	}
	return outcome{conclusion: models}, nil
}

// counted converts the result of a method that counts to an outcome.
func counted(n dimacs.Count, err error) (outcome, error) {
	o := outcome{count: n}
	if err == nil {
		o.conclusion = models
	}
	return o, err
}

// inOrder runs methods on t, one after another, until one has an answer or an error, or a simpler
// task if untilSimpler is true. It skips a method whose budget is 0. After a method that declines, it
// continues, and s.declined is the reason. It returns the simplest task and the outcome of the last
// method, which is empty if no method has an answer.
func (s *scheduler) inOrder(ctx context.Context, methods []method, t *engine.Task, untilSimpler bool) (*engine.Task, outcome, error) {
	for _, m := range methods {
		if ctx.Err() != nil {
			break
		}
		budget := int64(unlimited)
		if m.budget != nil {
			budget = m.budget()
		}
		if budget <= 0 {
			continue
		}
		o, err := m.run(ctx, t, budget)
		if err != errNotDue {
			t.Stats.Step(m.name)
		}
		switch {
		case engine.IsDeclined(err):
			s.mu.Lock()
			s.declined = err
			s.mu.Unlock()
		case o.answers() || err != nil || untilSimpler && o.conclusion == simpler:
			return t, o, err
		case o.task != nil:
			t = o.task
		}
	}
	return t, outcome{}, context.Cause(ctx)
}
