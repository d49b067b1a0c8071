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
		for c := range in.rules().constraints(maximise) {
			vars = c.Scope.AppendVars(vars[:0])
			for l := range c.linears(vars) {
				if !yield(l) {
					return
				}
			}
		}
		for _, l := range slices.Concat(in.queenLinears(maximise), in.squareLinears(maximise)) {
			if !yield(l) {
				return
			}
		}
	}
}

// queenLinears returns the numbers of queens of each layer.
func (in Instance) queenLinears(maximise bool) []linear {
	k, n := in.QueenCount(), in.N*in.N
	if k == 0 || !in.counted() && !(maximise && in.Queens != nil) {
		return nil
	}
	var list []linear
	for layer := range in.Layers() {
		what := in.queensOf(layer)
		l := linear{name: strings.ReplaceAll(what, " ", "_") + "_in_all", comment: fmt.Sprintf("number of %s: on %d of the %d squares", what, k, n), low: k, high: k}
		for v := range in.Board().Vars() {
			l.vars = append(l.vars, v+dimacs.Lit(layer*n))
		}
		list = append(list, l)
	}
	return list
}

// linearSize counts the variables of the board and the linear constraints.
func linearSize(in Instance, maximise bool) Size {
	size := Size{Variables: in.squareVariables()}
	for range in.linears(maximise) {
		size.Clauses++
	}
	return size
}

// linears yields the constraint on the variables of its scope.
func (c Constraint) linears(vars []dimacs.Lit) iter.Seq[linear] {
	return func(yield func(linear) bool) {
		if !c.FirstExcludes {
			yield(c.linear(vars))
			return
		}
		for i, v := range vars[1:] {
			pair := [...]dimacs.Lit{vars[0], v}
			name, comment := fmt.Sprintf("%s_%d", c.Scope.identifier(), i+1), c.Scope.String()+": no "+c.Scope.piece()+" on the other end"
			if !yield(linear{name: name, comment: comment, vars: pair[:], high: 1}) {
				return
			}
		}
	}
}

// linear is one of at least and at most one.
func (c Constraint) linear(vars []dimacs.Lit) linear {
	l := linear{name: c.Scope.identifier(), vars: vars, high: len(vars)}
	var bounds []string
	if c.AtLeastOne {
		l.low = 1
		bounds = append(bounds, "at least one "+c.Scope.piece())
	}
	if c.AtMostOne {
		l.high = 1
		bounds = append(bounds, "at most one "+c.Scope.piece())
	}
	l.comment = c.Scope.String() + ": " + strings.Join(bounds, ", ")
	return l
}

// identifier names the line by letters, digits and underscores.
func (l Line) identifier() string {
	word, _, _ := strings.Cut(l.Direction.String(), " ")
	if l.colour > 0 {
		word = fmt.Sprintf("colour_%d_%s", l.colour, word)
	}
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
			s, _ := in.Board().SquareOf((v.Var()-1)%(in.N*in.N) + 1)
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
	add("empty", in.onLayers(in.Empty()), 0)
	return all
}

// single reports whether the board is one square with a queen on it.
func (in Instance) single() bool { return in.N == 1 && in.QueenCount() == 1 }
