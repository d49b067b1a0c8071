package cardinality

import (
	"context"
	"iter"
	"math"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// truth and falsity stand for constants in place of literals of the formula.
const (
	truth   clause.Lit = 1<<32 - 2
	falsity            = truth + 1
)

// A counter is a list of literals, its labels, of which at least size are true. Its windows
// give, for each number from 1 to size, the labels at which the number of true ones can reach
// it. Both ends of the windows ascend.
type counter struct {
	labels  []clause.Lit
	windows []window
	levels  []*level // that say so; nil for a total
	total   *root
}

// A window is an interval of labels.
type window struct{ from, to int }

// A level says that the number of true labels reaches a certain value: sums[i] that it does so
// at the i-th label or before, the last of them always.
type level struct {
	labels  []clause.Lit
	sums    []clause.Lit // the last is truth
	clauses []clause.Ref // clauses[i] says that sums[i] implies sums[i-1] or labels[i]; 0 if it is binary
	start   int          // position of the first label in the counter
}

// at returns the literal that says that the number is reached at a position of the counter.
func (l *level) at(position int) clause.Lit {
	switch i := position - l.start; {
	case i < 0:
		return falsity
	case i >= len(l.sums):
		return truth
	default:
		return l.sums[i]
	}
}

// A link is a step of a level: before implies after, and after implies before or the label by
// a clause.
type link struct {
	before, after, label clause.Lit
	clause               clause.Ref
}

// A counterFinder finds counters.
type counterFinder struct {
	*clause.Database
	pairs []int32 // by literal: binary clauses
	work  *int
	links []link
	out   []int32 // by literal: the last link that begins with it, in one direction or the other; see from
	other []int32 // by link and direction: the one before with the same beginning
	label []bool  // variables of labels
	sum   []bool  // and of sums
}

// counters returns the counters of the formula. It finds them by clauses of three literals and
// the binary clauses that make links of them. Names, signs, and which end is the first play no
// part.
func counters(ctx context.Context, d *clause.Database, pairs []int32, work *int) (list []*counter) {
	f := newCounterFinder(d, pairs, work)
	f.find(ctx)
	levels := f.chains(ctx)
	at := map[clause.Lit][]*level{}
	for _, l := range levels {
		for _, x := range l.labels {
			at[x] = append(at[x], l)
		}
	}
	placed, labelled := map[*level]bool{}, make([]*counter, d.Vars+1)
	for first := range clause.Until(ctx, slices.Values(levels)) {
		if placed[first] {
			continue
		}
		group := []*level{first}
		placed[first] = true
		for i := 0; i < len(group); i++ {
			l := group[i]
			for _, other := range at[l.labels[len(l.labels)/2]] {
				if !placed[other] && other.align(l) {
					placed[other] = true
					group = append(group, other)
				}
			}
		}
		slices.SortStableFunc(group, func(a, b *level) int { return a.start - b.start })
		for len(group) > 0 {
			c := &counter{}
			offset := group[0].start
			for len(group) > 0 && (len(c.levels) == 0 || f.follows(c.levels[len(c.levels)-1], group[0])) && c.add(group[0], offset, labelled) {
				group = group[1:]
			}
			if len(c.levels) == 0 { // it has a label twice
				group = group[1:]
				continue
			}
			for _, l := range c.levels {
				l.start -= offset
				c.windows = append(c.windows, window{l.start, l.start + len(l.labels)})
			}
			list = append(list, c)
		}
	}
	return list
}

// add adds a level, unless its labels do not continue those of the counter with other variables.
// The slice labelled holds, for each variable, the last counter with a label of it.
func (c *counter) add(l *level, offset int, labelled []*counter) bool {
	start := l.start - offset
	known := len(c.labels) - start
	if known < 0 || known > len(l.labels) || !slices.Equal(c.labels[start:], l.labels[:known]) {
		return false
	}
	for i, x := range l.labels[known:] {
		if labelled[x.Var()] == c {
			for _, x := range l.labels[known : known+i] {
				labelled[x.Var()] = nil
			}
			return false
		}
		labelled[x.Var()] = c
	}
	c.labels, c.levels = append(c.labels, l.labels[known:]...), append(c.levels, l)
	return true
}

// Sums returns by variable whether it may be a sum of a counter, as a link has it.
func Sums(ctx context.Context, d *clause.Database) []bool {
	s := &search{Database: d, work: math.MaxInt}
	s.countPairs(ctx)
	f := newCounterFinder(d, s.pairs, &s.work)
	f.find(ctx)
	for v, label := range f.label {
		f.sum[v] = f.sum[v] && !label
	}
	return f.sum
}

func newCounterFinder(d *clause.Database, pairs []int32, work *int) *counterFinder {
	return &counterFinder{
		Database: d, pairs: pairs, work: work,
		out: make([]int32, d.NumLits()), label: make([]bool, d.Vars+1), sum: make([]bool, d.Vars+1),
	}
}

// find finds the links.
func (f *counterFinder) find(ctx context.Context) {
	var unsure [][]link
	for c := range f.All(ctx) {
		lits := f.Lits(c)
		if len(lits) != 3 || f.Has(c, clause.Learned) || slices.ContainsFunc(lits, func(l clause.Lit) bool { return f.Value(l) != 0 }) {
			continue
		}
		if *f.work -= 4; *f.work < 0 {
			return
		}
		var list []link
		for i, x := range lits {
			if u, v := lits[(i+1)%3], lits[(i+2)%3]; f.has(u.Not(), v.Not()) {
				list = append(list, link{u, v.Not(), x, c})
			}
		}
		switch len(list) {
		case 1:
			f.add(ctx, list[0])
		case 2:
			unsure = clause.Append(ctx, unsure, list)
		}
	}
	if unsure == nil {
		return
	}
	busy := make([]int, f.Vars+1) // by variable: clauses
	for c := range f.UnsatisfiedUntil(ctx) {
		for _, l := range c {
			busy[l.Var()]++
		}
	}
	for list := range clause.Until(ctx, slices.Values(unsure)) { // a label elsewhere, or else the variable that more clauses are about
		a, b := list[0].label.Var(), list[1].label.Var()
		if f.label[a] == f.label[b] && busy[b] > busy[a] || !f.label[a] && f.label[b] {
			list = list[1:]
		}
		f.add(ctx, list[0])
	}
}

// add adds a link in both directions, unless ctx has ended.
func (f *counterFinder) add(ctx context.Context, l link) {
	f.label[l.label.Var()], f.sum[l.before.Var()], f.sum[l.after.Var()] = true, true, true
	f.links = clause.Append(ctx, f.links, l)
	for _, k := range []clause.Lit{l.before, l.after.Not()} {
		f.other = clause.Append(ctx, f.other, f.out[k])
		f.out[k] = int32(len(f.other))
	}
}

// from goes through the links that begin with a literal.
func (f *counterFinder) from(l clause.Lit) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for n := f.out[l]; n > 0 && yield((n-1)/2); {
			n = f.other[n-1]
		}
	}
}

