package dpll

import "queens/dimacs"

// A literal of the search is 2v for the variable v and 2v+1 for its negation,
// so that l^1 is the complement of l.

// index returns l as a literal of the search.
func index(l dimacs.Lit) int32 {
	sign := int32(l) >> 31 // 0, or -1 of a negation
	return (int32(l)^sign-sign)<<1 - sign
}

// number returns a literal of the search as one of DIMACS.
func number(l int32) dimacs.Lit {
	return dimacs.Lit((l >> 1) ^ -(l & 1) + l&1)
}
