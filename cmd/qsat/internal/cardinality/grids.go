package cardinality

import (
	"iter"
	"maps"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
)

// This file finds sequential counters. Let sum (i, k) say that at least k of the first i labels x1 to xi
// are true. Then sum (i, k) is equivalent to: sum (i-1, k), or xi and sum (i-1, k-1). Clauses say so:
//
//	(-sum (i-1, k), sum (i, k))    (-sum (i, k), sum (i-1, k), xi)
//	(-sum (i, k), sum (i-1, k-1))  (sum (i, k), -sum (i-1, k-1), -xi)
//
// Each line is a link of two sums. The second link counts false labels, because -sum (i, k) says that at
// least i-k+1 of the first i labels are false. Links connect the sums of a counter to a grid. A counter
// without the last clause has links from label to label alone. Its levels, the sums with the same k, are
// joined by the binary clause of the second line.
//
// Source: C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005.

// A grid is a sequential counter.
type grid struct {
	number int          // identifies the grid in position.number; 1 + the number of its first link
	labels []clause.Lit // of different variables
	sums   map[point]clause.Lit
	origin point      // sum (i, k) is at the point {origin.labels + i, origin.trues + k} of sums
	sign   clause.Lit // 0: the sums count true labels; 1: they count false labels
}

// at returns the sum which says that at least k of the first i labels are true, or 0 if the grid does not
// have this sum.
func (g *grid) at(i, k int) clause.Lit {
	if g.sign == 1 {
		k = i - k + 1
	}
	if s := g.sums[point{g.origin.labels + i, g.origin.trues + k}]; s != 0 {
		return s ^ g.sign
	}
	return 0
}

// A point is the place of a sum in a grid: a number of labels and a number of true labels.
type point struct{ labels, trues int }

// A position is the place of a variable as a sum: its grid and its point there.
type position struct {
	point
	sum    clause.Lit // the literal of the variable that is the sum
	number int        // grid.number, or 0 if the variable is no sum of a grid or draft
}

// A link is one step of a sequential counter: a binary clause says that before implies after, and
// clause says that after implies before or label.
type link struct {
	before, after, label clause.Lit
	clause               clause.Ref
}

// contrapositive returns the same link, read from the complement of after to the complement of
// before.
func (l link) contrapositive() link {
	return link{l.after.Not(), l.before.Not(), l.label, l.clause}
}

// A gridFinder finds grids.
type gridFinder struct {
	*clause.Database
	numBinary []int32 // indexed by literal: the number of binary clauses with it
	work      *int    // budget left: a unit allows to read about one literal or four watches
	isShort   []bool  // indexed by literal: whether an original clause of two unassigned literals and a false one contains it
	links     []link
	from      [][]link   // indexed by before of the link: links in both directions
	label     []bool     // indexed by variable: whether it is the label of a link
	sum       []bool     // indexed by variable: whether it is before or after of a link
	places    []position // indexed by variable
}

func newGridFinder(d *clause.Database, numBinary []int32, work *int) *gridFinder {
	return &gridFinder{
		Database: d, numBinary: numBinary, work: work, from: make([][]link, d.NumLits()), isShort: make([]bool, d.NumLits()),
		label: make([]bool, d.Vars+1), sum: make([]bool, d.Vars+1), places: make([]position, d.Vars+1),
	}
}

