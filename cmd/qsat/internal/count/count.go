// Package count counts models by branching, like DPLL, with three additions:
//
//   - If the remaining clauses fall into components without common variables, their counts are
//     multiplied.
//   - The count of each component is cached, so that it is rarely computed twice.
//   - Clauses are learned from conflicts, as in CDCL.
//
// For example, take the clauses (a, b), (b, c), (c, d), (d, e). If c is true, the components
// {a, b} and {d, e} are left, with one clause and 3 models each, which gives 3 * 3 = 9. If c is
// false, b and d are true by propagation, and a and e are free, which gives 2 * 2 = 4. The sum
// is 13.
//
// The decision-DNNF of such a search is the result of Compile. The package finds components and
// caches counts; package clause provides clauses, the trail and propagation.
package count

import (
	"context"
	"math/big"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "count"

// An Engine counts models. It accepts every formula that clause.Load does.
type Engine struct {
	// Limit is the number of propagations after which Count returns ErrLimit, and Ticks the
	// number of ticks after which Compile does; 0 means no limit. Ticks also limits each
	// call of a technique of simplification, except Substitute.
	Limit, Ticks int64
	// For tests: the limit of the cache in bytes unless it is 0, and whether truth tables are
	// not used.
	cacheBytes int64
	untabled   bool
}

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns the name of the engine.
func (*Engine) Name() string { return Name }

// ErrLimit is the error of a count that has reached Engine.Limit or Engine.Ticks.
var ErrLimit error = &engine.DeclinedError{Engine: Name, Reason: "its search takes too long"}

// Count returns the number of models that differ on the projection, or the sum of their weights
// if t has weights. Once ctx has ended, it returns the sum over the models counted so far and the
// cause; after Limit propagations, such a sum and ErrLimit. Without negative weights, the sum is a
// lower bound. Count returns 0 and clause.ErrTooLarge if the clauses cannot be loaded.
func (e *Engine) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	meter := t.Meter(Name)
	defer meter.Done()
	c, err := e.prepare(ctx, t, false, false)
	if err != nil || c == nil {
		return dimacs.Count{M: new(big.Int)}, err
	}
	meter.Built()
	c.limit = e.Limit
	n := c.product(component{vars: c.all})
	c.measure(meter)
	answer := c.factor
	answer.M = new(big.Int).Mul(answer.M, n.Int())
	return answer, c.err
}

// measure sets the statistics of m to the numbers of the count.
func (c *modelCount) measure(m *engine.Meter) {
	m.Counts = c.counts
	m.Propagations, m.Ticks = c.Propagations, c.Ticks
	m.Components, m.CacheHits = c.cache.lookups, c.cache.hits
	m.CacheEntries, m.CacheBytes = int64(len(c.cache.entries)), c.cache.size()
}
