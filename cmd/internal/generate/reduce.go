package generate

import (
	"context"
	"crypto/sha256"
	"slices"

	"queens/dimacs"
)

// Reduced returns a formula g, made from f by removals, such that holds(g) is true. holds(f) must be
// true; holds must depend only on the formula and must not change it. When ctx ends, Reduced returns
// the smallest formula that it has found, and does not call holds again.
//
// Reduced numbers the variables anew if holds permits. If not, it lowers only the number of
// variables. It then removes clauses, then variables, then literals, then parts of the projection,
// the weights, the kind of counting and the soft clauses. It repeats this until nothing is removed.
// It first tries to remove half of the clauses at a time, then a quarter, and so on down to
// single clauses. It does the same with the literals of each clause. It removes a variable from the
// hard clauses by a value, which satisfies or shortens clauses. Unless ctx ends, no single hard clause
// and no single literal of a hard clause can be removed, and no variable in them can get a value; only the
// last new numbers of the variables could change this. The result has no comments. f must have no cubes,
// groups or linear constraints.
//
// Sources: A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
// IEEE Transactions on Software Engineering 28(2), 2002, the complements only; R. Brummayer,
// F. Lonsing and A. Biere, "Automated Testing and Debugging of SAT and QBF Solvers", SAT 2010.
func Reduced(ctx context.Context, f *dimacs.Formula, holds func(*dimacs.Formula) bool) *dimacs.Formula {
	head := dimacs.Formula{Vars: f.Vars, Projection: f.Projection, CountType: f.CountType, Weights: f.Weights, Soft: f.Soft}
	r := &reduction{ctx: ctx, head: head, clauses: slices.Collect(f.Clauses()), holds: remembered(ctx, holds)}
	for size := -1; size != r.size() && ctx.Err() == nil; {
		size = r.size()
		r.renumber()
		r.clauses = without(ctx, r.clauses, r.has)
		r.removeVariables()
		r.removeLiterals()
		r.reduceHead()
	}
	r.renumber()
	return r.formula(r.clauses)
}

