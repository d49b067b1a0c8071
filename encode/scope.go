package encode

import (
	"fmt"
	"slices"
	"strings"

	"queens/dimacs"
	"queens/encode/atmostone"
)

// A Scope is the variables of the board that a constraint is about.
type Scope interface {
	// String names it as an annotation does.
	String() string
	// Len returns the number of variables.
	Len() int
	// AppendVars appends them to dst and returns it.
	AppendVars(dst []dimacs.Lit) []dimacs.Lit

	// identifier is unique, of letters, digits and underscores.
	identifier() string
	// piece is what there is one of: a queen.
	piece() string
	// means returns what a true variable says, for the first and for another one, and
	// what to say it of for each variable: a queen is on, one is on; a1, b1.
	means() (first, other string, of []string)
}

// around is a square with all that a queen on it attacks.
type around struct {
	board Board
	Square
}

func (a around) String() string     { return a.Algebraic(a.board.N) + " and the squares that it attacks" }
func (a around) identifier() string { return fmt.Sprintf("around_%d_%d", a.Row, a.Col) }
func (around) piece() string        { return "queen" }

func (a around) means() (first, other string, of []string) {
	return "a queen is on", "one is on", a.board.squareNames(a.AppendVars(nil))
}

// Len is a closed form: two squares share one line, but on a torus of even size the
// one half the size away in both directions is on both diagonals.
func (a around) Len() int {
	n := 1
	for _, d := range directions {
		n += a.board.through(d, a.Square).Len() - 1
	}
	if a.board.Variant == Torus && a.board.N%2 == 0 {
		n--
	}
	return n
}

func (a around) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	first := len(dst)
	for _, d := range directions {
		dst = a.board.through(d, a.Square).AppendVars(dst)
	}
	return dst[:first+len(distinct(dst[first:]))]
}

// complete reports whether every square attacks every other.
func (b Board) complete() bool { return b.N <= 2 || b.N == 3 && b.Variant == Torus }

// distinct sorts the variables and returns each once.
func distinct(vars []dimacs.Lit) []dimacs.Lit {
	slices.Sort(vars)
	return slices.Compact(vars)
}

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
