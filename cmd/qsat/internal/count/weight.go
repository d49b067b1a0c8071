package count

import (
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/simplify"
)

// weights are those of the literals that are left of a task. As each of its variables has
// one value in a model, the denominators are the same for all: they come before the count,
// which is one of integers.
type weights struct {
	lits        []*big.Int // by literal
	factor      *big.Int   // of the variables that are not left
	denominator *big.Int
	outside     uint64 // variables with weights that occur in no clause
}

// newWeights returns the weights of a task whose clauses were simplified, nil if it has
// none. The weights of equivalent literals are multiplied.
func newWeights(t *engine.Task, s *simplify.Simplifier) *weights {
	if t.Weights == nil {
		return nil
	}
	w := &weights{lits: slices.Repeat([]*big.Int{big.NewInt(1)}, s.NumLits()), factor: big.NewInt(1), denominator: big.NewInt(1)}
	for name, weight := range t.Weights {
		if name < 0 {
			continue
		}
		product := new(big.Int).Mul(weight.Denom(), t.Weights[-name].Denom())
		w.denominator.Mul(w.denominator, product)
		values := [2]*big.Int{scaled(weight, product), scaled(t.Weights[-name], product)}
		v := s.Var(name.Var())
		if v == 0 {
			w.outside++
			w.factor.Mul(w.factor, values[0].Add(values[0], values[1]))
			continue
		}
		switch r := s.Representative(clause.Positive(v)); s.Value(r) {
		case 1:
			w.factor.Mul(w.factor, values[0])
		case -1:
			w.factor.Mul(w.factor, values[1])
		default:
			w.lits[r] = values[0].Mul(values[0], w.lits[r])
			w.lits[r.Not()] = values[1].Mul(values[1], w.lits[r.Not()])
		}
	}
	return w
}

// scaled returns a weight times a multiple of its denominator.
func scaled(weight *big.Rat, by *big.Int) *big.Int {
	n := new(big.Int).Mul(weight.Num(), by)
	return n.Quo(n, weight.Denom())
}

// numbers returns the weights by literal, of variables that are numbered from 1.
func (w *weights) numbers(vars []uint32) []number {
	list := make([]number, 2, 2*len(vars)+2)
	for _, v := range vars {
		list = append(list, numberOf(w.lits[clause.Positive(v)]), numberOf(w.lits[clause.Negative(v)]))
	}
	return list
}
