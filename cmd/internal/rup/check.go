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
	c := NewChecker(f)
	number := 0
	for s, err := range steps(data) {
		if number++; err != nil {
			return fmt.Errorf("step %d: %w", number, err)
		}
		if err := c.step(f, s); err != nil {
			return fmt.Errorf("step %d, %v: %w", number, s.clause, err)
		}
		if len(s.clause) == 0 && !s.deletes {
			return nil
		}
	}
	return ErrIncomplete
}

// step checks a step and applies it.
func (c *Checker) step(f *dimacs.Formula, s step) error {
	for _, l := range s.clause {
		if l.Var() > f.Vars {
			return fmt.Errorf("expected a variable of at most %d, found %d", f.Vars, l.Var())
		}
	}
	if s.deletes {
		return c.Delete(s.clause)
	}
	return c.Add(s.clause)
}
