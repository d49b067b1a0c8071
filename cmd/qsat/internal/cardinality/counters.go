package cardinality

import (
	"iter"
	"math"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// truth and falsity are the constants. They take the place of a literal of the formula.
const (
	truth   = argument.True
	falsity = argument.False
)

// A counter is a list of literals, its labels, with a lower bound k on the number of true labels. It
// has k windows. If the labels are read from left to right, the number of true labels reaches j+1 at
// a label of windows[j]. For example, if at least 2 of 4 labels are true, windows[0] is labels 0 to 2
// and windows[1] is labels 1 to 3. Both ends of the windows ascend.
type counter struct {
	labels  []clause.Lit
	windows []window
	levels  []*level // the levels of the encoding, one for each window; nil if total is not nil
	total   *root    // the root that states the bound, or nil
}

// A window is the interval labels[from:to].
type window struct{ from, to int }

// A level is the part of a sequential counter for one number k of true labels. The literal sums[i]
// implies that the number reaches k at labels[i] or before. The last sum is truth, so the number
// reaches k in every model.
type level struct {
	labels  []clause.Lit
	sums    []clause.Lit // the last one is truth
	clauses []clause.Ref // clauses[i] contains -sums[i], sums[i-1] and labels[i]; 0 for a binary clause
	start   int          // the position of labels[0] in the counter
}

// at returns the literal which implies that the number of the level is reached at a position of the
// counter or before.
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

// A link is one step of a sequential counter: a binary clause says that before implies after, and
// clause says that after implies before or label.
type link struct {
	before, after, label clause.Lit
	clause               clause.Ref
}

// A counterFinder finds counters.
type counterFinder struct {
	*clause.Database
	pairs []int32 // indexed by literal: the number of binary clauses with it
	work  *int    // budget left: about one unit per literal, and 4 watches, read
	links []link
	out   []int32 // indexed by literal: head of a linked list in other; see from
	other []int32 // linked lists of links: other[2i] is for before of links[i], other[2i+1] for the negation of after
	label []bool  // indexed by variable: the label of a link
	sum   []bool  // indexed by variable: before or after of a link
}

// counters returns the sequential counters of the formula. A clause of three literals and a binary
// clause make a link, links make levels, and levels with common labels make counters. The result does
// not depend on the names and signs of variables, or on the direction in which a counter counts.
func counters(d *clause.Database, pairs []int32, work *int) (list []*counter) {
	f := newCounterFinder(d, pairs, work)
	f.find()
	levels := f.chains()
	at := map[clause.Lit][]*level{}
	for _, l := range levels {
		for _, x := range l.labels {
			at[x] = append(at[x], l)
		}
	}
	placed, labelled := map[*level]bool{}, make([]*counter, d.Vars+1)
	for _, first := range levels {
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
			if len(c.levels) == 0 { // the level contains a label twice
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

// add adds a level and reports whether this was possible. The first labels of the level must be the
// last labels of the counter, and its other labels must have new variables. The slice labelled is
// indexed by variable and holds the last counter that has a label of the variable.
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

// Sums returns, indexed by variable, whether the variable may be a sum of a counter: it is before or
// after of a link, and the label of none.
func Sums(d *clause.Database) []bool {
	s := &search{Database: d, work: math.MaxInt}
	s.countPairs()
	f := newCounterFinder(d, s.pairs, &s.work)
	f.find()
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

// find finds the links. A clause of three literals may have two readings as a link; find chooses one
// of them after it has seen all clauses.
func (f *counterFinder) find() {
	var unsure [][]link
	for c := range f.All {
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
			f.add(list[0])
		case 2:
			unsure = append(unsure, list)
		}
	}
	if unsure == nil {
		return
	}
	busy := make([]int, f.Vars+1) // indexed by variable: the number of clauses with it
	for c := range f.Unsatisfied {
		for _, l := range c {
			busy[l.Var()]++
		}
	}
	for _, list := range unsure { // choose the variable that is a label elsewhere, or else the one in more clauses
		a, b := list[0].label.Var(), list[1].label.Var()
		if f.label[a] == f.label[b] && busy[b] > busy[a] || !f.label[a] && f.label[b] {
			list = list[1:]
		}
		f.add(list[0])
	}
}

// add adds a link in both directions.
func (f *counterFinder) add(l link) {
	f.label[l.label.Var()], f.sum[l.before.Var()], f.sum[l.after.Var()] = true, true, true
	f.links = append(f.links, l)
	for _, k := range []clause.Lit{l.before, l.after.Not()} {
		f.other = append(f.other, f.out[k])
		f.out[k] = int32(len(f.other))
	}
}

// from yields the index of each link from a literal l: before is l, or after is the negation of l.
func (f *counterFinder) from(l clause.Lit) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for n := f.out[l]; n > 0 && yield((n-1)/2); {
			n = f.other[n-1]
		}
	}
}

// has reports whether there is a binary clause (k, l).
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

// chains returns the levels. A level is a maximal chain of links in which each link starts with the
// literal where the link before ends. Links with labels of the same variable do not follow each
// other: the sums that count true labels also count false labels, by a link with the negated label.
func (f *counterFinder) chains() (levels []*level) {
	used := make([]bool, len(f.links))
	for i, first := range f.links {
		if used[i] {
			continue
		}
		used[i] = true
		l := &level{labels: []clause.Lit{first.label}, sums: []clause.Lit{first.after.Not(), first.before.Not()}, clauses: []clause.Ref{first.clause}}
		f.extend(l, used) // extend the reversed level, and so the beginning
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

// extend adds links to the end of a level until there is no next link or more than one.
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

// end returns the label at an end of a level: the only unassigned literal x with a binary clause (k, x)
// whose variable is neither a sum nor a label of the level. It returns 0 if there is no such literal
// or more than one.
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

// align sets the start of l so that the labels that l and to have in common are at the same positions.
// It reverses l if necessary. It returns false if there are fewer than two common labels or if the
// positions of some of them do not agree.
func (l *level) align(to *level) bool {
	at := map[clause.Lit]int{}
	for i, x := range to.labels {
		at[x] = to.start + i
	}
	var common [][2]int // for each common label, its index in l and its position in the counter
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

// turn reverses a level. The reversed level counts the same labels from the other end, so its sums are
// the complements of the old sums, in reverse order.
func (l *level) turn() {
	last := len(l.sums) - 1
	slices.Reverse(l.labels)
	slices.Reverse(l.clauses)
	slices.Reverse(l.sums[:last])
	for i := range last {
		l.sums[i] = l.sums[i].Not()
	}
}

// follows reports whether l counts one more than the level before: each sum of l at a position implies
// the sum of before one position to the left, by a binary clause.
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
