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
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/internal/parity"
	"queens/dimacs"
)

// conclude reports whether the checker accepts an argument as a refutation of the task. If so, and
// if the task has a proof, it writes a proof of the argument. If the argument has equations, c gives
// the order of variables in their proof; otherwise c is nil. If the checker does not accept a
// refutation, conclude counts that in meter.Rejected. The error is the cause if ctx ends, or an
// error of the proof; refuted is then false.
func (s *refuter) conclude(ctx context.Context, a *argument.Argument, c *parity.Contradiction, meter *engine.Meter) (refuted bool, err error) {
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

// A builder turns closures into an argument.
type builder struct {
	argument.Argument
	refuter     *refuter
	groups      map[groupKey]int    // indexed by sum and hole: the number of the group
	constraints map[*constraint]int // the number of the tally of each constraint that has one
	firsts      []int               // indexed by sum: first of its closure
}

// A groupKey identifies a hole of a sum. Each sum has groups of its own.
type groupKey struct {
	sum  int
	hole int32
}

func newBuilder(s *refuter) *builder {
	return &builder{refuter: s, groups: map[groupKey]int{}, constraints: map[*constraint]int{}}
}

// violation returns an argument with one sum: the pigeons with the given indices in s.pigeons have
// fewer holes than there are pigeons.
func (s *refuter) violation(pigeons []int32) *argument.Argument {
	b := newBuilder(s)
	b.sum(closure{pigeons: pigeons, holes: lists.Map(pigeons, func(p int32) []int32 { return s.pigeons[p].holes })})
	return &b.Argument
}

// sum adds the sum of a closure and returns its number. The sum has a demand for each clause, and at
// least one for each counter with levels in the closure. It also adds their groups and tallies.
func (b *builder) sum(c closure) (number int) {
	number = len(b.Sums)
	b.firsts = append(b.firsts, c.first)
	b.Sums = append(b.Sums, argument.Sum{})
	levels := map[int][]int{} // indexed by counter: the indices of its levels in the closure
	for i, p := range c.pigeons {
		pg := b.refuter.pigeons[p]
		if pg.counter > 0 {
			levels[pg.counter] = append(levels[pg.counter], i)
			continue
		}
		d := argument.Demand{AtLeast: 1, Clause: pg.clause}
		for at, n := range pg.lits {
			b.assign(&d, number, b.refuter.lits[n], c.holes[i][at])
		}
		b.Sums[number].Demands = append(b.Sums[number].Demands, d)
	}
	for i, counter := range b.refuter.counters {
		if list := levels[i+1]; list != nil {
			b.demands(number, counter, c, list)
		}
	}
	return number
}

// demands adds demands for levels of a counter to the sum b.Sums[number], and the groups and tallies
// that they need. The list gives the levels as indices in c.pigeons; demands sorts it. It makes one
// demand for each run of levels whose windows overlap or touch. The demand uses the last bound of its
// tally. It also counts the levels that lie between levels of its run, because the labels of their
// windows have holes already.
func (b *builder) demands(number int, counter *counter, c closure, list []int) {
	level := func(i int) int { return b.refuter.pigeons[c.pigeons[i]].level }
	slices.SortFunc(list, func(i, j int) int { return cmp.Compare(level(i), level(j)) })
	hole := map[clause.Lit]int32{}
	for _, i := range list {
		for at, n := range b.refuter.pigeons[c.pigeons[i]].lits {
			hole[b.refuter.lits[n]] = c.holes[i][at]
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
		if counter.constraint != nil {
			d.Tally, d.From = b.tallyOf(counter.constraint)+1, int32(from)
		} else {
			d.Tally = b.ladder(counter, first, last) + 1
		}
		d.Bound = len(b.Tallies[d.Tally-1].Bounds) - 1
		for _, l := range counter.labels[from:to] {
			b.assign(&d, number, l, hole[l])
		}
		b.Sums[number].Demands = append(b.Sums[number].Demands, d)
	}
}

// assign appends a literal to the demand d of a sum, and assigns it to the group of a hole. It appends the
// literal to the group, too: the group contains only the literals of the hole that the sum uses.
func (b *builder) assign(d *argument.Demand, sum int, l clause.Lit, hole int32) {
	g := b.groupOf(sum, hole)
	b.Groups[g].Lits = append(b.Groups[g].Lits, l)
	d.Lits, d.Groups = append(d.Lits, l), append(d.Groups, int32(g))
}

// groupOf returns the number of the group of a hole in a sum. If necessary, it adds the group, without
// literals; AtMost is the number of true literals that the hole allows.
func (b *builder) groupOf(sum int, hole int32) int {
	key := groupKey{sum, hole}
	g, known := b.groups[key]
	if !known {
		group := argument.Group{AtMost: 1}
		if int(hole) >= b.refuter.doubles {
			group.AtMost = 2
		}
		g = len(b.Groups)
		b.Groups, b.groups[key] = append(b.Groups, group), g
	}
	return g
}

// ladder adds a tally for the levels first to last of a counter with a grid, and returns its number.
// Its labels reach from the start of the first window to the end of the last one. The last bound of
// the tally is unconditional: at least last-first+1 labels are true.
func (b *builder) ladder(c *counter, first, last int) int {
	base := c.windows[first].from
	n := argument.Tally{Labels: c.labels[base:c.windows[last].to]}
	begin := 0 // the index of the first bound of the previous level
	for j := first; j <= last; j++ {
		own := len(n.Bounds)
		for i := c.windows[j].from + 1; i <= c.windows[j].to; i++ {
			at := int32(i - 1 - base)
			reasons, _ := c.reasons(j, i)
			if j > first {
				below := c.windows[j-1]
				k := begin + min(i-1, below.to) - below.from
				n.Pairs = append(n.Pairs, argument.Pair{Parts: [2]int32{int32(k), 0}, Clause: reasons[1]})
			}
			p := argument.Pair{Parts: [2]int32{0, -at - 1}, Clause: reasons[0]}
			if i > c.windows[j].from+1 {
				p.Parts[0] = int32(len(n.Bounds))
			}
			n.Pairs = append(n.Pairs, p)
			n.Bounds = append(n.Bounds, argument.Bound{Lit: c.sum(j, i), Middle: at, To: at + 1, AtLeast: int32(j - first + 1), End: int32(len(n.Pairs))})
		}
		begin = own
	}
	b.Tallies = append(b.Tallies, n)
	return len(b.Tallies) - 1
}

// tallyOf returns the number of the tally of a constraint, and adds the tally if necessary. Its last bound
// is unconditional and about all leaves.
func (b *builder) tallyOf(r *constraint) int {
	number, known := b.constraints[r]
	if !known {
		t := &treeBuilder{refuter: b.refuter, Tally: argument.Tally{Labels: r.leaves}, implied: map[clause.Lit]int32{}, always: map[*leafSet]int32{}}
		t.bound(truth, r.leafSet, 0)
		number = len(b.Tallies)
		b.Tallies, b.constraints[r] = append(b.Tallies, t.Tally), number
	}
	return number
}

// A treeBuilder makes the tally of a leaf set. The tally has bounds for the set and for its parts.
type treeBuilder struct {
	argument.Tally
	refuter *refuter
	implied map[clause.Lit]int32 // indexed by literal: 1 + the index of its bound
	always  map[*leafSet]int32   // 1 + the index of the unconditional bound of each leaf set
}

// bound returns the number that represents the literal l in argument.Pair.Parts. The part is the
// leaf set t, and its first leaf is at position from of the labels. The number is 0 for falsity, and
// negative if l is the only leaf of t. For truth, it refers to the unconditional bound of t. Any
// other l must have an implied bound on t. If the tally does not have a bound for the number yet,
// bound adds it, after the bounds that it relies on.
func (b *treeBuilder) bound(l clause.Lit, t *leafSet, from int32) int32 {
	pairs, least, alias := t.pairs, t.least, clause.Lit(0)
	switch {
	case l == falsity:
		return 0
	case l == t.id:
		return -from - 1
	case l == truth:
		if k := b.always[t]; k > 0 {
			return k
		}
	case b.implied[l] > 0:
		return b.implied[l]
	default:
		s := b.refuter.implied[l]
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
