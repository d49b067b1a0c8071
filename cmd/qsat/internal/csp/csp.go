// Package csp recognizes formulas that encode a constraint satisfaction problem: several variables
// with several values each, and pairs of values that exclude one another. It finds the literals
// that assign a value to a variable, such as the squares of a board. They are called choices.
package csp

import (
	"iter"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
)

// Choices is a set of literals that are choices. A choice is a literal of a clause that offers
// alternatives, as a row of a board offers its squares, and a choice that is true excludes others.
// So nearly all binary clauses about it contain its complement. Choices are recognized from the
// numbers of clauses, in every encoding; the names and signs of variables do not matter.
type Choices struct{ bitset.Set[clause.Lit] }

const (
	// SureRatio and LikelyRatio are lower bounds on the number of binary clauses with the
	// complement of a choice, divided by the number with the choice itself.
	//
	// A search that branches on choices only uses SureRatio. The variables of commanders
	// exclude one another, too, and occur with their groups in a quarter of that number of clauses;
	// with them as choices, a board would take many times the conflicts. Algorithms that eliminate
	// all other variables, such as cover, use LikelyRatio. Where values are given, as
	// in a Latin square, a choice has few conflicts left, and without it the clauses lose
	// their shape.
	SureRatio   = 8
	LikelyRatio = 4
	// otherRatio limits the literals that are no choices in a clause that offers a choice:
	// their number is below len/otherRatio. Some must be allowed, because the ladder
	// encoding implies the first square of each line both ways. An auxiliary variable and a
	// group of three, as in the commander encoding, do not offer a choice.
	otherRatio = 8
)

// NewChoices returns an empty set for literals below lits.
func NewChoices(lits int) Choices { return Choices{bitset.New[clause.Lit](lits)} }

// IsChoice reports whether a literal looks like a choice: complement > 0 and complement >=
// ratio*binary. Here binary is the number of binary clauses with the literal, complement the number
// with its negation, and ratio is SureRatio or LikelyRatio.
func IsChoice(ratio, binary, complement int32) bool {
	return complement > 0 && complement >= ratio*binary
}

// LikelyChoices returns the literals that are choices according to LikelyRatio. The slice binary is
// indexed by literal and holds the number of binary clauses with it.
func LikelyChoices(binary []int32) Choices {
	c := NewChoices(len(binary))
	for i, n := range binary {
		if l := clause.Lit(i); IsChoice(LikelyRatio, n, binary[l.Not()]) {
			c.Add(l)
		}
	}
	return c
}

// Offers reports whether a clause offers a choice: it has literals, and fewer than 1/otherRatio of
// its literals are not in c. The literals must be below the limit given to NewChoices.
func (c Choices) Offers(lits []clause.Lit) bool {
	others := len(lits)
	for _, l := range lits {
		others -= int(c.Set[l>>6] >> (l & 63) & 1)
	}
	return otherRatio*others < len(lits)
}

// Offered returns the set of all literals in the clauses that offer a choice, and whether there is
// such a clause. The set is new; it need not be a subset of c.
func (c Choices) Offered(clauses iter.Seq[[]clause.Lit]) (choices Choices, some bool) {
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
// satisfaction problem: a clause of three or more literals lists the values of a variable, and a
// binary clause excludes a pair of values. It returns false if there is no clause of three or more
// literals, if both a literal and its complement occur in such clauses, or if an unsatisfied clause
// has two literals left, a and b, where a and -b occur in such clauses. Unlike IsChoice, it needs
// no minimum ratio. It must be called before clauses are learned, while clauses are watched and the
// trail is propagated.
//
// Source: T. Walsh, "SAT v CSP", CP 2000, for the encoding.
func IsDirect(d *clause.Database) bool {
	values := NewChoices(d.NumLits())
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
