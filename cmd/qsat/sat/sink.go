package sat

import (
	"fmt"

	"queens/dimacs"
)

// A Solver is a dimacs.Sink, so that every encoder can write into it: encode.Instance.Encode, the
// encodings of package atmostone and the bounds of package cardinality.
var _ dimacs.Sink = (*Solver)(nil)

// Clause adds a clause like Add, but does not return its error: see Err.
func (s *Solver) Clause(lits ...dimacs.Lit) {
	if s.err == nil {
		s.err = s.Add(lits...)
	}
}

// Binary adds the clause {a, b} like Clause.
func (s *Solver) Binary(a, b dimacs.Lit) { s.Clause(a, b) }

// Pairs adds the clauses {lits[i], lits[j]} for all i < j like Clause.
func (s *Solver) Pairs(lits []dimacs.Lit) { dimacs.AddPairs(s, lits) }

// Err returns the error that all methods return: an error of the options or of Close, or the error
// of a call of Clause, Binary or Pairs, because a clause is missing since then. It is nil if there is
// none. An error that Add has returned does not count.
func (s *Solver) Err() error { return s.err }

// Fresh returns n new variables in ascending order, as the auxiliary variables of an encoder. They are
// larger than all variables of the clauses so far and of earlier calls of Fresh, so take the
// variables of your own from Fresh, too, or use their clauses first. If there would be more than
// dimacs.MaxVar variables, or if Err is not nil, Fresh returns zeros, and the methods of the solver
// return an error.
func (s *Solver) Fresh(n int) []dimacs.Lit {
	lits := make([]dimacs.Lit, n)
	if s.err == nil && n > s.largest()-s.formula.Vars {
		s.err = &ProblemError{Reason: fmt.Sprintf("there is no room for %d more variables: expected at most %d", n, s.largest()-s.formula.Vars)}
	}
	for i := 0; i < n && s.err == nil; i++ {
		s.formula.Vars++
		lits[i] = dimacs.Lit(s.formula.Vars)
	}
	return lits
}
