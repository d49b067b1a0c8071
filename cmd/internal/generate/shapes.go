package generate

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// MostSmallVars is the largest number of variables of a small formula: few enough to try
// all assignments.
const MostSmallVars = 12

// A shape is a sort of random formulas.
type shape struct {
	name   string
	sample func(*draft) // adds the clauses of a random formula to a new draft
}

var (
	plain = []shape{
		{"general", func(d *draft) { d.clauses(4, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5) }},
		{"binary", func(d *draft) { d.clauses(2, 2) }},
		{"cover", (*draft).cover},
		{"definitions", (*draft).definitions},
		{"bounds", (*draft).bounds},
		{"parity", (*draft).parity},
	}
	// simple lists the shapes of Counting from which copies are made. A shape may occur several times, to
	// be chosen more often.
	simple = []shape{
		{"counters", (*draft).counters},
		{"counters", (*draft).counters},
		{"bounds", (*draft).bounds},
		{"graph", (*draft).graph},
		{"graph", (*draft).graph}, // three times, because few formulas of this shape are hard enough
		{"graph", (*draft).graph},
		{"parity", (*draft).parity},
	}
	counting = append(slices.Clone(simple), shape{"copies", (*draft).copies}, shape{"symmetric", (*draft).symmetric})
)

// Small returns a random formula of one to MostSmallVars variables, and the name of its shape. The
// number i >= 0, modulo the number of shapes, is the index of the shape. Clauses of some shapes
// contain repeated or complementary literals, or no literals.
func Small(i int, r *rand.Rand) (name string, f *dimacs.Formula) { return Shaped(i, r, MostSmallVars) }

// Shaped is like Small for a formula of one to most variables; most must be at least MostSmallVars.
func Shaped(i int, r *rand.Rand, most int) (name string, f *dimacs.Formula) {
	return sampled(plain, i, r, most)
}

// Counting is like Shaped for the shapes in counting, and with random mutations: it returns the name of
// shape i, modulo their number, and a formula of this shape. Counting arguments, parity or symmetry refute
// or simplify the formula, or fail by little. For example, the labels of a counter are repeated, a bound is
// off by one, or a clause is missing. Labels are the literals that a counter counts.
func Counting(i int, r *rand.Rand, most int) (name string, f *dimacs.Formula) {
	name, f = sampled(counting, i, r, most)
	f, _ = mutated(r, f)
	return name, f
}

// sampled returns a random formula of the shape with the index i modulo the number of shapes, and the
// name of the shape. The formula has one to most variables.
func sampled(shapes []shape, i int, r *rand.Rand, most int) (name string, f *dimacs.Formula) {
	s, d := shapes[i%len(shapes)], newDraft(r, most)
	s.sample(d)
	d.Vars = max(1, d.Vars)
	return s.name, &d.Formula
}

// clauses adds up to ratio random clauses for each variable. If there are no variables, it first adds
// one to most-2 variables. A length is chosen among widths, or is 0 with probability 1/60. Literals may be
// repeated or complementary. With probability 1/6, each clause of a call has at most one positive literal.
func (d *draft) clauses(ratio int, widths ...int) {
	if d.Vars == 0 {
		d.Vars = 1 + d.IntN(d.most-2)
	}
	horn := d.chance(6)
	for range d.IntN(ratio*d.Vars + 1) {
		width := widths[d.IntN(len(widths))]
		if d.chance(60) {
			width = 0
		}
		clause := Lits(d.Rand, d.Vars, width)
		for i := 1; horn && i < width; i++ {
			clause[i] = min(clause[i], -clause[i])
		}
		d.Add(clause...)
	}
}

