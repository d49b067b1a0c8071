package parity

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/internal/priority"
)

// An addition adds the pivot A to another equation B.
type addition struct {
	argument.Addition
	terms int32 // the number of variables of A plus the number of variables of B
}

// An elimination is a Gaussian elimination modulo 2. To eliminate a variable, it chooses one
// equation with the variable, the pivot, adds the pivot to all other equations with the variable,
// and drops the pivot. It also drops each equation with a variable that no other equation has, unless
// the variable is outer.
//
// The next pivot is the shortest equation with a variable that is not outer. Among these variables, the
// elimination chooses the one whose equations have the smallest total length, so that the other
// equations grow little.
//
// Source: H. M. Markowitz, "The Elimination Form of the Inverse and Its Application to Linear
// Programming", Management Science 3, 1957.
//
// A row is the place of a given equation in rows. After an addition, the row holds the sum, and its
// number is the number of the sum.
type elimination struct {
	rows       []argument.Equation   // the current equation of each row; no variables if it was dropped
	number     []int32               // indexed by row: the number of its equation, see Contradiction; -1 if it was dropped
	in         [][]int32             // indexed by variable: all rows with it, and possibly some that had it before
	count      []int32               // indexed by variable: the number of rows with it
	single     []uint32              // variables that were in exactly one row when they were added
	order      priority.Queue[int64] // candidates for the next pivot: 1 + row, shortest first
	first      int                   // the number of the first addition
	additions  []addition
	eliminated int32    // the number of eliminated variables
	rank       []int32  // see Contradiction.Rank
	steps      int      // steps so far: the lengths of the equations added, and the rows looked up by choose
	spare      []uint32 // buffer of add
	outer      []bool   // indexed by variable: it is eliminated last, see run; nil if no variable is outer
	short      []int32  // the numbers of sums of one or two variables
}

// newElimination returns an elimination of the given equations in the variables 1 to vars, without
// outer variables. It does not change the equations.
func newElimination(equations []argument.Equation, vars int) *elimination {
	n := len(equations)
	e := &elimination{
		first: n, rows: slices.Clone(equations), number: make([]int32, n), order: priority.NewQueue[int64](n),
		in: make([][]int32, vars+1), count: make([]int32, vars+1), rank: slices.Repeat([]int32{int32(vars)}, vars+1),
	}
	for r, row := range equations {
		e.number[r] = int32(r)
		for _, v := range row.Vars {
			e.in[v] = append(e.in[v], int32(r))
			e.count[v]++
		}
	}
	return e
}

// run eliminates variables and reports whether it finds a contradiction. The last addition then has
// the result 0 = 1. run returns false after the given number of steps, if no variable is left to
// eliminate, or if ctx ends.
//
// If there are outer variables, run first eliminates the variables that are not outer, with at most
// half of the steps. If these suffice, the sums that remain are equations between outer variables.
// If there is no contradiction yet, run then sets outer to nil and eliminates all variables.
func (e *elimination) run(ctx context.Context, steps int) bool {
	if e.outer != nil && e.eliminate(ctx, steps/2) {
		return true
	}
	e.outer = nil
	return e.eliminate(ctx, steps)
}

// eliminate does the work of run for the variables that are not outer, until e.steps reaches steps
// or ctx ends. It reports whether it finds a contradiction.
func (e *elimination) eliminate(ctx context.Context, steps int) bool {
	for v := range e.count {
		e.checkSingle(uint32(v))
	}
	e.putAside()
	for r := range e.rows {
		if e.number[r] >= 0 {
			e.schedule(int32(r))
		}
	}
	for e.order.Len() > 0 && e.steps < steps && ctx.Err() == nil {
		pivot := int32(e.order.Pop()) - 1
		if e.number[pivot] < 0 {
			continue
		}
		v, others := e.choose(pivot)
		if v == 0 {
			continue
		}
		e.rank[v] = e.eliminated
		e.eliminated++
		for _, r := range others {
			if e.add(pivot, r) {
				return true
			}
		}
		e.drop(pivot)
		e.putAside()
	}
	return false
}

// schedule adds a row to the order of pivots, or updates its place in the order.
func (e *elimination) schedule(r int32) {
	e.order.Update(uint32(r+1), -int64(len(e.rows[r].Vars)))
	e.order.Push(uint32(r + 1))
}

