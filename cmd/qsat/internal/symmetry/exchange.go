package symmetry

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// An exchange is a proof whose variables stand for others: those that have their values
// if a literal is false, and if it is true those of their images under a symmetry. What
// follows from the clauses of the one follows from those of the other, as the symmetry
// maps clauses to clauses; but the literal implies its preimage.
//
// Source: M. J. H. Heule, W. A. Hunt Jr. and N. Wetzler, "Expressing Symmetry Breaking in
// DRAT Proofs", CADE 2015.
type exchange struct {
	to    clause.Proof
	names []dimacs.Lit // by variable of the formula: that of the proof
	vars  int          // of the proof
	lits  []dimacs.Lit // scratch
}

// newExchange returns a proof in which all variables stand for themselves.
func newExchange(to clause.Proof, vars int) *exchange {
	e := &exchange{to: to, names: make([]dimacs.Lit, vars+1), vars: vars}
	for v := range e.names {
		e.names[v] = dimacs.Lit(v)
	}
	return e
}

// Beyond returns a proof whose variables beyond so many come after last in another one.
func Beyond(to clause.Proof, vars, last int) clause.Proof {
	e := newExchange(to, vars)
	e.vars = last
	return e
}

// Add writes that a clause was derived.
func (e *exchange) Add(lits []dimacs.Lit) error { return e.to.Add(e.named(lits)) }

// Delete writes that a clause is no longer used.
func (e *exchange) Delete(lits []dimacs.Lit) error { return e.to.Delete(e.named(lits)) }

// name returns what a literal is in the proof. Variables beyond those of the formula, which
// others define later, come after its own.
func (e *exchange) name(l dimacs.Lit) dimacs.Lit {
	name := dimacs.Lit(l.Var() - len(e.names) + 1 + e.vars)
	if l.Var() < len(e.names) {
		name = e.names[l.Var()]
	}
	if l < 0 {
		return -name
	}
	return name
}

func (e *exchange) named(lits []dimacs.Lit) []dimacs.Lit {
	e.lits = e.lits[:0]
	for _, l := range lits {
		e.lits = append(e.lits, e.name(l))
	}
	return e.lits
}

// exchange has variables stand for their images if the literal other is true, which is
// the image of lit, in all clauses with such. Those moved come with their images. It
// returns the clauses and one more, that other implies lit. It defines new variables, and
// derives each clause first for the case that other is false, and then without.
func (e *exchange) exchange(lit, other dimacs.Lit, moved [][2]dimacs.Lit, clauses [][]dimacs.Lit) (_ [][]dimacs.Lit, err error) {
	old, condition := *e, e.name(other)
	write := func(line func([]dimacs.Lit) error, lits []dimacs.Lit) {
		if err == nil {
			err = line(lits)
		}
	}
	e.names = slices.Clone(e.names)
	var definitions [][]dimacs.Lit
	define := func(x, y, z dimacs.Lit) {
		if y != -z { // else a tautology
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
