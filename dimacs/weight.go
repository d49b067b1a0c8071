package dimacs

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"sync"
)

// A Weight is the weight of a literal, from a comment `c p weight`.
type Weight struct {
	Lit   Lit
	Value *big.Rat
	Line  int // 1-based line in the text
}

// number matches the weights of the model counting competitions: 3, -0.25, 1e-3 or 1/3. Its
// first submatch is the exponent.
var number = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?(\d+))?|\d+/0*[1-9]\d*)$`)
})

const (
	wantWeight  = "a number such as 0.25, 1e-3 or 1/3"
	weightBytes = 200 // approximate size of a Weight in memory
	// maxExponent is the largest number of digits in the exponent of a weight; more is an
	// error.
	maxExponent = 4
)

// readWeight reads a literal, its weight and a 0 from data[i:] and appends the Weight to
// c.weights. A line that does not follow this grammar gives a fault with the hint asComment. A
// literal out of range and an exponent with too many digits give other faults.
func (c *comments) readWeight(data []byte, i int) *fault {
	for i < len(data) && isBlank(data[i]) {
		i++
	}
	fields := bytes.Fields(data[i:])
	at := func(k int) (start int, text []byte) { // returns field k, nil if the line ends before it
		start = i
		for _, f := range fields[:min(k, len(fields))] {
			start += bytes.Index(data[start:], f) + len(f)
		}
		if k >= len(fields) {
			return len(data), nil
		}
		return start + bytes.Index(data[start:], fields[k]), fields[k]
	}
	found := func(text []byte) string {
		if text == nil {
			return "end of line"
		}
		return quote(text)
	}
	start, text := at(0)
	l, err := strconv.ParseInt(string(text), 10, 32)
	tooLarge := errors.Is(err, strconv.ErrRange) || l < -MaxVar
	if err != nil && !tooLarge || l == 0 {
		return &fault{start, wantLiteral, found(text), asComment}
	}
	literalAt, literal := start, text
	start, text = at(1)
	parts := number().FindSubmatch(text)
	if parts == nil {
		return &fault{start, wantWeight, found(text), asComment}
	}
	valueAt, number := start, text
	if start, text = at(2); string(text) != "0" {
		return &fault{start, "a 0 after the weight", found(text), asComment}
	}
	if start, text = at(3); text != nil {
		return &fault{start, "end of line", quote(text), asComment}
	}
	switch {
	case tooLarge:
		return &fault{literalAt, "a literal of at most " + itoa(MaxVar), quote(literal), ""}
	case len(parts[1]) > maxExponent:
		return &fault{valueAt, fmt.Sprintf("an exponent of at most %d digits", maxExponent), quote(number), ""}
	}
	value, _ := new(big.Rat).SetString(string(number))
	c.weights = append(c.weights, Weight{Lit(l), value, c.lastAt.line})
	return nil
}

// Weighted reports whether the formula asks for a weighted count: if CountType is "wmc" or
// "pwmc", or if it is empty and there are weights.
func (f *Formula) Weighted() bool {
	return f.CountType == "wmc" || f.CountType == "pwmc" || f.CountType == "" && len(f.Weights) > 0
}

// A WeightError describes a weight that cannot be used for counting.
type WeightError struct {
	Line   int // 1-based line of the weight in the text, 0 if it was not read from a text
	Reason string
}

func (e *WeightError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// LiteralWeights returns the weights for counting, indexed by literal. If only one literal of a
// variable has a weight w, its complement gets the weight 1 - w, even if w is not a
// probability. A literal is missing if its variable has no weight.
//
// The error is a *WeightError if a weight belongs to a variable that does not exist or for
// which isProjected is false, if it has no value, or if a literal has two weights.
//
// Source: J. K. Fichte and M. Hecher, "The Model Counting Competition 2021-2024", data format.
// The model counter ganak does the same.
func (f *Formula) LiteralWeights(isProjected func(v int) bool) (map[Lit]*big.Rat, error) {
	weights := make(map[Lit]*big.Rat, 2*len(f.Weights))
	for _, w := range f.Weights {
		wrong := ""
		switch {
		case w.Lit == 0 || w.Lit.Var() > f.Vars:
			wrong = fmt.Sprintf("there is no variable %d: the largest is %d", w.Lit.Var(), f.Vars)
		case !isProjected(w.Lit.Var()):
			wrong = fmt.Sprintf("variable %d has a weight, but is not in the projection", w.Lit.Var())
		case w.Value == nil:
			wrong = fmt.Sprintf("the literal %d has a weight without a value", w.Lit)
		case weights[w.Lit] != nil:
			wrong = fmt.Sprintf("a second weight of the literal %d", w.Lit)
		}
		if wrong != "" {
			return nil, &WeightError{w.Line, wrong}
		}
		weights[w.Lit] = w.Value
	}
	for _, w := range f.Weights {
		if weights[w.Lit.Neg()] == nil {
			weights[w.Lit.Neg()] = new(big.Rat).Sub(big.NewRat(1, 1), w.Value)
		}
	}
	return weights, nil
}
