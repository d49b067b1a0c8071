package formulas

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"queens/dimacs"
)

// MostSmallVars is the largest number of variables of a small formula: few enough to try
// all assignments.
const MostSmallVars = 12

// Small returns a random formula of the i-th shape, and the name of the shape, in variables
// from 1 to Vars. Clauses of some shapes contain repeated or complementary literals, or no
// literals.
func Small(i int, r *rand.Rand) (shape string, f *dimacs.Formula) {
	s := shapes[i%len(shapes)]
	d := &draft{Rand: r}
	s.sample(d)
	return s.name, d.formula()
}

// Random returns a formula with a number of random clauses. The length of each is chosen
// among widths. Literals may be repeated or complementary.
func Random(r *rand.Rand, vars, clauses int, widths ...int) *dimacs.Formula {
	d := &draft{Rand: r, n: vars}
	for range clauses {
		clause := make([]int, widths[r.IntN(len(widths))])
		for i := range clause {
			clause[i] = d.lit()
		}
		d.add(clause...)
	}
	return d.formula()
}

// A draft is a formula under construction, in variables from 1 to n.
type draft struct {
	*rand.Rand
	n       int
	options int // number of variables of a structured formula that are not auxiliary; they come first
	clauses [][]int
}

func (d *draft) add(clause ...int) { d.clauses = append(d.clauses, clause) }

func (d *draft) formula() *dimacs.Formula {
	f := &dimacs.Formula{Vars: d.n}
	for _, clause := range d.clauses {
		lits := make([]dimacs.Lit, len(clause))
		for i, l := range clause {
			lits[i] = dimacs.Lit(l)
		}
		f.Add(lits...)
	}
	return f
}

// lit returns a random literal.
func (d *draft) lit() int {
	v := 1 + d.IntN(d.n)
	if d.IntN(2) == 0 {
		return -v
	}
	return v
}

// some returns k different random variables.
func (d *draft) some(k int) []int {
	list := d.Perm(d.n)[:k]
	for i := range list {
		list[i]++
	}
	return list
}

// shapes lists the kinds of small formulas.
var shapes = []struct {
	name   string
	sample func(*draft)
}{
	{"general", general},
	{"cover", cover},
	{"horn", horn},
	{"xor", xor},
	{"units", units},
	{"binary", binary},
	{"sequential", sequential},
	{"product", product},
	{"commander", commander},
	{"undetermined", undetermined},
	{"definitions", definitions},
	{"counts", counts},
	{"equations", cutSums},
}

// general samples clauses of 0 to 5 literals, with repeated and complementary literals.
func general(d *draft) {
	d.n = 1 + d.IntN(10)
	widths := []int{1, 2, 2, 3, 3, 3, 3, 4, 4, 5}
	for range d.IntN(4*d.n + 1) {
		width := widths[d.IntN(len(widths))]
		if d.IntN(60) == 0 {
			width = 0
		}
		clause := make([]int, width)
		for i := range clause {
			clause[i] = d.lit()
		}
		d.add(clause...)
	}
}

// cover samples positive clauses, and clauses for pairs of variables that are not both
// true: sometimes all pairs of a clause, sometimes random pairs.
func cover(d *draft) {
	d.n = 2 + d.IntN(MostSmallVars-1)
	for range 1 + d.IntN(5) {
		items := d.some(1 + d.IntN(min(d.n, 5)))
		d.add(items...)
		if d.IntN(3) > 0 {
			d.atMostOne(items)
		}
	}
	for range d.IntN(d.n) {
		pair := d.some(2)
		d.add(-pair[0], -pair[1])
	}
}

func (d *draft) atMostOne(items []int) {
	for i, a := range items {
		for _, b := range items[:i] {
			d.add(-a, -b)
		}
	}
}

// horn samples clauses with at most one positive literal.
func horn(d *draft) {
	d.n = 2 + d.IntN(9)
	for range 1 + d.IntN(3*d.n) {
		clause := d.some(1 + d.IntN(min(d.n, 4)))
		for i := range clause {
			if i > 0 || d.IntN(3) == 0 {
				clause[i] = -clause[i]
			}
		}
		d.add(clause...)
	}
}

