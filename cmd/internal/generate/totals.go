package generate

import (
	"slices"

	"queens/dimacs"
)

// A total counts the true literals of a multiset. Its clauses may state only one direction of the
// meaning of reach; see style.
type total struct {
	size  int  // number of literals in the multiset
	reach word // reach[j-1] means that at least j of the literals are true; a literal or yes
}

// yes is a constant for true; -yes is false.
const yes dimacs.Lit = 1 << 30

// at returns the literal for "at least j are true": yes if j <= 0, -yes if j > len(t.reach).
func (t total) at(j int) dimacs.Lit {
	switch {
	case j <= 0:
		return yes
	case j > len(t.reach):
		return -yes
	}
	return t.reach[j-1]
}

// imply adds a clause. It removes -yes from the clause, and adds nothing if the clause
// contains yes.
func (d *draft) imply(lits ...dimacs.Lit) {
	if !slices.Contains(lits, yes) {
		d.Add(slices.DeleteFunc(slices.Clone(lits), func(l dimacs.Lit) bool { return l == -yes })...)
	}
}

// alias returns a new literal that implies l, is implied by l, or both. It returns l if
// there are already most variables.
func (d *draft) alias(l dimacs.Lit) dimacs.Lit {
	if d.Vars == d.most {
		return l
	}
	a, kind := d.fresh(), d.IntN(3)
	if kind != 1 {
		d.imply(-a, l)
	}
	if kind > 0 {
		d.imply(a, -l)
	}
	return a
}

// labels returns n literals of the pool, which must not be empty. In half of the calls, they differ
// as far as the pool suffices. In the other calls, some may also be repeated, complemented or replaced
// by an alias.
func (d *draft) labels(n int) word {
	list := make(word, 0, n)
	perm := d.Perm(len(d.pool))
	plain := d.chance(2)
	for i := range n {
		l := d.pool[perm[i%len(perm)]]
		if !plain {
			switch {
			case d.chance(4) && i > 0:
				l = list[d.IntN(i)]
			case d.chance(8):
				l = -l
			case d.chance(d.rare):
				l = d.alias(l)
			}
		}
		list = append(list, l)
	}
	return list
}

// A style is a way to encode a total.
type style struct {
	down, up bool // a literal of reach implies the count; the count implies the literal
	keeps    bool // the same count of the first part implies the literal of reach
	ordered  bool // each literal of reach implies the previous literal
	split    int  // rule for dividing n labels: 0 before the last, 1 after the first, 2 in the middle, 3 at random
}

func (d *draft) style() style {
	kind := d.IntN(8)
	return style{kind < 7, kind > 4, kind > 2 && kind < 5, d.chance(2), d.IntN(4)}
}

// merge returns the total of the parts a and b, and adds its clauses in the style s. Its reach is yes up to
// low, because at least low of its literals must be true. Only with s.down do clauses state this bound. The
// reach ends at high or at the size of the total. If low is 0, merge appends the total to d.totals.
func (d *draft) merge(a, b total, low, high int, s style) total {
	t := total{size: a.size + b.size}
	for m := 1; m <= min(t.size, high); m++ {
		l := yes
		if m > low {
			if l = d.fresh(); d.chance(d.rare) {
				l = d.alias(l)
			}
		}
		t.reach = append(t.reach, l)
		for i := 0; s.down && i < m; i++ {
			d.imply(-l, a.at(i+1), b.at(m-i))
		}
		for i := 0; s.up && i <= m; i++ {
			d.imply(l, -a.at(i), -b.at(m-i))
		}
		if s.keeps {
			d.imply(l, -a.at(m))
		}
		if s.ordered && m > 1 {
			d.imply(-l, t.at(m-1))
		}
	}
	if low == 0 && t.size > 1 {
		d.totals = append(d.totals, t)
	}
	return t
}

// totalOf returns the total of the labels, which must not be empty, and adds its clauses; see merge for
// low, high and s. If low is 0, or in a part for which low is 0, it may use an existing total of other
// labels instead. low must be at most the number of labels.
func (d *draft) totalOf(labels word, low, high int, s style) total {
	n := len(labels)
	if n == 1 {
		if low > 0 {
			d.Add(labels[0])
		}
		return total{1, labels}
	}
	if low == 0 && len(d.totals) > 0 && d.chance(10) {
		return d.totals[d.IntN(len(d.totals))]
	}
	cut := []int{n - 1, 1, n / 2, 1 + d.IntN(n-1)}[s.split]
	a := d.totalOf(labels[:cut], max(0, low-(n-cut)), high, s)
	b := d.totalOf(labels[cut:], max(0, low-cut), high, s)
	return d.merge(a, b, low, high, s)
}

