package encode

import "queens/dimacs"

// A Sink takes clauses in order. It keeps no slice that it is given. A
// dimacs.Writer is one, for text; a Collector is one, for a formula in memory.
type Sink interface {
	// Clause takes one clause of any length. A variadic call through an
	// interface allocates, so literals that come in numbers belong in a
	// reused slice.
	Clause(lits ...dimacs.Lit)
	// Binary takes the clause {a, b}.
	Binary(a, b dimacs.Lit)
	// Pairs takes the clauses {lits[i], lits[j]} for all i < j.
	Pairs(lits []dimacs.Lit)
	// Err returns the first error of the sink. What follows an error is
	// lost, so callers with much to add ask now and then.
	Err() error
}

// A VarSource hands out auxiliary variables.
type VarSource interface {
	// Fresh returns a positive literal whose variable occurs nowhere else.
	Fresh() dimacs.Lit
}

// A Collector is a Sink that adds the clauses to a formula, and a VarSource that
// hands out the variables after those that the formula has. The zero value is
// ready to use.
type Collector struct{ Formula dimacs.Formula }

// Clause adds one clause.
func (c *Collector) Clause(lits ...dimacs.Lit) { c.Formula.Add(lits...) }

// Binary adds the clause {a, b}.
func (c *Collector) Binary(a, b dimacs.Lit) { c.Formula.Add(a, b) }

// Pairs adds the clauses {lits[i], lits[j]} for all i < j.
func (c *Collector) Pairs(lits []dimacs.Lit) {
	for i, a := range lits {
		for _, b := range lits[i+1:] {
			c.Formula.Add(a, b)
		}
	}
}

// Err returns nil: there is always room.
func (c *Collector) Err() error { return nil }

// Fresh returns the variable after the last of the formula, which then has it.
func (c *Collector) Fresh() dimacs.Lit {
	c.Formula.Vars++
	return dimacs.Lit(c.Formula.Vars)
}

// Variables is a VarSource that counts up: Fresh returns the variable after
// Last, which it then is.
type Variables struct{ Last dimacs.Lit }

// Fresh returns the next variable.
func (v *Variables) Fresh() dimacs.Lit {
	v.Last++
	return v.Last
}

// freshOnes returns n fresh variables.
func freshOnes(vars VarSource, n int) []dimacs.Lit {
	lits := make([]dimacs.Lit, n)
	for i := range lits {
		lits[i] = vars.Fresh()
	}
	return lits
}

// negated returns the complements of lits in a new slice.
func negated(lits []dimacs.Lit) []dimacs.Lit {
	neg := make([]dimacs.Lit, len(lits))
	for i, l := range lits {
		neg[i] = l.Neg()
	}
	return neg
}
