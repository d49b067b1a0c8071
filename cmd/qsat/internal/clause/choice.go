package clause

import (
	"iter"

	"queens/cmd/qsat/internal/bitset"
)

// Choices are literals among which clauses offer a choice, as a row of a board does among its
// squares. What is chosen excludes others: binary clauses have nearly always the complement of
// such a literal. That is told from the clauses in every encoding; names and signs of the text
// play no part.
type Choices struct{ bitset.Set[Lit] }

const (
	// SureRatio and LikelyRatio are how many times as many binary clauses the complement of a
	// choice is in as the choice itself. A search that branches on choices alone wants to be
	// sure: the variables of commanders exclude each other, too, but are in a quarter as many
	// clauses with their groups, and a board takes many times the conflicts when they
	// count as choices. What eliminates all other variables asks for less: where values are
	// given, as in a Latin square, a choice has few conflicts left, and without it the clauses
	// lose their shape.
	SureRatio   = 8
	LikelyRatio = 4
	// otherRatio is the share of a clause that offers a choice, one in so many literals, that
	// need not be choices: the ladder encoding implies the first of each line both ways. An
	// auxiliary variable and a group of three, as in the commander encoding, are no choice.
	otherRatio = 8
)

// NewChoices returns no choices, with room for so many literals.
func NewChoices(lits int) Choices { return Choices{bitset.New[Lit](lits)} }

// IsChoice reports whether a literal is one by the number of binary clauses that it is in, and
// of those that its complement is in.
func IsChoice(ratio, binary, complement int32) bool {
	return complement > 0 && complement >= ratio*binary
}

// LikelyChoices returns the literals that are likely to be choices, by how many binary clauses
// each literal is in.
func LikelyChoices(binary []int32) Choices {
	c := NewChoices(len(binary))
	for i, n := range binary {
		if l := Lit(i); IsChoice(LikelyRatio, n, binary[l.Not()]) {
			c.Add(l)
		}
	}
	return c
}

// Offers reports whether a clause is one of choices, but for a few others.
func (c Choices) Offers(lits []Lit) bool {
	others := len(lits)
	for _, l := range lits {
		others -= int(c.Set[l>>6] >> (l & 63) & 1)
	}
	return otherRatio*others < len(lits)
}

// Offered returns the literals of those clauses that offer a choice, and whether there are
// such. Of these every literal counts as a choice from now on, and no other one.
func (c Choices) Offered(clauses iter.Seq[[]Lit]) (choices Choices, some bool) {
	choices.Set = make(bitset.Set[Lit], len(c.Set))
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

// IsDirect reports whether the clauses look like the direct encoding of a problem of
// constraints: one of three literals or more is the choice of a value, and one of two
// excludes two values or is such a choice. Unlike Choices it asks how values go together and
// not what else they exclude: a value may be in no conflict, and a single implication between
// two of them says that there is more to the formula.
//
// Source: T. Walsh, "SAT v CSP", CP 2000, for the encoding.
func (d *Database) IsDirect() bool {
	values := NewChoices(d.NumLits())
	found := false // such a choice
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
