package attack

import (
	"math/big"
	"math/bits"

	"queens/dimacs"
)

// tableVars is the largest number of variables of a formula for a table. The table then has 2^20 bits.
const tableVars = 20

// A table is a set of assignments, as one bit for each assignment. The number of an assignment has the
// value of variable v as bit v-1. Bit a%64 of words[a/64] says whether assignment a is in the set.
type table struct {
	vars  int
	words []uint64
}

// low[v] is the set of the assignments of six variables in which variable v+1 is true.
var low = [6]uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000}

// newTable returns the table of the models of a formula.
func newTable(f *dimacs.Formula) *table {
	t := &table{f.Vars, make([]uint64, 1<<max(0, f.Vars-6))}
	for i := range t.words {
		t.words[i] = ^uint64(0)
	}
	if f.Vars < 6 {
		t.words[0] >>= 64 - 1<<f.Vars
	}
	for clause := range f.Clauses() {
		t.exclude(clause)
	}
	return t
}

// exclude removes the assignments that falsify a clause.
func (t *table) exclude(clause []dimacs.Lit) {
	// The falsifying assignments are the bits of mask in the words w with w&fixed == value.
	mask, fixed, value := ^uint64(0), 0, 0
	for _, l := range clause {
		switch v := l.Var() - 1; {
		case v < 6 && l > 0:
			mask &^= low[v]
		case v < 6:
			mask &= low[v]
		default:
			bit := 1 << (v - 6)
			is := 0
			if l < 0 {
				is = bit
			}
			if fixed&bit != 0 && value&bit != is { // a tautology
				return
			}
			fixed, value = fixed|bit, value|is
		}
	}
	if mask == 0 {
		return
	}
	free := (len(t.words) - 1) &^ fixed
	for w := free; ; w = (w - 1) & free {
		t.words[w|value] &^= mask
		if w == 0 {
			return
		}
	}
}

// project returns the projection of t to the variables for which in returns true. Each assignment of
// these variables that extends to an assignment of t is in the result once, with the other variables
// false.
func (t *table) project(in func(v int) bool) *table {
	p := &table{t.vars, append([]uint64(nil), t.words...)}
	for v := range t.vars {
		switch {
		case in(v + 1):
		case v < 6:
			for i, w := range p.words {
				p.words[i] = (w | w>>(1<<v)) &^ low[v]
			}
		default:
			bit := 1 << (v - 6)
			for i := range p.words {
				if i&bit == 0 {
					p.words[i] |= p.words[i|bit]
					p.words[i|bit] = 0
				}
			}
		}
	}
	return p
}

// number returns the number of assignments in t.
func (t *table) number() *big.Int {
	n := 0
	for _, w := range t.words {
		n += bits.OnesCount64(w)
	}
	return big.NewInt(int64(n))
}

// has reports whether t contains the assignment with the number a. It ignores higher bits of a.
func (t *table) has(a uint64) bool {
	a &= 1<<t.vars - 1
	return t.words[a>>6]>>(a&63)&1 != 0
}
