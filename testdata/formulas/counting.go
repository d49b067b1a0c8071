package formulas

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/atmostone"
)

// Counting returns a random formula of the i-th kind, where i counts modulo the number of
// kinds, and the name of the kind. Counting arguments, parity or symmetry refute or
// simplify it, or fail by little: the labels of a counter are repeated, a bound is off by
// one, a clause is missing. It has at most most variables; most must be at least 12.
func Counting(i int, r *rand.Rand, most int) (kind string, f *dimacs.Formula) {
	k := countings[i%len(countings)]
	d := newTally(r, most)
	k.sample(d)
	d.finish()
	return k.name, d.formula()
}

type counting struct {
	name   string
	sample func(*tally)
}

// simple lists the kinds from which copies are made.
var simple = []counting{
	{"counters", (*tally).counters},
	{"totals", (*tally).totalsOfTotals},
	{"bounds", (*tally).bounds},
	{"holes", (*tally).holes},
	{"matching", (*tally).matching},
	{"matching", (*tally).matching}, // twice, because few formulas of this kind are hard enough
	{"parity", (*tally).tightParity},
	{"links", (*tally).links},
}

var countings = append(slices.Clone(simple), counting{"copies", (*tally).copies}, counting{"symmetric", (*tally).symmetric})

// A tally is a draft of a formula about the number of true literals. Labels are the
// literals that its counters count.
type tally struct {
	*draft
	most   int     // largest number of variables
	rare   int     // an alias replaces a literal with probability 1/rare
	pool   []int   // literals to choose labels from
	totals []total // the totals in the formula
}

func newTally(r *rand.Rand, most int) *tally {
	return &tally{draft: &draft{Rand: r}, most: most, rare: 4 << (2 * r.IntN(3))}
}

// A total counts the true literals of a multiset: reach[j-1] means that at least j of them
// are true. It is a literal, yes or -yes.
type total struct {
	size  int
	reach []int
}

// yes is a constant for true; -yes is false.
const yes = 1 << 30

// at returns the literal for "at least j are true", yes or -yes.
func (t total) at(j int) int {
	switch {
	case j <= 0:
		return yes
	case j > len(t.reach):
		return -yes
	}
	return t.reach[j-1]
}

// chance returns true with probability 1/n.
func (d *tally) chance(n int) bool { return d.IntN(n) == 0 }

// between returns a random number from low to high, or low if high < low.
func (d *tally) between(low, high int) int { return low + d.IntN(max(1, high-low+1)) }

// imply adds a clause. It removes -yes from the clause, and adds nothing if the clause
// contains yes.
func (d *tally) imply(lits ...int) {
	if !slices.Contains(lits, yes) {
		d.add(slices.DeleteFunc(slices.Clone(lits), func(l int) bool { return l == -yes })...)
	}
}

// options adds n new variables to the pool, or fewer if there would be more than most.
func (d *tally) options(n int) {
	for range min(n, d.most-d.n) {
		d.n++
		d.pool = append(d.pool, d.n)
	}
}

// fresh returns a new variable, or a random literal if there are already most variables.
func (d *tally) fresh() int {
	if d.n < d.most {
		d.n++
		return d.n
	}
	return d.lit()
}

