package sat

import (
	"fmt"

	"queens/dimacs"
)

// A Solver is a dimacs.Sink, so that every encoder can write into it: encode.Instance.Encode, the
// encodings of package atmostone and the bounds of package cardinality.
var _ dimacs.Sink = (*Solver)(nil)

// Clause adds a clause like Add. Err returns its error. If Err is not nil, Clause does nothing.
func (s *Solver) Clause(lits ...dimacs.Lit) {
	if s.err == nil {
		s.err = s.Add(lits...)
	}
}

// Binary adds the clause {a, b} like Clause.
func (s *Solver) Binary(a, b dimacs.Lit) { s.Clause(a, b) }

// Pairs adds the clauses {lits[i], lits[j]} for all i < j like Clause.
func (s *Solver) Pairs(lits []dimacs.Lit) { dimacs.AddPairs(s, lits) }

// Err returns the error that later questions return, or nil. It is an error of the options, of the
// formula of OpenSolver, or of Close; the error of a call of Clause, Binary or Pairs, because a
// clause is missing since then; or an error because Fresh or Models found no room for a variable. An
// error that Add has returned does not count.
func (s *Solver) Err() error { return s.err }

// Fresh returns n new variables in ascending order, as the auxiliary variables of an encoder. They
// are larger than all variables so far, in clauses, assumptions, and projections of Count and
// Models, and than earlier results of Fresh. So take the variables of your own from Fresh, too, or
// use their clauses first. If there is no room for n variables up to dimacs.MaxVar, or if Err is
// not nil, Fresh returns n zeros, and later questions return an error.
func (s *Solver) Fresh(n int) []dimacs.Lit {
	lits, first := make([]dimacs.Lit, n), s.formula.Vars+1
	s.Grow(n)
	for i := 0; i < n && s.err == nil; i++ {
		lits[i] = dimacs.Lit(first + i)
	}
	return lits
}

// Grow adds n new variables like Fresh, but does not make a list of them. Their numbers follow Vars.
func (s *Solver) Grow(n int) {
	if s.err == nil && n > s.largest()-s.formula.Vars {
		s.err = &ProblemError{Reason: fmt.Sprintf("there is no room for %d more variables: expected at most %d", n, s.largest()-s.formula.Vars)}
	} else if s.err == nil {
		s.formula.Vars += n
	}
}
