package count

import (
	"math/bits"

	"queens/cmd/qsat/internal/clause"
)

const (
	// mostTabled is up to how many variables the models of a component are counted by a
	// truth table, which takes less than its key and a look into the cache.
	mostTabled = 10
	noColumn   = 2 * mostTabled
)

// A table has a bit for each assignment of the variables of a component.
type table [1 << mostTabled / 64]uint64

// columns are the truth tables of literals, by the position of the variable in a component:
// of 2k the positive one, of 2k+1 the negative one. The last is that of a false literal.
var columns = func() (list [2*mostTabled + 1]table) {
	for k := range mostTabled {
		for i := range 1 << mostTabled {
			list[2*k+1-i>>k&1][i/64] |= 1 << (i % 64)
		}
	}
	return list
}()

// tabled returns the number of models of a component of a few variables.
func (c *counter) tabled(vars []uint32) number {
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
		first := uint8(2 * k) // columns of variables whose clauses are there are below
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

// restrict drops the assignments that a clause of three columns excludes.
func restrict(words []uint64, x, y, z uint8) {
	p, q, r := &columns[x], &columns[y], &columns[z]
	for i := range words {
		words[i] &= p[i] | q[i] | r[i]
	}
}

// restrictLong drops the assignments that a clause excludes, unless that is satisfied or
// has a column before first.
func (c *counter) restrictLong(words []uint64, lits []clause.Lit, first uint8) {
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

// column returns which column is that of a literal that is not true.
func (c *counter) column(l clause.Lit) uint8 {
	if c.Value(l) < 0 {
		return noColumn
	}
	return c.columns[l]
}