// putAside empties e.single, and drops each row with a variable there that no other row has. Such a
// row cannot contribute to a contradiction.
func (e *elimination) putAside() {
	for len(e.single) > 0 {
		v := e.single[len(e.single)-1]
		e.single = e.single[:len(e.single)-1]
		if e.count[v] == 1 {
			e.drop(e.live(v)[0])
		}
	}
}

// drop removes row r from the elimination: it sets its number to -1 and its variables to nil, and
// calls lose for each of these variables.
func (e *elimination) drop(r int32) {
	e.number[r] = -1
	for _, v := range e.rows[r].Vars {
		e.lose(v)
	}
	e.rows[r].Vars = nil
}

// lose records that v was removed from a row: it decreases count[v] and calls checkSingle.
func (e *elimination) lose(v uint32) {
	e.count[v]--
	e.checkSingle(v)
}

// checkSingle adds v to e.single if it is in one row and not outer.
func (e *elimination) checkSingle(v uint32) {
	if e.count[v] == 1 && !e.isOuter(v) {
		e.single = append(e.single, v)
	}
}

// isOuter reports whether v is an outer variable, which must be eliminated last.
func (e *elimination) isOuter(v uint32) bool { return e.outer != nil && e.outer[v] }

// live returns the rows with the variable v, and removes all other rows from in[v]. The result is
// in[v].
func (e *elimination) live(v uint32) []int32 {
	if int(e.count[v]) < len(e.in[v]) {
		slices.Sort(e.in[v])
		e.in[v] = slices.DeleteFunc(slices.Compact(e.in[v]), func(r int32) bool {
			_, has := slices.BinarySearch(e.rows[r].Vars, v)
			return !has
		})
	}
	return e.in[v]
}

// choose returns the variable of a pivot to eliminate, and all rows with this variable except the
// pivot. It takes the variable whose rows have the smallest total length, and no outer variable. No
// row with a variable that is not outer may be shorter than the pivot. choose returns 0 and nil if
// all variables of the pivot are outer. It adds the rows that it looks up to e.steps.
func (e *elimination) choose(pivot int32) (best uint32, others []int32) {
	least := -1
	for _, v := range e.rows[pivot].Vars {
		if n := int(e.count[v]-1) * len(e.rows[pivot].Vars); least >= 0 && n > least || e.isOuter(v) {
			continue
		}
		cost := 0
		for _, r := range e.live(v) {
			cost += len(e.rows[r].Vars)
		}
		e.steps += int(e.count[v])
		if least < 0 || cost < least {
			best, least = v, cost
		}
	}
	if best == 0 {
		return 0, nil
	}
	return best, slices.DeleteFunc(slices.Clone(e.live(best)), func(r int32) bool { return r == pivot })
}

// add adds the pivot to the row to, records the addition, and reports whether the sum is 0 = 1. If
// the sum has no variables, it drops the row; otherwise it updates the place of the row in the order
// of pivots. If the sum has one or two variables, it adds its number to e.short. It adds the lengths
// of both equations to e.steps.
func (e *elimination) add(pivot, to int32) bool {
	a, b := e.rows[pivot], e.rows[to]
	e.steps += len(a.Vars) + len(b.Vars)
	sum := e.spare[:0]
	i, j := 0, 0
	for i < len(a.Vars) || j < len(b.Vars) {
		switch {
		case j == len(b.Vars) || i < len(a.Vars) && a.Vars[i] < b.Vars[j]:
			v := a.Vars[i]
			sum = append(sum, v)
			e.in[v] = append(e.in[v], to)
			e.count[v]++
			i++
		case i == len(a.Vars) || b.Vars[j] < a.Vars[i]:
			sum = append(sum, b.Vars[j])
			j++
		default:
			e.lose(a.Vars[i])
			i, j = i+1, j+1
		}
	}
	e.spare = sum
	e.additions = append(e.additions, addition{argument.Addition{A: e.number[pivot], B: e.number[to]}, int32(len(a.Vars) + len(b.Vars))})
	e.rows[to] = argument.Equation{Vars: slices.Clone(sum), Odd: a.Odd != b.Odd}
	e.number[to] = e.last()
	if n := len(sum); n == 1 || n == 2 {
		e.short = append(e.short, e.number[to])
	}
	if len(sum) > 0 {
		e.schedule(to)
		return false
	}
	e.number[to] = -1
	return a.Odd != b.Odd
}

