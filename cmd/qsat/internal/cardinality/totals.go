package cardinality

import (
	"cmp"
	"context"
	"math"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// This file finds lower bounds on numbers of true literals ("at least k of these n") that a
// formula encodes with a totalizer or a sequential counter. It works bottom-up:
//
//  1. Literals that the encoding may count are leaves. A literal x states about itself: if x
//     is true, the set {x} contains at least 1 true leaf.
//  2. A clause (-s, k, l) means: s implies k or l. If k implies that a set A contains at least
//     a true leaves, and l implies that a set B contains at least b, then s implies
//     "A >= a or B >= b". A binary clause (-s, k) gives "A >= a".
//  3. All such implications of s together give a lower bound on A+B. So s now makes a
//     statement about the union of A and B, and step 2 applies to the clauses with s.
//  4. The loop ends when no literal gets a new statement. Binary clauses (k, l) between
//     literals with statements then say, without any condition, "A >= a or B >= b". Their
//     lower bounds on A+B are the result.
//
// For example, a totalizer over the leaves x1 to x4 has the sums a1, a2 of x1 and x2, the sums
// b1, b2 of x3 and x4, and the sums r1 to r4 of all leaves. Sum i implies at least i true
// leaves. Suppose that r2 is asserted ("at least 2 of 4"):
//
//	clauses                       statement
//	(-a1, x1, x2)                 a1: x1 >= 1 or x2 >= 1         so x1+x2 >= 1
//	(-a2, x1), (-a2, x2)          a2: x1 >= 1, and x2 >= 1       so x1+x2 >= 2
//	(-b1, x3, x4)                 b1: x3 >= 1 or x4 >= 1         so x3+x4 >= 1
//	(-b2, x3), (-b2, x4)          b2: x3 >= 1, and x4 >= 1       so x3+x4 >= 2
//	(-r2, a1, b2), (-r2, a2, b1)  r2: A >= 1 or B >= 2, and
//	                                  A >= 2 or B >= 1           so A+B >= 2
//
// where A = x1+x2 and B = x3+x4. Because r2 is true, the clauses in the last line are the
// binary clauses (a1, b2) and (a2, b1). So {x1, .., x4} is a root with least = 2.
//
// In the code, a set of leaves is a total, and A and B are its parts. The bounds that a
// literal implies are its statement. "A >= a or B >= b" is a pair. A pair whose total is not
// known yet is a half. A result is a root.

// never is the reach of falsity. It exceeds the size of every total.
const never = math.MaxInt32

// A total is a set of literals, its leaves: either one literal, or the union of the leaves of
// two totals, its parts.
type total struct {
	parts [2]*total  // nil for one literal
	leaf  clause.Lit // the literal; with parts, a unique number >= NumLits that identifies the total
	size  int        // the number of leaves
	pairs []pair     // bounds on the parts that hold in every model
	least int        // the number of true leaves that pairs imply, 0 for one literal; -1 before leastOf
	inner bool       // part of a total whose least exceeds the sum of its parts' least
}

// A root is a result of findTotals: in every model at least least of the leaves are true. Its
// least is at least 2 and exceeds the sum of its parts' least, and the total is not inner. The
// leaves are in the order of the tree, from left to right, and distinct.
type root struct {
	*total
	leaves []clause.Lit
}

// A statement belongs to a literal. The literal implies every pair about the total of, and
// hence that at least least leaves of the total are true. If alias is a literal, the literal
// implies alias, which has a statement about the same total, and there are no pairs.
type statement struct {
	of    *total
	pairs []pair
	alias clause.Lit
	least int
	round int // of the loop in findTotals that found the statement; 0 for leaves
}

// A pair is a bound on the parts of a total: part 0 contains at least reach[0] true leaves, or
// part 1 contains at least reach[1]. It comes from a clause with the literals lits, because
// lits[i] implies the bound on part i. If the clause has no literal for part i, lits[i] is
// falsity and reach[i] is never. If the bound on part i holds in every model, lits[i] is truth.
type pair struct {
	lits   [2]clause.Lit
	reach  [2]int
	clause clause.Ref // 0 if it is binary
}

// A totalFinder holds the state of findTotals.
type totalFinder struct {
	*clause.Database
	work       *int              // budget left: about one unit per literal or watch read
	pairs      []int32           // indexed by literal: the number of binary clauses with it
	short      [][3]clause.Lit   // clauses of three literals; falsity replaces false literals
	refs       []clause.Ref      // indexed like short: where the clauses are
	in         []int32           // indices into short, grouped by literal; see with
	ends       []int32           // indexed by literal: the end of its group in in
	statements []*statement      // indexed by literal; nil if there is no statement
	totals     map[uint64]*total // totals with parts; the key has the parts' leaf, smaller first
	order      []*total          // totals with parts, parts before unions
	open       []open            // linked lists of halves, one list per literal
	last       []int32           // indexed by literal: 1 + index in open of its last half, or 0
	halves     []half            // buffer for state
}

// A half is a pair before the order of the parts is known: lits[i] implies the statement of[i].
// For a binary clause, lits[1] is falsity and of[1] is nil.
type half struct {
	lits   [2]clause.Lit
	of     [2]*statement
	clause clause.Ref // 0 if it is binary
}

// An open half is implied by a literal that has no statement yet.
type open struct {
	half
	before int32 // 1 + index in open of the previous half of the same literal, or 0
}

// findTotals returns the roots of the formula, and all statements, indexed by literal. The
// argument pairs holds the number of binary clauses with each literal. It returns nil if work
// runs out or if the formula has no candidates.
//
// It recognizes totalizers and sequential counters, also if they contain only the implications
// from sums to leaves. Every result follows from the clauses, whatever their author meant. The
// bounds may be weaker than the encoding: for example, a binary clause of two leaves is
// ignored, and a literal keeps its first statement.
//
// Sources: O. Bailleux and Y. Boufkhad, "Efficient CNF Encoding of Boolean Cardinality
// Constraints", CP 2003, for the totalizer; C. Sinz, "Towards an Optimal CNF Encoding of Boolean
// Cardinality Constraints", CP 2005, for the counter.
func findTotals(ctx context.Context, d *clause.Database, pairs []int32, work *int) (roots []*root, statements []*statement) {
	f := &totalFinder{Database: d, work: work, pairs: pairs, totals: map[uint64]*total{}}
	for news, round := f.leaves(ctx), 1; len(news) > 0 && *work >= 0; round++ {
		news = f.next(ctx, news, round)
	}
	if *work < 0 || f.in == nil {
		return nil, nil
	}
	f.addTrue(ctx)
	for t := range clause.Until(ctx, slices.Values(f.order)) {
		if t.leastOf() > t.parts[0].leastOf()+t.parts[1].leastOf() {
			t.parts[0].inner, t.parts[1].inner = true, true
		}
	}
	visited := map[*total]*total{}
	for t := range clause.Until(ctx, slices.Values(f.order)) {
		if !t.inner && t.least > max(1, t.parts[0].least+t.parts[1].least) {
			r := &root{total: t}
			if r.findLeaves(t, visited, work) {
				roots = append(roots, r)
			}
		}
	}
	if *work < 0 {
		return nil, nil
	}
	return roots, f.statements
}

// leaves collects the clauses of three literals in short, gives each unassigned literal that may be
// a leaf a statement about itself, and returns these literals. A leaf is a literal of a clause of four
// or more literals, in either sign, or a literal that excludes many others: more than 3 binary
// clauses contain its negation, and at least twice as many as contain the literal. It returns
// nil if there is no candidate, no clause of three literals, or too little work left.
func (f *totalFinder) leaves(ctx context.Context) (list []clause.Lit) {
	var long []clause.Ref
	for c := range f.All(ctx) {
		lits := f.Lits(c)
		if *f.work--; *f.work < 0 {
			return nil
		}
		switch {
		case f.Has(c, clause.Learned) || slices.ContainsFunc(lits, func(l clause.Lit) bool { return f.Value(l) > 0 }):
		case len(lits) > 3:
			long = clause.Append(ctx, long, c)
		default:
			short := [3]clause.Lit(lits)
			for i, l := range lits {
				if f.Value(l) < 0 {
					short[i] = falsity
				}
			}
			f.short, f.refs = clause.Append(ctx, f.short, short), clause.Append(ctx, f.refs, c)
		}
	}
	if len(f.short) == 0 {
		return nil
	}
	*f.work -= 4 * len(f.short)
	for _, c := range long {
		*f.work -= 2 * f.Size(c)
	}
	if *f.work < 0 { // before memory is allocated
		return nil
	}
	if f.statements = clause.Make[*statement](ctx, f.NumLits()); f.statements == nil {
		return nil
	}
	add := func(l clause.Lit) {
		if f.statements[l] == nil && f.Value(l) == 0 {
			made := &struct { // one allocation for both
				statement
				total
			}{statement{least: 1}, total{leaf: l, size: 1}}
			made.of = &made.total
			f.statements[l] = &made.statement
			list = append(list, l)
		}
	}
	for l := range clause.Until(ctx, f.Literals) {
		if n := f.pairs[l.Not()]; n > 3 && n >= 2*f.pairs[l] {
			add(l)
		}
	}
	for c := range clause.Until(ctx, slices.Values(long)) {
		for _, l := range f.Lits(c) {
			add(l)
			add(l.Not())
		}
	}
	if len(list) == 0 || ctx.Err() != nil {
		return nil
	}
	if f.list(ctx); f.in == nil {
		return nil
	}
	return list
}

// list builds the index of the short clauses by literal, for with. It leaves f.in nil if ctx
// ends.
func (f *totalFinder) list(ctx context.Context) {
	f.ends, f.last = clause.Make[int32](ctx, f.NumLits()), clause.Make[int32](ctx, f.NumLits())
	each := func(do func(c int32, l clause.Lit)) {
		c := int32(0)
		for lits := range clause.Until(ctx, slices.Values(f.short)) {
			for _, l := range lits {
				if l != falsity {
					do(c, l)
				}
			}
			c++
		}
	}
	if f.ends == nil || f.last == nil {
		return
	}
	each(func(_ int32, l clause.Lit) { f.ends[l]++ })
	n := int32(0)
	for l, k := range f.ends {
		f.ends[l] = n
		n += k
	}
	if f.in = clause.Make[int32](ctx, int(n)); f.in == nil {
		return
	}
	each(func(c int32, l clause.Lit) {
		f.in[f.ends[l]] = c
		f.ends[l]++
	})
}

// with returns the indices of the short clauses that contain l.
func (f *totalFinder) with(l clause.Lit) []int32 {
	start := int32(0)
	if l > 0 {
		start = f.ends[l-1]
	}
	return f.in[start:f.ends[l]]
}

// next runs one round: it reads the clauses that contain literals in news, whose statements
// the previous round found, and gives statements to literals that imply them. It returns the
// literals with new statements.
func (f *totalFinder) next(ctx context.Context, news []clause.Lit, round int) (list []clause.Lit) {
	var touched []clause.Lit
	imply := func(l clause.Lit, h half) {
		if f.statements[l] == nil {
			if h.of[1] != nil && h.of[1].of == h.of[0].of {
				return
			}
			f.open = append(f.open, open{h, f.last[l]})
			f.last[l] = int32(len(f.open))
			touched = append(touched, l)
			*f.work -= 4
		}
	}
	for k := range clause.Until(ctx, slices.Values(news)) {
		s := f.statements[k]
		*f.work -= len(f.Watching(k)) + 4*len(f.with(k))
		for _, w := range f.Watching(k) {
			if w.IsBinary() {
				imply(w.Lit().Not(), half{[2]clause.Lit{k, falsity}, [2]*statement{s, nil}, 0})
			}
		}
		for _, c := range f.with(k) {
			lits := f.short[c]
			at := slices.Index(lits[:], k)
			x, y := lits[(at+1)%3], lits[(at+2)%3]
			for range 2 {
				switch {
				case x == falsity:
					imply(y.Not(), half{[2]clause.Lit{k, falsity}, [2]*statement{s, nil}, f.refs[c]})
				case y != falsity:
					if t := f.statements[x]; t != nil && (k < x || t.round < s.round) {
						imply(y.Not(), half{[2]clause.Lit{k, x}, [2]*statement{s, t}, f.refs[c]})
					}
				}
				x, y = y, x
			}
		}
	}
	clause.Sort(ctx, touched, cmp.Compare)
	for l := range clause.Until(ctx, slices.Values(slices.Compact(touched))) {
		if s := f.state(l); s != nil {
			f.statements[l], s.round = s, round
			list = append(list, l)
		}
	}
	return list
}

// state returns the statement that follows from the open halves of l, or nil if they do not
// determine its total or if no model can make l true.
//
// The total is the union of two totals, from a clause of three literals if there is such a
// half, else from two binary clauses. Halves about other totals are ignored. If l has a single
// binary clause and no other short clause, it implies just one literal k, and the statement is
// about the total of k.
func (f *totalFinder) state(l clause.Lit) *statement {
	halves := f.halves[:0]
	for i := f.last[l]; i != 0; i = f.open[i-1].before {
		halves = append(halves, f.open[i-1].half)
	}
	slices.Reverse(halves)
	f.halves = halves
	var of [2]*total
	for _, h := range halves {
		switch {
		case h.of[1] != nil:
			of = [2]*total{h.of[0].of, h.of[1].of}
		case of[0] == nil:
			of[0] = h.of[0].of
		case of[1] == nil && h.of[0].of != of[0]:
			of[1] = h.of[0].of
		}
	}
	if of[1] == nil {
		if len(halves) == 1 && f.pairs[l.Not()] == 1 && len(f.with(l.Not())) == 0 {
			return &statement{of: of[0], least: halves[0].of[0].least, alias: halves[0].lits[0]}
		}
		return nil
	}
	t := f.union(of)
	s := &statement{of: t, pairs: make([]pair, 0, len(halves))}
	for _, h := range halves {
		s.pairs = t.append(s.pairs, h)
	}
	s.pairs, s.least = frontier(s.pairs)
	if *f.work -= 4 * len(halves); s.least > t.size {
		return nil
	}
	return s
}

// union returns the total with the given parts, in either order, and creates it if necessary.
func (f *totalFinder) union(of [2]*total) *total {
	key := uint64(min(of[0].leaf, of[1].leaf))<<32 | uint64(max(of[0].leaf, of[1].leaf))
	t := f.totals[key]
	if t == nil {
		t = &total{parts: of, size: of[0].size + of[1].size, least: -1, leaf: clause.Lit(f.NumLits() + len(f.order))}
		f.totals[key] = t
		f.order = append(f.order, t)
	}
	return t
}

// append appends to pairs the pair that h means for t. If a statement of h is not about a part
// of t, it returns pairs unchanged.
func (t *total) append(pairs []pair, h half) []pair {
	p := pair{[2]clause.Lit{falsity, falsity}, [2]int{never, never}, h.clause}
	for i, s := range h.of {
		if s == nil {
			continue
		}
		at := slices.Index(t.parts[:], s.of)
		if at < 0 {
			return pairs
		}
		p.lits[at], p.reach[at] = h.lits[i], s.least
	}
	return append(pairs, p)
}

// addTrue adds a pair to the union of two totals for every binary clause of literals with
// statements about them. Binary clauses include short clauses with one false literal. Clauses
// of two leaves are skipped.
func (f *totalFinder) addTrue(ctx context.Context) {
	add := func(k, l clause.Lit, c clause.Ref) {
		s, t := f.statements[k], f.statements[l]
		if s != nil && t != nil && s.of != t.of && s.of.size+t.of.size > 2 {
			u := f.union([2]*total{s.of, t.of})
			u.pairs = u.append(u.pairs, half{[2]clause.Lit{k, l}, [2]*statement{s, t}, c})
		}
	}
	for k := range clause.Until(ctx, f.Literals) {
		if f.statements[k] == nil {
			continue
		}
		*f.work -= len(f.Watching(k))
		for _, w := range f.Watching(k) {
			if l := w.Lit(); w.IsBinary() && k < l {
				add(k, l, 0)
			}
		}
	}
	for i, c := range f.short {
		if clause.Ended(ctx, i) {
			return
		}
		slices.Sort(c[:]) // falsity is last
		if c[1] != falsity && c[2] == falsity {
			add(c[0], c[1], f.refs[i])
		}
	}
}

// leastOf returns the number of leaves of t that are true in every model, at least, according to
// the pairs of t and of its parts. The first call adds the bounds of the parts to t.pairs.
func (t *total) leastOf() int {
	if t.least < 0 {
		for i, part := range t.parts {
			if n := part.leastOf(); n > 0 {
				p := pair{[2]clause.Lit{falsity, falsity}, [2]int{never, never}, 0}
				p.lits[i], p.reach[i] = truth, n
				t.pairs = append(t.pairs, p)
			}
		}
		t.pairs, t.least = frontier(t.pairs)
	}
	return t.least
}

// frontier removes the pairs that another pair implies, and returns the others with reach[0]
// ascending and reach[1] descending. The result least is the smallest number of true leaves with
// which all pairs hold. The pairs (1, 2) and (2, 1), for example, hold with 0+2, 1+1 or 2+0 true
// leaves in parts 0 and 1, so least is 2. Without pairs, least is 0. It reuses the slice.
func frontier(pairs []pair) (list []pair, least int) {
	slices.SortFunc(pairs, func(p, q pair) int {
		return cmp.Or(cmp.Compare(q.reach[0], p.reach[0]), cmp.Compare(q.reach[1], p.reach[1]))
	})
	list = pairs[:0]
	for _, p := range pairs {
		if len(list) == 0 || p.reach[1] > list[len(list)-1].reach[1] {
			list = append(list, p)
		}
	}
	slices.Reverse(list)
	least, left := never, 0
	for _, p := range list {
		least, left = min(least, left+p.reach[1]), p.reach[0]
	}
	return list, min(least, left)
}

// findLeaves appends the leaves of part to r.leaves, from left to right. It reports whether the
// tree contains each total at most once; otherwise a leaf would count twice. The map visited
// holds the last root that reached each total.
func (r *root) findLeaves(part *total, visited map[*total]*total, work *int) bool {
	if *work--; visited[part] == r.total {
		return false
	}
	visited[part] = r.total
	if part.size == 1 {
		r.leaves = append(r.leaves, part.leaf)
		return true
	}
	return r.findLeaves(part.parts[0], visited, work) && r.findLeaves(part.parts[1], visited, work)
}
