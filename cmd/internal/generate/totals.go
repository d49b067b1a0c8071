package generate

import (
	"slices"

	"queens/dimacs"
)

// A total counts the true literals of a multiset: reach[j-1] means that at least j of them
// are true. It is a literal, yes or -yes.
type total struct {
	size  int
	reach word
}

// yes is a constant for true; -yes is false.
const yes dimacs.Lit = 1 << 30

// at returns the literal for "at least j are true", yes or -yes.
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

// labels returns n literals of the pool. Usually they differ; some may be repeated,
// complemented or replaced by an alias.
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
	down, up bool // a literal of reach implies the count, and the count implies it
	keeps    bool // the same count of the first part implies the literal of reach
	ordered  bool // each literal of reach implies the previous literal
	shape    int  // position at which the labels are divided
}

func (d *draft) style() style {
	kind := d.IntN(8)
	return style{kind < 7, kind > 4, kind > 2 && kind < 5, d.chance(2), d.IntN(4)}
}

// merge returns the total of a and b, and adds clauses that at least low of its literals
// are true. Its reach ends at high.
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

// count returns the total of the labels, and adds clauses that at least low of them are
// true. Its reach ends at high. It may return an existing total of other labels.
func (d *draft) count(labels word, low, high int, s style) total {
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
	cut := []int{n - 1, 1, n / 2, 1 + d.IntN(n-1)}[s.shape]
	a := d.count(labels[:cut], max(0, low-(n-cut)), high, s)
	b := d.count(labels[cut:], max(0, low-cut), high, s)
	return d.merge(a, b, low, high, s)
}

// atLeast adds clauses: at least k of the labels are true. It drops labels if too few
// variables are left.
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
		d.count(labels, k, k, d.style())
	}
}

// upTo adds clauses: at most capacity of the literals are true, where capacity is 1 or 2.
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
// of the capacities, and a function that adds the clauses for the sets; now and then it omits a set. A
// literal may be in two sets.
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

// counters samples counters over labels that exclude others. It leaves enough variables for a counter
// up to one more than the number of sets.
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

// demand adds clauses: at least capacity labels are true, or one or two more, where
// capacity is the number that the bounded sets allow. Now and then it takes the complements
// of the labels.
func (d *draft) demand(capacity int) {
	labels := d.labels(max(2, len(d.pool)-d.IntN(3)/2+d.IntN(4)/3))
	k := min(len(labels)-1, capacity+(1+d.IntN(5))/2)
	if d.chance(8) {
		labels, k = dimacs.Negated(labels), len(labels)-k
	}
	d.atLeast(k, labels)
}

// bounds samples a lower and an upper bound on the same labels, in different encodings. The
// bounds contradict, determine the number, or leave a gap.
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
