package dimacs

import (
	"cmp"
	"context"
	"fmt"
)

// A Sink takes clauses in order. It does not keep the slices that it is given. A Writer is
// a Sink for text, a Collector is a Sink for a formula in memory, and a sat.Solver is a Sink for
// clauses to solve.
type Sink interface {
	// Clause takes one clause of any length. A variadic call through an interface
	// allocates its slice, so a caller with many clauses passes a slice that it reuses.
	Clause(lits ...Lit)
	// Binary takes the clause {a, b}.
	Binary(a, b Lit)
	// Pairs takes the clauses {lits[i], lits[j]} for all i < j.
	Pairs(lits []Lit)
	// Err returns the first error of the sink, or nil. The sink may drop clauses after an error, so
	// a caller with many clauses asks now and then.
	Err() error
}

// AddPairs adds the clauses {lits[i], lits[j]} for all i < j by the method Binary of the sink. Before each
// i it asks Err, and stops after an error. A Sink without a faster way implements Pairs by it.
func AddPairs(sink Sink, lits []Lit) {
	for i, a := range lits {
		if sink.Err() != nil {
			return
		}
		for _, b := range lits[i+1:] {
			sink.Binary(a, b)
		}
	}
}

// A SoftSink is a Sink that also takes soft clauses.
type SoftSink interface {
	Sink
	// SoftClause takes a soft clause with its weight, which must be positive.
	SoftClause(weight int64, lits ...Lit)
}

// A Fresh returns n auxiliary variables, which occur nowhere else, in ascending order.
type Fresh func(n int) []Lit

// A Collector is a Sink that adds the clauses to a formula. It also hands out auxiliary
// variables.
type Collector struct {
	ctx     context.Context
	formula *Formula
}

// NewCollector returns a Collector of clauses on the variables 1 to vars and the variables that Fresh
// returns. A clause with any other variable panics, as in Formula.Add, because Fresh might return that
// variable later. So do vars below 0 and more than MaxVar variables. Once ctx has ended, Err returns its
// cause.
func NewCollector(ctx context.Context, vars int) *Collector {
	return (&Formula{Vars: vars}).Collect(ctx)
}

// Collect returns a Collector that adds clauses and variables to f. It sets f.Limit, so that f accepts
// only clauses on the variables that it has. Collect panics like NewCollector.
func (f *Formula) Collect(ctx context.Context) *Collector {
	c := &Collector{ctx, f}
	c.declare(f.Vars)
	return c
}

// declare sets the number of variables, which is also the largest variable that the formula accepts in a
// clause. It panics if vars is negative or above MaxVar.
func (c *Collector) declare(vars int) {
	if vars < 0 || vars > MaxVar {
		panic(fmt.Sprintf("dimacs: a formula with %d variables: expected 0 to %d", vars, MaxVar))
	}
	c.formula.Vars = vars
	c.formula.Limit = cmp.Or(vars, -1) // 0 would stand for MaxVar
}

// Formula returns the formula, which grows with each clause and variable.
func (c *Collector) Formula() *Formula { return c.formula }

// Clause adds one clause.
func (c *Collector) Clause(lits ...Lit) { c.formula.Add(lits...) }

// Binary adds the clause {a, b}.
func (c *Collector) Binary(a, b Lit) { c.formula.Add(a, b) }

// SoftClause adds one soft clause; see Formula.AddSoft.
func (c *Collector) SoftClause(weight int64, lits ...Lit) { c.formula.AddSoft(weight, lits...) }

// Pairs adds the clauses {lits[i], lits[j]} for all i < j.
func (c *Collector) Pairs(lits []Lit) { AddPairs(c, lits) }

// Err returns the cause of the end of the context, or nil before.
func (c *Collector) Err() error { return context.Cause(c.ctx) }

// Fresh adds n variables to the formula and returns them in ascending order. It panics if the formula then
// has more than MaxVar variables.
func (c *Collector) Fresh(n int) []Lit {
	lits := make([]Lit, n)
	for i := range lits {
		lits[i] = Lit(c.formula.Vars + i + 1)
	}
	c.declare(c.formula.Vars + n)
	return lits
}
