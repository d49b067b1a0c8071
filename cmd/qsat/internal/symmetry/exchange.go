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
	own   int          // variables of the formula
	names []dimacs.Lit // by these: those of the proof; nil where all stand for themselves
	vars  int          // of the proof
	lits  []dimacs.Lit // scratch
}

// Beyond returns a proof whose variables beyond so many come after last in another one.
func Beyond(to clause.Proof, vars, last int) clause.Proof {
	return &exchange{to: to, own: vars, vars: last}
}

// Add writes that a clause was derived.
func (e *exchange) Add(lits []dimacs.Lit) error { return e.to.Add(e.named(lits)) }

// Delete writes that a clause is no longer used.
func (e *exchange) Delete(lits []dimacs.Lit) error { return e.to.Delete(e.named(lits)) }

// name returns what a literal is in the proof. Variables beyond those of the formula, which
// others define later, come after its own.
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
	if e.names = slices.Clone(e.names); e.names == nil {
		for v := range dimacs.Lit(e.own + 1) {
			e.names = append(e.names, v)
		}
	}
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