// xor samples equations modulo 2.
func xor(d *draft) {
	d.n = 3 + d.IntN(8)
	for range 1 + d.IntN(d.n) {
		d.parity(d.IntN(2), d.some(1+d.IntN(min(d.n, 4)))...)
	}
}

// units samples a formula in which unit propagation assigns many variables.
func units(d *draft) {
	d.n = 2 + d.IntN(9)
	for range 1 + d.IntN(3) {
		d.add(d.lit())
	}
	for v := 2; v <= d.n; v++ {
		d.add(-(v - 1), v)
		if d.IntN(3) == 0 {
			d.add(d.lit(), d.lit(), d.lit())
		}
	}
}

// binary samples clauses of two literals, which may be equal or complementary.
func binary(d *draft) {
	d.n = 1 + d.IntN(10)
	for range d.IntN(2*d.n + 1) {
		d.add(d.lit(), d.lit())
	}
}

// sequential samples exactly-one constraints, encoded by the sequential counter: auxiliary
// variable i means that one or more of the first i options are true.
//
// Source: C. Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP
// 2005.
func sequential(d *draft) { d.exactlyOne(d.atMostOneBySums) }

// atMostOneBySums adds clauses of a sequential counter: at most one item is true.
func (d *draft) atMostOneBySums(items []int) { d.atMostBySums(1, items) }

// atMostBySums adds clauses of a sequential counter: at most k of the items are true, where
// k is at least 1. Auxiliary variable k*i + j, both from 0, means that more than j of the
// items 0 to i are true.
func (d *draft) atMostBySums(k int, items []int) {
	first := d.n + 1
	sum := func(i, j int) int { return first + k*i + j }
	d.n += k * (len(items) - 1)
	for i, x := range items {
		if i > 0 {
			d.add(-x, -sum(i-1, k-1))
		}
		for j := range k {
			if i == len(items)-1 {
				break
			}
			if j == 0 {
				d.add(-x, sum(i, 0))
			} else if i > 0 {
				d.add(-x, -sum(i-1, j-1), sum(i, j))
			}
			if i > 0 {
				d.add(-sum(i-1, j), sum(i, j))
			}
		}
	}
}

// atMost adds clauses: at most k of the items are true; a clause for each subset of k+1
// items.
func (d *draft) atMost(k int, items []int) {
	for set := range uint(1) << len(items) {
		if bits.OnesCount(set) != k+1 {
			continue
		}
		var clause []int
		for i, x := range items {
			if set>>i&1 != 0 {
				clause = append(clause, -x)
			}
		}
		d.add(clause...)
	}
}

// product samples exactly-one constraints over a grid; each option implies its row and its
// column.
//
// Source: J. Chen, A New SAT Encoding of the At-Most-One Constraint, ModRef 2010.
func product(d *draft) {
	d.exactlyOne(func(items []int) {
		first, second := d.n+1, d.n+3
		d.n += 4
		for i, x := range items {
			d.add(-x, first+i/2%2)
			d.add(-x, second+i%2)
			if i >= 4 { // the grid is full
				d.atMostOne([]int{x, items[i-4]})
			}
		}
		d.add(-first, -(first + 1))
		d.add(-second, -(second + 1))
	})
}

// commander samples exactly-one constraints over two groups, each with a commander that the
// group determines.
//
// Source: W. Klieber, G. Kwon, Efficient CNF Encoding for Selecting 1 from N Objects, CFV
// 2007.
func commander(d *draft) {
	d.exactlyOne(func(items []int) {
		half := len(items) / 2
		for _, group := range [][]int{items[:half], items[half:]} {
			d.n++
			c := d.n
			d.add(append([]int{-c}, group...)...)
			for _, x := range group {
				d.add(-x, c)
			}
			d.atMostOne(group)
		}
		d.add(-(d.n - 1), -d.n)
	})
}

// exactlyOne samples one or two sets of options with exactly one true option; encode adds
// the clauses for at most one.
func (d *draft) exactlyOne(encode func(items []int)) {
	k := 3 + d.IntN(3)
	d.n = k
	for range 1 + d.IntN(2) {
		if d.n > MostSmallVars-4 {
			break
		}
		items := d.Perm(k)[:3+d.IntN(k-2)]
		for i := range items {
			items[i]++
		}
		d.add(items...)
		encode(items)
	}
	if d.IntN(2) == 0 {
		pair := d.Perm(k)
		d.add(-(pair[0] + 1), -(pair[1] + 1))
	}
}

