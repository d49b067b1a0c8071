// Package count counts models, component by component: where clauses without a common
// variable are left, their counts are multiplied, and a component that was counted before
// is not counted again. It owns the cache of these counts, and how components are found
// and told apart; clauses and the trail are a database of package clause.
package count

import (
	"context"
	"math/big"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "count"

// An Engine counts. The zero value takes every formula.
type Engine struct {
	// For tests: a bound for the memory of counts that are kept, if it is not 0, and
	// whether components of a few variables are branched on as all others.
	cacheBytes int64
	untabled   bool
}

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns the name of the engine.
func (*Engine) Name() string { return Name }

// Count returns the number of models.
func (e *Engine) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	meter := t.Meter(Name)
	defer meter.Done()
	c, err := e.prepare(ctx, t, false)
	if err != nil || c == nil {
		return dimacs.Count{M: new(big.Int)}, err
	}
	meter.Built()
	n := c.product(component{vars: c.all})
	c.measure(meter)
	answer := c.factor
	answer.M = new(big.Int).Mul(answer.M, n.Int())
	return answer, c.err
}

// measure tells what the count has cost.
func (c *counter) measure(m *engine.Meter) {
	m.Counts = c.counts
	m.Propagations = c.Propagations
	m.Components, m.CacheHits = c.cache.lookups, c.cache.hits
	m.CacheEntries, m.CacheBytes = int64(len(c.cache.entries)), c.cache.size()
}
