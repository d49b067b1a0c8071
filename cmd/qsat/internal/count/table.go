package count

import (
	"math/bits"

	"queens/cmd/qsat/internal/clause"
)

// noColumn is the column of a false literal in columns.
const noColumn = 2 * mostTabled

// A table has one bit for each assignment of mostTabled variables. Bit k of the number of an
// assignment is the value of variable k, from 0. A component with n variables uses the first 2^n
// bits.
type table [1 << mostTabled / 64]uint64

// columns holds truth tables of literals: the bit of an assignment is 1 if the literal is true.
// Column 2k is the positive literal of variable k of a component, from 0, and column 2k+1 the
// negative one. Column noColumn is a false literal.
var columns = func() (list [2*mostTabled + 1]table) {
	for k := range mostTabled {
		for i := range 1 << mostTabled {
			list[2*k+1-i>>k&1][i/64] |= 1 << (i % 64)
		}
	}
	return list
}()

// tabled returns the number of models of the component with the variables vars, which are
// unassigned, in any order, and at most mostTabled. All must be in the projection and have no
// weights.
func (c *modelCount) tabled(vars []uint32) number {
	s, values := &c.splitter, c.Values
	for k, v := range vars {
		s.columns[clause.Positive(v)], s.columns[clause.Negative(v)] = uint8(2*k), uint8(2*k+1)
	}
	var models table
	words := models[:max(1, 1<<len(vars)/64)]
	for i := range words {
		words[i] = 1<<(1<<len(vars)) - 1
	}
	for k, v := range vars {
		first := uint8(2 * k) // clauses with a lower column were applied before
		for _, link := range s.neighbours(v) {
			if l := link >> 1; values[l] == 0 && s.columns[l] > first {
				restrict(words, first+uint8(link&1), s.columns[l], noColumn)
			}
		}
		for t := s.ternary(v); len(t) > 0; t = t[3:] {
			if p, q := c.column(clause.Lit(t[1])), c.column(clause.Lit(t[2])); values[t[1]] <= 0 && values[t[2]] <= 0 && p > first && q > first {
				restrict(words, first+uint8(t[0]&1), p, q)
			}
		}
		for t := s.longer(v); len(t) > 0; t = t[2:] {
			c.restrictLong(words, s.clause(t[1]), first)
		}
	}
	n := 0
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	return number{word: uint64(n)}
}

// restrict removes from words, the first words of a table, the assignments that violate a clause of
// up to three literals. The arguments x, y and z are the columns of its literals, as indices in
// columns. A shorter clause has noColumn in the place of a literal.
func restrict(words []uint64, x, y, z uint8) {
	p, q, r := &columns[x], &columns[y], &columns[z]
	for i := range words {
		words[i] &= p[i] | q[i] | r[i]
	}
}

// restrictLong removes from words, the first words of a table, the assignments that violate a
// clause. It does nothing if the clause is satisfied or has a literal with a column below first.
func (c *modelCount) restrictLong(words []uint64, lits []clause.Lit, first uint8) {
	var allowed table
	for _, l := range lits {
		k := c.column(l)
		if c.Value(l) > 0 || k < first {
			return
		}
		for i := range words {
			allowed[i] |= columns[k][i]
		}
	}
	for i := range words {
		words[i] &= allowed[i]
	}
}

// column returns the column of a literal of the component, or noColumn for a false literal. For a
// true literal, the result is meaningless.
func (c *modelCount) column(l clause.Lit) uint8 {
	if c.Value(l) < 0 {
		return noColumn
	}
	return c.columns[l]
}