// alias returns a new literal that implies l, is implied by l, or both. It returns l if
// there are already most variables.
func (d *tally) alias(l int) int {
	if d.n == d.most {
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
func (d *tally) labels(n int) []int {
	list := make([]int, 0, n)
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

func (d *tally) style() style {
	kind := d.IntN(8)
	return style{kind < 7, kind > 4, kind > 2 && kind < 5, d.chance(2), d.IntN(4)}
}

// merge returns the total of a and b, and adds clauses that at least low of its literals
// are true. Its reach ends at high.
func (d *tally) merge(a, b total, low, high int, s style) total {
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
func (d *tally) count(labels []int, low, high int, s style) total {
	n := len(labels)
	if n == 1 {
		if low > 0 {
			d.add(labels[0])
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
func (d *tally) atLeast(k int, labels []int) {
	for n := len(labels); n > 2 && k*(n-k) > d.most-d.n; n-- { // the counter needs more variables than are left
		labels, k = labels[:n-1], min(k, n-2)
	}
	switch n := len(labels); {
	case k < 1 || n == 0:
	case k == 1 && d.chance(2):
		d.add(labels...)
	case d.chance(6) && n < 7:
		d.atMost(max(0, n-k), negated(labels))
	default:
		d.count(labels, k, k, d.style())
	}
}

// atMostTwo adds clauses: at most two of the literals are true. It uses all clauses of
// three literals or a total.
func (d *tally) atMostTwo(lits []int) {
	if n := len(lits); n < 12 && !d.chance(3) {
		d.atMost(2, lits)
	} else {
		d.atLeast(n-2, negated(lits))
	}
}

func negated(lits []int) []int {
	list := slices.Clone(lits)
	for i := range list {
		list[i] = -list[i]
	}
	return list
}

// among adds clauses: at least k of the labels are true, or at most k.
func (d *tally) among(labels []int, k int) {
	if d.chance(3) {
		labels, k = negated(labels), len(labels)-k
	}
	d.atLeast(k, labels)
}

// exclusive adds clauses: at most one literal is true, in a random encoding.
func (d *tally) exclusive(lits []int) {
	list := atmostone.All()
	e := list[d.IntN(len(list))]
	if aux, _ := e.Size(len(lits), atmostone.One); len(lits) < 2 || d.chance(2) || d.n+aux > d.most {
		d.atMostOne(lits)
		return
	}
	var named []dimacs.Lit
	for _, l := range lits {
		named = append(named, dimacs.Lit(l))
	}
	c := dimacs.NewCollector(context.Background(), d.n)
	e.Encode(named, c, c.Fresh)
	d.take(c.Formula(), 0)
}

// take adds the clauses of f, with shift added to the variables.
func (d *tally) take(f *dimacs.Formula, shift int) {
	for clause := range f.Clauses() {
		lits := make([]int, len(clause))
		for i, l := range clause {
			if lits[i] = int(l) + shift; l < 0 {
				lits[i] = int(l) - shift
			}
		}
		d.add(lits...)
	}
	d.n = max(d.n, f.Vars+shift)
}

// A boundedSet is a set of literals of which at most capacity are true: 1 or 2.
type boundedSet struct {
	lits     []int
	capacity int
}

// boundedSets divides the literals at random into n sets with a capacity of 1 or 2, and
// returns the sets and the sum of their capacities. A literal may be in two sets.
func (d *tally) boundedSets(lits []int, n int) (list []boundedSet, capacity int) {
	list = make([]boundedSet, n)
	for i, at := range d.Perm(len(lits)) {
		list[i%n].lits = append(list[i%n].lits, lits[at])
		if d.chance(8) && n > 1 { // sets of different sizes, and literals in two sets
			list[(i+1)%n].lits = append(list[(i+1)%n].lits, lits[at])
		}
	}
	for i := range list {
		list[i].capacity = 1
		if len(list[i].lits) > 4 && d.chance(3) {
			list[i].capacity = 2
		}
		capacity += list[i].capacity
	}
	return list, capacity
}

// restrict adds clauses for the capacities of the sets; now and then it omits a set.
func (d *tally) restrict(list []boundedSet) {
	for _, r := range list {
		switch {
		case d.chance(20):
		case r.capacity == 1:
			d.exclusive(r.lits)
		default:
			d.atMostTwo(r.lits)
		}
	}
}

// groups adds labels to the pool and divides them into bounded sets. It leaves enough
// variables for a counter up to one more than the number of sets.
func (d *tally) groups() ([]boundedSet, int) {
	n := 1 + d.IntN(1+d.most/10)
	size := n + 2
	for size+2+(n+1)*(size-n) <= d.most && !d.chance(8) {
		size++
	}
	d.options(size)
	if !d.chance(3) {
		d.add(d.pool...)
	}
	return d.boundedSets(d.pool, n)
}

// counters samples counters over labels that exclude others.
func (d *tally) counters() {
	sets, capacity := d.groups()
	for more := true; more && d.n < d.most-2; more = d.chance(3) {
		d.demand(capacity)
	}
	d.restrict(sets)
}

// demand adds clauses: at least capacity labels are true, or one or two more, where
// capacity is the number that the bounded sets allow. Now and then it takes the complements
// of the labels.
func (d *tally) demand(capacity int) {
	labels := d.labels(max(2, len(d.pool)-d.IntN(3)/2+d.IntN(4)/3))
	k := min(len(labels)-1, capacity+(1+d.IntN(5))/2)
	if d.chance(8) {
		labels, k = negated(labels), len(labels)-k
	}
	d.atLeast(k, labels)
}

// totalsOfTotals samples totals that are merged from other totals.
func (d *tally) totalsOfTotals() {
	sets, capacity := d.groups()
	var list []total // not yet merged into another total
	for _, l := range d.labels(len(d.pool) + d.IntN(3)) {
		list = append(list, total{1, []int{l}})
	}
	s := d.style()
	for len(list) > 1 {
		b := 1 + d.IntN(len(list)-1)
		list[0], list[b] = list[b], list[0]
		if d.chance(6) {
			s = d.style()
		}
		low := 0
		if len(list) == 2 || d.n+capacity >= d.most || d.chance(8) {
			low = min(list[0].size+list[1].size, capacity+d.IntN(3))
		}
		t := d.merge(list[0], list[1], low, max(low, capacity+1), s)
		if d.chance(8) { // it remains for a second total
			list = append(list, list[0])
		}
		list = append(list[2:], t)
	}
	for d.chance(3) && len(d.totals) > 0 {
		a, b := d.totals[d.IntN(len(d.totals))], d.totals[d.IntN(len(d.totals))]
		d.imply(a.at(1+d.IntN(len(a.reach))), b.at(1+d.IntN(len(b.reach))))
	}
	d.restrict(sets)
}

// bounds samples a lower and an upper bound on the same labels, in different encodings. The
// bounds contradict, determine the number, or leave a gap.
func (d *tally) bounds() {
	d.options(3 + d.IntN(max(3, d.most/4)))
	labels := d.labels(d.between(3, len(d.pool)))
	k, slack := d.between(1, len(labels)-1), d.IntN(3)-1
	if d.chance(2) {
		k = min(k, 2+d.IntN(2))
	}
	d.atLeast(k, labels)
	if d.chance(3) {
		sets, _ := d.boundedSets(labels, max(1, k+slack))
		d.restrict(sets)
		return
	}
	d.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
	d.atLeast(len(labels)-k-slack, negated(labels))
}

// holes samples pigeons, each with a clause over its random holes, and the constraint that
// a hole takes at most one pigeon, or at most two.
func (d *tally) holes() {
	holes := 2 + d.IntN(2+d.most/20)
	capacity := 1 + d.IntN(4)/3
	pigeons := holes*capacity + d.IntN(3) - 1
	in := make([][]int, holes)
	for range pigeons {
		var choice []int
		for h := range holes {
			if !d.chance(5) && d.n < d.most {
				d.options(1)
				choice, in[h] = append(choice, d.n), append(in[h], d.n)
			}
		}
		d.add(choice...)
		if d.chance(3) {
			d.exclusive(choice)
		}
	}
	for _, guests := range in {
		switch {
		case d.chance(12):
		case capacity == 1 || d.chance(8):
			d.exclusive(guests)
		default:
			d.atMostTwo(guests)
		}
	}
	if len(d.pool) > 1 && d.chance(2) {
		d.demand(holes * capacity)
	}
}

// matching samples a graph. A variable is an edge; at each vertex, exactly one, at least
// one or at most one edge is true.
func (d *tally) matching() {
	vertices := 3 + d.IntN(1+d.most/4)
	if d.chance(3) {
		vertices = 4 + d.IntN(2)
	}
	at := make([][]int, vertices)
	for a := range vertices {
		for b := range a {
			if d.n < d.most && (b == a-1 || d.IntN(vertices) < 3) {
				d.options(1)
				at[a], at[b] = append(at[a], d.n), append(at[b], d.n)
			}
		}
	}
	whole := d.chance(2)
	together := 0 // number of vertices at which a counter replaces the clauses
	if d.chance(2) {
		together = min(vertices, 2+d.IntN(2))
	}
	for v, edges := range at {
		switch {
		case v == 0 && d.chance(4): // at most two edges at both vertices
			d.atMostTwo(slices.Concat(at[0], at[1]))
		case v != 1 && (whole || !d.chance(6)):
			d.exclusive(edges)
		}
		if v >= together && (whole || !d.chance(6)) {
			d.atLeast(1, edges)
		}
	}
	if joint := slices.Concat(at[:together]...); together > 0 {
		slices.Sort(joint)
		if joint = slices.Compact(joint); d.chance(2) {
			d.add(joint...)
		}
		d.atLeast(min(together, len(joint)-1), joint)
	}
	if d.chance(2) {
		d.among(d.labels(d.between(2, len(d.pool))), vertices/2)
	}
}

// tightParity samples equations modulo 2 and sets with exactly one true literal, and an
// equation that follows from some of these or contradicts them.
func (d *tally) tightParity() {
	d.options(4 + d.IntN(max(4, d.most/3)))
	var sum []int // variables that occur an odd number of times in the terms
	total := d.IntN(3) / 2
	for range 2 + d.IntN(4) {
		terms, one := d.labels(d.between(2, min(4, len(d.pool)))), 1
		switch d.IntN(5) {
		case 0, 1:
			d.exclusive(terms)
			d.atLeast(1, terms)
		case 2:
			d.atLeast(1, terms)
			d.atLeast(len(terms)-1, negated(terms))
		default:
			one = d.IntN(2)
			d.parity(one, terms...)
		}
		if total += one; d.chance(8) {
			continue
		}
		for _, l := range terms {
			v := max(l, -l)
			if l < 0 {
				total++
			}
			if at := slices.Index(sum, v); at >= 0 {
				sum = slices.Delete(sum, at, at+1)
			} else {
				sum = append(sum, v)
			}
		}
	}
	for len(sum) > 4 && d.n < d.most { // split by an auxiliary variable
		cut := d.fresh()
		d.parity(0, append(sum[:3:3], cut)...)
		sum = append(sum[3:], cut)
	}
	if n := len(sum); n > 0 && n < 6 {
		d.parity(total%2, sum...)
	}
	if d.chance(3) {
		d.among(d.labels(len(d.pool)), d.between(1, len(d.pool)-1))
	}
}

// links samples clauses of three literals that look like the steps of counters: chains of
// these with binary clauses, over a small set of literals.
func (d *tally) links() {
	d.options(4 + d.IntN(max(4, d.most/2)))
	lit := func() int { return d.pool[d.IntN(len(d.pool))] * (1 - 2*(d.IntN(4)/3)) }
	for range 1 + d.IntN(3) {
		before := lit()
		d.add(before, lit())
		for range 1 + d.IntN(4) {
			after := lit()
			if d.chance(2) {
				after = d.fresh()
			}
			d.add(-after, before, lit())
			if !d.chance(4) {
				d.add(-before, after)
			}
			before = after
		}
		if d.add(-before, lit()); d.chance(3) {
			d.add(before)
		}
	}
	sets, _ := d.boundedSets(d.pool, 1+d.IntN(3))
	d.restrict(sets)
	for range d.IntN(4) {
		d.add(lit(), lit(), lit())
	}
}

// copies samples two formulas without common variables, or the same formula twice with
// different variables.
func (d *tally) copies() {
	half := d.most / 2
	var first *draft
	for range 2 {
		c := newTally(d.Rand, half)
		if simple[d.IntN(len(simple))].sample(c); first != nil && d.chance(2) {
			c.draft = first
		}
		first = c.draft
		d.take(c.formula(), d.n)
	}
}

// symmetric samples a formula with symmetries, and sometimes clauses of a lexicographic
// order: a model is no less than its image under a symmetry.
func (d *tally) symmetric() {
	a := 2 + d.IntN(2+d.most/20)
	b := 2 + d.IntN(max(1, d.most/a-1))
	if b > a+2 {
		b = a + d.IntN(3)
	}
	cell := func(i, j int) int { return i*b + j + 1 }
	swap := func(n, i int) int { // exchanges 0 and 1
		if n > 1 && i < 2 {
			return 1 - i
		}
		return i
	}
	switch kind := d.IntN(3); kind {
	case 0: // queens on a board
		n := d.between(3, int(math.Sqrt(float64(d.most))))
		in := encode.Instance{N: n, SymmetryBroken: d.chance(2)}
		if d.chance(3) {
			in.Variant = encode.Torus
		}
		if f, err := in.Formula(context.Background()); err == nil && f.Vars <= d.most {
			d.take(f, 0)
			return
		}
		fallthrough
	case 1: // pigeons and holes
		d.options(a * b)
		for i := range a {
			var row []int
			for j := range b {
				row = append(row, cell(i, j))
			}
			d.add(row...)
			if d.chance(2) {
				d.atMostOne(row)
			}
		}
		for j := range b {
			var column []int
			for i := range a {
				column = append(column, cell(i, j))
			}
			d.atMostOne(column)
		}
	default: // colourings of a graph
		d.options(a * b)
		for i := range a {
			var colours []int
			for j := range b {
				colours = append(colours, cell(i, j))
			}
			d.add(colours...)
			for k := range i {
				if !d.chance(4) {
					for j := range b {
						d.add(-cell(i, j), -cell(k, j))
					}
				}
			}
		}
	}
	symmetries := [][2]bool{{true, false}, {false, true}, {true, true}} // exchange the first two rows, the first two columns
	d.Shuffle(3, func(i, j int) { symmetries[i], symmetries[j] = symmetries[j], symmetries[i] })
	for _, s := range symmetries[:d.IntN(4)] {
		d.lexLeader(a*b, func(v int) int {
			i, j := v/b, v%b
			if s[0] {
				i = swap(a, i)
			}
			if s[1] {
				j = swap(b, j)
			}
			return cell(i, j)
		})
	}
}

// lexLeader adds clauses: the variables 1 to n are lexicographically no less than their
// images under a permutation that is its own inverse, where true is greater. image(v) is
// the image of variable v+1.
func (d *tally) lexLeader(n int, image func(v int) int) {
	equal := yes
	for v := range n {
		x, y := v+1, image(v)
		if y <= x || d.n >= d.most {
			continue
		}
		d.imply(-equal, x, -y)
		next := d.fresh()
		d.imply(-equal, x, next)
		d.imply(-equal, -y, next)
		equal = next
	}
}

// finish changes some clauses, adds some, and renames the variables at random.
func (d *tally) finish() {
	if d.n == 0 {
		d.n = 1
	}
	changes := d.IntN(4) // bit 0: add clauses; 2 or 3: change clauses
	if changes > 1 && len(d.clauses) > 0 {
		for range 1 + d.IntN(2) {
			c := d.IntN(len(d.clauses))
			switch clause := d.clauses[c]; {
			case d.chance(2):
				d.clauses[c] = d.clauses[len(d.clauses)-1]
			case len(clause) > 0:
				i := d.IntN(len(clause))
				clause = slices.Clone(clause)
				if clause[i] = -clause[i]; d.chance(2) {
					clause[i] = d.lit()
				}
				d.clauses[c] = clause
			}
		}
	}
	if changes%2 != 0 {
		for range 1 + d.IntN(4) {
			clause := make([]int, 1+d.IntN(4))
			for i := range clause {
				clause[i] = d.lit()
			}
			if len(clause) > 1 || d.chance(3) {
				d.add(clause...)
			}
		}
	}
	if d.chance(3) {
		return
	}
	names := d.Perm(d.n)
	for v, n := range names {
		names[v] = (n + 1) * (1 - 2*d.IntN(2))
	}
	d.Shuffle(len(d.clauses), func(i, j int) { d.clauses[i], d.clauses[j] = d.clauses[j], d.clauses[i] })
	for c, clause := range d.clauses {
		renamed := make([]int, len(clause))
		for i, at := range d.Perm(len(clause)) {
			if l := clause[i]; l > 0 {
				renamed[at] = names[l-1]
			} else {
				renamed[at] = -names[-l-1]
			}
		}
		d.clauses[c] = renamed
	}
}
