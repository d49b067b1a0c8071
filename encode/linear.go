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
	name      string               // of letters, digits and underscores; unique
	comment   string               // what it is, for learners
	vars      iter.Seq[dimacs.Lit] // variables of the board, good until the next one
	length    int                  // how many these are
	low, high int                  // bounds; 0 and length always hold
}

// linears yields the constraints of the instance: lines, the number of queens,
// placed and blocked squares. With maximise the lines do not require queens,
// because as many as fit are looked for, and the number of queens is one only
// if the instance gives it.
func (in Instance) linears(maximise bool) iter.Seq[linear] {
	return func(yield func(linear) bool) {
		if maximise && in.N == 1 { // no line has a constraint, but a program needs one
			if !yield(linear{name: "row_1", comment: "row 1: at most one queen", vars: in.Board().Vars(), length: 1, high: 1}) {
				return
			}
		}
		var vars []dimacs.Lit
		for c := range in.family().constraints(in, maximise) {
			vars = c.Scope.AppendVars(vars[:0])
			for l := range c.linears(vars) {
				if !yield(l) {
					return
				}
			}
		}
		_ = yieldAll(yield, slices.Values(in.queenLinears(maximise))) && yieldAll(yield, in.squareLinears(maximise))
	}
}

// queenLinears returns the numbers of queens of each layer.
func (in Instance) queenLinears(maximise bool) []linear {
	k, n := in.QueenCount(), in.N*in.N
	if !in.countsLinearly(maximise) {
		return nil
	}
	var list []linear
	for layer := range in.Layers() {
		what := in.queensOf(layer)
		l := linear{name: strings.ReplaceAll(what, " ", "_") + "_in_all", comment: fmt.Sprintf("number of %s: on %d of the %d squares", what, k, n), length: n, low: k, high: k}
		l.vars = func(yield func(dimacs.Lit) bool) {
			for v := range in.Board().Vars() {
				if !yield(v + dimacs.Lit(layer*n)) {
					return
				}
			}
		}
		list = append(list, l)
	}
	return list
}

// countsLinearly reports whether there are constraints on numbers of queens.
func (in Instance) countsLinearly(maximise bool) bool {
	return in.QueenCount() > 0 && (in.counted() || maximise && in.Queens != nil)
}

// tellsPlaced reports whether placed queens are constraints: a row alone says it if the
// board is one square.
func (in Instance) tellsPlaced(maximise bool) bool { return !in.single() || maximise }

// linearSize counts the variables of the board and the linear constraints.
func linearSize(in Instance, maximise bool) Size {
	size := Size{Variables: in.squareVariables(), Clauses: in.exact(maximise)}
	if maximise && in.N == 1 {
		size.Clauses++
	}
	for _, t := range in.family().tallies(in, maximise) {
		if t.AtLeastOne || t.AtMostOne || t.FirstExcludes {
			size.Clauses += t.count * t.linears()
		}
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
			if !yield(linear{name: name, comment: comment, vars: slices.Values(pair[:]), length: 2, high: 1}) {
				return
			}
		}
	}
}

// linear is one of at least and at most one.
func (c Constraint) linear(vars []dimacs.Lit) linear {
	l := linear{name: c.Scope.identifier(), vars: slices.Values(vars), length: len(vars), high: len(vars)}
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

// squareLinears yields one constraint for each placed queen and each empty
// square.
func (in Instance) squareLinears(maximise bool) iter.Seq[linear] {
	of := func(what string, v dimacs.Lit, queens int) linear {
		told := in.variable(v.Var())
		return linear{
			name:    what + "_" + told.identifier,
			comment: what + " " + told.place,
			vars:    slices.Values([]dimacs.Lit{v}),
			length:  1,
			low:     queens,
			high:    queens,
		}
	}
	return func(yield func(linear) bool) {
		if in.tellsPlaced(maximise) {
			for _, v := range in.placed() {
				if !yield(of("placed", v, 1)) {
					return
				}
			}
		}
		_, empty := in.emptied()
		for v := range empty {
			if !yield(of("empty", v, 0)) {
				return
			}
		}
	}
}

// single reports whether the board is one square with a queen on it.
func (in Instance) single() bool { return in.N == 1 && in.QueenCount() == 1 }
