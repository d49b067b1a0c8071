package encode

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens/dimacs"
)

// A linear constraint bounds the number of queens on some squares. The formats
// other than CNF have such constraints of their own, so they take no encoding
// and no auxiliary variables.
type linear struct {
	name      string       // of letters, digits and underscores; unique
	comment   string       // what it is, for learners
	vars      []dimacs.Lit // variables of the board, good until the next one
	low, high int          // bounds; 0 and len(vars) always hold
}

// linears yields the constraints of the instance: lines, the number of queens,
// placed and blocked squares. With maximise the lines do not require queens,
// because as many as fit are looked for, and the number of queens is one only
// if the instance gives it.
func (in Instance) linears(maximise bool) iter.Seq[linear] {
	return func(yield func(linear) bool) {
		if maximise && in.N == 1 { // no line has a constraint, but a program needs one
			if !yield(linear{name: "row_1", comment: "row 1: at most one queen", vars: []dimacs.Lit{1}, high: 1}) {
				return
			}
		}
		var vars []dimacs.Lit
		for c := range in.constraints(in.QueenCount() == in.N && !maximise) {
			vars = c.Line.AppendVars(vars[:0])
			if !yield(c.linear(vars)) {
				return
			}
		}
		k := in.QueenCount()
		if k > 0 && (k != in.N || maximise && in.Queens != nil) {
			all := slices.Collect(in.Board().Vars())
			comment := fmt.Sprintf("number of queens: on %d of the %d squares", k, len(all))
			if !yield(linear{name: "queens_in_all", comment: comment, vars: all, low: k, high: k}) {
				return
			}
		}
		for _, l := range in.squareLinears(maximise) {
			if !yield(l) {
				return
			}
		}
	}
}

// linearSize counts the variables of the board and the linear constraints.
func linearSize(in Instance, maximise bool) Size {
	size := Size{Variables: in.N * in.N}
	for range in.linears(maximise) {
		size.Clauses++
	}
	return size
}

// linear is the constraint on the variables of its line.
func (c Constraint) linear(vars []dimacs.Lit) linear {
	l := linear{name: c.Line.identifier(), vars: vars, high: len(vars)}
	var bounds []string
	if c.AtLeastOne {
		l.low = 1
		bounds = append(bounds, "at least one queen")
	}
	if c.AtMostOne {
		l.high = 1
		bounds = append(bounds, "at most one queen")
	}
	l.comment = c.Line.String() + ": " + strings.Join(bounds, ", ")
	return l
}

// identifier names the line by letters, digits and underscores.
func (l Line) identifier() string {
	word, _, _ := strings.Cut(l.Direction.String(), " ")
	if l.Index < 0 {
		return fmt.Sprintf("%s_minus_%d", word, -l.Index)
	}
	return fmt.Sprintf("%s_%d", word, l.Index)
}

// squareLinears returns one constraint for each placed queen and each empty
// square.
func (in Instance) squareLinears(maximise bool) []linear {
	var all []linear
	add := func(what string, vars []dimacs.Lit, queens int) {
		for i, v := range vars {
			s, _ := in.Board().SquareOf(v.Var())
			all = append(all, linear{
				name:    fmt.Sprintf("%s_%d_%d", what, s.Row, s.Col),
				comment: fmt.Sprintf("%s square: row %d, column %d", what, s.Row, s.Col),
				vars:    vars[i : i+1],
				low:     queens,
				high:    queens,
			})
		}
	}
	if !in.single() || maximise { // otherwise the row has it
		add("placed", in.placed(), 1)
	}
	add("empty", in.Empty(), 0)
	return all
}

// single reports whether the board is one square with a queen on it.
func (in Instance) single() bool { return in.N == 1 && in.QueenCount() == 1 }