// atLeast adds clauses in a random encoding: at least k of the labels are true. It drops labels if too
// few variables are left for a counter, and then lowers k if it must. Some styles of counters do not
// state the whole constraint.
func (d *draft) atLeast(k int, labels word) {
	for n := len(labels); n > 2 && k*(n-k) > d.most-d.Vars; n-- { // the counter needs more variables than are left
		labels, k = labels[:n-1], min(k, n-2)
	}
	switch n := len(labels); {
	case k < 1 || n == 0:
	case k == 1 && d.chance(2):
		d.Add(labels...)
	case d.chance(6) && n < 7:
		atMost(&d.Formula, max(0, n-k), dimacs.Negated(labels))
	default:
		d.totalOf(labels, k, k, d.style())
	}
}

// upTo adds clauses in a random encoding: at most capacity of the literals are true, where capacity is 1
// or 2. For 2, it may call atLeast, whose clauses may state less.
func (d *draft) upTo(capacity int, lits word) {
	switch n := len(lits); {
	case capacity == 1:
		d.exclusive(lits)
	case n < 12 && !d.chance(3):
		atMost(&d.Formula, 2, lits)
	default:
		d.atLeast(n-2, dimacs.Negated(lits))
	}
}

// boundedSets divides the literals at random into n sets with a capacity of 1 or 2. It returns the sum
// of the capacities, and a function that adds clauses: the capacity of a set is the largest number of
// its literals that may be true; see upTo. This function omits a set with probability 1/20. A literal may
// be in two sets. n must be at least 1.
func (d *draft) boundedSets(lits word, n int) (capacity int, restrict func()) {
	sets, capacities := make([]word, n), make([]int, n)
	for i, at := range d.Perm(len(lits)) {
		for k := range min(n, 1+d.IntN(8)/7) {
			sets[(i+k)%n] = append(sets[(i+k)%n], lits[at])
		}
	}
	for i, set := range sets {
		capacities[i] = 1
		if len(set) > 4 && d.chance(3) {
			capacities[i] = 2
		}
		capacity += capacities[i]
	}
	return capacity, func() {
		for i, set := range sets {
			if !d.chance(20) {
				d.upTo(capacities[i], set)
			}
		}
	}
}

// counters samples bounded sets of literals, and one or more demands for about the number of true
// literals that the sets allow; see boundedSets and demand. In two of three calls, it adds a clause of all
// literals. The number of literals leaves enough variables for a counter up to one more than the number of
// sets.
func (d *draft) counters() {
	n := 1 + d.IntN(1+d.most/10)
	size := n + 2
	for size+2+(n+1)*(size-n) <= d.most && !d.chance(8) {
		size++
	}
	d.options(size)
	if !d.chance(3) {
		d.Add(d.pool...)
	}
	capacity, restrict := d.boundedSets(d.pool, n)
	for more := true; more && d.Vars < d.most-2; more = d.chance(3) {
		d.demand(capacity)
	}
	restrict()
}

// demand samples a list of labels, about the length of the pool, and a number k: capacity or one or two
// more, where capacity is the number that bounded sets allow. It adds clauses: at least k of the labels
// are true. In one of eight calls, the clauses state instead that at most k are true. The pool must not
// be empty.
func (d *draft) demand(capacity int) {
	labels := d.labels(max(2, len(d.pool)-d.IntN(3)/2+d.IntN(4)/3))
	k := min(len(labels)-1, capacity+(1+d.IntN(5))/2)
	if d.chance(8) {
		labels, k = dimacs.Negated(labels), len(labels)-k
	}
	d.atLeast(k, labels)
}

// bounds samples a lower bound k and an upper bound on the same labels, in different encodings. The
// upper bound is k-1, k or k+1, or in some encodings more: the bounds contradict each other, determine
// the number, or leave a gap.
func (d *draft) bounds() {
	d.options(3 + d.IntN(max(3, d.most/4)))
	labels := d.labels(between(d.Rand, 3, len(d.pool)))
	k, slack := between(d.Rand, 1, len(labels)-1), d.IntN(3)-1
	if d.chance(2) {
		k = min(k, 2+d.IntN(2))
	}
	d.atLeast(k, labels)
	if d.chance(3) {
		_, restrict := d.boundedSets(labels, max(1, k+slack))
		restrict()
		return
	}
	d.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
	d.atLeast(len(labels)-k-slack, dimacs.Negated(labels))
}