// has reports whether there is a binary clause.
func (f *counterFinder) has(k, l clause.Lit) bool {
	if f.pairs[k] == 0 || f.pairs[l] == 0 {
		return false
	}
	if len(f.Watching(l)) < len(f.Watching(k)) {
		k, l = l, k
	}
	*f.work -= len(f.Watching(k)) / 4
	return slices.ContainsFunc(f.Watching(k), func(w clause.Watch) bool { return w.IsBinary() && w.Lit() == l })
}

// chains returns the levels that links make: those that go on from each other with other
// labels. The sums of a counter are those of one of the false labels, too, with a label of
// the same variable on either side.
func (f *counterFinder) chains(ctx context.Context) (levels []*level) {
	used := make([]bool, len(f.links))
	for i, first := range f.links {
		if clause.Ended(ctx, i) {
			return nil
		}
		if used[i] {
			continue
		}
		used[i] = true
		l := &level{labels: []clause.Lit{first.label}, sums: []clause.Lit{first.after.Not(), first.before.Not()}, clauses: []clause.Ref{first.clause}}
		f.extend(l, used) // beyond the beginning, turned round
		slices.Reverse(l.labels)
		slices.Reverse(l.clauses)
		slices.Reverse(l.sums)
		for i := range l.sums {
			l.sums[i] = l.sums[i].Not()
		}
		f.extend(l, used)
		end := l.sums[len(l.sums)-1]
		x, y := f.end(l.sums[0].Not(), l), f.end(end, l)
		if x == 0 || y == 0 || x == y {
			continue
		}
		l.labels, l.sums = append(append([]clause.Lit{x}, l.labels...), y), append(l.sums, truth)
		l.clauses = append(append([]clause.Ref{0}, l.clauses...), 0)
		levels = append(levels, l)
	}
	return levels
}