// cover samples a formula that resembles an exact cover: random sets of options, each with at least one
// true option and mostly at most one, and pairs of options that exclude each other. Some sets have an
// auxiliary variable that some of the options imply, and perhaps one more clause with this variable.
// The options may not determine such a variable, or it may restrict them, so that it would be wrong to
// leave it out.
func (d *draft) cover() {
	d.options(2 + d.IntN(d.most-1)/(1+d.IntN(3)))
	for range 1 + d.IntN(d.most/2-1) {
		items := d.some(1, 5)
		switch d.Add(items...); {
		case d.chance(4):
		case len(items) > 2 && d.Vars < d.most && d.chance(3):
			aux := d.input()
			for _, x := range items {
				if d.chance(2) {
					d.Add(-x, aux)
				}
			}
			if sign := dimacs.Lit(d.IntN(3) - 1); sign != 0 {
				d.Add(sign*aux, -sign*items[0], -sign*items[1])
			}
		default:
			d.exclusive(items)
		}
	}
	for range d.IntN(len(d.pool)) {
		d.exclusive(d.some(2, 2))
	}
}

// definitions samples variables that random literals define by a gate, and random clauses of up to 6
// literals. Some of the defined variables equal a random literal.
func (d *draft) definitions() {
	d.Vars = 3 + d.IntN(d.most-6)
	for range d.IntN(d.most / 3) {
		if d.Vars+3 > d.most {
			break
		}
		a, b, c := d.lit(), d.lit(), d.lit()
		gates := []func() dimacs.Lit{
			func() dimacs.Lit { return d.and(a, b) },
			func() dimacs.Lit { return d.xor(a, b) },
			func() dimacs.Lit { return d.xor(d.xor(a, b), c) },
			func() dimacs.Lit { return d.choose(a, b, c) },
			func() dimacs.Lit { return d.majority(a, b, c) },
		}
		if out := gates[d.IntN(len(gates))](); d.chance(4) {
			AddSum(&d.Formula, false, word{out, d.lit()})
		}
	}
	d.clauses(4, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 5, 6)
}

// graph samples a graph whose edges are variables. In half of the graphs, each edge connects a pigeon to
// a hole. The clauses say for most vertices that at most one or two edges are true, at least one, or
// both. For pigeons, this is at least one edge and perhaps at most one; for holes, only at most one or
// two. In a third of the graphs, two or three vertices share a counter of their edges instead of a clause
// each. Half of the graphs also have a counter of all edges.
func (d *draft) graph() {
	vertices, holes, capacity := 3+d.IntN(1+d.most/4), 0, 1
	if d.chance(3) {
		vertices = 4 + d.IntN(2)
	}
	joined := func(a, b int) bool { return b == a-1 || d.IntN(vertices) < 3 }
	if d.chance(2) {
		holes, capacity = 2+d.IntN(2+d.most/20), 1+d.IntN(4)/3
		vertices = holes + holes*capacity + d.IntN(3) - 1
		joined = func(a, b int) bool { return b < holes && holes <= a && !d.chance(5) }
	}
	at := make([]word, vertices)
	for a := range vertices {
		for b := range a {
			if d.Vars < d.most && joined(a, b) {
				l := d.options(1)
				at[a], at[b] = append(at[a], l), append(at[b], l)
			}
		}
	}
	whole, together := d.chance(2), vertices // whole: no clauses are left out. The vertices from together on share a counter
	if d.chance(3) {
		together -= 2 + d.IntN(2)
	}
	for v, edges := range at {
		switch {
		case !whole && d.chance(8):
		case v == 0 && d.chance(4):
			d.upTo(2, edges)
		case v < holes || holes == 0:
			d.upTo(capacity, edges)
		case d.chance(3):
			d.exclusive(edges)
		}
		if v >= holes && v < together && (whole || !d.chance(8)) {
			d.atLeast(1, edges)
		}
	}
	if joint := slices.Concat(at[max(together, 0):]...); len(joint) > 0 {
		slices.Sort(joint)
		joint = slices.Compact(joint)
		d.atLeast(min(vertices-together, len(joint)-1), joint)
	}
	if d.chance(2) && len(d.pool) > 1 {
		d.demand(max(vertices/2, holes*capacity))
	}
}

