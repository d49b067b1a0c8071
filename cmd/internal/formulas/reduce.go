package formulas

import (
	"context"
	"crypto/sha256"
	"slices"

	"queens/dimacs"
)

// Reduced returns a smaller formula g such that holds(g) is true. holds(f) must be true. When ctx ends,
// Reduced returns the smallest formula that it has found, and makes no other formula. Reduced
// numbers the variables anew if holds permits, removes clauses, then variables, then literals, and
// repeats this until nothing changes. If holds does not permit new numbers, Reduced lowers the number
// of variables alone.
//
// Reduced first tries to remove half of the clauses at a time, then a quarter, and so on down to
// single clauses. It does the same with the literals of each clause. It removes a variable by a
// value, which satisfies or shortens clauses. No single clause and no single literal of the result
// can be removed, and no variable can get a value. The result has no comments, projection or weights.
//
// Sources: A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
// IEEE Transactions on Software Engineering 28(2), 2002, the complements only; R. Brummayer,
// F. Lonsing and A. Biere, "Automated Testing and Debugging of SAT and QBF Solvers", SAT 2010.
func Reduced(ctx context.Context, f *dimacs.Formula, holds func(*dimacs.Formula) bool) *dimacs.Formula {
	r := &reduction{ctx: ctx, vars: f.Vars, clauses: slices.Collect(f.Clauses()), holds: remembered(ctx, holds)}
	for size := -1; size != r.size() && ctx.Err() == nil; {
		size = r.size()
		r.renumber()
		r.clauses = without(ctx, r.clauses, r.has)
		r.removeVariables()
		r.removeLiterals()
	}
	r.renumber()
	return formulaOf(r.vars, r.clauses)
}

// remembered returns a function that calls holds once for each formula, and never after the end of
// ctx.
func remembered(ctx context.Context, holds func(*dimacs.Formula) bool) func(*dimacs.Formula) bool {
	known := map[[sha256.Size]byte]bool{}
	return func(f *dimacs.Formula) bool {
		hash := sha256.New()
		if f.Write(ctx, hash) != nil { // ctx has ended, because a hash never fails
			return false
		}
		key := [sha256.Size]byte(hash.Sum(nil))
		result, ok := known[key]
		if !ok {
			result = holds(f)
			known[key] = result
		}
		return result
	}
}

// A reduction holds the clauses of a formula that becomes smaller.
type reduction struct {
	ctx     context.Context
	vars    int
	clauses [][]dimacs.Lit // shared with the original formula
	holds   func(*dimacs.Formula) bool
}

func formulaOf(vars int, clauses [][]dimacs.Lit) *dimacs.Formula {
	return (&dimacs.Formula{Vars: vars}).With(clauses...)
}

// has reports whether holds is true for a formula of other clauses.
func (r *reduction) has(clauses [][]dimacs.Lit) bool { return r.holds(formulaOf(r.vars, clauses)) }

// size returns the number of literals and clauses, which each step of the reduction lowers.
func (r *reduction) size() int {
	n := len(r.clauses)
	for _, c := range r.clauses {
		n += len(c)
	}
	return n
}

// variables returns the variables that occur in clauses, in ascending order.
func (r *reduction) variables() []int {
	var list []int
	for _, c := range r.clauses {
		for _, l := range c {
			list = append(list, l.Var())
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// removeLiterals removes literals of each clause in turn.
func (r *reduction) removeLiterals() {
	for i, c := range r.clauses {
		r.clauses[i] = without(r.ctx, c, func(c []dimacs.Lit) bool {
			list := slices.Clone(r.clauses)
			list[i] = c
			return r.has(list)
		})
	}
}

// removeVariables replaces each variable by false or true if holds permits. It begins with the
// largest variable.
func (r *reduction) removeVariables() {
	for _, v := range slices.Backward(r.variables()) {
		for _, l := range []dimacs.Lit{dimacs.Lit(v), dimacs.Lit(-v)} {
			if r.ctx.Err() != nil {
				return
			}
			if clauses := falsified(r.clauses, l); r.has(clauses) {
				r.clauses = clauses
				break
			}
		}
	}
}

// falsified returns clauses without the literal l, and leaves out clauses with its complement.
func falsified(clauses [][]dimacs.Lit, l dimacs.Lit) (list [][]dimacs.Lit) {
	is := func(k dimacs.Lit) bool { return k == l }
	for _, c := range clauses {
		if slices.ContainsFunc(c, is) {
			c = slices.DeleteFunc(slices.Clone(c), is)
		}
		if !slices.Contains(c, -l) {
			list = append(list, c)
		}
	}
	return list
}

// renumber numbers the variables that occur from 1, without gaps, if holds permits. If not, it lowers the
// number of variables by bisection.
func (r *reduction) renumber() {
	left := r.variables()
	if r.ctx.Err() != nil || len(left) == r.vars {
		return
	}
	list := make([][]dimacs.Lit, len(r.clauses))
	for i, c := range r.clauses {
		list[i] = slices.Clone(c)
		for j, l := range c {
			at, _ := slices.BinarySearch(left, l.Var())
			if list[i][j] = dimacs.Lit(at + 1); l < 0 {
				list[i][j] = dimacs.Lit(-at - 1)
			}
		}
	}
	if r.holds(formulaOf(len(left), list)) {
		r.vars, r.clauses = len(left), list
		return
	}
	low := 0
	if len(left) > 0 {
		low = left[len(left)-1]
	}
	for low < r.vars && r.ctx.Err() == nil {
		if middle := low + (r.vars-low)/2; r.holds(formulaOf(middle, r.clauses)) {
			r.vars = middle
		} else {
			low = middle + 1
		}
	}
}

// without returns elements of the list for which holds is true, such that it is false if
// any single element is removed; holds(list) must be true. When ctx ends, it returns the elements that
// are left.
func without[T any](ctx context.Context, list []T, holds func([]T) bool) []T {
	for size := (len(list) + 1) / 2; size > 0 && ctx.Err() == nil; {
		left := false // an element was removed
		for i := 0; i < len(list) && ctx.Err() == nil; {
			if shorter := slices.Delete(slices.Clone(list), i, min(i+size, len(list))); holds(shorter) {
				list, left = shorter, true
			} else {
				i += size
			}
		}
		if size /= 2; size == 0 && left {
			size = 1
		}
	}
	return list
}