// extend adds links to the end of a level.
func (f *counterFinder) extend(l *level, used []bool) {
	for {
		end, label := l.sums[len(l.sums)-1], l.labels[len(l.labels)-1]
		next := int32(-1)
		for n := range f.from(end) {
			if used[n] || f.links[n].label.Var() == label.Var() {
				continue
			}
			if next >= 0 {
				return
			}
			next = n
		}
		if next < 0 {
			return
		}
		used[next] = true
		to := f.links[next].after
		if end != f.links[next].before {
			to = f.links[next].before.Not()
		}
		l.labels, l.sums = append(l.labels, f.links[next].label), append(l.sums, to)
		l.clauses = append(l.clauses, f.links[next].clause)
	}
}

// end returns the only unassigned literal that has a binary clause with another one and is no sum,
// 0 if there is none.
func (f *counterFinder) end(k clause.Lit, of *level) (x clause.Lit) {
	for _, w := range f.Watching(k) {
		l := w.Lit()
		if w.IsBinary() && f.Value(l) == 0 && !f.sum[l.Var()] && !slices.ContainsFunc(of.labels, func(x clause.Lit) bool { return x.Var() == l.Var() }) {
			if x != 0 {
				return 0
			}
			x = l
		}
	}
	return x
}

// align places a level by the labels that it has in common with another one, in the same
// order or after it was turned round. It returns false if that cannot be.
func (l *level) align(to *level) bool {
	at := map[clause.Lit]int{}
	for i, x := range to.labels {
		at[x] = to.start + i
	}
	var common [][2]int // places in both
	for i, x := range l.labels {
		if place, has := at[x]; has {
			common = append(common, [2]int{i, place})
		}
	}
	if len(common) < 2 {
		return false
	}
	if common[1][1] < common[0][1] {
		l.turn()
		for i := range common {
			common[i][0] = len(l.labels) - 1 - common[i][0]
		}
	}
	l.start = common[0][1] - common[0][0]
	return !slices.ContainsFunc(common, func(c [2]int) bool { return c[1]-c[0] != l.start })
}

// turn turns a level round: what is counted from the other end.
func (l *level) turn() {
	last := len(l.sums) - 1
	slices.Reverse(l.labels)
	slices.Reverse(l.clauses)
	slices.Reverse(l.sums[:last])
	for i := range last {
		l.sums[i] = l.sums[i].Not()
	}
}

// follows reports whether each sum of a level implies that of the one before at the label
// before.
func (f *counterFinder) follows(before, l *level) bool {
	if l.start <= before.start {
		return false
	}
	for i, s := range l.sums {
		switch t := before.at(l.start + i - 1); {
		case t == truth:
		case t == falsity, s == truth, !f.has(s.Not(), t):
			return false
		}
	}
	return true
}
