package argumenttest

import (
	"math"
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// A changer changes an argument at random.
type changer struct {
	*rand.Rand
	*Case
	refs []clause.Ref
	wild bool // numbers of any size
}

// Change makes a random change of the argument, which is mostly wrong after that.
func (c *Case) Change(r *rand.Rand) {
	x := &changer{r, c, c.refs(), false}
	a := c.Argument
	for {
		switch kind := x.IntN(5); {
		case kind == 0 && len(a.Counts) > 0:
			x.count(&a.Counts[x.IntN(len(a.Counts))])
		case kind == 1 && len(a.Groups) > 0:
			x.group(&a.Groups[x.IntN(len(a.Groups))])
		case kind <= 3 && len(a.Sums) > 0:
			x.sum(&a.Sums[x.IntN(len(a.Sums))])
		case kind == 4 && len(a.Equations) > 0:
			x.equation(&a.Equations[x.IntN(len(a.Equations))])
		default:
			continue
		}
		return
	}
}

// Garbage replaces the argument by one of random numbers in and out of range, except for
// references to clauses, which are right.
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
			c.change(x)
		}
	}
}

// change changes a bit of everything.
func (c *Case) change(x *changer) {
	for i := range c.Argument.Counts {
		x.count(&c.Argument.Counts[i])
	}
	for i := range c.Argument.Groups {
		x.group(&c.Argument.Groups[i])
	}
	for i := range c.Argument.Sums {
		x.sum(&c.Argument.Sums[i])
	}
	for i := range c.Argument.Equations {
		x.equation(&c.Argument.Equations[i])
	}
}

// number returns a number close to n, or any number if the changer is wild.
func (x *changer) number(n int) int {
	if list := []int{math.MinInt, math.MinInt32, math.MinInt32 + 1, -100, -1, 0, 1, 2, 3, 4, 100, math.MaxInt32, math.MaxInt >> 31, math.MaxInt}; x.wild && x.IntN(2) == 0 {
		return list[x.IntN(len(list))]
	}
	return n - 1 + x.IntN(3)
}

func (x *changer) number32(n int32) int32 { return int32(x.number(int(n))) }

// lit returns a random literal.
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

// ref returns a clause, or 0.
func (x *changer) ref() clause.Ref {
	if len(x.refs) == 0 || x.IntN(4) == 0 {
		return 0
	}
	return x.refs[x.IntN(len(x.refs))]
}

func (x *changer) literal(lits []clause.Lit) {
	if len(lits) > 0 {
		lits[x.IntN(len(lits))] = x.lit()
	}
}

func (x *changer) count(n *argument.Count) {
	if kind := x.IntN(12); len(n.Bounds) > 0 && kind > 0 {
		b := &n.Bounds[x.IntN(len(n.Bounds))]
		switch kind {
		case 1, 2:
			b.AtLeast = x.number32(b.AtLeast)
		case 3:
			b.From = x.number32(b.From)
		case 4:
			b.Middle = x.number32(b.Middle)
		case 5:
			b.To = x.number32(b.To)
		case 6:
			b.Lit = x.lit()
		case 7:
			b.End = x.number32(b.End)
		case 8:
			n.Labels = append(n.Labels, x.lit())
		default:
			if len(n.Pairs) == 0 {
				break
			}
			p := &n.Pairs[x.IntN(len(n.Pairs))]
			if i := x.IntN(2); x.IntN(3) > 0 {
				p.Parts[i] = x.number32(p.Parts[i])
			} else {
				p.Clause = x.ref()
			}
		}
	} else {
		x.literal(n.Labels)
	}
}

func (x *changer) group(g *argument.Group) {
	switch x.IntN(5) {
	case 0:
		x.literal(g.Lits)
	case 1:
		g.Lits = append(g.Lits, x.lit())
	case 2:
		g.AtMost = x.number(g.AtMost)
	case 3:
		g.Count = x.number(g.Count)
	case 4:
		g.Bound = x.number(g.Bound)
	}
}

func (x *changer) sum(s *argument.Sum) {
	if len(s.Demands) == 0 {
		s.Demands = make([]argument.Demand, x.IntN(2))
		return
	}
	at := x.IntN(len(s.Demands))
	d := &s.Demands[at]
	switch x.IntN(10) {
	case 0:
		d.AtLeast = x.number(d.AtLeast)
	case 1:
		d.Count = x.number(d.Count)
	case 2:
		d.Bound = x.number(d.Bound)
	case 3:
		d.From = x.number32(d.From)
	case 4:
		d.Clause = x.ref()
	case 5:
		x.literal(d.Lits)
	case 6:
		s.Demands = append(s.Demands, *d)
	case 7:
		s.Demands = slices.Delete(s.Demands, at, at+1)
	case 8:
		d.Lits, d.Groups = append(slices.Clone(d.Lits), x.lit()), append(slices.Clone(d.Groups), int32(x.number(x.IntN(4))))
	case 9:
		if len(d.Groups) > 0 {
			i := x.IntN(len(d.Groups))
			d.Groups[i] = x.number32(d.Groups[i])
		}
	}
}

func (x *changer) equation(e *argument.Equation) {
	switch x.IntN(5) {
	case 0:
		e.Odd = !e.Odd
	case 1:
		e.Sum = x.number(e.Sum)
	case 2:
		e.Group = x.number(e.Group)
	case 3:
		if len(e.Vars) > 0 {
			e.Vars[x.IntN(len(e.Vars))] = uint32(x.number(3))
		}
	case 4:
		e.Clauses = append(e.Clauses, x.refs[:min(len(x.refs), 1)]...)
	}
}
