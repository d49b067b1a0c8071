package cardinality

import (
	"context"
	"fmt"
	"slices"

	"queens/dimacs"
)

// Clauses returns f with clauses for its linear constraints: an Encoded formula whose auxiliary variables
// follow the variables of f, which must pass Check. It has the same number of models as f, because the
// clauses define these variables. If f.Groups is not nil, the clauses of constraint i belong to group i,
// from 1.
//
// Clauses encodes each constraint like Linear. But if f.Groups is nil, it first shortens constraints whose
// coefficients are equal. If other constraints or clauses of two literals say that at most one of some literals
// is true, or at most one is false, a variable replaces these literals. For example, if a person works at most one of three shifts a day,
// at most 5 shifts in 7 days take 7 clauses of 6 variables, and not a counter of 21 literals. Constraints share
// these variables.
// XORs are encoded after Gaussian elimination.
//
// Clauses returns f itself if f is Encoded or f.Linear is nil. The error is the cause of ctx if ctx ends, or says
// that there are too many variables. The two formulas share memory, so Add and AddSoft must not be called on
// either formula afterwards.
func Clauses(ctx context.Context, f *dimacs.Formula) (*dimacs.Formula, error) {
	if f.Encoded || f.Linear == nil {
		return f, nil
	}
	g := f.With()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	sink := g.Collect(ctx)
	e := &encoder{sink: sink, room: maxRoom, fresh: func(n int) []dimacs.Lit {
		if n > dimacs.MaxVar-g.Vars {
			cancel(fmt.Errorf("the clauses for the linear constraints need more than %d variables", dimacs.MaxVar))
			return slices.Repeat([]dimacs.Lit{1}, n) // for clauses that nobody reads
		}
		return sink.Fresh(n)
	}}
	if f.Groups == nil {
		e.formula = f
	}
	for i, v := range e.fresh(len(f.Definitions)) {
		e.define(v, f.Definitions[i].Linear) // v is the variable of the definition, because it is the next one
	}
	for f.Groups != nil && len(g.Groups) < g.NumClauses() {
		g.Groups = append(g.Groups, 0) // definitions always hold
	}
	list := f.Linear
	if !slices.ContainsFunc(list, func(c dimacs.Linear) bool { return !c.Odd }) {
		list = reduced(list)
	}
	for i := 0; i < len(list) && sink.Err() == nil; i++ {
		e.linear(list[i])
		for f.Groups != nil && len(g.Groups) < g.NumClauses() {
			g.Groups = append(g.Groups, i+1)
		}
	}
	g.Limit, g.Encoded, g.Auxiliary = 0, true, g.Vars-f.Vars
	return g, sink.Err()
}