// remembered returns a function that returns holds(f), and calls holds only once for formulas that Write
// writes alike. After the end of ctx, it returns false without a call. Each f must pass Check.
func remembered(ctx context.Context, holds func(*dimacs.Formula) bool) func(*dimacs.Formula) bool {
	known := map[[sha256.Size]byte]bool{}
	return func(f *dimacs.Formula) bool {
		hash := sha256.New()
		if f.Write(ctx, hash) != nil { // ctx has ended: a hash never fails, and f is well-formed
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

// A reduction holds a formula that becomes smaller.
type reduction struct {
	ctx     context.Context
	head    dimacs.Formula             // the formula without its hard clauses
	clauses [][]dimacs.Lit             // the hard clauses; the literals may be shared with the original formula
	holds   func(*dimacs.Formula) bool // the property that the formula keeps
}

// formula returns the formula with the given hard clauses instead of r.clauses.
func (r *reduction) formula(clauses [][]dimacs.Lit) *dimacs.Formula { return r.head.With(clauses...) }

// has reports whether the formula with the given hard clauses has the property.
func (r *reduction) has(clauses [][]dimacs.Lit) bool { return r.holds(r.formula(clauses)) }

// try sets a field of r.head to value, and reports whether holds permits this. If not, or if r.ctx has
// ended, it sets the field back and returns false.
func try[T any](r *reduction, field *T, value T) bool {
	old := *field
	*field = value
	if r.ctx.Err() == nil && r.has(r.clauses) {
		return true
	}
	*field = old
	return false
}

// reduceHead removes the projection or variables from it, weights of literals, the kind of counting,
// soft clauses and their literals, and lowers the weights of soft clauses to 1, if holds permits.
func (r *reduction) reduceHead() {
	h := &r.head
	if h.Projection != nil && !try(r, &h.Projection, nil) {
		h.Projection = without(r.ctx, h.Projection, func(list []int) bool { return try(r, &h.Projection, list) })
	}
	h.Weights = without(r.ctx, h.Weights, func(list []dimacs.Weight) bool { return try(r, &h.Weights, list) })
	if h.CountType != "" {
		try(r, &h.CountType, "")
	}
	h.Soft = without(r.ctx, h.Soft, func(list []dimacs.SoftClause) bool { return try(r, &h.Soft, list) })
	change := func(i int, c dimacs.SoftClause) bool {
		list := slices.Clone(h.Soft)
		list[i] = c
		return try(r, &h.Soft, list)
	}
	for i, c := range h.Soft {
		if c.Weight > 1 && change(i, dimacs.SoftClause{Weight: 1, Lits: c.Lits}) {
			c.Weight = 1
		}
		without(r.ctx, c.Lits, func(lits []dimacs.Lit) bool { return change(i, dimacs.SoftClause{Weight: c.Weight, Lits: lits}) })
	}
}

// size returns a number that becomes lower if a clause, literal, projected variable, weight or kind of
// counting is removed, or if the weight of a soft clause becomes 1. New numbers of variables keep it.
func (r *reduction) size() int {
	n := len(r.clauses) + len(r.head.Projection) + len(r.head.Weights) + len(r.head.CountType)
	for _, c := range r.clauses {
		n += len(c)
	}
	for _, c := range r.head.Soft {
		n += 1 + len(c.Lits) + int(min(c.Weight, 2))
	}
	return n
}

// variables returns the variables that occur in hard or soft clauses, weights or the projection, in ascending
// order.
func (r *reduction) variables() []int {
	list := slices.Clone(r.head.Projection)
	add := func(lits ...dimacs.Lit) {
		for _, l := range lits {
			list = append(list, l.Var())
		}
	}
	for _, c := range r.clauses {
		add(c...)
	}
	for _, c := range r.head.Soft {
		add(c.Lits...)
	}
	for _, w := range r.head.Weights {
		add(w.Lit)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// removeLiterals removes literals from each hard clause in turn, as long as holds permits.
func (r *reduction) removeLiterals() {
	for i, c := range r.clauses {
		r.clauses[i] = without(r.ctx, c, func(c []dimacs.Lit) bool {
			list := slices.Clone(r.clauses)
			list[i] = c
			return r.has(list)
		})
	}
}

// removeVariables replaces each variable in the hard clauses by false or, failing that, by true, if holds
// permits. It begins with the largest variable.
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

// falsified returns the clauses after l became false: it leaves out clauses that contain -l, and removes
// l from all other clauses. It does not change the argument.
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
// number of variables by bisection, as if holds permitted all numbers above the least. It does nothing if
// every variable occurs, or after the end of r.ctx.
func (r *reduction) renumber() {
	left := r.variables()
	if r.ctx.Err() != nil || len(left) == r.head.Vars {
		return
	}
	renamed := func(l dimacs.Lit) dimacs.Lit {
		at, _ := slices.BinarySearch(left, l.Var())
		if l < 0 {
			return dimacs.Lit(-at - 1)
		}
		return dimacs.Lit(at + 1)
	}
	all := func(lits []dimacs.Lit) []dimacs.Lit {
		list := make([]dimacs.Lit, len(lits))
		for i, l := range lits {
			list[i] = renamed(l)
		}
		return list
	}
	next := &reduction{head: r.head}
	next.head.Vars = len(left)
	next.head.Projection, next.head.Weights, next.head.Soft = slices.Clone(r.head.Projection), slices.Clone(r.head.Weights), slices.Clone(r.head.Soft)
	for i, v := range next.head.Projection {
		next.head.Projection[i] = renamed(dimacs.Lit(v)).Var()
	}
	for i, w := range next.head.Weights {
		next.head.Weights[i].Lit = renamed(w.Lit)
	}
	for i, c := range next.head.Soft {
		next.head.Soft[i].Lits = all(c.Lits)
	}
	for _, c := range r.clauses {
		next.clauses = append(next.clauses, all(c))
	}
	if r.holds(next.formula(next.clauses)) {
		r.head, r.clauses = next.head, next.clauses
		return
	}
	low := 0
	if len(left) > 0 {
		low = left[len(left)-1]
	}
	for low < r.head.Vars && r.ctx.Err() == nil {
		if middle := low + (r.head.Vars-low)/2; !try(r, &r.head.Vars, middle) {
			low = middle + 1
		}
	}
}

// without returns elements of the list, in their order, for which holds is true. Unless ctx ends, holds is
// false if any single element is removed. holds(list) must be true. When ctx ends, without returns the elements
// that are left. It does not change the list. The result is the last list for which holds returned true, or
// list itself if there is no such list.
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
