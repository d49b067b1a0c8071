package auto

import (
	"context"
	"fmt"
	"strings"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A step of a schedule asks one engine, or looks for one kind of structure.
type step struct {
	name   string // in Stats.Steps
	when   when
	yields yields
	only   string // says under which conditions it is due, in the table; empty: always
	// budget returns how much work the step may do, in units of its own, and 0 if it is not due.
	budget func(*search) int64
	// run does that. It declines if nothing comes of it.
	run func(s *search, ctx context.Context, t *engine.Task, budget int64) (outcome, error)
}

// When says when a step is due.
type when string

const (
	// Alone: one after another, before anything else.
	alone when = "alone"
	// First: one after another after those, each on the task that those before it have made simpler.
	first when = "first"
	// Main: the first of these that does not decline, on the simplest task, until the question is
	// answered.
	main when = "main"
	// Beside: one after another, beside main.
	beside when = "beside"
	// Pause: whenever main pauses, after SymmetryTicks, then after four times as many, and so on.
	pause when = "pause"
)

// Yields are the kinds of results that a step may have.
type yields uint8

const (
	model      yields = 1 << iota // one model
	refutation                    // there is no model
	simpler                       // another task, which has a model if and only if the task has one
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

// An outcome is the result of a step.
type outcome struct {
	yields yields             // which one; 0 if there is none
	model  *dimacs.Assignment // if it is one
	failed []dimacs.Lit       // of a refutation, as in engine.Answer
	count  dimacs.Count       // of all models; next to an error, of those that were counted
	task   *engine.Task       // the simpler one
	// prove writes the proof of a refutation after all other steps have ended. It is nil if there is
	// nothing to write.
	prove func(context.Context) error
}

// answers reports whether the outcome is an answer to the question.
func (o outcome) answers() bool { return o.yields != 0 && o.yields != simpler }

// found returns an answer of an engine as an outcome.
func found(a engine.Answer, err error) (outcome, error) {
	switch {
	case err != nil:
		return outcome{}, err
	case a.Model != nil:
		return outcome{yields: model, model: a.Model}, nil
	}
	return outcome{yields: refutation, failed: a.Failed}, nil
}

// refuted returns the outcome of a step that may refute a task.
func refuted(is bool, err error) (outcome, error) {
	if err != nil || !is {
		return outcome{}, err
	}
	return outcome{yields: refutation}, nil
}

// all returns the outcome of a step that goes through all models.
func all(err error) (outcome, error) {
	if err != nil {
		return outcome{}, err
	}
	return outcome{yields: models}, nil
}

// counted returns the outcome of a step that counts.
func counted(n dimacs.Count, err error) (outcome, error) {
	o := outcome{count: n}
	if err == nil {
		o.yields = models
	}
	return o, err
}

// do runs a step on a task, if it is due. A step that declines has no outcome.
func (s *search) do(ctx context.Context, k *step, t *engine.Task) (outcome, error) {
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

// inOrder runs the steps that are due at one time, one after another, until one has an answer. It
// returns the task that they have made simpler. A pause ends with the first simpler task.
func (s *search) inOrder(ctx context.Context, due when, t *engine.Task) (*engine.Task, outcome, error) {
	for i := range s.steps {
		k := &s.steps[i]
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
