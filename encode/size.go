package encode

import (
	"context"
	"fmt"

	"queens/dimacs"
)

// A Size is what the header of a formula declares.
type Size struct {
	Variables int // board and auxiliary variables
	Clauses   int64
}

// Size returns the exact size of the formula that Encode produces without
// producing it: the sum of the closed forms of its lines. For the full form
// with the pairwise encoding that comes to N^2 variables and
// 2N + N^2(N-1) + N(N-1)(2N-1)/3 clauses on the regular board with N > 1.
func (in Instance) Size() (Size, error) {
	if err := in.Check(); err != nil {
		return Size{}, err
	}
	amo, err := AtMostOneByName(in.Encoding)
	if err != nil {
		return Size{}, err
	}
	vars, clauses := int64(in.N)*int64(in.N), int64(0)
	for c := range in.Constraints() {
		if c.AtLeastOne {
			clauses++
		}
		if c.AtMostOne {
			a, n := amo.on(c.Line).Size(c.Line.Len())
			vars, clauses = vars+a, clauses+n
		}
	}
	if vars > MaxVariables {
		return Size{}, fmt.Errorf("board size %d with encoding %s needs %d variables: expected at most %d (2^28-1)",
			in.N, amo.Name, vars, MaxVariables)
	}
	return Size{Variables: int(vars), Clauses: clauses}, nil
}

// Bytes returns the exact length of the file that Write produces. With the
// pairwise encoding it is computed from the numbers of digits in each line,
// otherwise by encoding without keeping the text.
func (in Instance) Bytes(ctx context.Context) (int64, error) {
	size, err := in.Size()
	if err != nil {
		return 0, err
	}
	var count byteCount
	if in.Encoding != "" && in.Encoding != pairwise.Name {
		err := in.Write(ctx, &count)
		return int64(count), err
	}
	head := dimacs.NewWriter(&count)
	in.writeHead(head, size)
	if err := head.Flush(); err != nil {
		return 0, err
	}
	for c := range in.Constraints() {
		count += byteCount(c.pairwiseBytes())
	}
	return int64(count), nil
}

// pairwiseBytes returns the length of the clauses of c in the pairwise
// encoding.
func (c Constraint) pairwiseBytes() int64 {
	k, digits := int64(c.Line.Len()), int64(0)
	for _, p := range c.Line.progressions() {
		digits += p.digits()
	}
	n := int64(0)
	if c.AtLeastOne {
		n += digits + k + int64(len("0\n"))
	}
	if c.AtMostOne {
		clauses, each := pairs(int(k)), k-1 // each literal is in so many clauses
		if d := c.Line.doubled(); d > 0 {
			clauses -= k - int64(d)
			each--
		}
		n += clauses*int64(len("- - 0\n")) + each*digits
	}
	return n
}

// digits returns the sum of the numbers of decimal digits of the terms, which
// are positive: each term has one digit, and one more for each power of ten
// that it reaches.
func (p progression) digits() int64 {
	sum := int64(p.count)
	last := p.first + (p.count-1)*p.step
	for power := 10; power <= last; power *= 10 {
		below := 0
		if p.first < power {
			below = (power - p.first + p.step - 1) / p.step
		}
		sum += int64(p.count - below)
	}
	return sum
}

// A byteCount is a writer that only counts.
type byteCount int64

func (c *byteCount) Write(p []byte) (int, error) {
	*c += byteCount(len(p))
	return len(p), nil
}
