package cardinality

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/derive"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/parity"
	"queens/dimacs"
)

// conclude reports whether the checker accepts an argument that refutes the task, and writes
// its proof if one is wanted. A contradiction modulo 2 gives the order of variables in the
// proof.
func (s *search) conclude(ctx context.Context, a *argument.Argument, c *parity.Contradiction, meter *engine.Meter) (refuted bool, err error) {
	check := checker.New(s.Database)
	if err := check.Check(ctx, a); err != nil || !check.Refuted {
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		meter.Rejected++
		return false, nil
	}
	if s.task.Proof == nil {
		return true, nil
	}
	var rank []int32
	if c != nil {
		rank = c.Rank()
	}
	err = derive.Refutation(ctx, s.task.Proof, check, a, rank, dimacs.Lit(s.task.Formula.Vars))
	return err == nil, err
}

// A builder makes an argument of closures.
type builder struct {
	argument.Argument
	search *search
	groups map[groupKey]int // the numbers of groups
	totals map[*root]int    // the numbers of counts
	firsts []int            // for each sum, the clique that its holes were filled from
}

// A groupKey is a sum and a hole of it.
type groupKey struct {
	sum  int
	hole int32
}

func newBuilder(s *search) *builder {
	return &builder{search: s, groups: map[groupKey]int{}, totals: map[*root]int{}}
}

// violation returns the argument that some pigeons are more than their holes.
func (s *search) violation(pigeons []int32) *argument.Argument {
	b := newBuilder(s)
	c := closure{pigeons: pigeons}
	for _, p := range pigeons {
		c.holes = append(c.holes, s.pigeons[p].holes)
	}
	b.sum(c)
	return &b.Argument
}

// sum adds the sum of a closure: a demand for each clause, and one for the levels of each
// counter. It returns the number of the sum.
func (b *builder) sum(c closure) (number int) {
	number = len(b.Sums)
	b.firsts = append(b.firsts, c.first)
	b.Sums = append(b.Sums, argument.Sum{})
	levels := map[int][]int{} // by counter: indices in the closure
	for i, p := range c.pigeons {
		pg := b.search.pigeons[p]
		if pg.counter > 0 {
			levels[pg.counter] = append(levels[pg.counter], i)
			continue
		}
		d := argument.Demand{AtLeast: 1, Clause: pg.clause}
		for at, n := range pg.lits {
			b.assign(&d, number, b.search.lits[n], c.holes[i][at])
		}
		b.Sums[number].Demands = append(b.Sums[number].Demands, d)
	}
	for i, counter := range b.search.counters {
		if list := levels[i+1]; list != nil {
			b.demands(number, counter, c, list)
		}
	}
	return number
}

// demands adds demands for levels of a counter, given as indices in a closure: one for each run
// of levels whose windows overlap or touch. Levels between them, which need no other holes,
// count as well.
func (b *builder) demands(number int, counter *counter, c closure, list []int) {
	level := func(i int) int { return b.search.pigeons[c.pigeons[i]].level }
	slices.SortFunc(list, func(i, j int) int { return cmp.Compare(level(i), level(j)) })
	hole := map[clause.Lit]int32{}
	for _, i := range list {
		for at, n := range b.search.pigeons[c.pigeons[i]].lits {
			hole[b.search.lits[n]] = c.holes[i][at]
		}
	}
	for len(list) > 0 {
		n, first := 1, level(list[0])
		for n < len(list) && counter.windows[level(list[n])].from <= counter.windows[level(list[n-1])].to {
			n++
		}
		last := level(list[n-1])
		list = list[n:]
		from, to := counter.windows[first].from, counter.windows[last].to
		d := argument.Demand{AtLeast: last - first + 1}
		if counter.total != nil {
			d.Count, d.From = b.total(counter.total)+1, int32(from)
		} else {
			d.Count = b.ladder(counter, first, last) + 1
		}
		d.Bound = len(b.Counts[d.Count-1].Bounds) - 1
		for _, l := range counter.labels[from:to] {
			b.assign(&d, number, l, hole[l])
		}
		b.Sums[number].Demands = append(b.Sums[number].Demands, d)
	}
}

// assign adds a literal to a demand of a sum, and assigns it to the group of a hole. A group
// has the literals that the sum needs.
func (b *builder) assign(d *argument.Demand, sum int, l clause.Lit, hole int32) {
	g := b.groupOf(sum, hole)
	b.Groups[g].Lits = append(b.Groups[g].Lits, l)
	d.Lits, d.Groups = append(d.Lits, l), append(d.Groups, int32(g))
}

