package dimacs

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"queens/dimacs/internal/lex"
)

// A Weight is the weight of a literal, from a comment `c p weight`.
type Weight struct {
	Lit   Lit
	Value *big.Rat // may be shared with other weights
	Line  int      // 1-based line in the text
}

// weightForm matches the weights of the model counting competitions: 3, -0.25, 1e-3 or 1/3. Its
// first submatch is the exponent.
var weightForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?(\d+))?|\d+/0*[1-9]\d*)$`)
})

// maxExponent is the largest number of digits in the exponent of a weight; more is an error.
const maxExponent = 4

// readWeight reads a literal, its weight and a 0 from r.text[i:] and keeps the weight in c.weights. It
// returns nil or a fault. A line that does not follow this grammar gives a fault with the hint asComment.
// A literal out of range and an exponent with too many digits give other faults.
func (c *comments) readWeight(r remark, i int) *fault {
	line := &words{data: r.text, i: i, end: len(r.text)}
	literal, literalAt := line.next(), line.start
	l, err := strconv.ParseInt(string(literal), 10, 32)
	tooLarge := errors.Is(err, strconv.ErrRange) || l < -MaxVar
	if err != nil && !tooLarge || l == 0 {
		return &fault{literalAt, wantLiteral, lex.Found(literal), asComment}
	}
	text, valueAt := line.next(), line.start
	value := c.weightValues[string(text)]
	exponent := 0 // number of digits
	if value == nil {
		parts := weightForm().FindSubmatch(text)
		if parts == nil {
			return &fault{valueAt, "a number such as 0.25, 1e-3 or 1/3", lex.Found(text), asComment}
		}
		exponent = len(parts[1])
	}
	if word := line.next(); string(word) != "0" {
		return &fault{line.start, "a 0 after the weight", lex.Found(word), asComment}
	}
	if word := line.next(); len(word) > 0 {
		return &fault{line.start, "end of line", lex.Quote(word), asComment}
	}
	switch {
	case tooLarge:
		return &fault{literalAt, "a literal of at most " + itoa(MaxVar), lex.Quote(literal), ""}
	case exponent > maxExponent:
		return &fault{valueAt, fmt.Sprintf("an exponent of at most %d digits", maxExponent), lex.Quote(text), ""}
	}
	if value == nil {
		value = c.newWeightValue(string(text))
	}
	c.weights = append(c.weights, Weight{Lit(l), value, r.at.line + 1})
	return nil
}

// newWeightValue returns the value of a text that weightForm matches, and stores it in c.weightValues. A
// formula may have a million weights with few values, so weights with the same text share their value.
// The store holds at most 4096 texts; a further text empties it first.
func (c *comments) newWeightValue(text string) *big.Rat {
	if len(c.weightValues)&0xfff == 0 {
		c.weightValues = map[string]*big.Rat{}
	}
	value := parseNumber(text)
	c.weightValues[text] = value
	c.keptBytes += (value.Num().BitLen() + value.Denom().BitLen()) / 8
	return value
}

// parseNumber returns the value of a text that weightForm matches. Leading zeros do not make it octal,
// as they would in big.Rat.SetString.
func parseNumber(text string) *big.Rat {
	numerator, denominator, isFraction := strings.Cut(text, "/")
	if !isFraction {
		value, _ := new(big.Rat).SetString(text)
		return value
	}
	a, _ := new(big.Int).SetString(numerator, 10)
	b, _ := new(big.Int).SetString(denominator, 10)
	return new(big.Rat).SetFrac(a, b)
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

// LiteralWeights returns the weights for counting, indexed by literal. They share the values of f.Weights,
// which must not be changed. If only one literal of a variable has a weight w, its complement gets the
// weight 1 - w, even if w is not a probability. A literal is missing if its variable has no weight that
// counts.
//
// If CountType is "pwmc", weights of variables for which isProjected is false do not count: the files of
// the competition of 2024 give a weight to every variable.
//
// The error is a *WeightError if a weight belongs to a variable that does not exist, or without "pwmc" to
// a variable outside the projection, if it has no value, or if a literal has two weights that count.
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
		case w.Value == nil:
			wrong = fmt.Sprintf("the literal %d has a weight without a value", w.Lit)
		case !isProjected(w.Lit.Var()):
			if f.CountType == "pwmc" {
				continue
			}
			wrong = fmt.Sprintf("variable %d has a weight, but is not in the projection", w.Lit.Var())
		case weights[w.Lit] != nil:
			wrong = fmt.Sprintf("a second weight of the literal %d", w.Lit)
		}
		if wrong != "" {
			return nil, &WeightError{w.Line, wrong}
		}
		weights[w.Lit] = w.Value
	}
	for l, w := range weights {
		if weights[l.Neg()] == nil {
			weights[l.Neg()] = new(big.Rat).Sub(big.NewRat(1, 1), w)
		}
	}
	return weights, nil
}
