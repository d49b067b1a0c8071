package clause

import (
	"iter"
	"slices"

	"queens/dimacs"
)

// A Lit is a literal in the form that indexes arrays: 2v for the variable v,
// 2v+1 for its negation, with v from 1. Zero stands for no literal.
type Lit uint32

// Of returns a literal of DIMACS in this form.
func Of(l dimacs.Lit) Lit {
	sign := int32(l) >> 31 // 0, or -1 of a negation
	return Lit((int32(l)^sign-sign)<<1 - sign)
}

// Dimacs returns a literal in the form of DIMACS.
func (l Lit) Dimacs() dimacs.Lit {
	sign := -int32(l & 1)
	return dimacs.Lit(int32(l>>1) ^ sign - sign)
}

// Not returns the complement of l.
func (l Lit) Not() Lit { return l ^ 1 }

// Var returns the variable of l.
func (l Lit) Var() uint32 { return uint32(l) >> 1 }

// Sign returns 1, or -1 of a negation: the value of its variable that makes l true.
func (l Lit) Sign() int8 { return 1 - 2*int8(l&1) }

// Rename returns the literal of another variable that is negated if l is.
func (l Lit) Rename(v uint32) Lit { return Positive(v) | l&1 }

// Positive returns the literal of a variable that is not negated.
func Positive[V int | uint32](v V) Lit { return Lit(2 * v) }

// Negative returns the negation of a variable.
func Negative[V int | uint32](v V) Lit { return Lit(2*v + 1) }

// A Numbering numbers the variables that occur in a formula from 1, in the order
// of their names. Where they are sparse it takes memory for those alone, so that
// one large literal in a small file costs nothing. A nil Numbering leaves all
// variables as they are.
type Numbering struct {
	Names  []int32 // by number, ascending; Names[0] is unused
	byName []int32 // nil where they are sparse
}

// IsSparse reports whether a formula has far more variables than can occur.
func IsSparse(f *dimacs.Formula) bool { return f.Vars > 4*f.NumClauses()+1<<16 }

// Number numbers the variables of a formula and of some units.
func Number(f *dimacs.Formula, units []dimacs.Lit) *Numbering {
	n := &Numbering{Names: []int32{0}}
	if !IsSparse(f) {
		n.byName = make([]int32, f.Vars+1)
	}
	for p, q := range pairs(f) {
		n.add(p, q)
	}
	for c := range f.LongClauses() {
		n.add(c...)
	}
	n.add(units...)
	slices.Sort(n.Names)
	n.Names = slices.Compact(n.Names)
	for v, occurs := range n.byName {
		if occurs != 0 {
			n.byName[v] = int32(len(n.Names))
			n.Names = append(n.Names, int32(v))
		}
	}
	return n
}

// pairs yields the clauses that a formula has as pairs.
func pairs(f *dimacs.Formula) iter.Seq2[dimacs.Lit, dimacs.Lit] {
	return func(yield func(p, q dimacs.Lit) bool) {
		for block := range f.PairBlocks() {
			for i := range block {
				if !yield(block[i][0], block[i][1]) {
					return
				}
			}
		}
	}
}

func (n *Numbering) add(lits ...dimacs.Lit) {
	for _, l := range lits {
		if n.byName != nil {
			n.byName[l.Var()] = 1
		} else {
			n.Names = append(n.Names, int32(l.Var()))
		}
	}
}

// Var returns the number of a variable, 0 if it occurs nowhere.
func (n *Numbering) Var(name int) int {
	if n == nil {
		return name
	}
	if name < len(n.byName) {
		return int(n.byName[name])
	}
	if i, found := slices.BinarySearch(n.Names, int32(name)); found {
		return i
	}
	return 0
}

// Lit returns a literal of the formula by the number of its variable, 0 if that
// occurs nowhere.
func (n *Numbering) Lit(l dimacs.Lit) Lit {
	v := n.Var(l.Var())
	if l < 0 && v != 0 {
		return Negative(v)
	}
	return Positive(v)
}

// Name returns a literal as one of the formula.
func (n *Numbering) Name(l Lit) dimacs.Lit {
	if n != nil {
		l = l.Rename(uint32(n.Names[l.Var()]))
	}
	return l.Dimacs()
}
