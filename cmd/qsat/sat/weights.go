package sat

import (
	"fmt"
	"math/big"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// weigh sets the weights to count with: none where `c t mc` or `c t pmc` asks for a count
// without. A literal without a weight has 1 less that of its complement, if that is
// between 0 and 1.
//
// Source: J. K. Fichte and M. Hecher, "The Model Counting Competition 2021-2024", data
// format.
func (s *search) weigh(p Problem) error {
	t, f := s.task, p.Formula
	switch {
	case !p.Weighted():
		return nil
	case !s.weighs:
		return &engine.DeclinedError{Engine: s.engine.Name(), Reason: "it does not count with weights, only count does (`c t mc` in the formula counts without)"}
	}
	t.Weights = make(map[dimacs.Lit]*big.Rat, 2*len(f.Weights))
	for _, w := range f.Weights {
		wrong := ""
		switch {
		case w.Lit == 0 || w.Lit.Var() > f.Vars:
			wrong = fmt.Sprintf("there is no variable %d, only %d", w.Lit.Var(), f.Vars)
		case !t.IsProjected(w.Lit.Var()):
			wrong = fmt.Sprintf("variable %d has a weight, but is not in the projection", w.Lit.Var())
		case w.Value == nil:
			wrong = fmt.Sprintf("the literal %d has a weight without a value", w.Lit)
		case t.Weights[w.Lit] != nil:
			wrong = fmt.Sprintf("a second weight of the literal %d", w.Lit)
		}
		if wrong != "" {
			return &ProblemError{w.Line, wrong}
		}
		t.Weights[w.Lit] = w.Value
	}
	for _, w := range f.Weights {
		if t.Weights[w.Lit.Neg()] != nil {
			continue
		}
		other := new(big.Rat).Sub(big.NewRat(1, 1), w.Value)
		if w.Value.Sign() < 0 || other.Sign() < 0 {
			return &ProblemError{w.Line, fmt.Sprintf("the literal %d has no weight, and that of %d is not between 0 and 1", w.Lit.Neg(), w.Lit)}
		}
		t.Weights[w.Lit.Neg()] = other
	}
	return nil
}

// Weighted reports whether Count adds up weights.
func (p *Problem) Weighted() bool {
	f := p.Formula
	return f.CountType == "wmc" || f.CountType == "pwmc" || f.CountType == "" && len(f.Weights) > 0
}
