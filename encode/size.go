package encode

import (
	"fmt"

	"queens/dimacs"
)

// A Size is what the header of a formula declares.
type Size struct {
	Variables int // board and auxiliary variables
	Clauses   int64
}

// Size returns the exact size of the formula that Encode produces without
// producing it: the sum of the closed forms of its groups of clauses. For the
// full form with the pairwise encoding that comes to N^2 variables and
// 2N + N^2(N-1) + N(N-1)(2N-1)/3 clauses on the regular board with N > 1.
func (in Instance) Size() (Size, error) {
	groups, err := in.groups()
	if err != nil {
		return Size{}, err
	}
	vars, clauses := int64(in.N)*int64(in.N), int64(0)
	for g := range groups {
		vars, clauses = vars+g.aux, clauses+g.clauses
		if vars > MaxVariables {
			return Size{}, fmt.Errorf("board size %d needs more than %d auxiliary variables with these parameters: expected at most 2^28-1 variables in all",
				in.N, MaxVariables-in.N*in.N)
		}
	}
	return Size{Variables: int(vars), Clauses: clauses}, nil
}

// bytesOn returns the length of the clauses that at most one square of the line
// holds a queen, if last is the last variable before them. It is unknown where
// the numbers of the auxiliary variables get another digit, which happens to few
// lines.
func (e AtMostOne) bytesOn(l Line, last int64) int64 {
	k := l.Len()
	vars, clauses := e.Size(k)
	aux, negative := e.Signs(k)
	n := clauses*int64(len("0\n")) + negative
	if vars > 0 {
		width := literalBytes(dimacs.Lit(last + 1))
		if width != literalBytes(dimacs.Lit(last+vars)) {
			return unknown
		}
		n += aux * width
	}
	if e.Name == pairwise.Name { // each square as often as any other
		return n + (l.digits()+int64(k))*e.Occurrences(k, 0)
	}
	i := 0
	for _, p := range l.progressions() {
		for v := p.first; v < p.first+p.count*p.step; v += p.step {
			n += e.Occurrences(k, i) * literalBytes(dimacs.Lit(v))
			i++
		}
	}
	return n
}

// digits returns the sum of the numbers of decimal digits of the variables.
func (l Line) digits() int64 {
	sum := int64(0)
	for _, p := range l.progressions() {
		sum += p.digits()
	}
	return sum
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
