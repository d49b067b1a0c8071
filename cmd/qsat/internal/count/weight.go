package count

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/simplify"
	"queens/dimacs"
)

// A number is a count or a sum of weights. It is immutable. Nearly all numbers fit into a word.
type number struct {
	word uint64
	long *big.Int // replaces word unless nil: for negative numbers and for numbers of more than 64 bits
}

// one is the number 1, the product of no factors.
var one = number{word: 1}

func (n number) isZero() bool { return n.word == 0 && n.long == nil }

// Int returns the number as a big integer, which must not be changed.
func (n number) Int() *big.Int {
	if n.long != nil {
		return n.long
	}
	return new(big.Int).SetUint64(n.word)
}

// numberOf returns x as a number, and keeps x if it does not fit into a word.
func numberOf(x *big.Int) number {
	if x.IsUint64() {
		return number{word: x.Uint64()}
	}
	return number{long: x}
}

func (n number) plus(m number) number {
	if n.long == nil && m.long == nil {
		if sum, carry := bits.Add64(n.word, m.word, 0); carry == 0 {
			return number{word: sum}
		}
	}
	return numberOf(new(big.Int).Add(n.Int(), m.Int()))
}

func (n number) times(m number) number {
	if n.long == nil && m.long == nil {
		if high, low := bits.Mul64(n.word, m.word); high == 0 {
			return number{word: low}
		}
	}
	return numberOf(new(big.Int).Mul(n.Int(), m.Int()))
}

// append appends the encoding of the number to a slice: one word of eight bytes, or eight zero
// bytes and the digits of n.long in base 62.
func (n number) append(to []byte) []byte {
	if n.long == nil {
		return binary.LittleEndian.AppendUint64(to, n.word)
	}
	return n.long.Append(append(to, make([]byte, 8)...), 62)
}

// readNumber returns the number whose encoding by append is from.
func readNumber(from []byte) number {
	if len(from) == 8 {
		return number{word: binary.LittleEndian.Uint64(from)}
	}
	n, _ := new(big.Int).SetString(string(from[8:]), 62)
	return number{long: n}
}

// weights holds the weights of the literals after simplification, as integers. Every model
// contains one literal of each variable. So all models have the same denominator, which is kept
// apart from the count.
type weights struct {
	lits        []*big.Int // indexed by literal
	factor      *big.Int   // the factor of the variables that are not counted: they are fixed or in no remaining clause
	denominator *big.Int   // the denominator of the weight of every model
	outside     uint64     // the number of variables that have weights but do not occur in the formula
}

// newWeights returns the weights for s, the simplified clauses of t, or nil if t has no weights.
// The weight of a representative is the product of the weights of the equivalent literals.
func newWeights(t *engine.Task, s *simplify.Simplifier) *weights {
	if t.Weights == nil {
		return nil
	}
	w := &weights{lits: slices.Repeat([]*big.Int{big.NewInt(1)}, s.NumLits()), factor: big.NewInt(1)}
	var given map[dimacs.Lit]*big.Int
	given, w.denominator = Integers(t.Weights)
	for name, weight := range given {
		if name < 0 {
			continue
		}
		values := [2]*big.Int{weight, given[-name]}
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

// Integers returns integer weights and the denominator by which a model's product of them must be
// divided. It multiplies the weight of each literal by the denominators of both literals of its
// variable. The denominator is the product of these factors over all variables. The map weights
// must have both literals of a variable or neither.
func Integers(weights map[dimacs.Lit]*big.Rat) (lits map[dimacs.Lit]*big.Int, denominator *big.Int) {
	lits, denominator = make(map[dimacs.Lit]*big.Int, len(weights)), big.NewInt(1)
	for l, weight := range weights {
		scale := new(big.Int).Mul(weight.Denom(), weights[-l].Denom())
		if l > 0 {
			denominator.Mul(denominator, scale)
		}
		lits[l] = scale.Quo(scale.Mul(scale, weight.Num()), weight.Denom())
	}
	return lits, denominator
}
