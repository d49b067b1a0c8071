package cardinality

import (
	"maps"
	"math/big"
	"math/bits"
	"slices"

	"queens/dimacs"
)

// xor adds the clauses for an XOR, as Linear describes. Two occurrences of a variable cancel each other.
func (e *encoder) xor(c dimacs.Linear) {
	lits, odd := equation(c)
	for len(lits) > 4 && e.sink.Err() == nil {
		v := e.fresh(1)[0]
		addXOR([]dimacs.Lit{lits[0], lits[1], lits[2], v}, false, e.sink)
		lits = lits[2:]
		lits[0] = v
	}
	addXOR(lits, odd, e.sink)
}

// equation returns the variables that occur an odd number of times in an XOR, in ascending order, and whether the
// number of true variables among them must be odd.
func equation(c dimacs.Linear) (vars []dimacs.Lit, odd bool) {
	in := map[dimacs.Lit]bool{}
	odd = true
	for _, l := range c.Lits {
		v := max(l, -l)
		in[v] = !in[v]
		odd = odd != (l < 0)
	}
	maps.DeleteFunc(in, func(_ dimacs.Lit, is bool) bool { return !is })
	return slices.Sorted(maps.Keys(in)), odd
}

const (
	maxElimination = 1 << 28 // words of 64 variables that reduced may add
	maxGrowth      = 4       // reduced XORs have at most maxGrowth times as many literals
)

// reduced returns XORs with the same models as the XORs in list, by Gaussian elimination: each has a variable that
// occurs in no other one. So any values of the other variables extend to a model of all XORs. XORs of list that
// contradict these follow as they are, because their refutation is left to the search. reduced returns list itself if
// there are too many XORs, or if the result has too many literals.
func reduced(list []dimacs.Linear) (result []dimacs.Linear) {
	rows, bit, size := make([]*big.Int, len(list)), map[dimacs.Lit]int{}, 0 // bit 0 of a row is odd
	order := make([]int, len(list))                                         // indexed by row: its index in list
	vars := []dimacs.Lit{0}                                                 // indexed by bit
	for _, c := range list {
		in, _ := equation(c)
		for _, v := range in {
			if bit[v] == 0 {
				bit[v] = len(vars)
				vars = append(vars, v)
			}
		}
		size += len(in)
	}
	words := len(vars)/bits.UintSize + 1
	if len(list) > maxElimination/words/max(1, len(list)) {
		return list
	}
	for i, c := range list {
		in, odd := equation(c)
		row := make([]big.Word, words)
		if odd {
			row[0] = 1
		}
		for _, v := range in {
			row[bit[v]/bits.UintSize] |= 1 << (bit[v] % bits.UintSize)
		}
		rows[i], order[i] = new(big.Int).SetBits(row), i
	}
	rank := 0
	for i := 1; i < len(vars); i++ {
		pivot := slices.IndexFunc(rows[rank:], func(row *big.Int) bool { return row.Bit(i) == 1 })
		if pivot < 0 {
			continue
		}
		rows[rank], rows[rank+pivot] = rows[rank+pivot], rows[rank]
		order[rank], order[rank+pivot] = order[rank+pivot], order[rank]
		for k, row := range rows {
			if k != rank && row.Bit(i) == 1 {
				row.Xor(row, rows[rank])
			}
		}
		rank++
	}
	most := maxGrowth * size
	for k, row := range rows {
		c := dimacs.Linear{Odd: true}
		for i := 1; i < len(vars) && k < rank; i++ {
			if row.Bit(i) == 1 {
				c.Lits = append(c.Lits, vars[i])
			}
		}
		if most -= len(c.Lits); most < 0 {
			return list
		}
		switch odd := row.Bit(0) == 1; {
		case k < rank && !odd:
			c.Lits[0] = -c.Lits[0]
			fallthrough
		case k < rank:
			result = append(result, c)
		case odd:
			result = append(result, list[order[k]])
		}
	}
	return result
}

// addXOR adds a clause for each assignment of the variables in which the number of true variables is not odd or, if
// odd is false, not even.
func addXOR(vars []dimacs.Lit, odd bool, sink dimacs.Sink) {
	clause := make([]dimacs.Lit, len(vars))
	for values := range 1 << len(vars) {
		if bits.OnesCount(uint(values))&1 == 1 == odd {
			continue
		}
		for i, v := range vars {
			clause[i] = v * dimacs.Lit(1-2*(values>>i&1))
		}
		sink.Clause(clause...)
	}
}
