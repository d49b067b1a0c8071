package encode

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens/encode/atmostone"
)

// inWords tells the meaning for the variables of a scope.
func inWords(m atmostone.Meaning, s Scope) string {
	first, other, of := s.means()
	text := "true if " + first + " " + oneOf(m.True, of)
	switch {
	case m.Defined:
		text += ", else false"
	case len(m.False) > 0:
		text += ", false if " + other + " " + oneOf(m.False, of)
	}
	return text
}

// oneOf lists squares, not all of many.
func oneOf(places []int, squares []string) string {
	const most = 12
	if len(places) == 1 {
		return squares[places[0]]
	}
	var names []string
	for _, p := range places[:min(most, len(places))] {
		names = append(names, squares[p])
	}
	text := "one of " + strings.Join(names, " ")
	if more := len(places) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Notes yields, for learners, how to read the clauses of an instance that is not
// shuffled, as its family tells it. The instance has to pass Check.
func (in Instance) Notes() iter.Seq[string] {
	if in.Shuffle != nil || in.N == 1 {
		return func(func(string) bool) {}
	}
	return in.family().notes(in)
}

// queenNotes tells what a model is, what attacking queens violate, and where the encoding
// is.
func (in Instance) queenNotes() iter.Seq[string] {
	return func(yield func(string) bool) {
		amo, _ := atmostone.ByName(in.Encoding) // Check knows it
		if !yield(fmt.Sprintf("a model gives each variable a value; the true ones among 1 to %d are the squares with queens", in.N*in.N)) {
			return
		}
		first := Line{board: in.Board(), Direction: Row, Index: 1}
		vars := first.AppendVars(nil)
		names := in.Board().squareNames(vars)
		consequence := fmt.Sprintf("violate the clause %d %d 0", -vars[0], -vars[1])
		if aux, _ := amo.OrPairwise(in.N, 0).Size(in.N, atmostone.One); aux > 0 {
			consequence = "leave no values for the auxiliary variables of that row that satisfy its clauses"
		}
		if yield(fmt.Sprintf("queens that attack each other violate what their line says, as on %s and %s in row 1: they %s", names[0], names[1], consequence)) {
			yield(in.encodedLines(amo))
		}
	}
}

// encodedLines says on which lines the encoding is.
func (in Instance) encodedLines(amo atmostone.Encoding) string {
	own, lines := 0, 0
	for c := range in.Constraints() {
		if c.AtMostOne {
			lines++
			if aux, _ := c.encoding(amo).Size(c.Scope.Len(), atmostone.One); aux > 0 {
				own++
			}
		}
	}
	switch {
	case own > 0:
		return fmt.Sprintf("%d of the %d lines have auxiliary variables, by the encoding %s; on the others pairwise takes no more clauses", own, lines, amo.Name)
	case amo.Name != atmostone.Default:
		return fmt.Sprintf("all lines are pairwise, as on lines of %d squares the encoding %s takes more clauses; qgen --annotate -e %[2]s %d shows it", in.N, amo.Name, in.leastEncoded(amo))
	}
	return fmt.Sprintf("all lines are pairwise; qgen --annotate -e sequential %d shows another encoding, with auxiliary variables", max(6, in.N))
}

// leastEncoded returns the size of the smallest larger board that has the encoding on
// a line.
func (in Instance) leastEncoded(amo atmostone.Encoding) int {
	for n := in.N; ; n++ {
		if aux, _ := amo.OrPairwise(n, 0).Size(n, atmostone.One); aux > 0 {
			return n
		}
	}
}

// auxiliary yields what the auxiliary variables of the group stand for, after the
// last variable before them.
func (g group) auxiliary(last int) iter.Seq[string] {
	return func(yield func(string) bool) {
		if g.meanings == nil {
			return
		}
		for text := range g.meanings {
			last++
			if !yield(fmt.Sprintf("variable %d: %s", last, text)) {
				return
			}
		}
	}
}

// A Group is a run of clauses of an instance that together express one constraint.
type Group struct {
	Comment   string // what the constraint is
	Clauses   int64
	Auxiliary []string // what its auxiliary variables stand for, in the order of their numbers
}

// Groups returns the groups of the clauses that Encode adds, in their order.
func (in Instance) Groups() ([]Group, error) {
	groups, err := in.groups(listing{})
	if err != nil {
		return nil, err
	}
	var list []Group
	for g := range groups {
		_, clauses := g.size(atmostone.One)
		made := Group{Comment: g.comment(), Clauses: int64(clauses)}
		if g.meanings != nil {
			made.Auxiliary = slices.Collect(g.meanings)
		}
		list = append(list, made)
	}
	return list, nil
}
