package cover

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A rest is the clauses that an instance has no place for, as a database of
// their own. They are looked at once the chosen literals are known: the rest holds
// if the variables outside the instance have values that satisfy it.
type rest struct {
	*clause.Database
	ctx     context.Context
	clauses [][]clause.Lit
	inside  []int  // numbers of the literals of the instance that occur in them
	chosen  []bool // by number; scratch
	steps   int
}

// addRest takes in the clauses of other shapes.
func (p *problem) addRest(ctx context.Context, other [][]clause.Lit, a aim) error {
	if len(other) == 0 {
		return nil
	}
	for _, hit := range p.in.hits {
		if len(hit) == 0 {
			return declined("a literal in other clauses is in none that offers a choice")
		}
	}
	r := &rest{Database: clause.New(p.clauses.Numbering), ctx: ctx, clauses: other, chosen: make([]bool, len(p.in.lits))}
	occurs := make([]bool, p.clauses.Vars+1)
	for _, c := range other {
		for _, l := range c {
			occurs[l.Var()] = true
		}
		r.AddWatched(c, false)
	}
	for i, l := range p.in.lits {
		if occurs[l.Var()] {
			r.inside = append(r.inside, i)
			occurs[l.Var()] = false
		}
	}
	for v, outside := range occurs {
		if outside && a != oneModel && p.projected[v] {
			return declined("a variable to be counted is in no clause that offers a choice")
		}
	}
	p.in.rest = r
	return nil
}

// holds reports whether the rest can be satisfied when of the literals in all
// exactly those chosen are true, by number. The trail is what it finds until the
// next call. It returns the cause when the context ends.
func (r *rest) holds(lits []clause.Lit, chosen []int32) (bool, error) {
	r.Backtrack(0)
	r.BeginLevel()
	clear(r.chosen)
	for _, i := range chosen {
		r.chosen[i] = true
	}
	for _, i := range r.inside {
		l := lits[i]
		if !r.chosen[i] {
			l = l.Not()
		}
		r.Assign(l, 0)
	}
	return r.search(0)
}

// search finds values for what is unassigned: the simplest search there is, as
// little is left to it. The clauses before i are satisfied.
func (r *rest) search(i int) (bool, error) {
	if r.steps++; r.steps%256 == 0 && r.ctx.Err() != nil {
		return false, context.Cause(r.ctx)
	}
	if r.Propagate() != nil {
		return false, nil
	}
	for i < len(r.clauses) && slices.ContainsFunc(r.clauses[i], func(l clause.Lit) bool { return r.Values[l] > 0 }) {
		i++
	}
	if i == len(r.clauses) {
		return true, nil
	}
	c := r.clauses[i]
	l := c[slices.IndexFunc(c, func(l clause.Lit) bool { return r.Values[l] == 0 })]
	level := r.Level()
	for _, l := range []clause.Lit{l, l.Not()} {
		r.Decide(l)
		if ok, err := r.search(i); ok || err != nil {
			return ok, err
		}
		r.Backtrack(level)
	}
	return false, nil
}
