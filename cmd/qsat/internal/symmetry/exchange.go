package symmetry

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// An exchange is a proof that derives the unit clauses of Break in DRAT. It writes lines to
// another proof under new names of variables.
//
// Let a symmetry p map the literal lit to the literal other. The proof defines for every
// variable v that p moves a new variable: if other is true, it equals p(v), otherwise it equals
// v. Because p maps clauses to clauses, every clause also holds for the new variables. In
// addition, other implies lit for the new variables: if other was true, then lit is now true,
// and otherwise other is still false. From then on v is written as the new variable.
//
// Source: M. J. H. Heule, W. A. Hunt Jr. and N. Wetzler, "Expressing Symmetry Breaking in
// DRAT Proofs", CADE 2015.
type exchange struct {
	to    clause.Proof
	own   int          // the number of variables of the formula
	names []dimacs.Lit // indexed by variable of the formula: its current name; nil if no name has changed
	vars  int          // the number of variables of the proof, without variables above own
	lits  []dimacs.Lit // buffer of named
}

// Beyond returns a proof that writes its lines to another proof, and renames the variables above
// vars: variable vars+i becomes last+i.
func Beyond(to clause.Proof, vars, last int) clause.Proof {
	return &exchange{to: to, own: vars, vars: last}
}

// Add writes a derived clause.
func (e *exchange) Add(lits []dimacs.Lit) error { return e.to.Add(e.named(lits)) }

// Delete writes the deletion of a clause.
func (e *exchange) Delete(lits []dimacs.Lit) error { return e.to.Delete(e.named(lits)) }

// name returns the literal that the proof uses for l. A variable above e.own, which an engine
// defines later, comes after all variables of the proof.
func (e *exchange) name(l dimacs.Lit) dimacs.Lit {
	name := dimacs.Lit(l.Var())
	switch {
	case l.Var() > e.own:
		name += dimacs.Lit(e.vars - e.own)
	case e.names != nil:
		name = e.names[l.Var()]
	}
	if l < 0 {
		return -name
	}
	return name
}

// named returns the names of lits, in a slice that is valid until the next call.
func (e *exchange) named(lits []dimacs.Lit) []dimacs.Lit {
	e.lits = e.lits[:0]
	for _, l := range lits {
		e.lits = append(e.lits, e.name(l))
	}
	return e.lits
}

// exchange proves that other implies lit, where a symmetry of the formula maps lit to other. The
// pairs in moved are all variables that the symmetry moves, each with its image. The slice clauses
// holds all clauses of the formula, and the implications of earlier calls for the same lit. The
// proof defines a new name for each variable in moved. It derives each clause whose names change,
// first for the case that other is false, then without that condition. Then it derives that other
// implies lit, and deletes the definitions. It appends that implication to clauses and returns them,
// and an error if writing fails. All arguments are in the variables of the formula.
func (e *exchange) exchange(lit, other dimacs.Lit, moved [][2]dimacs.Lit, clauses [][]dimacs.Lit) (_ [][]dimacs.Lit, err error) {
	old, condition := *e, e.name(other)
	write := func(line func([]dimacs.Lit) error, lits []dimacs.Lit) {
		if err == nil {
			err = line(lits)
		}
	}
	if e.names = slices.Clone(e.names); e.names == nil {
		e.names = lists.From(dimacs.Lit(0), e.own+1)
	}
	var definitions [][]dimacs.Lit
	define := func(x, y, z dimacs.Lit) {
		if y != -z { // otherwise a tautology
			definitions = append(definitions, slices.Compact([]dimacs.Lit{x, y, z}))
			write(e.to.Add, definitions[len(definitions)-1])
		}
	}
	for _, m := range moved {
		e.vars++
		x, y, z := dimacs.Lit(e.vars), old.name(m[1]), old.name(m[0])
		e.names[m[0]] = x
		define(x, -condition, -y)
		define(x, condition, -z)
		define(-x, -condition, y)
		define(-x, condition, z)
	}
	for _, c := range clauses {
		named := slices.Clone(e.named(c))
		if slices.Equal(named, old.named(c)) {
			continue
		}
		write(e.to.Add, append(named, condition))
		write(e.to.Add, named)
		write(e.to.Delete, append(named, condition))
	}
	clauses = append(clauses, []dimacs.Lit{other.Neg(), lit})
	write(e.Add, clauses[len(clauses)-1])
	for _, d := range definitions {
		write(e.to.Delete, d)
	}
	return clauses, err
}
