package encode

import (
	"fmt"
	"slices"
	"strings"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// A Scope is the set of variables of a constraint, in order.
type Scope interface {
	// String returns the name of the scope in an annotated file.
	String() string
	// Len returns the number of variables.
	Len() int
	// AppendVars appends the variables to dst and returns the result.
	AppendVars(dst []dimacs.Lit) []dimacs.Lit

	// identifier returns a unique name of letters, digits and underscores.
	identifier() string
	// piece returns the name of a true variable, such as "queen".
	piece() string
	// means returns the parts of a sentence about a true variable: its beginning for the
	// first variable, its beginning for further variables, and the end for each variable.
	// For example, "a queen is on", "one is on", and "a1", "b1".
	means() (first, other string, of []string)
}

// An around is the scope of a square and all squares that a queen on it attacks, by ascending variable.
type around struct {
	layer
	board.Square
}

func (a around) String() string     { return a.Algebraic(a.board.N) + " and the squares that it attacks" }
func (a around) identifier() string { return fmt.Sprintf("around_%d_%d", a.Row, a.Col) }

func (a around) means() (first, other string, of []string) {
	return a.a, a.one, a.board.SquareNames(a.AppendVars(nil))
}

// Len counts the squares of the lines by a closed form, unless pieces leap or the board is a torus that is not
// square. A square that is attacked is on one of these lines, except that on a torus of even size the square N/2
// away in both directions is on both diagonals.
func (a around) Len() int {
	if len(a.board.Leaps()) > 0 || a.board.Variant == board.Torus && a.board.Columns > 0 {
		return len(a.AppendVars(nil))
	}
	n, lines := 1, a.board.Directions()
	for _, d := range lines {
		n += a.board.Through(d, a.Square).Len() - 1
	}
	if a.board.Variant == board.Torus && a.board.N%2 == 0 && slices.Contains(lines, board.Rising) {
		n--
	}
	return n
}

func (a around) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	first := len(dst)
	dst = append(dst, a.board.Var(a.Square))
	for _, d := range a.board.Directions() {
		dst = a.board.Through(d, a.Square).AppendVars(dst)
	}
	for s := range a.board.LeapsFrom(a.Square) {
		dst = append(dst, a.board.Var(s))
	}
	dst = dst[:first+len(distinct(dst[first:]))]
	for i := range dst[first:] {
		dst[first+i] += dimacs.Lit(a.number * a.board.Count())
	}
	return dst
}

// complete reports whether every square attacks every other square, for pieces that move like queens.
func complete(b board.Board) bool {
	return b.Count() == 1 || len(b.Directions()) == len(board.Directions) && b.Columns == 0 && (b.N == 2 || b.N == 3 && b.Variant == board.Torus)
}

// distinct sorts vars in place and returns them without repetitions, in the same array.
func distinct(vars []dimacs.Lit) []dimacs.Lit {
	slices.Sort(vars)
	return slices.Compact(vars)
}

// inWords describes the meaning of an auxiliary variable for a scope, such as "true if a
// queen is on one of a1 b1, else false".
func inWords(m atmostone.Meaning, s Scope) string {
	first, other, of := s.means()
	names := func(places []int) []string {
		return slices.Collect(mapped(slices.Values(places), func(p int) string { return of[p] }))
	}
	text := "true if " + first + " " + oneOf(names(m.True))
	switch {
	case m.Defined:
		text += ", else false"
	case len(m.False) > 0:
		text += ", false if " + other + " " + oneOf(names(m.False))
	}
	return text
}

// oneOf returns "a1" for one name and "one of a1 b1" for two. It lists at most 12 names and then the
// number of further names, as in "and 3 more".
func oneOf(names []string) string {
	const most = 12
	if len(names) == 1 {
		return names[0]
	}
	text := "one of " + strings.Join(names[:min(most, len(names))], " ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
