package command

import (
	"fmt"
	"math/big"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// weights returns the weights to count with: none where `c t mc` or `c t pmc` asks for a
// count without. A literal without a weight has 1 less that of its complement, if that is
// between 0 and 1.
//
// Source: J. K. Fichte and M. Hecher, "The Model Counting Competition 2021-2024", data
// format.
func (s *settings) weights(t *engine.Task, name string) (map[dimacs.Lit]*big.Rat, error) {
	f := t.Formula
	weighted := f.CountType == "wmc" || f.CountType == "pwmc" || f.CountType == "" && len(f.Weights) > 0
	if !weighted {
		return nil, nil
	}
	switch {
	case s.part.K > 0:
		return nil, fmt.Errorf("%s: --part does not count with weights (`c t mc` in the formula counts without)", name)
	case s.excluded != "":
		return nil, fmt.Errorf("%s: --models-excluded does not count with weights (`c t mc` in the formula counts without)", name)
	case s.engine != auto.Name && s.engine != count.Name:
		return nil, fmt.Errorf("%s: the %s engine does not count with weights, only count does (`c t mc` in the formula counts without)", name, s.engine)
	}
	weights := map[dimacs.Lit]*big.Rat{}
	for _, w := range f.Weights {
		wrong := ""
		switch {
		case w.Lit.Var() > f.Vars:
			wrong = fmt.Sprintf("there is no variable %d, only %d", w.Lit.Var(), f.Vars)
		case !t.IsProjected(w.Lit.Var()):
			wrong = fmt.Sprintf("variable %d has a weight, but is not in the projection", w.Lit.Var())
		case weights[w.Lit] != nil:
			wrong = fmt.Sprintf("a second weight of the literal %d", w.Lit)
		}
		if wrong != "" {
			return nil, fmt.Errorf("%s:%d: %s", name, w.Line, wrong)
		}
		weights[w.Lit] = w.Value
	}
	for _, w := range f.Weights {
		if weights[w.Lit.Neg()] != nil {
			continue
		}
		other := new(big.Rat).Sub(big.NewRat(1, 1), w.Value)
		if w.Value.Sign() < 0 || other.Sign() < 0 {
			return nil, fmt.Errorf("%s:%d: the literal %d has no weight, and that of %d is not between 0 and 1", name, w.Line, w.Lit.Neg(), w.Lit)
		}
		weights[w.Lit.Neg()] = other
	}
	return weights, nil
}
