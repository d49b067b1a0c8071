// Package choice recognizes the literals of a formula that are choices, such as the squares of a
// board, and formulas that choose a value for each of several variables.
package choice

import (
	"iter"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
)

// A Set is a set of literals that are choices. A choice is a literal of a clause that
// offers alternatives, as a row of a board offers its squares, and a chosen literal
// excludes others. So nearly all binary clauses about it contain its complement. Choices
// are recognized from the clauses in every encoding; names and signs of variables play no
// part.
type Set struct{ bitset.Set[clause.Lit] }

const (
	// SureRatio and LikelyRatio are lower bounds on the number of binary clauses with the
	// complement of a choice, divided by the number with the choice itself.
	//
	// A search that branches on choices only uses SureRatio. The variables of commanders
	// exclude each other, too, but occur with their groups in a quarter as many clauses; if
	// they counted as choices, a board would take many times the conflicts. LikelyRatio is for
	// algorithms that eliminate all other variables, such as cover. Where values are given, as
	// in a Latin square, a choice has few conflicts left, and without it the clauses lose
	// their shape.
	SureRatio   = 8
	LikelyRatio = 4
	// otherRatio limits the literals that are no choices in a clause that offers a choice:
	// there are fewer than len/otherRatio of them. Some must be allowed, because the ladder
	// encoding implies the first square of each line both ways. An auxiliary variable and a
	// group of three, as in the commander encoding, do not offer a choice.
	otherRatio = 8
)

// NewSet returns an empty set for literals below lits.
func NewSet(lits int) Set { return Set{bitset.New[clause.Lit](lits)} }

// Is reports whether a literal looks like a choice. The argument binary is the number of binary
// clauses with the literal, complement the number with its negation, and ratio is SureRatio or
// LikelyRatio. If complement is 0, the result is false.
func Is(ratio, binary, complement int32) bool {
	return complement > 0 && complement >= ratio*binary
}

// Likely returns the literals that are choices according to LikelyRatio. The slice binary, indexed
// by literal, holds the numbers of binary clauses.
func Likely(binary []int32) Set {
	c := NewSet(len(binary))
	for i, n := range binary {
		if l := clause.Lit(i); Is(LikelyRatio, n, binary[l.Not()]) {
			c.Add(l)
		}
	}
	return c
}

// Offers reports whether a clause offers a choice: all its literals are in c, except for
// fewer than an eighth (see otherRatio).
func (c Set) Offers(lits []clause.Lit) bool {
	others := len(lits)
	for _, l := range lits {
		others -= int(c.Set[l>>6] >> (l & 63) & 1)
	}
	return otherRatio*others < len(lits)
}

// Offered returns the set of all literals in the clauses that offer a choice, and whether
// there is such a clause. The result need not be a subset of c.
func (c Set) Offered(clauses iter.Seq[[]clause.Lit]) (choices Set, some bool) {
	choices.Set = make(bitset.Set[clause.Lit], len(c.Set))
	for lits := range clauses {
		if c.Offers(lits) {
			some = true
			for _, l := range lits {
				choices.Add(l)
			}
		}
	}
	return choices, some
}

// IsDirect reports whether the clauses of d look like the direct encoding of a constraint
// satisfaction problem: a clause of three or more literals lists the values of a variable,
// and a binary clause excludes a pair of values. It returns false if there is no clause of
// three or more literals, if both a literal and its complement occur in such clauses, or
// if a binary clause is an implication between two of their literals. Unlike Is, it
// needs no minimum ratio of conflicts. It must be called before clauses are learned.
//
// Source: T. Walsh, "SAT v CSP", CP 2000, for the encoding.
func IsDirect(d *clause.Database) bool {
	values := NewSet(d.NumLits())
	found := false // a clause of three or more literals
	for c := range d.All {
		found = true
		for _, l := range d.Lits(c) {
			if values.Add(l); values.Has(l.Not()) {
				return false
			}
		}
	}
	for c := range d.Unsatisfied {
		if len(c) == 2 && (values.Has(c[0]) && values.Has(c[1].Not()) || values.Has(c[1]) && values.Has(c[0].Not())) {
			return false
		}
	}
	return found
}