// parity samples equations modulo 2 and sets with exactly one true literal. It adds an equation that
// is the sum of some of them, or contradicts this sum in a third of the calls, unless the sum is too long.
func (d *draft) parity() {
	d.options(4 + d.IntN(max(4, d.most/3)))
	var sum word // variables that occur an odd number of times in the terms
	total := d.IntN(3) / 2
	for range 2 + d.IntN(4+len(d.pool)/8) {
		terms, one := d.labels(between(d.Rand, 2, min(4, len(d.pool)))), 1
		switch d.IntN(5) {
		case 0, 1:
			d.exclusive(terms)
			d.atLeast(1, terms)
		case 2:
			d.atLeast(1, terms)
			d.atLeast(len(terms)-1, dimacs.Negated(terms))
		default:
			one = d.IntN(2)
			AddSum(&d.Formula, one == 1, terms)
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
	for len(sum) > 4 && d.Vars < d.most { // split by an auxiliary variable
		cut := d.fresh()
		AddSum(&d.Formula, false, append(sum[:3:3], cut))
		sum = append(sum[3:], cut)
	}
	if n := len(sum); n > 0 && n < 6 {
		AddSum(&d.Formula, total%2 == 1, sum)
	}
	if d.chance(3) {
		d.demand(len(d.pool) / 2)
	}
}

// copies samples two formulas of the shapes in simple without common variables, or one such formula twice
// with different variables.
func (d *draft) copies() {
	var c *draft
	for range 2 {
		if c == nil || d.chance(2) {
			c = newDraft(d.Rand, d.most/2)
			simple[d.IntN(len(simple))].sample(c)
		}
		names := make([]int, c.Vars)
		for v := range names {
			names[v] = d.Vars + v + 1
		}
		d.take(Renamed(&c.Formula, names, d.Vars+c.Vars))
	}
}

// symmetric samples a formula with symmetries: queens on a board, pigeons in holes, or a colouring of a
// graph. Some formulas also have clauses that exclude symmetric models, such as clauses of a
// lexicographic order: a model is no less than its image under a symmetry. In some of the graphs, the
// exchanged rows are no symmetry.
func (d *draft) symmetric() {
	if d.chance(3) { // queens on a board
		in := encode.Instance{N: between(d.Rand, 3, int(math.Sqrt(float64(d.most)))), SymmetryBroken: d.chance(2)}
		if d.chance(3) {
			in.Variant = board.Torus
		}
		if f, err := in.Formula(context.Background()); err == nil && f.Vars <= d.most {
			d.take(f)
			return
		}
	}
	// pigeons and holes, or vertices of a graph and colours
	a := 2 + d.IntN(2+d.most/20)
	b := 2 + d.IntN(max(1, d.most/a-1))
	if b > a+2 {
		b = a + d.IntN(3)
	}
	graph := d.chance(2)
	d.options(a * b)
	for i := range a {
		row := d.pool[i*b : (i+1)*b]
		if d.Add(row...); !graph && d.chance(2) {
			atMost(&d.Formula, 1, row)
		}
		for k := range i {
			for j, l := range row {
				if graph && j == 0 && d.chance(4) {
					break // no edge
				}
				d.Add(-l, -d.pool[k*b+j])
			}
		}
	}
	for _, s := range d.Perm(3)[:d.IntN(4)] { // exchange the first two rows, the first two columns, or both
		d.lexLeader(func(i int) int {
			row, column := i/b, i%b
			if s != 1 && row < 2 {
				row = 1 - row
			}
			if s != 0 && column < 2 {
				column = 1 - column
			}
			return row*b + column
		})
	}
}

// lexLeader adds clauses: the literals of the pool are lexicographically no less than their
// images under a permutation of positions that is its own inverse, where true is greater. It compares
// only the first positions if there are not enough variables for all.
func (d *draft) lexLeader(image func(i int) int) {
	equal := yes
	for i, x := range d.pool {
		if image(i) <= i || d.Vars >= d.most {
			continue
		}
		y := d.pool[image(i)]
		d.imply(-equal, x, -y)
		next := d.fresh()
		d.imply(-equal, x, next)
		d.imply(-equal, -y, next)
		equal = next
	}
}
