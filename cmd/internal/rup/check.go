// Package rup checks proofs of unsatisfiability, so that tests need no other
// program for it. It is made to be read and trusted, not to be fast.
//
// A proof is a list of clauses. Each must follow from those before it by reverse
// unit propagation (RUP): with all its literals false, unit propagation ends in
// a clause that is false. The last is the empty clause. This is the part of DRAT
// that conflict-driven and Davis-Putnam engines need; steps that only preserve
// satisfiability (RAT) are refused. As in drat-trim, deleting a clause does not
// take back a literal that was fixed with its help.
//
// References:
//   - E. Goldberg, Y. Novikov. Verification of proofs of unsatisfiability for
//     CNF formulas. DATE 2003.
//   - N. Wetzler, M. Heule, W. Hunt. DRAT-trim: efficient checking and trimming
//     using expressive clausal proofs. SAT 2014.
package rup

import (
	"errors"
	"fmt"
	"io"

	"queens/dimacs"
)

// ErrIncomplete is the error for a proof that ends without the empty clause.
var ErrIncomplete = errors.New("the proof ends without the empty clause")

// Check reads a proof, in the text or the binary form of DRAT, and returns nil
// if it refutes the formula.
func Check(f *dimacs.Formula, proof io.Reader) error {
	data, err := io.ReadAll(proof)
	if err != nil {
		return err
	}
	c := newChecker(f.Vars)
	for clause := range f.Clauses() {
		c.add(indices(clause))
	}
	number := 0
	for s, err := range steps(data) {
		if number++; err != nil {
			return fmt.Errorf("step %d: %w", number, err)
		}
		done, err := c.step(s)
		if err != nil {
			return fmt.Errorf("step %d, %v: %w", number, s.clause, err)
		}
		if done {
			return nil
		}
	}
	return ErrIncomplete
}

// step checks a step and applies it. It reports whether it was the empty clause.
func (c *checker) step(s step) (done bool, err error) {
	for _, l := range s.clause {
		if l.Var() > c.vars {
			return false, fmt.Errorf("expected a variable of at most %d, found %d", c.vars, l.Var())
		}
	}
	clause := indices(s.clause)
	switch {
	case s.deletes && !c.remove(clause):
		return false, errors.New("expected a clause to delete, found one that is not there")
	case s.deletes:
		return false, nil
	case !c.implied(clause):
		return false, errors.New("the clause does not follow by unit propagation")
	}
	c.add(clause)
	return len(clause) == 0, nil
}

// indices returns literals as 2v for the variable v and 2v+1 for its negation,
// so that the complement of l is l^1.
func indices(clause []dimacs.Lit) []int {
	list := make([]int, len(clause))
	for i, l := range clause {
		list[i] = 2 * l.Var()
		if l < 0 {
			list[i]++
		}
	}
	return list
}
