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

// A Weight is what `c p weight` gives a literal.
type Weight struct {
	Lit   Lit
	Value *big.Rat
	Line  int // 1-based line in the text
}

// number is what a weight may be, as the model counting competitions have it: 3, -0.25,
// 1e-3 or 1/3.
var number = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?(\d+))?|\d+/0*[1-9]\d*)$`)
})

const (
	wantWeight  = "a number such as 0.25, 1e-3 or 1/3"
	weightBytes = 200 // about, that one takes
	// maxExponent is the largest number of digits in the exponent of a weight.
	maxExponent = 4
)

// readWeight reads a literal, its weight and a 0 from data[i:]. A line that does not follow
// this grammar gives a fault with the hint asComment.
func (c *comments) readWeight(data []byte, i int) *fault {
	for i < len(data) && isBlank(data[i]) {
		i++
	}
	fields := bytes.Fields(data[i:])
	at := func(k int) (start int, text []byte) { // of a field
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
	c.weights = append(c.weights, Weight{Lit(l), value, c.counted.line})
	return nil
}

// Weighted reports whether counting the models adds up weights: not where `c t mc` or
// `c t pmc` asks for a count without.
func (f *Formula) Weighted() bool {
	return f.CountType == "wmc" || f.CountType == "pwmc" || f.CountType == "" && len(f.Weights) > 0
}

// A WeightError says which weight cannot be counted with.
type WeightError struct {
	Line   int // of the formula's text
	Reason string
}

func (e *WeightError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// LiteralWeights returns the weights to count with, of both literals of each variable that
// has one. If only one of two complements has a weight w, the other one has 1 - w, whether w is
// a probability or not. The error is a *WeightError.
//
// Source: J. K. Fichte and M. Hecher, "The Model Counting Competition 2021-2024", data
// format. The model counter ganak does the same.
func (f *Formula) LiteralWeights(isProjected func(v int) bool) (map[Lit]*big.Rat, error) {
	weights := make(map[Lit]*big.Rat, 2*len(f.Weights))
	for _, w := range f.Weights {
		wrong := ""
		switch {
		case w.Lit == 0 || w.Lit.Var() > f.Vars:
			wrong = fmt.Sprintf("there is no variable %d, only %d", w.Lit.Var(), f.Vars)
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
