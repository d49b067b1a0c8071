package clause

import "queens/dimacs"

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

// Positive returns the literal of variable v that is not negated.
func Positive(v int) Lit { return Lit(2 * v) }
