package formulas

import (
	"math/rand/v2"

	"queens/dimacs"
)

// MostSmallVars is the largest number of variables of a small formula: few enough to try
// all assignments.
const MostSmallVars = 12

// Small returns a random formula of the i-th shape in at most MostSmallVars variables, and the
// name of the shape. Clauses of some shapes contain repeated or complementary literals, or no
// literals.
func Small(i int, r *rand.Rand) (shape string, f *dimacs.Formula) {
	return Shaped(i, r, MostSmallVars)
}

// Shaped is like Small for a formula of up to most variables; most must be at least
// MostSmallVars.
func Shaped(i int, r *rand.Rand, most int) (shape string, f *dimacs.Formula) {
	s := shapes[i%len(shapes)]
	d := newDraft(r, most)
	s.sample(d)
	return s.name, &d.Formula
}

// A shape is a sort of random formulas.
type shape struct {
	name   string
	sample func(*draft)
}

var shapes = []shape{
	{"general", func(d *draft) { d.clauses(1+d.IntN(d.most-2), 4, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5) }},
	{"binary", func(d *draft) { d.clauses(1+d.IntN(d.most-2), 2, 2) }},
	{"cover", cover},
	{"horn", horn},
	{"units", units},
	{"options", options},
	{"undetermined", undetermined},
	{"definitions", definitions},
	{"counts", counts},
	{"equations", cutSums},
}

// clauses sets the number of variables and samples up to ratio random clauses for each variable.
// A length is chosen among widths, or rarely 0. Literals may be repeated or complementary.
func (d *draft) clauses(vars, ratio int, widths ...int) {
	d.Vars = vars
	for range d.IntN(ratio*vars + 1) {
		width := widths[d.IntN(len(widths))]
		if d.chance(60) {
			width = 0
		}
		d.Add(randomLits(d.Rand, vars, width)...)
	}
}

// cover samples positive clauses, and clauses for pairs of variables that are not both
// true: sometimes all pairs of a clause, sometimes random pairs.
func cover(d *draft) {
	d.Vars = 2 + d.IntN(d.most-1)
	for range 1 + d.IntN(d.most/2-1) {
		items := d.some(1+d.IntN(min(d.Vars, 5)), d.Vars)
		d.Add(items...)
		if !d.chance(3) {
			atMostOne(&d.Formula, items)
		}
	}
	for range d.IntN(d.Vars) {
		atMostOne(&d.Formula, d.some(2, d.Vars))
	}
}

// horn samples clauses with at most one positive literal.
func horn(d *draft) {
	d.Vars = 2 + d.IntN(d.most-3)
	for range 1 + d.IntN(3*d.Vars) {
		clause := d.some(1+d.IntN(min(d.Vars, 4)), d.Vars)
		for i := range clause {
			if i > 0 || d.chance(3) {
				clause[i] = -clause[i]
			}
		}
		d.Add(clause...)
	}
}

// units samples a formula in which unit propagation assigns many variables.
func units(d *draft) {
	d.Vars = 2 + d.IntN(d.most-3)
	for range 1 + d.IntN(3) {
		d.Add(d.lit())
	}
	for v := 2; v <= d.Vars; v++ {
		d.Add(dimacs.Lit(1-v), dimacs.Lit(v))
		if d.chance(3) {
			d.Add(d.lit(), d.lit(), d.lit())
		}
	}
}

// options samples exactly-one constraints in random encodings.
func options(d *draft) { d.exactlyOne(d.exclusive) }

// undetermined samples a cover with auxiliary variables that the options do not determine,
// or that occur in other clauses. To reduce the formula to its options would be wrong.
func undetermined(d *draft) {
	d.exactlyOne(func(items word) {
		aux := d.input()
		for _, x := range items {
			if d.chance(2) {
				d.Add(-x, aux)
			}
		}
		switch d.IntN(3) {
		case 0:
			d.Add(-aux, items[0], items[1])
		case 1:
			d.Add(aux, -items[0], -items[1])
		}
	})
}

// exactlyOne samples sets of options with exactly one true option; exclude adds the clauses for
// at most one.
func (d *draft) exactlyOne(exclude func(items word)) {
	d.Vars = 3 + d.IntN(d.most/4)
	options := d.Vars
	for range 1 + d.IntN(d.most/6) {
		if d.Vars > d.most-4 {
			break
		}
		items := d.some(3+d.IntN(options-2), options)
		d.Add(items...)
		exclude(items)
	}
	if d.chance(2) {
		atMostOne(&d.Formula, d.some(2, options))
	}
}

// definitions samples literals that others define, and clauses of 1 to 6 literals.
func definitions(d *draft) {
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
			addSum(&d.Formula, false, word{out, d.lit()})
		}
	}
	d.clauses(d.Vars, 4, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 5, 6)
}

// counts samples overlapping sets with bounds on the number of true literals: at most, at
// least or exactly a number, by clauses or by sums.
func counts(d *draft) {
	d.Vars = 4 + d.IntN(d.most/4)
	options := d.Vars
	for range 1 + d.IntN(d.most/4) {
		items := d.some(3+d.IntN(min(options, 7)-2), options)
		for i := range items {
			if d.chance(6) {
				items[i] = -items[i]
			}
		}
		k := 1 + d.IntN(len(items)-1)
		for side, items := range []word{items, negation(items)} {
			most := []int{k, len(items) - k}[side]
			switch {
			case d.chance(3):
			case d.Vars+most*(len(items)-1) <= d.most && d.chance(2):
				d.atMostBySums(most, items)
			default:
				d.atMost(most, items)
			}
		}
	}
}

// cutSums samples equations modulo 2 of one to five literals that are near each other, some of which
// are split by an auxiliary variable, and sometimes a set with exactly one true variable.
func cutSums(d *draft) {
	const near = 10
	d.Vars = 3 + d.IntN(2*d.most/3)
	options := d.Vars
	for range 1 + d.IntN(options+options/4) {
		first := d.IntN(max(1, options-near))
		terms := d.some(1+d.IntN(min(options, 5)), min(options, near))
		for i := range terms {
			terms[i] = (terms[i] + dimacs.Lit(first)) * dimacs.Lit(1-2*d.IntN(2))
		}
		if len(terms) > 2 && d.Vars < d.most && d.chance(3) {
			cut := d.input()
			addSum(&d.Formula, false, append(terms[:2:2], cut))
			terms = append(terms[2:], cut)
		}
		addSum(&d.Formula, d.chance(2), terms)
	}
	if d.chance(3) {
		exactlyOne(&d.Formula, d.some(3, options))
	}
}
