package argumenttest

import (
	"math"
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// A changer makes random changes of the argument of a case.
type changer struct {
	*rand.Rand
	*Case
	refs []clause.Ref
	wild bool // use numbers of any size
}

// Change makes one random change of the argument. The argument is usually wrong after that.
func (c *Case) Change(r *rand.Rand) {
	x := &changer{r, c, c.refs(), false}
	x.change()
}

// Garbage adds random parts to the argument and changes it many times, with numbers in and
// out of range. References to clauses remain valid.
func (c *Case) Garbage(r *rand.Rand) {
	x := &changer{r, c, c.refs(), true}
	a := c.Argument
	for range 1 + x.IntN(30) {
		switch x.IntN(6) {
		case 0:
			a.Counts = append(a.Counts, argument.Count{Labels: x.lits(), Bounds: make([]argument.Bound, x.IntN(3)), Pairs: make([]argument.Pair, x.IntN(3))})
		case 1:
			a.Groups = append(a.Groups, argument.Group{Lits: x.lits(), AtMost: x.number(1), Count: x.number(0), Bound: x.number(0)})
		case 2:
			a.Sums = append(a.Sums, argument.Sum{Demands: make([]argument.Demand, x.IntN(3))})
		case 3:
			a.Equations = append(a.Equations, argument.Equation{Vars: []uint32{uint32(x.number(1)), uint32(x.number(2))}, Sum: x.number(0), Group: x.number(0)})
			a.Additions = append(a.Additions, argument.Addition{A: int32(x.number(0)), B: int32(x.number(0))})
		default:
			for range len(a.Counts) + len(a.Groups) + len(a.Sums) + len(a.Equations) {
				x.change()
			}
		}
	}
}

// number returns n-1, n or n+1. In half of the calls, a wild changer returns a number from a list of
// small and extreme ones instead.
func (x *changer) number(n int) int {
	if list := []int{math.MinInt, math.MinInt32, math.MinInt32 + 1, -100, -1, 0, 1, 2, 3, 4, 100, math.MaxInt32, math.MaxInt >> 31, math.MaxInt}; x.wild && x.IntN(2) == 0 {
		return list[x.IntN(len(list))]
	}
	return n - 1 + x.IntN(3)
}

// lit returns a random literal of the formula, or argument.True in one call of eight. A wild
// changer also returns numbers that are no literals.
func (x *changer) lit() clause.Lit {
	if x.wild && x.IntN(8) == 0 {
		return clause.Lit(x.number(0))
	}
	if x.IntN(8) == 0 {
		return argument.True
	}
	return clause.Lit(2 + x.IntN(x.Database.NumLits()-2))
}

func (x *changer) lits() (list []clause.Lit) {
	for range x.IntN(5) {
		list = append(list, x.lit())
	}
	return list
}

// ref returns a random clause, or 0.
func (x *changer) ref() clause.Ref {
	if len(x.refs) == 0 || x.IntN(4) == 0 {
		return 0
	}
	return x.refs[x.IntN(len(x.refs))]
}

// change makes one random change of a random part of the argument. It does not return if
// the argument has no parts.
func (x *changer) change() {
	a := x.Argument
	var list []func()
	switch kind := x.IntN(5); {
	case kind == 0 && len(a.Counts) > 0:
		list = x.ofCount(&a.Counts[x.IntN(len(a.Counts))])
	case kind == 1 && len(a.Groups) > 0:
		g := &a.Groups[x.IntN(len(a.Groups))]
		list = append(x.ofLits(&g.Lits), x.ofNumber(&g.AtMost), x.ofNumber(&g.Count), x.ofNumber(&g.Bound))
	case kind <= 3 && len(a.Sums) > 0:
		list = x.ofSum(&a.Sums[x.IntN(len(a.Sums))])
	case kind == 4 && len(a.Equations) > 0:
		e := &a.Equations[x.IntN(len(a.Equations))]
		list = append(list, x.ofNumber(&e.Sum), x.ofNumber(&e.Group), func() { e.Odd = !e.Odd },
			func() { e.Clauses = append(e.Clauses, x.refs[:min(len(x.refs), 1)]...) })
		if len(e.Vars) > 0 {
			list = append(list, func() { e.Vars[x.IntN(len(e.Vars))] = uint32(x.number(3)) })
		}
	default:
		x.change()
		return
	}
	list[x.IntN(len(list))]()
}

func (x *changer) ofNumber(n *int) func() { return func() { *n = x.number(*n) } }

func (x *changer) ofNumber32(n *int32) func() { return func() { *n = int32(x.number(int(*n))) } }

// ofLits returns the possible changes of a list of literals: to add a literal, and to
// replace one.
func (x *changer) ofLits(lits *[]clause.Lit) []func() {
	list := []func(){func() { *lits = append(slices.Clip(*lits), x.lit()) }}
	if len(*lits) > 0 {
		list = append(list, func() { (*lits)[x.IntN(len(*lits))] = x.lit() })
	}
	return list
}

// ofCount returns the possible changes of the labels, of a random bound and of a random
// pair.
func (x *changer) ofCount(n *argument.Count) []func() {
	list := x.ofLits(&n.Labels)
	if len(n.Bounds) > 0 {
		b := &n.Bounds[x.IntN(len(n.Bounds))]
		list = append(list, func() { b.Lit = x.lit() },
			x.ofNumber32(&b.AtLeast), x.ofNumber32(&b.From), x.ofNumber32(&b.Middle), x.ofNumber32(&b.To), x.ofNumber32(&b.End))
	}
	if len(n.Pairs) > 0 {
		p := &n.Pairs[x.IntN(len(n.Pairs))]
		list = append(list, x.ofNumber32(&p.Parts[0]), x.ofNumber32(&p.Parts[1]), func() { p.Clause = x.ref() })
	}
	return list
}

// ofSum returns the possible changes of a random demand and of the list of demands.
func (x *changer) ofSum(s *argument.Sum) []func() {
	if len(s.Demands) == 0 {
		return []func(){func() { s.Demands = make([]argument.Demand, x.IntN(2)) }}
	}
	at := x.IntN(len(s.Demands))
	d := &s.Demands[at]
	list := append(x.ofLits(&d.Lits)[1:], x.ofNumber(&d.AtLeast), x.ofNumber(&d.Count), x.ofNumber(&d.Bound), x.ofNumber32(&d.From),
		func() { d.Clause = x.ref() },
		func() { s.Demands = append(s.Demands, *d) },
		func() { s.Demands = slices.Delete(s.Demands, at, at+1) },
		func() {
			d.Lits, d.Groups = append(slices.Clone(d.Lits), x.lit()), append(slices.Clone(d.Groups), int32(x.number(x.IntN(4))))
		})
	if len(d.Groups) > 0 {
		list = append(list, x.ofNumber32(&d.Groups[x.IntN(len(d.Groups))]))
	}
	return list
}
