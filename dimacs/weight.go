package dimacs

import (
	"bytes"
	"math/big"
	"regexp"
	"strconv"
)

// A Weight is what `c p weight` gives a literal.
type Weight struct {
	Lit   Lit
	Value *big.Rat
	Line  int // 1-based line in the text
}

// number is what a weight may be, as the model counting competitions have it: 3, -0.25,
// 1e-3 or 1/3.
var number = regexp.MustCompile(`^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?|\d+/0*[1-9]\d*)$`)

const (
	wantWeight  = "a number such as 0.25, 1e-3 or 1/3"
	weightBytes = 200 // about, that one takes
)

// readWeight reads a literal, its weight and a 0 from data[i:].
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
	if err != nil || l == 0 || l < -MaxVar {
		return &fault{start, "a literal", found(text), ""}
	}
	start, text = at(1)
	value := new(big.Rat)
	if !number.Match(text) {
		return &fault{start, wantWeight, found(text), ""}
	}
	value.SetString(string(text))
	if start, text = at(2); string(text) != "0" {
		return &fault{start, "a 0 after the weight", found(text), ""}
	}
	if start, text = at(3); text != nil {
		return &fault{start, "end of line", quote(text), ""}
	}
	c.weights = append(c.weights, Weight{Lit(l), value, c.counted.line})
	return nil
}
