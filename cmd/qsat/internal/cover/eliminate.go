package cover

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/normal"
)

// An eliminator removes variables from a set of clauses by resolution: the
// clauses with a variable give way to all their resolvents on it, which leaves
// the models over the other variables as they are.
//
// Among binary clauses this is the closure of the implication graph, so an
// at-most-one constraint comes back as the pairs that it stands for, whatever
// auxiliary variables it was encoded with.
//
// Source: M. Davis, H. Putnam, A Computing Procedure for Quantification
// Theory, Journal of the ACM 7, 1960; bounded by a budget as in N. Eén,
// A. Biere, Effective Preprocessing in SAT Through Variable and Clause
// Elimination, SAT 2005.
type eliminator struct {
	clauses  [][]int32         // sorted; nil where one was removed
	where    [][]int32         // by literal: the clauses it is in, and some that are gone
	pairs    map[[2]int32]bool // clauses that were ever there, of two literals
	known    map[string]bool   // and of more
	value    []int8            // by variable: 1 true, -1 false, 0 open
	gone     []bool            // by variable: eliminated
	steps    []step            // in the order of elimination
	units    []int32
	unsat    bool
	literals int // in all clauses
	limit    int // on them
	derived  func(clause []int32) error
	err      error
	key      []byte
}

// A step is one eliminated variable and the clauses it was in.
type step struct {
	v       int32
	clauses [][]int32
}

// lookMask is which bits of the number of a clause are 0 where the context is
// looked at.
const lookMask = 1<<10 - 1

const (
	// eliminationGrowth and eliminationRoom bound the literals in the clauses
	// by those there were, so that what elimination would blow up is left
	// alone. The product encoding of a line of 64 grows by a factor of 12.
	eliminationGrowth = 16
	eliminationRoom   = 1 << 15
	// eliminationPairs bounds the resolutions for one variable.
	eliminationPairs = 1 << 14
	// eliminationWidth bounds the length of a resolvent.
	eliminationWidth = 4096
)

// newEliminator returns an eliminator for the clauses of f, or for the first of
// them once ctx has ended.
func newEliminator(ctx context.Context, f *normal.Form) *eliminator {
	n := len(f.Names)
	e := &eliminator{
		where: make([][]int32, 2*n+2), pairs: map[[2]int32]bool{}, known: map[string]bool{},
		value: make([]int8, n+1), gone: make([]bool, n+1),
	}
	lits := make([]int32, 0, f.NumLits())
	for i := range f.NumClauses() {
		if i&lookMask == 0 && ctx.Err() != nil {
			break
		}
		start := len(lits)
		lits = append(lits, f.Clause(i)...)
		c := lits[start:len(lits):len(lits)]
		slices.Sort(c)
		e.add(c)
	}
	e.limit = eliminationGrowth*e.literals + eliminationRoom
	return e
}

// add adds a sorted clause of the variables that are left, unless it is there.
func (e *eliminator) add(c []int32) {
	c = e.simplify(c)
	if c == nil || e.unsat {
		return
	}
	switch len(c) {
	case 0:
		e.unsat = true
		return
	case 1:
		e.fix(c[0])
		return
	}
	if e.isKnown(c) {
		return
	}
	e.literals += len(c)
	for _, k := range c {
		e.where[normal.Index(k)] = append(e.where[normal.Index(k)], int32(len(e.clauses)))
	}
	e.clauses = append(e.clauses, c)
}

// isKnown reports whether a clause was there before, and notes it.
func (e *eliminator) isKnown(c []int32) bool {
	if len(c) == 2 {
		pair := [2]int32{c[0], c[1]}
		known := e.pairs[pair]
		e.pairs[pair] = true
		return known
	}
	e.key = e.key[:0]
	for _, k := range c {
		e.key = append(e.key, byte(k), byte(k>>8), byte(k>>16), byte(k>>24))
	}
	known := e.known[string(e.key)]
	if !known {
		e.known[string(e.key)] = true
	}
	return known
}

// simplify drops false literals. It returns nil if a literal is true.
func (e *eliminator) simplify(c []int32) []int32 {
	out := c[:0:len(c)]
	if len(c) == 0 {
		return []int32{}
	}
	for _, k := range c {
		switch e.sign(k) {
		case 1:
			return nil
		case 0:
			out = append(out, k)
		}
	}
	if len(out) == 0 {
		return []int32{}
	}
	return out
}

// sign returns 1 if k is true, -1 if it is false, 0 if it is open.
func (e *eliminator) sign(k int32) int8 {
	if k > 0 {
		return e.value[k]
	}
	return -e.value[-k]
}

