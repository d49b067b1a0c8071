package enginetest

import (
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A draft is a formula being sampled, in variables from 1 to n.
type draft struct {
	*rand.Rand
	n       int
	options int // of a structured formula: the first variables, the others are auxiliary
	clauses [][]int
}

func (d *draft) add(clause ...int) { d.clauses = append(d.clauses, clause) }

// lit returns a random literal.
func (d *draft) lit() int {
	v := 1 + d.IntN(d.n)
	if d.IntN(2) == 0 {
		return -v
	}
	return v
}

// some returns k different variables.
func (d *draft) some(k int) []int {
	list := d.Perm(d.n)[:k]
	for i := range list {
		list[i]++
	}
	return list
}

// shapes are the kinds of formulas.
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
}

// general samples clauses of any width from 0 to 5, with repeated and
// complementary literals.
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

// cover samples positive clauses and pairs of options that exclude each other:
// sometimes those of a clause, sometimes any.
func cover(d *draft) {
	d.n = 2 + d.IntN(maxVars-1)
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

// horn samples clauses of at most one positive literal.
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

// xor samples sums modulo 2.
func xor(d *draft) {
	d.n = 3 + d.IntN(8)
	for range 1 + d.IntN(d.n) {
		terms := d.some(1 + d.IntN(min(d.n, 4)))
		odd := d.IntN(2)
		for signs := range 1 << len(terms) {
			clause := slices.Clone(terms)
			negative := 0
			for i := range clause {
				if signs>>i&1 != 0 {
					clause[i] = -clause[i]
					negative++
				}
			}
			if negative&1 == odd {
				d.add(clause...)
			}
		}
	}
}

// units samples a formula that unit propagation goes far in.
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

// binary samples clauses of two literals, which may be the same or complements.
func binary(d *draft) {
	d.n = 1 + d.IntN(10)
	for range d.IntN(2*d.n + 1) {
		d.add(d.lit(), d.lit())
	}
}

// sequential samples exactly-one constraints by the sequential counter: auxiliary
// variable i says that one of the first i options was taken.
//
// Source: C. Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality
// Constraints, CP 2005.
func sequential(d *draft) {
	d.exactlyOne(func(items []int) {
		s := d.n
		d.n += len(items) - 1
		for i, x := range items {
			if i < len(items)-1 {
				d.add(-x, s+i+1)
			}
			if i > 0 {
				d.add(-x, -(s + i))
			}
			if i > 0 && i < len(items)-1 {
				d.add(-(s + i), s+i+1)
			}
		}
	})
}

// product samples exactly-one constraints over a grid, of which an option
// implies its two coordinates.
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

// commander samples exactly-one constraints of two groups with a commander
// each, which is determined by its group.
//
// Source: W. Klieber, G. Kwon, Efficient CNF Encoding for Selecting 1 from N
// Objects, CFV 2007.
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

// exactlyOne samples one or two sets of options, of each of which exactly one is to
// be taken; encode adds the at-most-one part.
func (d *draft) exactlyOne(encode func(items []int)) {
	k := 3 + d.IntN(3)
	d.n = k
	for range 1 + d.IntN(2) {
		if d.n > maxVars-4 {
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

// undetermined samples a cover whose auxiliary variables are not determined by
// the options, or stand in clauses of another kind, so that a reduction of
// the formula to its options would be wrong.
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

// far is an index that leaves no room for arrays over all variables.
const far = 2_000_000_000

// sampleProblem returns the i-th problem. One in a hundred has a variable
// that is far from the others.
func sampleProblem(i int) *problem {
	random := rand.New(rand.NewPCG(uint64(i), 0x9e3779b97f4a7c15))
	shape := shapes[i%len(shapes)]
	d := &draft{Rand: random}
	shape.sample(d)
	names, vars := d.names(i%100 == 42)
	f := &dimacs.Formula{}
	for _, clause := range d.clauses {
		renamed := make([]dimacs.Lit, len(clause))
		for k, l := range clause {
			renamed[k] = dimacs.Lit(names[max(l, -l)-1])
			if l < 0 {
				renamed[k] = -renamed[k]
			}
		}
		f.Add(renamed...)
	}
	f.Vars = vars
	t := &engine.Task{Formula: f, Threads: 1}
	d.ask(t, names)
	return newProblem(shape.name, t)
}

// names returns the variables that stand for those of the draft, and the
// number of variables there are.
func (d *draft) names(distant bool) (names []int, vars int) {
	names = make([]int, d.n)
	for i := range names {
		names[i] = i + 1
	}
	vars = d.n
	switch {
	case distant:
		names[d.IntN(d.n)] = far
		vars = far + d.IntN(2)
	case d.IntN(4) == 0: // gaps
		vars = d.n + d.IntN(5)
		names = d.Perm(vars)[:d.n]
		for i := range names {
			names[i]++
		}
	case d.IntN(10) == 0: // more unconstrained variables than models can be gone through
		vars = 100 + d.IntN(1_000_000)
		names[d.IntN(d.n)] = vars
	}
	return names, vars
}

// ask samples what is to be known.
func (d *draft) ask(t *engine.Task, names []int) {
	lit := func() dimacs.Lit {
		if d.IntN(2) == 0 {
			return -dimacs.Lit(names[d.IntN(len(names))])
		}
		return dimacs.Lit(names[d.IntN(len(names))])
	}
	if d.IntN(4) == 0 {
		for range 1 + d.IntN(3) {
			t.Assume = append(t.Assume, lit())
		}
		if d.IntN(5) == 0 {
			t.Assume = append(t.Assume, t.Assume[0].Neg())
		}
	}
	if d.IntN(2) == 0 {
		t.Seed = 1 + d.Int64N(1000)
	}
	t.Project = d.projection(names, t.Formula.Vars)
}

// projection samples variables to project on, some of which may be unconstrained.
func (d *draft) projection(names []int, vars int) []int {
	var list []int
	switch d.IntN(6) {
	case 0, 1:
		return nil
	case 2:
		list = names
	case 3:
		return []int{}
	default:
		for _, v := range names {
			if d.IntN(2) == 0 {
				list = append(list, v)
			}
		}
		list = append(list, 1+d.IntN(vars))
	}
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}
