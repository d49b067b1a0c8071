package count

import (
	"encoding/binary"
	"math/big"
	"math/bits"

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

// Weights holds the weights of the literals after simplification. The weight of each model of the original clauses is
// the product of Factor, of Lits for the literals of a model of the simplified clauses, and of the weights of variables
// that do not occur in the original clauses.
type Weights struct {
	Lits   map[clause.Lit]*big.Rat // the product of the weights of the equivalent literals; a missing one is 1
	Factor [2]*big.Int             // the numerator and the denominator of the product of the weights of fixed literals
}

// NewWeights returns the weights for s, the simplified clauses of t.
func NewWeights(t *engine.Task, s *simplify.Simplifier) *Weights {
	w := &Weights{make(map[clause.Lit]*big.Rat, len(t.Weights)), [2]*big.Int{big.NewInt(1), big.NewInt(1)}}
	for name, weight := range t.Weights {
		l := s.Representative(s.Lit(name))
		switch {
		case l == 0: // it does not occur
		case s.Value(l) > 0:
			w.Multiply(weight)
		case s.Value(l) == 0 && w.Lits[l] == nil:
			w.Lits[l] = weight
		case s.Value(l) == 0:
			w.Lits[l] = new(big.Rat).Mul(weight, w.Lits[l])
		}
	}
	return w
}

// Multiply multiplies Factor by x.
func (w *Weights) Multiply(x *big.Rat) {
	w.Factor[0].Mul(w.Factor[0], x.Num())
	w.Factor[1].Mul(w.Factor[1], x.Denom())
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
