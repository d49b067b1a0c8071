package encode

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens/dimacs"
)

// A Linear constraint bounds the number of true literals in a set: Low <= sum <= High. The
// formats other than CNF and WCNF can express it directly, without an encoding and without
// auxiliary variables.
type Linear struct {
	Name      string               // unique, of letters, digits and underscores
	Comment   string               // describes the constraint in an annotated file
	Vars      iter.Seq[dimacs.Lit] // the literals, mostly variables; a complement counts 1 if its variable is false
	Length    int                  // the number of literals
	Low, High int                  // bounds; 0 and Length are trivial
}

// Linears yields the constraints of the instance: the lines and squares, the number of queens, the
// constraints that define the objective of an aim, the placed squares and the squares that stay empty. If
// maximise is set, the number of queens is the objective, and it is a constraint only if the instance sets
// one. The instance must pass Check.
func (in Instance) Linears(maximise bool) iter.Seq[Linear] {
	lines := flatMap(in.family().constraints(in, maximise), func(c Constraint) iter.Seq[Linear] { return c.linears(maximise) })
	further := slices.Concat(in.queenLinears(maximise), in.optimum().constraints)
	return concat(slices.Values(in.onlyRow(maximise)), lines, slices.Values(further), in.squareLinears(maximise))
}

// onlyRow returns a constraint that always holds if maximise is set and no pieces attack each other, as on a board of
// one square, because an integer program needs at least one constraint.
func (in Instance) onlyRow(maximise bool) []Linear {
	n := in.Board().Count()
	if !maximise || n > 1 && !in.unconstrained() {
		return nil
	}
	if n == 1 {
		return []Linear{{"row_1", "row 1: at most one " + in.PieceAt(0).Name, in.Board().Vars(), 1, 0, 1}}
	}
	return []Linear{{"squares", fmt.Sprintf("always true: at most %d %ss", n, in.PieceAt(0).Name), in.Board().Vars(), n, 0, n}}
}

// unconstrained reports whether there are no constraints on lines and squares, because no pieces attack each other.
func (in Instance) unconstrained() bool {
	for range in.family().constraints(in, true) {
		return false
	}
	return true
}

// LinearSize returns the number of variables that Linears uses, and as Clauses the sum of counts(l) over its
// constraints l. A constraint on a placed or empty square, and each pair of a Constraint with FirstExcludes, counts 1.
// counts may read only Low, High and Length.
func (in Instance) LinearSize(maximise bool, counts func(Linear) int) Size {
	placed, empty := in.fixedSquares(maximise)
	optimum := in.optimum()
	clauses := len(placed) + empty
	for c := range in.family().constraints(in, maximise) {
		if c.FirstExcludes {
			clauses += c.Scope.Len() - 1
		} else {
			clauses += counts(c.linear(maximise))
		}
	}
	for _, l := range slices.Concat(in.onlyRow(maximise), in.queenLinears(maximise), optimum.constraints) {
		clauses += counts(l)
	}
	return Size{in.squareVariables() + optimum.extra, int64(clauses)}
}

// queenLinears returns a constraint on the number of queens of each layer, or nil if the
// other constraints determine it. If maximise is set, a number that the instance sets is
// always a constraint. Without queens the result is nil, because all squares stay empty.
func (in Instance) queenLinears(maximise bool) []Linear {
	k, n := in.QueenCount(), in.Board().Count()
	if asked := in.CountsQueens() || maximise && in.Queens != nil; k == 0 || !asked {
		return nil
	}
	var list []Linear
	for layer := range in.Layers() {
		what := in.queensOf(layer)
		list = append(list, Linear{
			Name:    strings.ReplaceAll(what, " ", "_") + "_in_all",
			Comment: fmt.Sprintf("number of %s: on %d of the %d squares", what, in.CountOf(layer), n),
			Vars:    in.onLayer(layer, in.Board().Vars()),
			Length:  n,
			Low:     in.CountOf(layer),
			High:    in.CountOf(layer),
		})
	}
	return list
}

// linears yields c as a linear constraint. If the first variable excludes the rest, it
// yields a constraint for each pair of the first and another variable.
func (c Constraint) linears(maximise bool) iter.Seq[Linear] {
	return func(yield func(Linear) bool) {
		l := c.linear(maximise)
		if l.Name, l.Comment = c.Scope.identifier(), c.Scope.String()+": "+c.bounds(); !c.FirstExcludes {
			yield(l)
			return
		}
		vars := c.Scope.AppendVars(nil)
		for i, v := range vars[1:] {
			if !yield(Linear{fmt.Sprintf("%s_%d", l.Name, i+1), l.Comment, slices.Values([]dimacs.Lit{vars[0], v}), 2, 0, 1}) {
				return
			}
		}
	}
}

// linear returns c as a linear constraint without its name and its comment. If c.FirstExcludes is set, the bounds mean
// nothing. If maximise is set, an exact number above 1 becomes an upper bound.
func (c Constraint) linear(maximise bool) Linear {
	n := c.Scope.Len()
	l := Linear{Length: n, Low: c.Low, High: cmp.Or(c.High, n)}
	l.Vars = func(yield func(dimacs.Lit) bool) { slices.Values(c.Scope.AppendVars(nil))(yield) }
	if c.High > 1 && maximise {
		l.Low = 0
	}
	return l
}

// bounds describes the bounds of the constraint, such as "at least one queen, at most one queen".
func (c Constraint) bounds() string {
	piece := c.Scope.piece()
	switch {
	case c.FirstExcludes:
		return "no " + piece + " on the other end"
	case c.High > 1:
		return fmt.Sprintf("exactly %d %ss", c.High, piece)
	case c.Low == 0:
		return "at most one " + piece
	case c.High == 0:
		return "at least one " + piece
	}
	return "at least one " + piece + ", at most one " + piece
}

// fixedSquares returns the variables of the placed queens, and the number of the variables that are false
// because a square stays empty. If the board is one square with a queen on it and maximise is
// false, placed is nil, because another constraint already places the queen.
func (in Instance) fixedSquares(maximise bool) (placed []dimacs.Lit, empty int) {
	empty, _ = in.excluded()
	if in.single() && !maximise {
		return nil, empty
	}
	return in.placed(), empty
}

// squareLinears returns a constraint for each placed queen of fixedSquares, and for each variable of excluded.
func (in Instance) squareLinears(maximise bool) iter.Seq[Linear] {
	fixed := func(what string, queens int, vars iter.Seq[dimacs.Lit]) iter.Seq[Linear] {
		return mapped(vars, func(v dimacs.Lit) Linear {
			described := in.variable(v.Var())
			return Linear{what + "_" + described.identifier, what + " " + described.place, slices.Values([]dimacs.Lit{v}), 1, queens, queens}
		})
	}
	placed, _ := in.fixedSquares(maximise)
	_, empty := in.excluded()
	return concat(fixed("placed", 1, slices.Values(placed)), fixed("empty", 0, empty))
}
