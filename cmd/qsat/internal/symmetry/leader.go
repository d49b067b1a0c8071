package symmetry

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A Comparison says that the first literal is no less than the second, where true is more,
// if all comparisons before it in a list are of equal ones.
type Comparison [2]clause.Lit

// Leaders are the lexicographic comparisons that a formula makes, and its other clauses. A
// list of literals v and w says that an assignment x is no less than another one, y, in which
// each v has the value that w has in x. Auxiliary variables say that both agree so far: they
// are in no other clause, and the values of what is compared define them. That v is no less
// than w says the same of the complements of w and v.
//
// Source: J. Crawford, M. Ginsberg, E. Luks and A. Roy, "Symmetry-Breaking Predicates for
// Search Problems", KR 1996.
type Leaders struct {
	Lists           [][]Comparison
	*dimacs.Formula // all other clauses, without fixed literals
}

// A leaderFinder finds comparisons among clauses.
type leaderFinder struct {
	clauses     [][]clause.Lit
	occurrences [][]int32 // by literal: clauses
	used        []bool    // by clause: for comparisons
	uses        []int32   // clauses of the list at hand
}

// FindLeaders returns the comparisons among the clauses of d, which are propagated, or nil if
// there are none or ctx has ended.
func FindLeaders(ctx context.Context, d *clause.Database) *Leaders {
	if !hasTriple(d) {
		return nil
	}
	f := &leaderFinder{occurrences: make([][]int32, d.NumLits())}
	for c := range d.Unsatisfied {
		for _, l := range c {
			f.occurrences[l] = append(f.occurrences[l], int32(len(f.clauses)))
		}
		f.clauses = append(f.clauses, slices.Clone(c))
	}
	f.used = make([]bool, len(f.clauses))
	found := &Leaders{Formula: &dimacs.Formula{}}
	for _, h := range f.heads(ctx) {
		f.uses = f.uses[:0]
		if list := f.list(h[0], h[1], h[2]); list != nil {
			found.Lists = append(found.Lists, list)
			continue
		}
		for _, i := range f.uses {
			f.used[i] = false
		}
	}
	for _, list := range found.Lists { // several may share their first comparison
		f.use(list[0][0], list[0][1].Not())
	}
	for i, c := range f.clauses {
		if !f.used[i] {
			found.Add(named(d, c)...)
		}
	}
	if ctx.Err() != nil || len(found.Lists) == 0 {
		return nil
	}
	return found
}

// hasTriple reports whether there is a clause of three literals.
func hasTriple(d *clause.Database) bool {
	for c := range d.All {
		if d.Size(c) == 3 {
			return true
		}
	}
	return false
}

// heads returns literals n, p and q where p or q is true, and n unless both are: so n says that
// p equals the complement of q.
func (f *leaderFinder) heads(ctx context.Context) (heads [][3]clause.Lit) {
	has := func(a, b clause.Lit) bool {
		if len(f.occurrences[b]) < len(f.occurrences[a]) {
			a, b = b, a
		}
		return slices.ContainsFunc(f.occurrences[a], func(i int32) bool {
			return len(f.clauses[i]) == 2 && slices.Contains(f.clauses[i], b)
		})
	}
	for _, c := range f.clauses {
		if ctx.Err() != nil {
			return nil
		}
		if len(c) != 3 {
			continue
		}
		for i := range c {
			n, p, q := c[i].Not(), c[(i+1)%3].Not(), c[(i+2)%3].Not()
			if has(n, p) && has(n, q) && has(p, q) {
				heads = append(heads, [3]clause.Lit{n, p, q})
			}
		}
	}
	return heads
}

// list returns the comparisons that begin with those of a head, nil if there are other
// clauses with an auxiliary variable. In the end the clauses are used.
func (f *leaderFinder) list(n, p, q clause.Lit) (list []Comparison) {
	if !f.use(n, p) || !f.use(n, q) || !f.use(n.Not(), p.Not(), q.Not()) {
		return nil
	}
	for list = append(list, Comparison{p, q.Not()}); ; {
		definitions, consequences := f.unused(n), f.unused(n.Not())
		switch {
		case len(definitions) == 0 && len(consequences) == 0: // the others are fixed and equal
			return list
		case len(definitions) == 0 && len(consequences) == 1 && len(consequences[0]) == 3:
			p, q = others(consequences[0], n.Not())
			f.use(consequences[0]...)
			return append(list, Comparison{p, q.Not()})
		case len(definitions) != 1 || len(definitions[0]) != 2:
			return nil
		}
		next, _ := others(definitions[0], n)
		next = next.Not()
		if f.use(n, next.Not()); len(consequences) == 1 && f.use(n.Not(), next) { // so are these
			n = next
			continue
		}
		i := slices.IndexFunc(consequences, func(c []clause.Lit) bool { return !slices.Contains(c, next) })
		if len(consequences) != 3 || i < 0 || len(consequences[i]) != 3 {
			return nil
		}
		p, q = others(consequences[i], n.Not())
		if !f.use(n.Not(), p, q) || !f.use(n.Not(), p, next) || !f.use(n.Not(), q, next) ||
			!f.use(next.Not(), p.Not(), q.Not()) {
			return nil
		}
		n, list = next, append(list, Comparison{p, q.Not()})
	}
}

// others returns the others of two or three literals.
func others(c []clause.Lit, l clause.Lit) (p, q clause.Lit) {
	for _, k := range c {
		if k != l {
			p, q = k, p
		}
	}
	return p, q
}

// use finds a clause that is not used, and uses it.
func (f *leaderFinder) use(lits ...clause.Lit) bool {
	for _, i := range f.occurrences[lits[0]] {
		lacks := func(l clause.Lit) bool { return !slices.Contains(f.clauses[i], l) }
		if !f.used[i] && len(f.clauses[i]) == len(lits) && !slices.ContainsFunc(lits, lacks) {
			f.used[i], f.uses = true, append(f.uses, i)
			return true
		}
	}
	return false
}

// unused returns the clauses with a literal that are not used yet.
func (f *leaderFinder) unused(l clause.Lit) (list [][]clause.Lit) {
	for _, i := range f.occurrences[l] {
		if !f.used[i] {
			list = append(list, f.clauses[i])
		}
	}
	return list
}
