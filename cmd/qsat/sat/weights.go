package sat

import (
	"errors"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// weigh sets the weights of the task if p asks for a weighted count, and otherwise does nothing. It
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
