package cardinality

import (
	"cmp"
	"context"
	"math"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// never is a number that no total reaches.
const never = math.MaxInt32

// A total is a set of literals, its leaves: one, or those of two totals, its parts.
type total struct {
	parts [2]*total
	leaf  clause.Lit // with parts a number of its own above those of literals
	size  int
	pairs []pair // what clauses say of it
	least int    // so many are true for that; -1 if it is not known yet
	inner bool   // it is a part of one that says more than its parts
}

// A root is a total that says more than its parts and is a part of none that does, with its
// leaves from left to right.
type root struct {
	*total
	leaves []clause.Lit
}

// A statement is what a literal implies about a total: the pairs, and so that it reaches least.
type statement struct {
	of    *total
	pairs []pair
	least int
	round int // in which it was found
}

// A pair is that one of the parts reaches a number, as a literal implies: falsity for never.
type pair struct {
	lits  [2]clause.Lit
	reach [2]int
}

// A totalFinder finds what literals imply about totals, from the leaves on.
type totalFinder struct {
	*clause.Database
	work       *int
	pairs      []int32           // by literal: binary clauses
	short      [][3]clause.Lit   // clauses; falsity in place of a literal that is false
	in         []int32           // the numbers of such clauses, those with one literal after those with another
	ends       []int32           // by literal: where those with it end
	statements []*statement      // by literal
	totals     map[uint64]*total // by the leaves of the parts, the smaller one first
	order      []*total
	open       []open
	last       []int32 // by literal: 1 + the last of open, 0 for none
	halves     []half  // those of one literal
}

// A half is a pair, as long as it is not known of what total.
type half struct {
	lits [2]clause.Lit
	of   [2]*statement
}

// An open half is implied by a literal that has no statement yet.
type open struct {
	half
	before int32 // 1 + the one before it of its literal
}

// findTotals returns totals of which some literals are true, with what literals imply about
// them and their parts. It knows sequential counters and totalizers, also those with but the
// implications that they need, by clauses of three literals, one of which implies that one or the
// other total reaches a number, and binary ones for where one of them cannot. What it finds
// holds whatever the clauses were meant to be. Leaves are literals of long clauses, or that
// exclude many others.
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

// leaves makes statements of the literals that may be leaves, if there are ternary clauses.
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
			f.short = clause.Append(ctx, f.short, short)
		}
	}
	if len(f.short) == 0 {
		return nil
	}
	*f.work -= 4 * len(f.short)
	for _, c := range long {
		*f.work -= 2 * f.Size(c)
	}
	if *f.work < 0 { // before anything is made
		return nil
	}
	if f.statements = clause.Make[*statement](ctx, f.NumLits()); f.statements == nil {
		return nil
	}
	add := func(l clause.Lit) {
		if f.statements[l] == nil {
			made := &struct { // at once
				statement
				total
			}{statement{least: 1}, total{leaf: l, size: 1}}
			made.of = &made.total
			f.statements[l] = &made.statement
			list = append(list, l)
		}
	}
	for l := range clause.Until(ctx, f.Literals) {
		if n := f.pairs[l.Not()]; n > 3 && n >= 2*f.pairs[l] && f.Value(l) == 0 {
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

// list lists the short clauses by literal.
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

// with returns the short clauses with a literal.
func (f *totalFinder) with(l clause.Lit) []int32 {
	start := int32(0)
	if l > 0 {
		start = f.ends[l-1]
	}
	return f.in[start:f.ends[l]]
}

// next makes statements of what clauses with new ones imply.
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
				imply(w.Lit().Not(), half{[2]clause.Lit{k, falsity}, [2]*statement{s, nil}})
			}
		}
		for _, c := range f.with(k) {
			lits := f.short[c]
			at := slices.Index(lits[:], k)
			x, y := lits[(at+1)%3], lits[(at+2)%3]
			for range 2 {
				switch {
				case x == falsity:
					imply(y.Not(), half{[2]clause.Lit{k, falsity}, [2]*statement{s, nil}})
				case y != falsity:
					if t := f.statements[x]; t != nil && (k < x || t.round < s.round) {
						imply(y.Not(), half{[2]clause.Lit{k, x}, [2]*statement{s, t}})
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

// state returns the statement of a literal, or nil if it is not known of what total it is.
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
			return &statement{of: of[0], least: halves[0].of[0].least, pairs: []pair{{[2]clause.Lit{halves[0].lits[0], falsity}, [2]int{never, never}}}}
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

// union returns the total of two parts.
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

// append appends what a half says of a total to pairs, if it does.
func (t *total) append(pairs []pair, h half) []pair {
	p := pair{[2]clause.Lit{falsity, falsity}, [2]int{never, never}}
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

// addTrue adds what binary clauses say of totals.
func (f *totalFinder) addTrue(ctx context.Context) {
	add := func(k, l clause.Lit) {
		s, t := f.statements[k], f.statements[l]
		if s != nil && t != nil && s.of != t.of && s.of.size+t.of.size > 2 {
			u := f.union([2]*total{s.of, t.of})
			u.pairs = u.append(u.pairs, half{[2]clause.Lit{k, l}, [2]*statement{s, t}})
		}
	}
	for k := range clause.Until(ctx, f.Literals) {
		if f.statements[k] == nil {
			continue
		}
		*f.work -= len(f.Watching(k))
		for _, w := range f.Watching(k) {
			if l := w.Lit(); w.IsBinary() && k < l {
				add(k, l)
			}
		}
	}
	for c := range clause.Until(ctx, slices.Values(f.short)) {
		slices.Sort(c[:]) // falsity is last
		if c[1] != falsity && c[2] == falsity {
			add(c[0], c[1])
		}
	}
}

// leastOf returns how many of a total are true, as clauses say of it and its parts.
func (t *total) leastOf() int {
	if t.least < 0 {
		for i, part := range t.parts {
			if n := part.leastOf(); n > 0 {
				p := pair{[2]clause.Lit{falsity, falsity}, [2]int{never, never}}
				p.lits[i], p.reach[i] = truth, n
				t.pairs = append(t.pairs, p)
			}
		}
		t.pairs, t.least = frontier(t.pairs)
	}
	return t.least
}

// frontier returns the pairs that do not follow from another, by what the left part reaches,
// and how many the parts have for that.
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

// findLeaves sets the leaves of a part. It reports whether no part is there twice.
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
