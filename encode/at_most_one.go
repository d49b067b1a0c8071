package encode

import (
	"fmt"
	"strings"

	"queens/dimacs"
)

// An AtMostOne is an encoding of the constraint that at most one of k literals
// is true. Literals that occur twice count twice.
type AtMostOne struct {
	Name string // as in `qgen --encoding Name`
	// Encode adds the clauses over lits, which it does not change or keep.
	Encode func(lits []dimacs.Lit, sink Sink, vars VarSource)
	// Size returns how many auxiliary variables and clauses Encode adds for
	// k literals, exactly.
	Size func(k int) (aux, clauses int64)
	// shapes returns how many literals of which sign these clauses have.
	shapes func(k int) []shape
	// Meanings returns what the auxiliary variables for k literals stand for, in the
	// order of their numbers; nil if there are none for any k.
	Meanings func(k int) []Meaning
}

// DefaultEncoding is the name of the encoding of an Instance that names none.
const DefaultEncoding = "pairwise"

// AtMostOnes returns every encoding. A new one is a file of its own, named
// after it, and an entry here.
func AtMostOnes() []AtMostOne {
	return []AtMostOne{pairwise, sequential, ladder, commander, product, binary, bimander}
}

// AtMostOneByName returns the encoding of that name; "" is DefaultEncoding.
// The error lists the names there are.
func AtMostOneByName(name string) (AtMostOne, error) {
	if name == "" {
		name = DefaultEncoding
	}
	var names []string
	for _, e := range AtMostOnes() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return AtMostOne{}, fmt.Errorf("unknown encoding %q: expected %s", clip(name), strings.Join(names, ", "))
}

// on returns the encoding that a scope gets: e itself, or pairwise where that
// needs fewer clauses, without the pairs that an earlier line rules out.
func (e AtMostOne) on(l Scope) AtMostOne { return e.onLength(l.Len(), l.doubled()) }

// onLength is on for a scope of so many variables.
func (e AtMostOne) onLength(length, d int) AtMostOne {
	plain := pairwise
	if d > 0 {
		plain = AtMostOne{
			Name: pairwise.Name,
			Encode: func(lits []dimacs.Lit, sink Sink, _ VarSource) {
				pairwiseExcept(lits, d, sink)
			},
			Size:   func(k int) (aux, clauses int64) { return 0, pairs(k) - int64(k-d) },
			shapes: func(k int) []shape { return []shape{{pairs(k) - int64(k-d), 0, 2}} },
		}
	}
	_, own := e.Size(length)
	if _, clauses := plain.Size(length); e.Name == plain.Name || clauses < own {
		return plain
	}
	return e
}