// fix makes a literal true and propagates that.
func (e *eliminator) fix(k int32) {
	if e.sign(k) != 0 {
		e.unsat = e.unsat || e.sign(k) < 0
		return
	}
	e.units = append(e.units, k)
	if k > 0 {
		e.value[k] = 1
	} else {
		e.value[-k] = -1
	}
	for _, i := range e.where[normal.Index(k)] {
		e.remove(i)
	}
	for _, i := range e.where[normal.Index(-k)] {
		if c := e.clauses[i]; c != nil {
			e.remove(i)
			e.add(slices.Clone(c))
		}
	}
}

// remove removes clause i.
func (e *eliminator) remove(i int32) {
	e.literals -= len(e.clauses[i])
	e.clauses[i] = nil
}

// live returns the clauses with literal k.
func (e *eliminator) live(k int32) [][]int32 {
	var list [][]int32
	kept := e.where[normal.Index(k)][:0]
	for _, i := range e.where[normal.Index(k)] {
		if c := e.clauses[i]; c != nil {
			kept = append(kept, i)
			list = append(list, c)
		}
	}
	e.where[normal.Index(k)] = kept
	return list
}

// eliminate removes the variables that keep does not hold for, cheap ones
// first, as far as the bounds allow. It returns the cause when ctx ends.
func (e *eliminator) eliminate(ctx context.Context, keep func(v int32) bool) error {
	var todo []int32
	for v := int32(1); int(v) < len(e.gone); v++ {
		if !keep(v) {
			todo = append(todo, v)
		}
	}
	for progress := true; progress && !e.unsat; {
		progress = false
		costs := make(map[int32]int, len(todo))
		for _, v := range todo {
			costs[v] = len(e.live(v)) * len(e.live(-v))
		}
		slices.SortStableFunc(todo, func(a, b int32) int { return costs[a] - costs[b] })
		left := todo[:0]
		for _, v := range todo {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if e.err != nil {
				return e.err
			}
			if e.value[v] == 0 && !e.resolve(v) {
				left = append(left, v)
			} else {
				progress = true
			}
		}
		todo = left
	}
	return e.err
}

// resolve eliminates v, unless that takes too much.
func (e *eliminator) resolve(v int32) bool {
	with, without := e.live(v), e.live(-v)
	if len(with)*len(without) > eliminationPairs {
		return false
	}
	var resolvents [][]int32
	size := e.literals
	for _, a := range with {
		for _, b := range without {
			c, tautology := resolvent(a, b, v)
			if tautology {
				continue
			}
			if size += len(c); size > e.limit || len(c) > eliminationWidth {
				return false
			}
			resolvents = append(resolvents, c)
		}
	}
	e.gone[v] = true
	e.steps = append(e.steps, step{v, append(with, without...)})
	for _, c := range resolvents {
		if e.derived != nil && e.err == nil {
			e.err = e.derived(c)
		}
		e.add(c)
	}
	for _, k := range []int32{v, -v} {
		for _, i := range e.where[normal.Index(k)] {
			if e.clauses[i] != nil {
				e.remove(i)
			}
		}
	}
	return true
}

// resolvent merges two sorted clauses without v, and reports whether the
// result has a literal and its complement.
func resolvent(a, b []int32, v int32) ([]int32, bool) {
	c := make([]int32, 0, len(a)+len(b)-2)
	for len(a) > 0 || len(b) > 0 {
		var k int32
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			k, a = a[0], a[1:]
		case len(a) == 0 || b[0] < a[0]:
			k, b = b[0], b[1:]
		default:
			k, a, b = a[0], a[1:], b[1:]
		}
		if k != v && k != -v {
			c = append(c, k)
		}
	}
	return c, isTautology(c)
}

// isTautology reports whether a sorted clause has a literal and its complement.
func isTautology(c []int32) bool {
	for i, j := 0, len(c)-1; i < j; {
		switch sum := c[i] + c[j]; {
		case sum == 0:
			return true
		case sum < 0:
			i++
		default:
			j--
		}
	}
	return false
}

// extend gives the eliminated variables, last first, values that satisfy the
// clauses they were in. The values of the others are in value, by variable.
func (e *eliminator) extend(value []bool) {
	for i := len(e.steps) - 1; i >= 0; i-- {
		s := &e.steps[i]
		value[s.v] = false
		for _, c := range s.clauses {
			if !satisfied(c, value) { // by nothing but v, if at all
				value[s.v] = true
				break
			}
		}
	}
}

// satisfied reports whether a literal of c is true.
func satisfied(c []int32, value []bool) bool {
	for _, k := range c {
		if k > 0 && value[k] || k < 0 && !value[-k] {
			return true
		}
	}
	return false
}
