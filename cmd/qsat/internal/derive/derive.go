// Package derive writes DRAT proofs of accepted arguments, one translation for each rule.
//
// A proof is written from the argument and from the results of the checker.Checker that has
// accepted it, so that it cannot differ from what was checked. The proof begins with the clauses
// of the formula and the units of level 0. New variables come after the last variable in use.
package derive

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A writer writes the proof of one argument.
type writer struct {
	to    clause.Proof
	c     *checker.Checker
	a     *argument.Argument
	fresh dimacs.Lit              // the last variable in use
	done  bool                    // the empty clause is written
	err   error                   // the first error of the proof
	sums  map[[2]int]*partialSums // by count and bound, once they are defined
}

// Refutation writes the proof of an accepted argument that refutes the clauses of c. New
// variables come after last. The rank of variables is for equations; see Equations. Refutation
// returns errors of the proof, and the cause when ctx ends.
func Refutation(ctx context.Context, to clause.Proof, c *checker.Checker, a *argument.Argument, rank []int32, last dimacs.Lit) error {
	w := &writer{to: to, c: c, a: a, fresh: last, sums: map[[2]int]*partialSums{}}
	for i, s := range a.Sums {
		isClause := len(s.Demands) == 1 && s.Demands[0].Count == 0 && c.IsTight(i)
		if len(s.Demands) > 0 && !isClause && !w.done && w.err == nil && ctx.Err() == nil {
			w.newSumProof(s, c.IsTight(i)).write(ctx)
		}
	}
	if w.done || w.err != nil || ctx.Err() != nil {
		return cmp.Or(w.err, context.Cause(ctx))
	}
	_, err := Equations(ctx, to, c, a, rank, w.fresh)
	return err
}

// name returns a literal of the formula, or a constant.
func (w *writer) name(l clause.Lit) dimacs.Lit {
	switch l {
	case argument.True:
		return truth
	case argument.True ^ 1:
		return -truth
	}
	return w.c.Name(l)
}

// add writes a clause without its false constants, unless a constant is true, and notes it in a
// list.
func (w *writer) add(list *[][]dimacs.Lit, lits ...dimacs.Lit) {
	if slices.Contains(lits, truth) || w.done || w.err != nil {
		return
	}
	lits = slices.DeleteFunc(lits, func(l dimacs.Lit) bool { return l == -truth })
	w.err, w.done = w.to.Add(lits), len(lits) == 0
	if list != nil && len(lits) > 1 { // units stay: checkers differ on what deleting one means
		*list = append(*list, lits)
	}
}

// delete deletes the clauses of a list.
func (w *writer) delete(list *[][]dimacs.Lit) {
	for _, lits := range *list {
		if w.err == nil && !w.done {
			w.err = w.to.Delete(lits)
		}
	}
	*list = nil
}

// and returns a literal that is true if and only if both k and l are. It notes the definition
// of a new variable in a list.
func (w *writer) and(list *[][]dimacs.Lit, k, l dimacs.Lit) dimacs.Lit {
	switch {
	case k == truth:
		return l
	case l == truth:
		return k
	}
	w.fresh++
	z := w.fresh
	w.add(list, z, -k, -l)
	w.add(list, -z, k)
	w.add(list, -z, l)
	return z
}

// or returns a literal that is true if and only if one of some literals is. It notes the
// definition of a new variable in a list.
func (w *writer) or(list *[][]dimacs.Lit, lits ...dimacs.Lit) dimacs.Lit {
	lits = slices.DeleteFunc(slices.Clone(lits), func(l dimacs.Lit) bool { return l == -truth })
	if len(lits) == 1 {
		return lits[0]
	}
	w.fresh++
	z := w.fresh
	for _, l := range lits {
		w.add(list, z, -l)
	}
	w.add(list, append([]dimacs.Lit{-z}, lits...)...)
	return z
}
