package formulas

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"queens/dimacs"
	"queens/encode/atmostone"
)

// A draft is a random formula under construction.
type draft struct {
	circuit
	*rand.Rand
	most   int     // largest number of variables
	rare   int     // an alias replaces a literal with probability 1/rare
	pool   word    // literals to choose labels from
	totals []total // the totals in the formula
}

func newDraft(r *rand.Rand, most int) *draft {
	return &draft{Rand: r, most: most, rare: 4 << (2 * r.IntN(3))}
}

// Random returns a formula with a number of random clauses. The length of each is chosen
// among widths. Literals may be repeated or complementary.
func Random(r *rand.Rand, vars, clauses int, widths ...int) *dimacs.Formula {
	d := &draft{Rand: r, circuit: circuit{dimacs.Formula{Vars: vars}}}
	for range clauses {
		d.Add(randomLits(r, vars, widths[r.IntN(len(widths))])...)
	}
	return &d.Formula
}

// randomLits returns n random literals of the variables 1 to vars.
func randomLits(r *rand.Rand, vars, n int) []dimacs.Lit {
	lits := make([]dimacs.Lit, n)
	for i := range lits {
		lits[i] = dimacs.Lit(1 + r.IntN(vars))
		if r.IntN(2) == 0 {
			lits[i] = -lits[i]
		}
	}
	return lits
}

// between returns a random number from low to high, or low if high < low.
func between(r *rand.Rand, low, high int) int { return low + r.IntN(max(1, high-low+1)) }

// chance returns true with probability 1/n.
func (d *draft) chance(n int) bool { return d.IntN(n) == 0 }

// lit returns a random literal.
func (d *draft) lit() dimacs.Lit { return randomLits(d.Rand, d.Vars, 1)[0] }

// some returns k different random variables up to vars.
func (d *draft) some(k, vars int) word {
	list := make(word, k)
	for i, v := range d.Perm(vars)[:k] {
		list[i] = dimacs.Lit(v + 1)
	}
	return list
}

// fresh returns a new variable, or a random literal if there are already most variables.
func (d *draft) fresh() dimacs.Lit {
	if d.Vars < d.most {
		return d.input()
	}
	return d.lit()
}

// atMostBySums adds clauses of a sequential counter: at most k of the items are true, where
// k is at least 1. Auxiliary variable k*i + j, both from 0, means that more than j of the
// items 0 to i are true.
//
// Source: C. Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP
// 2005.
func (c *circuit) atMostBySums(k int, items word) {
	sums := c.inputs(k * (len(items) - 1))
	sum := func(i, j int) dimacs.Lit { return sums[k*i+j] }
	for i, x := range items {
		if i > 0 {
			c.Add(-x, -sum(i-1, k-1))
		}
		if i == len(items)-1 {
			break
		}
		for j := range k {
			if j == 0 {
				c.Add(-x, sum(i, 0))
			} else if i > 0 {
				c.Add(-x, -sum(i-1, j-1), sum(i, j))
			}
			if i > 0 {
				c.Add(-sum(i-1, j), sum(i, j))
			}
		}
	}
}

// atMost adds clauses: at most k of the items are true; a clause for each subset of k+1
// items.
func (c *circuit) atMost(k int, items word) {
	for set := range uint(1) << len(items) {
		if bits.OnesCount(set) != k+1 {
			continue
		}
		var clause word
		for i, x := range items {
			if set>>i&1 != 0 {
				clause = append(clause, -x)
			}
		}
		c.Add(clause...)
	}
}

// exclusive adds clauses: at most one literal is true, in a random encoding. It adds no variables
// beyond most.
func (d *draft) exclusive(lits word) {
	list := atmostone.All()
	e := list[d.IntN(len(list))]
	if aux, _ := e.Size(len(lits)); len(lits) < 2 || d.chance(2) || d.Vars+aux > d.most {
		atMostOne(&d.Formula, lits)
		return
	}
	c := dimacs.NewCollector(context.Background(), d.Vars)
	e.Encode(lits, c, c.Fresh)
	d.take(c.Formula())
}

// take adds the clauses of f, with the same variables.
func (d *draft) take(f *dimacs.Formula) {
	for clause := range f.Clauses() {
		d.Add(clause...)
	}
	d.Vars = max(d.Vars, f.Vars)
}

// Renamed returns f with other variables: names[v-1] replaces v. A negative name also flips
// the sign. The formula has vars variables.
func Renamed(f *dimacs.Formula, names []int, vars int) *dimacs.Formula {
	g := &dimacs.Formula{}
	for c := range f.Clauses() {
		lits := make([]dimacs.Lit, len(c))
		for i, l := range c {
			if lits[i] = dimacs.Lit(names[l.Var()-1]); l < 0 {
				lits[i] = -lits[i]
			}
		}
		g.Add(lits...)
	}
	g.Vars = vars
	return g
}

// Shuffled returns f with random names, signs and order of variables, literals and clauses.
func Shuffled(r *rand.Rand, f *dimacs.Formula) *dimacs.Formula {
	names, clauses := r.Perm(f.Vars), slices.Collect(f.Clauses())
	for v, n := range names {
		names[v] = (n + 1) * (1 - 2*r.IntN(2))
	}
	r.Shuffle(len(clauses), func(i, j int) { clauses[i], clauses[j] = clauses[j], clauses[i] })
	for i := range clauses {
		c := slices.Clone(clauses[i])
		r.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
		clauses[i] = c
	}
	return Renamed((&dimacs.Formula{}).With(clauses...), names, f.Vars)
}
