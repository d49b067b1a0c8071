// Package cpog checks certificates of counts in the CPOG format: a partitioned-operation
// graph, and the proof that it is equivalent to a formula. It shares nothing with the
// engines but the formula, so that a count need not be believed.
//
// A certificate is a text of lines, each with its clauses' numbers, which ascend, behind
// those of the formula's clauses, 1 to n:
//
//	7 p 5 1 -2 4 0   variable 5 is the product of literals: clauses 7 (5 -1 2 -4),
//	                 8 (-5 1), 9 (-5 -2), 10 (-5 4)
//	11 s 6 5 -3 8 0  variable 6 is the sum of two: clauses 11 (-6 5 -3), 12 (6 -5), 13 (6 3);
//	                 that they exclude each other follows from the hints, here clause 8
//	14 a 6 0 1 11 0  a clause follows from hints
//	d 14 2 3 0       a clause that follows from the others by hints is deleted
//	do 6             an operation that no other clause names is deleted
//	r 6              the literal that is equivalent to the formula
//
// A clause follows by reverse unit propagation (RUP) along its hints: each clause in turn is
// unit, until one is false. The factors of a product depend on different variables of the
// formula, and hints for a sum are of defining clauses alone, so that counts multiply and add
// up. Defining clauses extend every assignment in one way, and every other line keeps all
// clauses equivalent to the formula; as in the end the unit of the root alone is left beside
// them, the formula is equivalent to the root.
//
// It is as strict as cpog-check, the checker in C, and stricter where that is not sound: a
// hint for a sum has to be defining, also the one behind an operation, no product has a
// variable twice, an operation is not its own argument, and its variable is new, also after
// it was deleted; a defining clause goes only with its operation.
//
// Source: R. E. Bryant, W. Nawrocki, J. Avigad, M. J. H. Heule, "Certified Knowledge
// Compilation with Application to Verified Model Counting", SAT 2023.
package cpog

import (
	"context"
	"fmt"
	"io"

	"queens/dimacs"
)

// A FailedError says where a certificate is wrong, and why.
type FailedError string

func (e FailedError) Error() string { return string(e) }

// Counts of what was read.
type Counts struct{ Clauses, Products, Sums, Asserted, Deleted int }

// A Graph is a certificate that was checked.
type Graph struct{ c *checker }

// Counts returns the counts.
func (g *Graph) Counts() Counts { return g.c.counts }

// Check reads a certificate of that name for a formula to its end. Its error is a
// FailedError, a *dimacs.SyntaxError, one of r, or the cause of the end of ctx.
func Check(ctx context.Context, f *dimacs.Formula, r io.Reader, name string) (*Graph, error) {
	c := newChecker(ctx, r, name)
	if err := c.load(f); err != nil {
		return nil, err
	}
	var wrong error
	for {
		err := c.step(wrong != nil)
		failed, isFailed := err.(FailedError)
		switch {
		case err == io.EOF && wrong == nil:
			return &Graph{c}, c.complete()
		case err == io.EOF:
			return nil, wrong
		case isFailed:
			wrong, err = failed, c.skim()
		}
		if err != nil {
			return nil, err
		}
	}
}

// newChecker returns a checker without clauses.
func newChecker(ctx context.Context, r io.Reader, name string) *checker {
	c := &checker{reader: reader{work: work{ctx: ctx}, r: r, name: name, buf: make([]byte, bufferSize), line: 1}, sets: newSets()}
	c.arena = make([]lit, 1)
	c.grow(0)
	return c
}

// load enters the clauses of the formula. Its error is the cause of the end of the context.
func (c *checker) load(f *dimacs.Formula) error {
	c.vars = f.Vars
	for clause := range f.Clauses() {
		at := len(c.arena)
		for _, l := range clause {
			c.extend(c.input(l))
		}
		c.release()
		c.enter(c.last+1, at, false)
		c.counts.Clauses++
		if err := c.spend(1 + len(clause)); err != nil {
			return err
		}
	}
	return nil
}

// A checker holds the clauses that are there at one line of a certificate.
type checker struct {
	reader
	variables
	clauses
	sets   *sets
	vars   int // of the formula
	counts Counts

	values []int8 // by literal: 1 true, -1 false, 0 unassigned
	trail  []lit

	operations  []operation
	operationOf []int32 // by variable: where it is in that, from 1 on; 0 for one of the formula
	args        []lit

	rootName dimacs.Lit // 0: not yet declared
	root     lit        // in the end
}

// An operation is a product or a sum of its arguments.
type operation struct {
	variable lit // positive
	number   int // of its first defining clause
	at       int // of the complement of the arguments in a product, of the arguments in a sum
	args     int
	set      int32 // the variables of the formula that it depends on
	sum      bool
	deleted  bool
}

// input returns a literal of the formula's variables.
func (c *checker) input(l dimacs.Lit) lit {
	n, ok := c.find(l.Var())
	if !ok {
		n = c.add(l.Var())
		c.grow(n)
	}
	return literal(n, l < 0)
}

// grow makes room for a new variable.
func (c *checker) grow(n uint32) {
	for len(c.values) < 2*int(n)+2 {
		c.values = append(c.values, 0)
	}
	for len(c.operationOf) <= int(n) {
		c.operationOf, c.uses = append(c.operationOf, 0), append(c.uses, 0)
	}
	c.sets.grow(n)
}

// operand reads a literal of the formula's variables or of an operation, 0 for the end.
func (c *checker) operand() (lit, error) {
	l, err := c.number("a literal or 0")
	switch {
	case l == 0 || err != nil:
		return 0, err
	case l.Var() <= c.vars:
		return c.input(l), nil
	}
	if n, ok := c.find(l.Var()); ok && !c.operations[c.operationOf[n]-1].deleted {
		return literal(n, l < 0), nil
	}
	return 0, c.fail("a literal of the formula or of an operation", fmt.Sprintf("%d", l))
}

// complete says what is wrong at the end.
func (c *checker) complete() error {
	n, ok := c.find(c.rootName.Var())
	if ok && c.operationOf[n] > 0 {
		ok = !c.operations[c.operationOf[n]-1].deleted
	}
	if !ok {
		return c.failEnd("a line r with a literal of an operation", fmt.Sprint(c.rootName))
	}
	c.root = literal(n, c.rootName < 0)
	found := false
	for _, o := range c.operations {
		if o.deleted || o.sum || o.args > 0 {
			continue
		}
		if found = o.variable == c.root; !found { // as cpog-check has it
			return c.failEnd("no product without factors but the root", fmt.Sprint(c.names[o.variable/2-1]))
		}
	}
	for i, ref := range c.refs {
		if ref == 0 || ref&defining != 0 {
			continue
		}
		lits := c.lits(ref)
		for _, l := range lits {
			if l != c.root {
				return c.failEnd("the root as the one clause left", fmt.Sprintf("clause %d", c.numberOf(i)))
			}
		}
		if len(lits) == 0 {
			return c.failEnd("the root as the one clause left", fmt.Sprintf("the empty clause %d", c.numberOf(i)))
		}
		found = true
	}
	if !found {
		return c.failEnd("the root as the one clause left", "none")
	}
	return nil
}
