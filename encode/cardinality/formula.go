package cardinality

import (
	"cmp"
	"context"
	"fmt"

	"queens/dimacs"
)

// Clauses returns f with clauses for its linear constraints: an Encoded formula whose auxiliary variables
// follow the variables of f. It has as many models as f, because the clauses define these variables. If
// f.Groups is not nil, the clauses of constraint i belong to group i, from 1. Clauses returns f itself if
// f is Encoded or has no linear constraints. It returns the cause of ctx if ctx ends, or an error if there
// are too many variables. The two formulas share memory, so Add and AddSoft must not be called on either
// of them afterwards.
func Clauses(ctx context.Context, f *dimacs.Formula) (*dimacs.Formula, error) {
	if f.Encoded || f.Linear == nil {
		return f, nil
	}
	g := f.With()
	to, room := &target{Collector: g.Collect(ctx)}, maxRoom
	for i := 0; i < len(f.Linear) && to.Err() == nil; i++ {
		encode(f.Linear[i], &room, to, to.fresh)
		for f.Groups != nil && len(g.Groups) < g.NumClauses() {
			g.Groups = append(g.Groups, i+1)
		}
	}
	g.Limit, g.Encoded, g.Auxiliary = 0, true, g.Vars-f.Vars
	return g, to.Err()
}

// A target is a Collector that has an error, instead of a panic, when it runs out of variables.
type target struct {
	*dimacs.Collector
	err error
}

func (t *target) fresh(n int) []dimacs.Lit {
	if n <= dimacs.MaxVar-t.Formula().Vars {
		return t.Fresh(n)
	}
	t.err = fmt.Errorf("the clauses for the linear constraints need more than %d variables", dimacs.MaxVar)
	lits := make([]dimacs.Lit, n) // for clauses that nobody reads
	for i := range lits {
		lits[i] = 1
	}
	return lits
}

func (t *target) Err() error { return cmp.Or(t.err, t.Collector.Err()) }
