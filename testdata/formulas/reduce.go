package formulas

import (
	"slices"

	"queens/dimacs"
)

// Reduced returns a smaller formula for which holds is true; holds(f) must be true. It
// removes clauses, first half of the clauses at a time, then quarters, down to single
// clauses, and then removes literals from each clause in the same way. No single clause can
// be removed from the result of the first phase, and no single literal from a clause after
// its turn.
//
// Source: A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
// IEEE Transactions on Software Engineering 28(2), 2002; the complements only.
func Reduced(f *dimacs.Formula, holds func(*dimacs.Formula) bool) *dimacs.Formula {
	var clauses [][]dimacs.Lit
	for c := range f.Clauses() {
		clauses = append(clauses, slices.Clone(c))
	}
	has := func(list [][]dimacs.Lit) bool { return holds((&dimacs.Formula{Vars: f.Vars}).With(list...)) }
	clauses = without(clauses, has)
	for i, c := range clauses {
		clauses[i] = without(c, func(c []dimacs.Lit) bool {
			list := slices.Clone(clauses)
			list[i] = c
			return has(list)
		})
	}
	return (&dimacs.Formula{Vars: f.Vars}).With(clauses...)
}

// without returns elements of the list for which holds is true, such that it is false if
// any single element is removed; holds(list) must be true.
func without[T any](list []T, holds func([]T) bool) []T {
	for size := (len(list) + 1) / 2; size > 0; {
		left := false // an element was removed
		for i := 0; i < len(list); {
			if shorter := slices.Delete(slices.Clone(list), i, min(i+size, len(list))); holds(shorter) {
				list, left = shorter, true
			} else {
				i += size
			}
		}
		if size /= 2; size == 0 && left {
			size = 1
		}
	}
	return list
}
