package encode

import (
	"cmp"
	"context"
	"iter"

	"queens/dimacs"
)

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

// A Collector is a Sink that adds the clauses to a formula, and a VarSource that hands out
// auxiliary variables. NewCollector makes one. For the whole formula of an Instance, see
// Instance.Formula.
type Collector struct {
	ctx     context.Context // nil: never ends
	formula *dimacs.Formula
}

// NewCollector returns a Collector of clauses on the variables 1 to vars. Fresh returns
// vars+1 first. A clause with any other variable panics, as in dimacs.Formula.Add, because
// Fresh might return that variable later. Instance.Encode adds the variables of the
// instance, so that vars may be 0 before it.
func NewCollector(vars int) *Collector {
	c := &Collector{formula: &dimacs.Formula{}}
	c.grow(vars)
	return c
}

// grow adds variables until there are vars of them.
func (c *Collector) grow(vars int) {
	c.formula.Vars = max(c.formula.Vars, vars)
	c.formula.Limit = cmp.Or(c.formula.Vars, -1) // 0 would stand for MaxVar
}

// declare adds the variables and the projection of an instance that is not shuffled. A
// projection that the formula already has stays.
func (c *Collector) declare(in Instance) error {
	size, err := in.Size()
	if err != nil {
		return err
	}
	c.grow(size.Variables)
	if board := in.BoardVariables(); size.Variables > board && c.formula.Projection == nil {
		c.project(projection(context.Background(), board, nil))
	}
	return nil
}

// project sets the projection of the formula.
func (c *Collector) project(vars iter.Seq[dimacs.Lit]) {
	for v := range vars {
		c.formula.Projection = append(c.formula.Projection, int(v))
	}
}

// Formula returns the formula, which grows with each clause and variable.
func (c *Collector) Formula() *dimacs.Formula { return c.formula }

// Clause adds one clause.
func (c *Collector) Clause(lits ...dimacs.Lit) { c.formula.Add(lits...) }

// Binary adds the clause {a, b}.
func (c *Collector) Binary(a, b dimacs.Lit) { c.formula.Add(a, b) }

// Pairs adds the clauses {lits[i], lits[j]} for all i < j.
func (c *Collector) Pairs(lits []dimacs.Lit) {
	for i, a := range lits {
		if c.Err() != nil {
			return
		}
		for _, b := range lits[i+1:] {
			c.formula.Add(a, b)
		}
	}
}

// Err returns nil, because there is always room.
func (c *Collector) Err() error {
	if c.ctx == nil {
		return nil
	}
	return context.Cause(c.ctx)
}

// Fresh returns the variable after the last of the formula, which then has it.
func (c *Collector) Fresh() dimacs.Lit {
	c.grow(c.formula.Vars + 1)
	return dimacs.Lit(c.formula.Vars)
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
