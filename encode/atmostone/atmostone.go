// Package atmostone encodes the constraint that at most one of k literals is true.
//
// Every Encoding has a file named after it. The comment states how strong unit propagation
// is, how many models there are, and the source. To add an encoding, write such a file and
// add an entry to All; the tests check the statements.
//
// For example, sequential on the literals a, b, c adds the variables s1 (a is true) and s2
// (a or b is true). Its clauses are a -> s1, b -> s2, s1 -> s2, not (b and s1), and not (c
// and s2).
package atmostone

import (
	"fmt"
	"strings"

	"queens/dimacs"
)

// An Encoding adds clauses that make more than one true literal impossible. A literal that
// occurs twice counts twice, so it must be false.
type Encoding struct {
	Name string // the value of `qgen --encoding`
	// Encode adds the clauses over lits to the sink. It neither changes nor keeps lits.
	Encode func(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh)
	// Size returns the numbers of auxiliary variables and clauses that Encode adds for k
	// literals.
	Size func(k int) (aux, clauses int)
	// Meanings returns the meanings of the auxiliary variables for k literals, in the order
	// of their numbers. The function is nil if the encoding has no auxiliary variables.
	Meanings func(k int) []Meaning
}

// Default is the name of the encoding that ByName returns for "".
const Default = "pairwise"

// All returns all encodings. To add an encoding, write a file named after it and add an
// entry here.
func All() []Encoding {
	return []Encoding{pairwise, sequential, ladder, commander, product, binary, bimander}
}

// ByName returns the encoding called name; "" means Default. The error lists the valid
// names.
func ByName(name string) (Encoding, error) {
	if name == "" {
		name = Default
	}
	var names []string
	for _, e := range All() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Encoding{}, fmt.Errorf("unknown encoding %.40q: expected %s", name, strings.Join(names, ", "))
}

// OrPairwise returns e, or pairwise if that takes fewer clauses for k literals. Pairwise
// then leaves out the pairs of literals that are distance places apart, because another
// constraint excludes them; a distance of 0 leaves out no pair. The distance must be at
// most k.
func (e Encoding) OrPairwise(k, distance int) Encoding {
	plain := pairwiseExcept(distance)
	_, own := e.Size(k)
	if _, clauses := plain.Size(k); e.Name == plain.Name || clauses < own {
		return plain
	}
	return e
}
