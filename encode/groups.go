package encode

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// A Size holds the numbers that the header of a formula declares.
type Size struct {
	Variables int // board and auxiliary variables
	Clauses   int64
}

// Encode adds the clauses of the instance to sink. The order is: the constraints in the
// order of Constraints, each with "at least one" before "at most one"; the number of
// queens, if the constraints do not determine it; the placed and the blocked squares, each
// in reading order; the symmetries. It returns an error if Check does, if the instance has an
// aim, because a sink has no soft clauses, or the first error of the sink.
//
// The sink receives only clauses: the comments, the number of variables, the projection and
// the shuffle are lost. Formula and Write keep everything.
func (in Instance) Encode(sink dimacs.Sink) error {
	if in.Aim != "" {
		return fmt.Errorf("a sink has no soft clauses for a %s: expected Formula or Write", in.Aim)
	}
	return in.encode(sink, func(group, int) {})
}

// encode is Encode with a call of begin before each group, also for an instance with an aim, whose soft
// clauses it adds like the others. The argument last of begin is the highest variable in use before the
// group, not counting the transform.
func (in Instance) encode(sink dimacs.Sink, begin func(g group, last int)) error {
	groups, err := in.groups()
	if err != nil {
		return err
	}
	if in.Transform != nil {
		sink = in.Transform.To(sink)
	}
	last := in.squareVariables()
	fresh := freshAfter(&last)
	for g := range groups {
		if err := sink.Err(); err != nil {
			return err
		}
		begin(g, last)
		g.add(sink, fresh)
	}
	return sink.Err()
}

// freshAfter returns a source of the variables *last+1, *last+2, .. It adds their number to *last.
func freshAfter(last *int) dimacs.Fresh {
	return func(n int) []dimacs.Lit {
		vars := make([]dimacs.Lit, n)
		for i := range vars {
			*last++
			vars[i] = dimacs.Lit(*last)
		}
		return vars
	}
}

// Size returns the exact size of the formula that Formula returns, without producing it: the sum of the
// closed forms of the constraints. The clauses include soft clauses. With a transform, it counts the clauses
// that the constraints become; that takes a few seconds for 2^31 clauses. N queens in the full form with the
// pairwise encoding on the regular board with N > 1 have N^2 variables and 2N + N^2(N-1) + N(N-1)(2N-1)/3
// clauses. Size returns an error if Check does, or if there are more than MaxVariables variables or, with a
// transform, more than 2^31 clauses.
func (in Instance) Size() (Size, error) {
	if err := in.Check(); err != nil {
		return Size{}, err
	}
	amo, _ := atmostone.ByName(in.Encoding) // Check has accepted it
	vars, clauses := in.squareVariables(), 0
	for c := range in.Constraints() {
		auxOf, clausesOf := c.size(amo)
		vars, clauses = vars+auxOf, clauses+clausesOf
	}
	for _, g := range in.furtherGroups() {
		vars, clauses = vars+g.aux, clauses+g.clauses
	}
	if vars > board.MaxVariables {
		return Size{}, fmt.Errorf("board size %s needs more than %d auxiliary variables with these parameters: expected at most 2^28-1 variables in all",
			in.Board().Size(), board.MaxVariables-in.squareVariables())
	}
	if in.Transform != nil {
		return in.transformedSize(vars)
	}
	return Size{vars, int64(clauses)}, nil
}

// groups returns the groups of clauses in the order of Encode, except constraints without clauses. It returns an
// error if Check does. The groups must be added in order, each at most once: all share a slice of literals, and a
// group may use the variables of an earlier group. Their sizes do not depend on that order.
func (in Instance) groups() (iter.Seq[group], error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	amo, _ := atmostone.ByName(in.Encoding) // Check has accepted it
	return func(yield func(group) bool) {
		var lits []dimacs.Lit
		for c := range in.Constraints() {
			for g := range c.groups(amo, &lits) {
				if g.clauses > 0 && !yield(g) {
					return
				}
			}
		}
		slices.Values(in.furtherGroups())(yield)
	}, nil
}

// furtherGroups returns the groups that follow the groups of Constraints.
func (in Instance) furtherGroups() []group {
	return slices.Concat(in.queenGroups(), in.squareGroups(), in.symmetryGroups(), in.optimum().groups)
}

