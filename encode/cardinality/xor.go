package cardinality

import (
	"maps"
	"math/big"
	"math/bits"
	"slices"

	"queens/dimacs"
)

// xor adds the clauses for an XOR, as Linear describes.
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
	maxElimination = 1 << 28 // a bound of the work of reduced: rows times rows times the words of a row
	maxGrowth      = 4       // reduced XORs have at most maxGrowth times as many literals
)

// reduced returns XORs with the same models as the XORs in list, by Gaussian elimination: each has a variable that
// occurs in no other one. So any values of the other variables extend to a model of all XORs. XORs of list that
// contradict these follow as they are, because their refutation is left to the search. reduced returns list itself if
// there are too many XORs, or if the result has too many literals.
func reduced(list []dimacs.Linear) (result []dimacs.Linear) {
	rows, size := make([]row, len(list)), 0
	vars := []dimacs.Lit{0}     // the variable of each bit of a row; bit 0 has none
	bit := map[dimacs.Lit]int{} // the bit of each variable
	for i, c := range list {
		rows[i].of = i
		rows[i].vars, rows[i].odd = equation(c)
		for _, v := range rows[i].vars {
			if bit[v] == 0 {
				bit[v] = len(vars)
				vars = append(vars, v)
			}
		}
		size += len(rows[i].vars)
	}
	words := len(vars)/bits.UintSize + 1
	if len(list) > maxElimination/words/max(1, len(list)) {
		return list
	}
	for i := range rows {
		rows[i].setBits(make([]big.Word, words), bit)
	}
	rank, most := eliminate(rows, len(vars)), maxGrowth*size
	for _, r := range rows[:rank] {
		var lits []dimacs.Lit
		for i := 1; i < len(vars); i++ {
			if r.bits.Bit(i) == 1 {
				lits = append(lits, vars[i])
			}
		}
		if r.bits.Bit(0) == 0 {
			lits[0] = -lits[0]
		}
		result = append(result, dimacs.Linear{Lits: lits, Odd: true})
		if most -= len(lits); most < 0 {
			return list
		}
	}
	for _, r := range rows[rank:] {
		if r.bits.Bit(0) == 1 {
			result = append(result, list[r.of])
		}
	}
	return result
}

// A row is an XOR during Gaussian elimination.
type row struct {
	of   int          // its index in the list of reduced
	vars []dimacs.Lit // the variables and the parity at first
	odd  bool
	bits *big.Int // bit 0 is 1 if the number of true variables is odd; the other bits stand for the variables
}

// setBits sets the bits of r from its variables, in words that are 0. bit is indexed by variable.
func (r *row) setBits(words []big.Word, bit map[dimacs.Lit]int) {
	if r.odd {
		words[0] = 1
	}
	for _, v := range r.vars {
		words[bit[v]/bits.UintSize] |= 1 << (bit[v] % bits.UintSize)
	}
	r.bits = new(big.Int).SetBits(words)
}

// eliminate brings the rows, which have bits below n, into reduced row echelon form, from bit 1 on. It returns the rank:
// the number of rows at the beginning that have such a bit.
func eliminate(rows []row, n int) (rank int) {
	for i := 1; i < n; i++ {
		pivot := slices.IndexFunc(rows[rank:], func(r row) bool { return r.bits.Bit(i) == 1 })
		if pivot < 0 {
			continue
		}
		rows[rank], rows[rank+pivot] = rows[rank+pivot], rows[rank]
		for k := range rows {
			if k != rank && rows[k].bits.Bit(i) == 1 {
				rows[k].bits.Xor(rows[k].bits, rows[rank].bits)
			}
		}
		rank++
	}
	return rank
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
