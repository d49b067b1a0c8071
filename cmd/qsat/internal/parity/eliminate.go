package parity

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// An equation says whether the number of true variables among some is odd.
type equation struct {
	vars    []uint32 // ascending
	odd     bool
	clauses int32 // the index of the first of its clauses, if it was found in long clauses
}

// reason returns the equation with its clauses in the list said.
func (e *equation) reason(said []clause.Ref) argument.Equation {
	x := argument.Equation{Vars: e.vars, Odd: e.odd, Clauses: make([]clause.Ref, 2)}
	if n := len(e.vars); n > 2 {
		x.Clauses = said[e.clauses:][:1<<(n-1)]
	}
	return x
}

// An addition adds the pivot A to another equation B.
type addition struct {
	argument.Addition
	terms int32 // variables of both
}

// An elimination adds equations so that variable by variable only one equation is left
// with it, the pivot, which is put aside then. It takes the shortest equation for the
// next pivot, and the variable of it whose other equations are shortest, after H. M.
// Markowitz, "The Elimination Form of the Inverse and Its Application to Linear
// Programming", Management Science 3, 1957.
//
// Its steps are the lengths of the equations that it adds. Adding two of n variables
// takes time in proportion to n.
type elimination struct {
	rows       []equation // those that are left, and what they became
	number     []int32    // by row: its number; -1 if it was put aside
	in         [][]int32  // by variable: the rows with it, and some that had it
	count      []int32    // by variable: the number of rows with it
	single     []uint32   // variables that are in one row, and maybe in none by now
	order      clause.Heap[int64]
	first      int // the number of the first addition
	additions  []addition
	eliminated int32   // variables
	rank       []int32 // by variable: how many were eliminated before it; the last for those that were not
	steps      int
	spare      []uint32
	outer      []bool  // by variable: it is not eliminated yet; nil for none
	short      []int32 // the numbers of sums of one variable or two
}

func newElimination(equations []equation, vars int) *elimination {
	n := len(equations)
	e := &elimination{
		first: n, rows: slices.Clone(equations), number: make([]int32, n), order: clause.NewHeap[int64](n),
		in: make([][]int32, vars+1), count: make([]int32, vars+1), rank: slices.Repeat([]int32{int32(vars)}, vars+1),
	}
	for r, row := range equations {
		e.number[r] = int32(r)
		for _, v := range row.vars {
			e.in[v] = append(e.in[v], int32(r))
			e.count[v]++
		}
	}
	return e
}

// run eliminates variables until two equations contradict each other, which it reports,
// or nothing is left to be done, or that takes more steps, or ctx has ended. The last
// addition is that of the contradiction. Outer variables come last, after half of the steps:
// what is left of them before is what the other variables have them say.
func (e *elimination) run(ctx context.Context, steps int) bool {
	for v, n := range e.count {
		if n == 1 {
			e.single = append(e.single, uint32(v))
		}
	}
	if e.outer != nil && e.eliminate(ctx, steps/2) {
		return true
	}
	e.release()
	return e.eliminate(ctx, steps)
}

// eliminate eliminates what is not outer.
func (e *elimination) eliminate(ctx context.Context, steps int) bool {
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

// schedule puts a row into the order of pivots, or where it belongs by now.
func (e *elimination) schedule(r int32) {
	e.order.Update(uint32(r+1), -int64(len(e.rows[r].vars)))
	e.order.Push(uint32(r + 1))
}

// putAside drops rows with a variable that is in no other one: they are of no use.
func (e *elimination) putAside() {
	for len(e.single) > 0 {
		v := e.single[len(e.single)-1]
		e.single = e.single[:len(e.single)-1]
		if e.count[v] == 1 {
			e.drop(e.live(v)[0])
		}
	}
}

// drop drops a row.
func (e *elimination) drop(r int32) {
	e.number[r] = -1
	for _, v := range e.rows[r].vars {
		e.lose(v)
	}
	e.rows[r].vars = nil
}

// lose notes that a variable is in one row less.
func (e *elimination) lose(v uint32) {
	if e.count[v]--; e.count[v] == 1 {
		e.single = append(e.single, v)
	}
}

// live returns the rows with a variable.
func (e *elimination) live(v uint32) []int32 {
	if int(e.count[v]) < len(e.in[v]) {
		slices.Sort(e.in[v])
		e.in[v] = slices.DeleteFunc(slices.Compact(e.in[v]), func(r int32) bool {
			_, has := slices.BinarySearch(e.rows[r].vars, v)
			return !has
		})
	}
	return e.in[v]
}

// choose returns the variable of a row whose elimination is likely to make other rows the
// least longer, and these rows; 0 if all are outer.
func (e *elimination) choose(pivot int32) (best uint32, others []int32) {
	least := -1
	for _, v := range e.rows[pivot].vars {
		if n := int(e.count[v]-1) * len(e.rows[pivot].vars); least >= 0 && n > least || e.outer != nil && e.outer[v] {
			continue
		}
		cost := 0
		for _, r := range e.live(v) {
			cost += len(e.rows[r].vars)
		}
		e.steps += int(e.count[v])
		if least < 0 || cost < least {
			best, least = v, cost
		}
	}
	if best == 0 {
		return 0, nil
	}
	for _, r := range e.live(best) {
		if r != pivot {
			others = append(others, r)
		}
	}
	return best, others
}

// add adds the pivot to another row, and reports whether that leaves a contradiction.
func (e *elimination) add(pivot, to int32) bool {
	a, b := e.rows[pivot], e.rows[to]
	e.steps += len(a.vars) + len(b.vars)
	sum := e.spare[:0]
	i, j := 0, 0
	for i < len(a.vars) || j < len(b.vars) {
		switch {
		case j == len(b.vars) || i < len(a.vars) && a.vars[i] < b.vars[j]:
			v := a.vars[i]
			sum = append(sum, v)
			e.in[v] = append(e.in[v], to)
			e.count[v]++
			i++
		case i == len(a.vars) || b.vars[j] < a.vars[i]:
			sum = append(sum, b.vars[j])
			j++
		default:
			e.lose(a.vars[i])
			i, j = i+1, j+1
		}
	}
	e.spare = sum
	e.additions = append(e.additions, addition{argument.Addition{A: e.number[pivot], B: e.number[to]}, int32(len(a.vars) + len(b.vars))})
	e.rows[to] = equation{vars: slices.Clone(sum), odd: a.odd != b.odd}
	e.number[to] = e.last()
	if n := len(sum); n == 1 || n == 2 {
		e.short = append(e.short, e.number[to])
	}
	if len(sum) > 0 {
		e.schedule(to)
		return false
	}
	e.number[to] = -1
	return a.odd != b.odd
}
