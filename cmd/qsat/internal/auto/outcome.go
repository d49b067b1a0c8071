package auto

import (
	"context"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A conclusion is the kind of an outcome.
type conclusion int

const (
	nothing    conclusion = iota // neither an answer nor a simpler task
	model                        // one model
	refutation                   // the task has no model
	simpler                      // a simpler task, which has a model if and only if the task has one
	models                       // the method has passed all models or samples to a function, or counted the models
)

// An outcome is the result of a method. Fields that do not belong to its conclusion are zero.
type outcome struct {
	conclusion
	model  *dimacs.Assignment // the model
	failed []dimacs.Lit       // the failed assumptions of a refutation, as in engine.Answer
	count  dimacs.Count       // the number of all models; with an error, the number counted so far
	task   *engine.Task       // the simpler task
	// prove writes the proof of a refutation. Call it after all other methods have ended. It is nil if
	// the task has no proof, or if the method has written the proof already.
	prove func(context.Context) error
}

// answers reports whether the outcome is an answer to the question: a model, a refutation or all models.
func (o outcome) answers() bool { return o.conclusion != nothing && o.conclusion != simpler }

// answered returns the answer of an engine as an outcome: model or refutation. With an error, it returns the
// zero outcome and err.
func answered(a engine.Answer, err error) (outcome, error) {
	switch {
	case err != nil:
		return outcome{}, err
	case a.Model != nil:
		return outcome{conclusion: model, model: a.Model}, nil
	}
	return outcome{conclusion: refutation, failed: a.Failed}, nil
}

// refuted returns the outcome refutation if is is true and err is nil, and otherwise the zero outcome and
// err.
func refuted(is bool, err error) (outcome, error) {
	if err != nil || !is {
		return outcome{}, err
	}
	return outcome{conclusion: refutation}, nil
}

// all returns the outcome models if err is nil, and otherwise the zero outcome and err. The
// error is from an enumeration or from drawing samples.
func all(err error) (outcome, error) { return counted(dimacs.Count{}, err) }

// counted returns the outcome models with the count n. With an error, it returns err and an outcome that
// holds n, the count so far, without a conclusion.
func counted(n dimacs.Count, err error) (outcome, error) {
	o := outcome{count: n}
	if err == nil {
		o.conclusion = models
	}
	return o, err
}
