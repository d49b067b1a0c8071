// Package atmostone encodes the constraint that at most one of some literals is true. An
// Encoding is a file of 30 to 80 lines, named after it, with the name, the clauses and the
// size. Its comment says how strongly unit propagation follows it, how many models it has,
// and where it comes from. With its entry in All, the tests hold it to that.
package atmostone

import (
	"fmt"
	"strings"

	"queens/dimacs"
)

// An Encoding expresses that at most one of k literals is true. Literals that occur twice
// count twice.
type Encoding struct {
	Name string // as in `qgen --encoding Name`
	// Encode adds the clauses over lits, which it does not change or keep.
	Encode func(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh)
	// Size returns the number of auxiliary variables that Encode adds for k literals, and
	// the total weight of the clauses, exactly.
	Size func(k int, weight Weight) (aux int, clauses float64)
	// Meanings returns what the auxiliary variables for k literals stand for, in the
	// order of their numbers. It is nil if there are none for any k.
	Meanings func(k int) []Meaning
}

// A Weight gives the weight of a clause with so many positive and negative literals.
type Weight func(positive, negative int) float64

// One is the Weight by which clauses are counted.
func One(int, int) float64 { return 1 }

// Default is the name of the encoding that "" stands for.
const Default = "pairwise"

// All returns every encoding. A new one is a file of its own, named after it, and an entry
// here.
func All() []Encoding {
	return []Encoding{pairwise, sequential, ladder, commander, product, binary, bimander}
}

// ByName returns the encoding of that name, or else an error that lists the names.
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
// leaves out literals that are distance places apart, because another constraint excludes
// them already; a distance of 0 leaves out none.
func (e Encoding) OrPairwise(k, distance int) Encoding {
	plain := pairwiseExcept(distance)
	_, own := e.Size(k, One)
	if _, clauses := plain.Size(k, One); e.Name == plain.Name || clauses < own {
		return plain
	}
	return e
}
