package encode

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens/dimacs"
)

// A Meaning is what an auxiliary variable of an AtMostOne says about its literals,
// which are named by their places in the list.
type Meaning struct {
	True  []int // it is true if one of these is
	False []int // it is false if one of these is true
	// Defined says that it is false where none of True is true; otherwise it may
	// then be either.
	Defined bool
}

// alone returns a meaning for each of k literals, which is that literal.
func alone(k int) []Meaning {
	list := make([]Meaning, k)
	for i := range list {
		list[i].True = []int{i}
	}
	return list
}

// prefixes are the meanings of variables that count along k literals.
func prefixes(k int, defined bool) []Meaning {
	var list []Meaning
	var seen []int
	for i := range k - 1 {
		seen = append(seen, i)
		list = append(list, Meaning{True: seen, Defined: defined})
	}
	return list
}

// digits are the meanings of the digits in base two of the numbers of k literals,
// of which so many share a number.
func digits(k, shared int) []Meaning {
	list := make([]Meaning, digitsFor(groupsOf(shared, k)))
	for d := range list {
		for i := range k {
			if i/shared>>d&1 == 1 {
				list[d].True = append(list[d].True, i)
			} else {
				list[d].False = append(list[d].False, i)
			}
		}
	}
	return list
}

// among returns the meaning of a variable that is true if one of these is.
func among(list []Meaning, defined bool) Meaning {
	m := Meaning{Defined: defined}
	for _, x := range list {
		m.True = append(m.True, x.True...)
	}
	return m
}

// words tells the meaning for the variables of a scope.
func (m Meaning) words(s Scope) string {
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
		amo, _ := AtMostOneByName(in.Encoding) // Check knows it
		if !yield(fmt.Sprintf("a model gives each variable a value; the true ones among 1 to %d are the squares with queens", in.N*in.N)) {
			return
		}
		first := Line{board: in.Board(), Direction: Row, Index: 1}
		vars := first.AppendVars(nil)
		names := in.Board().squareNames(vars)
		consequence := fmt.Sprintf("violate the clause %d %d 0", -vars[0], -vars[1])
		if aux, _ := amo.on(first).Size(in.N); aux > 0 {
			consequence = "leave no values for the auxiliary variables of that row that satisfy its clauses"
		}
		if yield(fmt.Sprintf("queens that attack each other violate what their line says, as on %s and %s in row 1: they %s", names[0], names[1], consequence)) {
			yield(in.encodedLines(amo))
		}
	}
}

// encodedLines says on which lines the encoding is.
func (in Instance) encodedLines(amo AtMostOne) string {
	own, lines := 0, 0
	for c := range in.Constraints() {
		if c.AtMostOne {
			lines++
			if aux, _ := amo.on(c.Scope).Size(c.Scope.Len()); aux > 0 {
				own++
			}
		}
	}
	switch {
	case own > 0:
		return fmt.Sprintf("%d of the %d lines have auxiliary variables, by the encoding %s; on the others pairwise takes no more clauses", own, lines, amo.Name)
	case amo.Name != DefaultEncoding:
		return fmt.Sprintf("all lines are pairwise, as on lines of %d squares the encoding %s takes more clauses; qgen --annotate -e %[2]s %d shows it", in.N, amo.Name, in.leastEncoded(amo))
	}
	return fmt.Sprintf("all lines are pairwise; qgen --annotate -e sequential %d shows another encoding, with auxiliary variables", max(6, in.N))
}

// leastEncoded returns the size of the smallest larger board that has the encoding on
// a line.
func (in Instance) leastEncoded(amo AtMostOne) int {
	for n := in.N; ; n++ {
		row := Line{board: Board{N: n, Variant: in.Variant}, Direction: Row, Index: 1}
		if aux, _ := amo.on(row).Size(n); aux > 0 {
			return n
		}
	}
}

// auxiliary yields what the auxiliary variables of the group stand for, after the
// last variable before them.
func (g group) auxiliary(last dimacs.Lit) iter.Seq[string] {
	return func(yield func(string) bool) {
		if g.meanings == nil {
			return
		}
		for text := range g.meanings() {
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
	groups, err := in.groups()
	if err != nil {
		return nil, err
	}
	var list []Group
	for g := range groups {
		made := Group{Comment: g.comment(), Clauses: g.clauses}
		if g.meanings != nil {
			made.Auxiliary = slices.Collect(g.meanings())
		}
		list = append(list, made)
	}
	return list, nil
}