// groupOf returns the group of a hole in a sum.
func (b *builder) groupOf(sum int, hole int32) int {
	key := groupKey{sum, hole}
	g, known := b.groups[key]
	if !known {
		group := argument.Group{AtMost: 1}
		if s := b.search; int(hole) >= s.doubles {
			group.AtMost = 2
			if t := s.twos[(int(hole)-s.doubles)/2].total; t != nil {
				group.Count = b.total(t) + 1
				group.Bound = len(b.Counts[group.Count-1].Bounds) - 1
			}
		}
		g = len(b.Groups)
		b.Groups, b.groups[key] = append(b.Groups, group), g
	}
	return g
}

// ladder adds the count of the levels of a counter from first to last, and returns its number.
// Its last bound always holds.
func (b *builder) ladder(c *counter, first, last int) int {
	base := c.windows[first].from
	n := argument.Count{Labels: c.labels[base:c.windows[last].to]}
	begin := 0 // the bounds of the level before
	for j := first; j <= last; j++ {
		l, own := c.levels[j], len(n.Bounds)
		for i, lit := range l.sums {
			at := int32(l.start + i - base)
			p := argument.Pair{Parts: [2]int32{0, -at - 1}, Clause: l.clauses[i]}
			if i > 0 {
				p.Parts[0] = int32(len(n.Bounds))
			}
			n.Pairs = append(n.Pairs, p)
			if j > first {
				before := c.levels[j-1]
				k := begin + min(l.start+i-1-before.start, len(before.sums)-1)
				n.Pairs = append(n.Pairs, argument.Pair{Parts: [2]int32{int32(k) + 1, 0}})
			}
			n.Bounds = append(n.Bounds, argument.Bound{Lit: lit, Middle: at, To: at + 1, AtLeast: int32(j - first + 1), End: int32(len(n.Pairs))})
		}
		begin = own
	}
	b.Counts = append(b.Counts, n)
	return len(b.Counts) - 1
}

// total returns the number of the count of a root, which it adds if necessary. The last bound of
// the count always holds and is about all leaves.
func (b *builder) total(r *root) int {
	number, known := b.totals[r]
	if !known {
		t := &treeBuilder{search: b.search, Count: argument.Count{Labels: r.leaves}, implied: map[clause.Lit]int32{}, always: map[*total]int32{}}
		t.bound(truth, r.total, 0)
		number = len(b.Counts)
		b.Counts, b.totals[r] = append(b.Counts, t.Count), number
	}
	return number
}

// A treeBuilder makes a count of a total and its parts.
type treeBuilder struct {
	argument.Count
	search  *search
	implied map[clause.Lit]int32 // 1 + the bound of a literal
	always  map[*total]int32     // 1 + the bound of a total that always holds
}

// bound returns what a pair has for a literal and a part: the total t, whose first leaf is at
// position from. It adds the bound of the literal if necessary.
func (b *treeBuilder) bound(l clause.Lit, t *total, from int32) int32 {
	pairs, least, alias := t.pairs, t.least, clause.Lit(0)
	switch {
	case l == falsity:
		return 0
	case l == t.leaf:
		return -from - 1
	case l == truth:
		if k := b.always[t]; k > 0 {
			return k
		}
	case b.implied[l] > 0:
		return b.implied[l]
	default:
		s := b.search.statements[l]
		pairs, least, alias = s.pairs, s.least, s.alias
	}
	own, middle := []argument.Pair(nil), from+int32(t.size)
	if alias != 0 {
		own = append(own, argument.Pair{Parts: [2]int32{b.bound(alias, t, from)}})
	} else {
		middle = from + int32(t.parts[0].size)
		for _, p := range pairs {
			parts := [2]int32{b.bound(p.lits[0], t.parts[0], from), b.bound(p.lits[1], t.parts[1], middle)}
			own = append(own, argument.Pair{Parts: parts, Clause: p.clause})
		}
	}
	b.Pairs = append(b.Pairs, own...)
	b.Bounds = append(b.Bounds, argument.Bound{Lit: l, From: from, Middle: middle, To: from + int32(t.size), AtLeast: int32(least), End: int32(len(b.Pairs))})
	k := int32(len(b.Bounds))
	if l == truth {
		b.always[t] = k
	} else {
		b.implied[l] = k
	}
	return k
}
