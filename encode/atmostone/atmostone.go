// Package atmostone encodes the constraint that at most one of k literals is true.
//
// Every Encoding has a file named after it. The comment states its size, the strength of unit
// propagation, the number of models and the source. To add an encoding, write such a file, and
// add an entry to All and to the tests, which check the first three statements.
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
// occurs twice counts twice, so it must be false. The list of literals may be empty.
type Encoding struct {
	Name string // the value of `qgen --encoding`
	// Encode adds the clauses over lits to the sink, with auxiliary variables from fresh. It
	// neither changes nor keeps lits.
	Encode func(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh)
	// Size returns the numbers of auxiliary variables and clauses that Encode adds for k
	// literals.
	Size func(k int) (aux, clauses int)
	// Meanings returns the meaning of each auxiliary variable for k literals, in the order
	// of their numbers. The function is nil if the encoding has no auxiliary variables.
	Meanings func(k int) []Meaning
}

// Default is the name of the encoding that ByName returns for "".
const Default = "pairwise"

// All returns all encodings, Default first.
func All() []Encoding {
	return []Encoding{pairwise, sequential, ladder, commander, product, binary, bimander}
}

// ByName returns the encoding called name; "" means Default. For an unknown name, the error
// lists the valid names.
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

// OrPairwise returns e, or a form of pairwise that leaves out the pairs of literals that are
// distance places apart. It returns this form if e is pairwise, or if the form takes fewer
// clauses than e for k literals. Another constraint must exclude the pairs that are left out.
// The distance is from 0 to k; 0 leaves out no pair.
func (e Encoding) OrPairwise(k, distance int) Encoding {
	plain := pairwiseExcept(distance)
	_, own := e.Size(k)
	if _, clauses := plain.Size(k); e.Name == plain.Name || clauses < own {
		return plain
	}
	return e
}