// squareGroups returns a group of unit clauses for the placed squares and one for the squares
// that stay empty, without empty groups. If every square holds a queen, and there is no aim,
// other clauses already place the queens, and the group of the placed squares is left out. The
// constraints have names from given and left.
func (in Instance) squareGroups() []group {
	var all []group
	if placed := in.placed(); len(placed) > 0 && (in.QueenCount() < in.Board().Count() || in.Aim != "") {
		g := units(fmt.Sprintf("placed %s: %d", in.queensOf(0), len(placed)), len(placed), slices.Values(placed), true)
		g.unit = in.given
		all = append(all, g)
	}
	if count, vars := in.excluded(); count > 0 {
		g := units(fmt.Sprintf("empty squares: %d", count), count, vars, false)
		g.unit = in.left
		all = append(all, g)
	}
	return all
}

// given names the constraint that l, a placed queen, is true, such as "given queen a1". The names of squares are algebraic.
func (in Instance) given(l dimacs.Lit) string {
	return "given " + in.PieceAt((l.Var()-1)/in.Board().Count()).Name + " " + in.Board().SquareNames([]dimacs.Lit{l})[0]
}

// left names the constraint that l, the complement of a variable of an empty square, is true, such as "empty
// square a1". The layers of a square have the same name. For dominoes, it is a name such as "no domino on a1
// and b1".
func (in Instance) left(l dimacs.Lit) string {
	if f := in.family(); f.variable != nil {
		return f.variable(in, l.Var()).ifFalse
	}
	return "empty square " + in.Board().SquareNames([]dimacs.Lit{l})[0]
}

// A group is a sequence of clauses that together express one constraint.
type group struct {
	comment func() string // the name of the constraint, then ": " and what it says, for an annotated file
	// unit returns the name of the constraint that a unit clause of the group expresses. It is nil
	// unless every clause of the group is a unit clause with a constraint of its own.
	unit func(dimacs.Lit) string
	soft bool // the clauses are soft; see optimum
	// meanings yields a description of each auxiliary variable in order; nil if the group
	// has no such variables or does not describe them.
	meanings iter.Seq[string]
	// The numbers of auxiliary variables and clauses that add adds, by closed forms.
	aux, clauses int
	add          func(sink dimacs.Sink, fresh dimacs.Fresh) // adds the clauses; fresh makes the auxiliary variables
}

// units returns a group with a unit clause for each of the count variables in vars: the variable if value is true,
// else its complement. It reads vars when the clauses are added.
func units(comment string, count int, vars iter.Seq[dimacs.Lit], value bool) group {
	return group{
		comment: func() string { return comment },
		clauses: count,
		add: func(sink dimacs.Sink, _ dimacs.Fresh) {
			for v := range vars {
				if !value {
					v = v.Neg()
				}
				if sink.Clause(v); sink.Err() != nil {
					return
				}
			}
		},
	}
}

// name returns the name of the constraint, such as "row 3". Groups of one name belong
// together.
func (g group) name() string {
	name, _, _ := strings.Cut(g.comment(), ": ")
	return name
}

// annotation returns the comment of the group, followed by the numbers of its auxiliary
// variables in parentheses if there are any; last is the highest variable before them.
func (g group) annotation(last int) string {
	switch g.aux {
	case 0:
		return g.comment()
	case 1:
		return fmt.Sprintf("%s (auxiliary variable %d)", g.comment(), last+1)
	default:
		return fmt.Sprintf("%s (auxiliary variables %d to %d)", g.comment(), last+1, last+g.aux)
	}
}

// A Group describes a sequence of clauses that together express one constraint.
type Group struct {
	Comment   string // describes the constraint
	Clauses   int64
	Soft      bool     // the clauses are the objective of an aim; see Formula
	Auxiliary []string // meanings of the auxiliary variables, in the order of their numbers
}

// Groups returns a description of each group of clauses, in the order of Encode, and the groups of an aim
// after these. It returns an error if Check does.
func (in Instance) Groups() ([]Group, error) {
	groups, err := in.groups()
	if err != nil {
		return nil, err
	}
	var list []Group
	for g := range groups {
		made := Group{Comment: g.comment(), Clauses: int64(g.clauses), Soft: g.soft}
		if g.meanings != nil {
			made.Auxiliary = slices.Collect(g.meanings)
		}
		list = append(list, made)
	}
	return list, nil
}

// Notes yields explanations of the clauses for learners. It yields nothing if the instance
// is shuffled or the board has a single row or column. The instance must pass Check.
func (in Instance) Notes() iter.Seq[string] {
	if in.Shuffle != nil || in.Board().Side() == 1 {
		return slices.Values[[]string](nil)
	}
	if notes := in.family().notes; notes != nil {
		return slices.Values(notes(in))
	}
	return slices.Values(in.layerNotes())
}
