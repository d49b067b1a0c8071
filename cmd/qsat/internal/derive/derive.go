// Package derive writes DRAT proofs of accepted arguments. Each rule of package checker has a
// translation:
//
//	rule (b), tallies    pigeons.go: new variables "at least j of the first i labels are true"
//	rules (a) and (c)    pigeons.go, pigeonhole_proof.go: new variables that count free holes
//	rule (d), equations  equations.go: new variables for partial sums modulo 2
//
// The input is an argument and the checker.Checker that has accepted it, so that the proof shows
// exactly the accepted steps. The proof so far must have the clauses of the formula and the units of
// level 0. New variables come after the last variable in use.
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

// A writer writes clauses of a proof.
type writer struct {
	to    clause.Proof
	c     *checker.Checker
	fresh dimacs.Lit // the last variable in use
	done  bool       // the proof contains the empty clause
	err   error      // the first error of the proof
}

// A sumWriter writes the proof of the sums of one argument.
type sumWriter struct {
	*writer
	a    *argument.Argument
	sums map[[2]int]*partialSums // indexed by the number of a tally and the index of a bound in it
}

// Refutation writes the proof of the argument that c has accepted last. If the argument shows that the
// clauses have no model, the proof ends with the empty clause. Otherwise it only derives consequences
// of the formula and definitions. New variables come after last, the last variable in use. The rank is
// a hint for equations; see Equations. Refutation returns an error of the proof, or the cause if ctx
// ends.
func Refutation(ctx context.Context, to clause.Proof, c *checker.Checker, a *argument.Argument, rank []int32, last dimacs.Lit) error {
	w := &sumWriter{&writer{to: to, c: c, fresh: last}, a, map[[2]int]*partialSums{}}
	for i, s := range a.Sums {
		isClause := len(s.Demands) == 1 && s.Demands[0].Tally == 0 && c.IsTight(i)
		if len(s.Demands) > 0 && !isClause && !w.done && w.err == nil && ctx.Err() == nil {
			w.newSumProof(s, c.IsTight(i)).write(ctx)
		}
	}
	if w.done || w.err != nil || ctx.Err() != nil {
		return cmp.Or(w.err, context.Cause(ctx))
	}
	return w.equations(ctx, a, rank)
}

// name returns the DIMACS literal of l, or truth or -truth if l is a constant.
func (w *writer) name(l clause.Lit) dimacs.Lit {
	switch l {
	case argument.True:
		return truth
	case argument.True ^ 1:
		return -truth
	}
	return w.c.Name(l)
}

// add writes a clause, which follows by unit propagation or is part of a definition, without -truth. It
// writes nothing if lits contains truth, after the empty clause, or after an error. After the empty
// clause it sets w.done, and after an error w.err. If list is not nil and the clause has at least two
// literals, add also appends the clause to list, for delete. It keeps and may overwrite the slice lits.
func (w *writer) add(list *[][]dimacs.Lit, lits ...dimacs.Lit) {
	if slices.Contains(lits, truth) || w.done || w.err != nil {
		return
	}
	lits = slices.DeleteFunc(lits, func(l dimacs.Lit) bool { return l == -truth })
	w.err, w.done = w.to.Add(lits), len(lits) == 0
	if list != nil && len(lits) > 1 { // units stay, because proof checkers treat their deletion differently
		*list = append(*list, lits)
	}
}

// delete deletes the clauses of a list from the proof and empties the list. After the empty clause or an
// error, which goes to w.err, it only empties the list.
func (w *writer) delete(list *[][]dimacs.Lit) {
	for _, lits := range *list {
		if w.err == nil && !w.done {
			w.err = w.to.Delete(lits)
		}
	}
	*list = nil
}

// and returns a literal that is true if and only if both k and l are true. If k or l is truth, it returns
// the other one. Otherwise it writes the definition of a new variable, and appends the clauses to list
// as add does.
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

// or returns a literal that is true if and only if some literal in lits is true. It ignores -truth. If
// exactly one literal is left, it returns this literal. Otherwise it writes the definition of a new
// variable, and appends the clauses to list as add does.
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
