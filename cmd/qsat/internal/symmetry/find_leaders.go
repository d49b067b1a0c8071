package symmetry

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// A Comparison states that its first literal is greater than or equal to the second, where true is
// greater than false. In a list it holds only if the two literals of every earlier comparison are
// equal.
type Comparison [2]clause.Lit

// Leaders holds the lexicographic comparisons that a formula contains, and its other clauses. A
// list of comparisons (v1, w1), (v2, w2), ... states that the sequence v1, v2, ... is
// lexicographically greater than or equal to w1, w2, .... Auxiliary variables state that the
// sequences agree up to some position. They occur in no other clause, and the values of the
// compared literals determine them. A comparison (v, w) may also be read as (-w, -v), because
// both mean the same.
//
// For example, with the auxiliary variable n, the list (v1, w1), (v2, w2) consists of the
// clauses (v1, -w1), which says v1 >= w1, then (n, v1), (n, -w1), (-n, -v1, w1), which say that
// n is true unless v1 is true and w1 false, and (-n, v2, -w2).
//
// Source: J. Crawford, M. Ginsberg, E. Luks and A. Roy, "Symmetry-Breaking Predicates for Search
// Problems", KR 1996.
type Leaders struct {
	Lists           [][]Comparison // in the literals of the database
	*dimacs.Formula                // the other unsatisfied clauses, without false literals, in the variables of the formula
}

// A leaderFinder finds lists of comparisons among clauses.
type leaderFinder struct {
	clauses     [][]clause.Lit
	occurrences [][]int32 // indexed by literal: indices into clauses
	used        []bool    // indexed by clause: it belongs to a list
	uses        []int32   // the indices of the clauses that the current list uses
}

// FindLeaders returns the comparisons among the unsatisfied original clauses of d, which must be
// propagated. It returns nil if d has no clause of exactly three literals, if it finds no list of
// comparisons, or if ctx has ended. No two lists share a clause, except for the first comparison.
func FindLeaders(ctx context.Context, d *clause.Database) *Leaders {
	if !slices.ContainsFunc(slices.Collect(d.All), func(c clause.Ref) bool { return d.Size(c) == 3 }) {
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
	leaders := &Leaders{Formula: &dimacs.Formula{}}
	for _, h := range f.heads(ctx) {
		f.uses = f.uses[:0]
		if list := f.list(h[0], h[1], h[2]); list != nil {
			leaders.Lists = append(leaders.Lists, list)
			continue
		}
		for _, i := range f.uses {
			f.used[i] = false
		}
	}
	for _, list := range leaders.Lists { // several lists may share their first comparison
		f.use(list[0][0], list[0][1].Not())
	}
	for i, c := range f.clauses {
		if !f.used[i] {
			leaders.Add(lists.Map(c, d.Name)...)
		}
	}
	if ctx.Err() != nil || len(leaders.Lists) == 0 {
		return nil
	}
	return leaders
}

// heads finds the literals n, p and q with the clauses (p, q), (n, p), (n, q) and (-n, -p, -q).
// Together they say p >= -q, and that n is true if and only if p equals -q. These clauses begin a
// list of comparisons. For each clause (-n, -p, -q), heads returns (n, p, q) or (n, q, p), which
// mean the same. It returns nil if ctx has ended.
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

// list returns the comparisons that start with the head (n, p, q). It returns nil if the
// auxiliary variables occur in clauses of another shape, or if another list uses the clauses. It
// marks the clauses that it matched as used and appends them to f.uses, even if it returns nil;
// the clause (p, q), which other lists may share, stays unused.
func (f *leaderFinder) list(n, p, q clause.Lit) (list []Comparison) {
	if !f.use(n, p) || !f.use(n, q) || !f.use(n.Not(), p.Not(), q.Not()) {
		return nil
	}
	for list = append(list, Comparison{p, q.Not()}); ; {
		definitions, consequences := f.unused(n), f.unused(n.Not())
		switch {
		case len(definitions) == 0 && len(consequences) == 0: // all further pairs are fixed and equal
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
		if f.use(n, next.Not()); len(consequences) == 1 && f.use(n.Not(), next) { // this pair is fixed and equal
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

// others returns the literals of c other than l, where c has two or three literals. If c has two,
// q is 0.
func others(c []clause.Lit, l clause.Lit) (p, q clause.Lit) {
	for _, k := range c {
		if k != l {
			p, q = k, p
		}
	}
	return p, q
}

// use marks an unused clause with exactly these literals as used, and appends it to f.uses. It
// reports whether there is such a clause.
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

// unused returns the unused clauses that contain l.
func (f *leaderFinder) unused(l clause.Lit) (list [][]clause.Lit) {
	for _, i := range f.occurrences[l] {
		if !f.used[i] {
			list = append(list, f.clauses[i])
		}
	}
	return list
}
