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
	// group is the number of literals in a group, in their order. Encode excludes each pair of a
	// group by a clause of its own. It is 0 if there are no such groups.
	group int
}

// Excluded are pairs of the literals of a list. Another constraint excludes them, so that this constraint need
// not. The zero value has no pairs.
type Excluded struct {
	Count int                 // the number of pairs
	Has   func(i, j int) bool // reports whether the literals in places i < j, from 0, are a pair; nil if Count is 0
}

// ExcludedOf returns the pairs among k literals that has accepts. It calls has for every pair.
func ExcludedOf(k int, has func(i, j int) bool) Excluded {
	x := Excluded{Has: has}
	x.Count = x.within(k, k)
	return x
}

// within returns the number of pairs of x in the groups of k literals; see Encoding.group.
func (x Excluded) within(group, k int) (count int) {
	for i := 0; i < k && group > 0; i++ {
		for j := i + 1; j < min(k, i-i%group+group); j++ {
			if x.Has(i, j) {
				count++
			}
		}
	}
	return count
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

// OrPairwise returns e, or pairwise if e is pairwise or takes more clauses for k literals. The result has no
// clause that only excludes a pair of x: if groups of e have such pairs, it is ladder instead of e. ladder has no
// groups, and one model for each permitted assignment.
func (e Encoding) OrPairwise(k int, x Excluded) Encoding {
	plain := pairwiseExcept(x)
	_, own := e.Size(k)
	if _, clauses := plain.Size(k); e.Name == plain.Name || clauses < own {
		return plain
	}
	if x.Count > 0 && x.within(e.group, k) > 0 {
		return ladder.OrPairwise(k, x)
	}
	return e
}