// A Contradiction is a finished elimination and its conclusion. The conclusion is the contradiction
// 0 = 1 or, in Simplify, a list of short sums. An equation or addition is needed if the proof of
// the conclusion uses it.
//
// Equations have numbers: first the given equations, and then the result of each addition.
type Contradiction struct {
	*elimination
	equations []argument.Equation // all given equations
	uses      []int32             // indexed by number: how often the needed additions and the conclusion use the equation
}

// linesPerTerm is an estimate: the number of proof lines per variable of the two equations of an addition.
const linesPerTerm = 24

// ExactlyOne returns the equation that holds if exactly one of lits is true. The literals must have
// different variables. The result has no reason: its Sum is 0 and its Clauses are nil.
func ExactlyOne(lits []clause.Lit) argument.Equation {
	e := argument.Equation{Vars: lists.Map(lits, clause.Lit.Var), Odd: true}
	for _, l := range lits {
		e.Odd = e.Odd == (l.Sign() > 0)
	}
	slices.Sort(e.Vars)
	return e
}

// Contradict returns a contradiction between equations about unassigned variables from 1 to vars. It
// returns nil if the equations do not contradict each other, if the given number of steps is not enough
// to find a contradiction, or if ctx ends. It does not use the reasons of the equations, and Append keeps
// them.
func Contradict(ctx context.Context, equations []argument.Equation, vars, steps int) *Contradiction {
	c := &Contradiction{elimination: newElimination(equations, vars), equations: equations}
	if !c.run(ctx, steps) {
		return nil
	}
	c.need(c.last())
	return c
}

// last returns the number of the last addition.
func (e *elimination) last() int32 { return int32(e.first + len(e.additions) - 1) }

// need sets uses for a conclusion that consists of the equations with the given numbers. There must be
// at least one addition.
func (c *Contradiction) need(numbers ...int32) {
	c.uses = make([]int32, c.last()+1)
	for _, n := range numbers {
		c.uses[n]++
	}
	for i, a := range slices.Backward(c.additions) {
		if c.uses[c.first+i] > 0 {
			c.uses[a.A]++
			c.uses[a.B]++
		}
	}
}

// Shorten repeats the elimination with only the needed equations and replaces c by the result, as
// long as that makes the proof shorter by the estimate of Lines. A repetition may take as many steps
// as the elimination before it. The conclusion must be a contradiction. If ctx ends, Shorten keeps
// the last result.
func (c *Contradiction) Shorten(ctx context.Context) {
	for {
		var equations []argument.Equation
		for i, e := range c.equations {
			if c.uses[i] > 0 {
				equations = append(equations, e)
			}
		}
		d := Contradict(ctx, equations, len(c.in)-1, c.steps)
		if d == nil || d.Lines() >= c.Lines() {
			return
		}
		*c = *d
	}
}

// Append appends the needed equations and the needed additions to an argument, which must have no
// equations and additions before. The result is indexed by the number of an equation in c. It gives the
// number of the equation in the argument, or 0 if the equation is not needed.
func (c *Contradiction) Append(a *argument.Argument) (numbers []int32) {
	numbers = make([]int32, len(c.uses))
	for n, uses := range c.uses {
		switch {
		case uses == 0:
			continue
		case n < c.first:
			numbers[n] = int32(len(a.Equations))
			a.Equations = append(a.Equations, c.equations[n])
		default:
			x := c.additions[n-c.first]
			numbers[n] = int32(len(a.Equations) + len(a.Additions))
			a.Additions = append(a.Additions, argument.Addition{A: numbers[x.A], B: numbers[x.B]})
		}
	}
	return numbers
}

// Rank returns, indexed by variable, the number of variables that were eliminated before it. If a
// variable was not eliminated, its rank is the number of all variables. The rank is the hint for
// derive.Equations. The caller must not change the slice.
func (c *Contradiction) Rank() []int32 { return c.rank }

// Lines returns an estimate of the number of lines of a proof of the conclusion.
func (c *Contradiction) Lines() (n int) {
	for i, a := range c.additions {
		if c.uses[c.first+i] > 0 {
			n += linesPerTerm * int(a.terms)
		}
	}
	return n
}
