package encode

import (
	"fmt"
	"iter"
	"strings"

	"queens/dimacs"
)

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

// units returns a unit clause for each of count variables: the variable if value is true,
// else its complement.
func units(comment string, count int, vars iter.Seq[dimacs.Lit], value bool) group {
	return group{
		comment: func() string { return comment },
		clauses: count,
		add: func(sink dimacs.Sink, _ dimacs.Fresh) {
			clause := make([]dimacs.Lit, 1)
			for v := range vars {
				if clause[0] = v; !value {
					clause[0] = v.Neg()
				}
				if sink.Clause(clause...); sink.Err() != nil {
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

// auxiliary yields a description of each auxiliary variable of the group; last is the
// highest variable before them.
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