// find sets isShort, links, from, label and sum. If a clause of three literals has two readings as a
// link, find decides after it has seen all clauses. It chooses the reading whose label is also the label
// of another link. If that does not decide, it chooses the reading whose label occurs in more clauses. It
// ignores a clause with three readings. It stops early if the work runs out.
func (f *gridFinder) find() {
	var open []clause.Ref // clauses of three unassigned literals
	for c := range f.All {
		lits := f.Lits(c)
		if len(lits) != 3 || f.Has(c, clause.Learned) || slices.ContainsFunc(lits, func(l clause.Lit) bool { return f.Value(l) > 0 }) {
			continue
		}
		if *f.work -= 4; *f.work < 0 {
			return
		}
		if slices.ContainsFunc(lits, func(l clause.Lit) bool { return f.Value(l) < 0 }) {
			for _, l := range lits {
				f.isShort[l] = true
			}
		} else {
			open = append(open, c)
		}
	}
	var unsure [][]link
	for _, c := range open {
		lits := f.Lits(c)
		var list []link
		for i, x := range lits {
			u, v := lits[(i+1)%3], lits[(i+2)%3]
			if _, has := f.clauseOf(u.Not(), v.Not()); has {
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
	for _, list := range unsure {
		a, b := list[0].label.Var(), list[1].label.Var()
		if f.label[a] == f.label[b] && busy[b] > busy[a] || !f.label[a] && f.label[b] {
			list = list[1:]
		}
		f.add(list[0])
	}
}

// add appends a link to f.links, and adds it to f.from in both directions. It sets label and sum for
// its variables.
func (f *gridFinder) add(l link) {
	f.label[l.label.Var()], f.sum[l.before.Var()], f.sum[l.after.Var()] = true, true, true
	f.links = append(f.links, l)
	for _, k := range []link{l, l.contrapositive()} {
		f.from[k.before] = append(f.from[k.before], k)
	}
}

// partners yields the literal x and the clause for each clause (l, x). The clause is 0 if it is binary.
// Otherwise it has a third literal, which is false. The literal l must be unassigned.
func (f *gridFinder) partners(l clause.Lit) iter.Seq2[clause.Lit, clause.Ref] {
	return func(yield func(clause.Lit, clause.Ref) bool) {
		for _, w := range f.Watching(l) {
			other, c := w.Lit(), clause.Ref(0)
			if !w.IsBinary() {
				if c = w.Ref(); !f.isShort[l] || f.Size(c) != 3 {
					continue
				}
				lits := f.Lits(c)
				i := slices.IndexFunc(lits, func(k clause.Lit) bool { return f.Value(k) < 0 })
				if i < 0 {
					continue
				}
				other = lits[(i+1)%3] ^ lits[(i+2)%3] ^ l
			}
			if !yield(other, c) {
				return
			}
		}
	}
}

// clauseOf returns the clause (k, l) and true, or 0 and false if the formula does not have it. A
// binary clause is 0. If k or l is a constant, the result is 0 and false. Other literals must be
// unassigned. It spends f.work.
func (f *gridFinder) clauseOf(k, l clause.Lit) (c clause.Ref, has bool) {
	if max(k, l) >= truth || f.numBinary[k] == 0 && !f.isShort[k] || f.numBinary[l] == 0 && !f.isShort[l] {
		return 0, false
	}
	if len(f.Watching(l)) < len(f.Watching(k)) {
		k, l = l, k
	}
	*f.work -= len(f.Watching(k)) / 4
	for other, c := range f.partners(k) {
		if other == l {
			return c, true
		}
	}
	return 0, false
}

// grids returns the grids of the formula, and sets f.places for their sums. Their sums have
// different variables. The variables of a draft that is no grid may keep their places, and are then
// in no grid.
func (f *gridFinder) grids() (list []*grid) {
	f.find()
	for n, l := range f.links {
		if f.places[l.before.Var()].number > 0 || f.places[l.after.Var()].number > 0 {
			continue
		}
		d := f.draft(n+1, l)
		g := d.close()
		if g == nil { // the sums may be about the last labels
			d.remove(0)
			g = f.draft(n+1, l.contrapositive()).close()
		}
		if g != nil {
			list = append(list, g)
		}
	}
	return list
}

// draft returns a draft with the given grid number that begins with a link, and adds all sums that
// links and clauses of two literals connect with it. The numbers of labels ascend from before to
// after of the link. It sets f.places for these sums, and stops early if the work runs out.
func (f *gridFinder) draft(number int, l link) *draft {
	d := &draft{gridFinder: f, grid: grid{number: number, sums: map[point]clause.Lit{}}, labels: map[int]clause.Lit{}, isLabel: map[uint32]bool{}}
	d.setLabel(1, l.label)
	d.place(l.before, point{})
	d.spread(0, false)
	for i := 0; i < len(d.list) && *f.work >= 0; i++ {
		s := d.list[i]
		p := f.places[s.Var()]
		for below := range f.partners(s.Not()) {
			d.join(below, point{p.labels - 1, p.trues - 1})
		}
		for above := range f.partners(s) {
			d.join(above.Not(), point{p.labels + 1, p.trues + 1})
		}
	}
	return d
}

// A draft is a grid that grows from a first sum. Its numbers of labels and of true labels are
// relative to the point of this sum, so they may be negative.
type draft struct {
	*gridFinder
	grid
	list    []clause.Lit       // the sums, in the order in which place added them
	labels  map[int]clause.Lit // indexed by number of the label
	numbers []int              // the numbers of labels, in the order in which setLabel added them
	isLabel map[uint32]bool    // indexed by variable: whether it is a label
}

// place gives a sum its point, and returns true if the draft then has it there. It changes nothing and
// returns false if the variable has another place in a grid, or the point another sum.
func (d *draft) place(s clause.Lit, p point) bool {
	at := &d.places[s.Var()]
	if at.number == d.number && at.sum == s {
		return at.point == p
	}
	if at.number > 0 || d.sums[p] != 0 {
		return false
	}
	*at, d.sums[p], d.list = position{p, s, d.number}, s, append(d.list, s)
	return true
}

// setLabel gives label number the literal x, and returns true if the draft then has it there. It changes
// nothing and returns false if the number has another label, or the variable another number.
func (d *draft) setLabel(number int, x clause.Lit) bool {
	if known, has := d.labels[number]; has || d.isLabel[x.Var()] {
		return known == x
	}
	d.labels[number], d.isLabel[x.Var()], d.numbers = x, true, append(d.numbers, number)
	return true
}

// spread adds the labels and the sums that links connect with list[i:], directly or through other sums.
// It does not add the sum of a link that contradicts an earlier one, and returns false if there is such a
// link. If strict is true, it returns at the first such link.
//
// Suppose that p is the point of a sum. The label of each of its links is label number p.labels, and
// the other sum has one label less, or the label is the next one, and the other sum has one more. If
// the link is from the smaller number of labels to the larger, both sums have the same number of true
// labels. Otherwise the link counts false labels: its label is the complement of a label of the grid,
// and the number of true labels changes, too.
func (d *draft) spread(i int, strict bool) (agree bool) {
	for agree = true; i < len(d.list); i++ {
		s := d.list[i]
		p := d.places[s.Var()].point
		for sign := range clause.Lit(2) { // 0: links from the sum, 1: links to the sum
			for _, l := range d.from[s^sign] {
				x, number, q := l.label, p.labels, point{p.labels - 1, p.trues}
				if here, has := d.labels[number]; has && here.Var() != x.Var() || !has && d.labels[number+1].Var() == x.Var() {
					number, q.labels = p.labels+1, p.labels+1
				}
				if (q.labels < p.labels) == (sign == 0) {
					x, q.trues = x.Not(), q.trues+q.labels-p.labels
				}
				if agree = d.setLabel(number, x) && d.place(l.after^sign, q) && agree; strict && !agree {
					return false
				}
			}
		}
	}
	return agree
}

// join adds a literal as a sum at the point p, and the sums that links connect with it. A clause of two
// unassigned literals connects the literal with the draft. join adds nothing if the literal has no link
// or is in a grid already, if the point has a sum, or if one of these links contradicts the draft.
func (d *draft) join(s clause.Lit, p point) {
	sums, labels := len(d.list), len(d.numbers)
	if !d.sum[s.Var()] || d.places[s.Var()].number > 0 || !d.place(s, p) || d.spread(sums, true) {
		return
	}
	*d.work -= 4 * (len(d.list) - sums)
	d.remove(sums)
	for _, number := range d.numbers[labels:] {
		delete(d.isLabel, d.labels[number].Var())
		delete(d.labels, number)
	}
	d.numbers = d.numbers[:labels]
}

// remove removes the sums list[from:] and their places, but not their labels.
func (d *draft) remove(from int) {
	for _, s := range d.list[from:] {
		delete(d.sums, d.places[s.Var()].point)
		d.places[s.Var()] = position{}
	}
	d.list = d.list[:from]
}

// close returns the grid of the draft, or nil if it is no counter. It sets origin, and adds the
// labels that no link has: the first one and, if there is only one sum about the largest number of
// labels, the label after these, if end finds it. The result is nil if there is no first label, if
// several sums are about it alone, or if a sum is about less than one true label or more than all of
// its labels.
func (d *draft) close() *grid {
	columns := map[int][]clause.Lit{} // indexed by number of labels
	for _, s := range d.list {
		n := d.places[s.Var()].labels
		columns[n] = append(columns[n], s)
	}
	first := slices.Min(slices.Collect(maps.Keys(columns)))
	last := first + len(columns) - 1
	start := columns[first][0]
	x := d.end(start.Not())
	failed := len(columns[first]) > 1 || x == 0 || !d.setLabel(first, x)
	if s := columns[last]; len(s) == 1 {
		d.setLabel(last+1, d.end(s[0]))
	}
	for i := first; d.labels[i] != 0; i++ {
		d.grid.labels = append(d.grid.labels, d.labels[i])
	}
	d.origin = point{first - 1, d.places[start.Var()].trues - 1}
	for _, s := range d.list {
		p := d.places[s.Var()]
		trues := p.trues - d.origin.trues
		failed = failed || trues < 1 || trues > p.labels-d.origin.labels
	}
	if failed {
		return nil
	}
	return &d.grid
}

// end returns the label at an end of the grid: the only unassigned literal x with a clause (k, x) whose
// variable is neither before nor after of a link, and not a label of the draft. It returns 0 if there is
// no such clause or more than one. The literal k must be unassigned.
func (d *draft) end(k clause.Lit) (x clause.Lit) {
	for l := range d.partners(k) {
		if d.Value(l) == 0 && !d.sum[l.Var()] && !d.isLabel[l.Var()] {
			if x != 0 {
				return 0
			}
			x = l
		}
	}
	return x
}

// complement returns the grid with the same sums whose labels are the complements of g.labels. The sign
// of g must be 0.
func (g *grid) complement() *grid {
	h := *g
	h.labels, h.sign = lists.Map(g.labels, clause.Lit.Not), 1
	return &h
}