// undetermined samples a cover with auxiliary variables that the options do not determine,
// or that occur in other clauses. To reduce the formula to its options would be wrong.
func undetermined(d *draft) {
	d.exactlyOne(func(items []int) {
		d.n++
		aux := d.n
		for _, x := range items {
			if d.IntN(2) == 0 {
				d.add(-x, aux)
			}
		}
		switch d.IntN(3) {
		case 0:
			d.add(-aux, items[0], items[1])
		case 1:
			d.add(aux, -items[0], -items[1])
		}
	})
}

// definitions samples clauses of 1 to 6 literals, and literals that are defined by others.
func definitions(d *draft) {
	d.n = 3 + d.IntN(8)
	widths := []int{1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 5, 6}
	for range d.IntN(4 * d.n) {
		clause := make([]int, widths[d.IntN(len(widths))])
		if len(clause) == 1 && d.IntN(4) > 0 {
			clause = append(clause, 0, 0)
		}
		for i := range clause {
			clause[i] = d.lit()
		}
		d.add(clause...)
	}
	for range d.IntN(4) {
		x, a, b, c := d.lit(), d.lit(), d.lit(), d.lit()
		switch d.IntN(5) {
		case 0: // x = a and b
			d.add(-x, a)
			d.add(-x, b)
			d.add(x, -a, -b)
		case 1: // x = a
			d.parity(0, x, a)
		case 2: // x = a xor b
			d.parity(0, x, a, b)
		case 3: // x = if a then b else c
			d.add(-x, -a, b)
			d.add(-x, a, c)
			d.add(x, -a, -b)
			d.add(x, a, -c)
		case 4: // x = a xor b xor c
			d.parity(0, x, a, b, c)
		}
	}
}

// counts samples overlapping sets with bounds on the number of true literals: at most, at
// least or exactly a number, by clauses or by sums.
func counts(d *draft) {
	d.n = 4 + d.IntN(3)
	options := d.n
	for range 1 + d.IntN(3) {
		items := d.Perm(options)[:3+d.IntN(options-2)]
		others := make([]int, len(items)) // complements of the items
		for i := range items {
			if items[i]++; d.IntN(6) == 0 {
				items[i] = -items[i]
			}
			others[i] = -items[i]
		}
		k := 1 + d.IntN(len(items)-1)
		for side, items := range [][]int{items, others} {
			most := []int{k, len(items) - k}[side]
			switch {
			case d.IntN(3) == 0:
			case d.n+most*(len(items)-1) <= MostSmallVars && d.IntN(2) == 0:
				d.atMostBySums(most, items)
			default:
				d.atMost(most, items)
			}
		}
	}
}

// cutSums samples equations modulo 2 of three to five literals, some of which are split by
// an auxiliary variable, and sometimes a set with exactly one true variable.
func cutSums(d *draft) {
	d.n = 5 + d.IntN(4)
	options := d.n
	for range 1 + d.IntN(options) {
		terms := d.Perm(options)[:3+d.IntN(3)]
		for i := range terms {
			terms[i] = (terms[i] + 1) * (1 - 2*d.IntN(2))
		}
		if sum := d.IntN(2); d.n < MostSmallVars && d.IntN(3) == 0 {
			d.n++
			d.parity(0, append(terms[:2:2], d.n)...)
			d.parity(sum, append(terms[2:], d.n)...)
		} else {
			d.parity(sum, terms...)
		}
	}
	if d.IntN(3) == 0 {
		items := d.some(3)
		d.add(items...)
		d.atMostOne(items)
	}
}

// parity adds clauses: the number of true terms is equal to sum, which is 0 or 1, modulo 2.
// There are 2^(k-1) clauses for k terms, and no auxiliary variables.
func (d *draft) parity(sum int, terms ...int) {
	for signs := range uint(1) << len(terms) {
		if bits.OnesCount(signs)%2 == sum {
			continue
		}
		clause := slices.Clone(terms) // excludes one assignment
		for i := range clause {
			if signs>>i&1 != 0 {
				clause[i] = -clause[i]
			}
		}
		d.add(clause...)
	}
}
