package dimacs

import (
	"errors"
	"fmt"
	"math"
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
	l, value, f := c.weightOf(line)
	if f != nil {
		return f
	}
	if word := line.next(); string(word) != "0" {
		return &fault{line.start, "a 0 after the weight", lex.Found(word), asComment}
	}
	if word := line.next(); len(word) > 0 {
		return &fault{line.start, "end of line", lex.Quote(word), asComment}
	}
	c.weights = append(c.weights, Weight{l, value, r.at.line + 1})
	return nil
}

// weightOf reads the next two words of a line as a literal and its weight.
func (c *comments) weightOf(line *words) (l Lit, value *big.Rat, f *fault) {
	literal, literalAt := line.next(), line.start
	n, err := strconv.ParseInt(string(literal), 10, 32)
	tooLarge := errors.Is(err, strconv.ErrRange) || n < -MaxVar
	if err != nil && !tooLarge || n == 0 {
		return 0, nil, &fault{literalAt, wantLiteral, lex.Found(literal), asComment}
	}
	value, f = c.weightValue(line)
	if f == nil && tooLarge {
		f = &fault{literalAt, "a literal of at most " + itoa(MaxVar), lex.Quote(literal), ""}
	}
	return Lit(n), value, f
}

// weightValue reads the next word of a line as a weight. Another word gives a fault with the hint asComment, and an
// exponent with too many digits another fault.
func (c *comments) weightValue(line *words) (*big.Rat, *fault) {
	text := line.next()
	if value := c.weightValues[string(text)]; value != nil {
		return value, nil
	}
	parts := weightForm().FindSubmatch(text)
	switch {
	case parts == nil:
		return nil, &fault{line.start, "a number such as 0.25, 1e-3 or 1/3", lex.Found(text), asComment}
	case len(parts[1]) > maxExponent:
		return nil, &fault{line.start, fmt.Sprintf("an exponent of at most %d digits", maxExponent), lex.Quote(text), ""}
	}
	return c.newWeightValue(string(text)), nil
}

// readWeightLine reads a line of weights. In Cachet's format, `w 3 0.4` gives variable 3 the weight 0.4 and its complement
// 0.6, and `w 3 -1` gives both the weight 1. In the format of the competition of 2020, `w 3 0.4 0` gives a single literal
// its weight. Any other line is a fault.
func (c *comments) readWeightLine(r remark) *fault {
	line := &words{data: r.text, i: 1, end: len(r.text)}
	l, value, f := c.weightOf(line)
	if f != nil {
		f.hint = ""
		return f
	}
	one := big.NewRat(1, 1)
	list := []Weight{{l, value, r.at.line + 1}, {l.Neg(), new(big.Rat).Sub(one, value), r.at.line + 1}}
	switch word := line.next(); {
	case string(word) == "0":
		list = list[:1]
	case len(word) > 0:
		return &fault{line.start, "0 or end of line", lex.Quote(word), ""}
	case value.Sign() < 0 && value.IsInt() && value.Num().Int64() == -1:
		list[0].Value, list[1].Value = one, one
	}
	c.weights = append(c.weights, list...)
	c.keptBytes += 64
	return nil
}

// readWeightList reads the weights of a comment of miniC2D from r.text[i:]: for each variable, the weight of its positive
// and of its negative literal. Weights of 1 have no effect. A line of another form gives a fault with the hint
// asComment.
//
// Source: U. Oztok and A. Darwiche, miniC2D 1.0, 2015.
func (c *comments) readWeightList(r remark, i int) *fault {
	line := &words{data: r.text, i: i, end: len(r.text)}
	var list []Weight
	for v := Lit(1); ; v++ {
		if ahead := *line; len(ahead.next()) == 0 {
			c.weights = append(c.weights, list...)
			return nil
		}
		positive, f := c.weightValue(line)
		negative := positive
		if f == nil {
			negative, f = c.weightValue(line)
		}
		if f != nil {
			return f
		}
		if one := big.NewRat(1, 1); positive.Cmp(one) != 0 || negative.Cmp(one) != 0 {
			list = append(list, Weight{v, positive, r.at.line + 1}, Weight{-v, negative, r.at.line + 1})
		}
	}
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

// RoundedText returns a number with the given number of significant digits, at least 1, correctly rounded, with ties to
// even. A number that is very small, or has more digits before the point, gets an exponent, as in 1.27e-9.
func RoundedText(x *big.Rat, digits int) string {
	if x.Sign() == 0 {
		return "0"
	}
	scaled := func(e int) (a, b *big.Int) { // a/b is |x| * 10^e
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(e, -e))), nil)
		if a, b = new(big.Int).Abs(x.Num()), x.Denom(); e >= 0 {
			return a.Mul(a, power), b
		}
		return a, power.Mul(power, b)
	}
	e := int(float64(x.Num().BitLen()-x.Denom().BitLen())*math.Log10(2)) + 2 // at least the exponent
	for a, b := scaled(-e); a.Cmp(b) < 0; a, b = scaled(-e) {
		e--
	}
	a, b := scaled(digits - 1 - e)
	q, rest := new(big.Int).QuoRem(a, b, new(big.Int))
	if c := rest.Lsh(rest, 1).Cmp(b); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	text := q.String()
	if len(text) > digits { // 10^digits
		text, e = text[:digits], e+1
	}
	sign := map[bool]string{true: "-"}[x.Sign() < 0]
	switch {
	case e < -5 || e >= digits:
		return sign + strings.TrimSuffix(text[:1]+"."+text[1:], ".") + "e" + strconv.Itoa(e)
	case e < 0:
		return sign + "0." + strings.Repeat("0", -e-1) + text
	}
	return sign + strings.TrimSuffix(text[:e+1]+"."+text[e+1:], ".")
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
// a variable outside the projection, if it has no value, or if a literal has two different weights that count.
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
		case weights[w.Lit] != nil && weights[w.Lit].Cmp(w.Value) != 0:
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
