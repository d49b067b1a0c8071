package engine

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"queens/cmd/qsat/internal/random"
	"queens/dimacs"
)

// An Estimator estimates the size of a search tree and the number of models by random walks
// from the root to a leaf. A walk that chooses one of n branches counts the nodes and models
// below that branch n times. So the expected value of the result of one walk is the true number.
//
// Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics
// of Computation 29, 1975.
type Estimator interface {
	// Estimate returns the means over all walks. With an error, they are over the walks until then.
	// The result x is never nil.
	Estimate(ctx context.Context, t *Task) (x *Estimate, err error)
}

// An Estimate holds the means over the walks of an Estimator.
type Estimate struct {
	Engine  string // the name of the engine whose search tree was walked, or that has found Exact
	Counter string // the engine that auto tries before Engine for a count, or ""
	Walks   int    // the number of walks
	Nodes   Mean   // the number of nodes of the search tree, counted like Counts.Decisions
	Models  Mean   // the number of models is Models * 2^Shift
	Shift   uint64
	Model   *dimacs.Assignment // the first model found, or nil
	Exact   *dimacs.Count      // the number of models if it is known without walks, or nil
	times   []float64          // samples of the seconds per node
}

// Timed adds a sample of the time per node: the time since the start of a search, divided by its
// number of nodes so far. It ignores a search without nodes.
func (x *Estimate) Timed(since time.Time, nodes uint64) {
	if nodes > 0 {
		x.times = append(x.times, time.Since(since).Seconds()/float64(nodes))
	}
}

// NodeSeconds returns the median of the samples of Timed in seconds, or 0 if there are no samples.
func (x *Estimate) NodeSeconds() float64 {
	if len(x.times) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(x.times))[len(x.times)/2]
}

// A Mean is the mean of the numbers added to it, which must not be negative. It also
// estimates its own error.
type Mean struct {
	n            int
	sum, squares big.Float
}

// Add adds the number x, and does not keep it.
func (m *Mean) Add(x *big.Float) {
	m.n++
	m.sum.Add(&m.sum, x)
	m.squares.Add(&m.squares, new(big.Float).Mul(x, x))
}

// Value returns the mean, or 0 if no number was added.
func (m *Mean) Value() *big.Float {
	if m.n == 0 {
		return new(big.Float)
	}
	return new(big.Float).Quo(&m.sum, big.NewFloat(float64(m.n)))
}

// normal is the half-width of a 95 % confidence interval, in standard errors.
const normal = 1.96

// Off returns the half-width of the 95 % confidence interval of the mean, as if the mean
// were normally distributed: normal times the standard error. It returns 0 for fewer than two
// numbers, or if all are equal.
func (m *Mean) Off() *big.Float {
	mean, n := m.Value(), big.NewFloat(float64(m.n))
	off := new(big.Float).Sub(&m.squares, n.Mul(n, mean.Mul(mean, mean)))
	if m.n < 2 || off.Sign() <= 0 {
		return new(big.Float)
	}
	off.Sqrt(off.Quo(off, big.NewFloat(float64(m.n)*float64(m.n-1))))
	return off.Mul(off, big.NewFloat(normal))
}

// isExact reports whether Off is at most 1 % of the mean.
func (m *Mean) isExact() bool {
	return m.Off().Cmp(new(big.Float).Quo(m.Value(), big.NewFloat(100))) <= 0
}

// Walk takes fewWalks walks if its work is 0, and otherwise minWalks to maxWalks walks.
const (
	fewWalks = 1 << 5
	minWalks = 1 << 10
	maxWalks = 1 << 18
)

// Walk calls walk repeatedly and counts the walks in x.Walks, which must be 0 before. The function
// walk chooses one of n branches by choose(n), a random number from 0 to n-1. It adds a number to each
// mean of x and returns its work, in the unit of the parameter work. The seed of t determines the
// choices. Walk returns nil in these cases:
//
//   - The parameter work is 0, and x.Walks is fewWalks.
//   - x.Walks is at least minWalks, and the walks took at least the work given.
//   - x.Walks is maxWalks.
//   - x.Walks is a multiple of minWalks, a walk has met a model, and isExact holds for both means.
//
// Walk returns the first error of walk, or the cause when ctx ends. It reports the progress to t.
func (x *Estimate) Walk(ctx context.Context, t *Task, work int64, walk func(choose func(n int) int) (int64, error)) error {
	choose := random.Walks.Rand(t.Seed).IntN
	isExact := func() bool { return x.Models.sum.Sign() > 0 && x.Nodes.isExact() && x.Models.isExact() }
	least := minWalks
	if work == 0 {
		least = fewWalks
	}
	for x.Walks < least || work > 0 && x.Walks < maxWalks && (x.Walks%minWalks > 0 || !isExact()) {
		done, err := walk(choose)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		work -= done
		if x.Walks++; t.Progress != nil && x.Walks%minWalks == 0 {
			t.Progress(func() string { return fmt.Sprintf("%d walks", x.Walks) })
		}
	}
	return nil
}

// EstimateCount calls e for an estimate, and checks its model, if there is one. It declines if e is not
// an Estimator. Other errors are those of e, and the error of Check for a wrong model. The estimate is never
// nil, and empty if e is not an Estimator or the model is wrong.
func EstimateCount(ctx context.Context, e Engine, t *Task) (*Estimate, error) {
	s, is := e.(Estimator)
	if !is {
		return &Estimate{}, &DeclinedError{e.Name(), "it does not estimate, only cover and dpll do"}
	}
	x, err := s.Estimate(ctx, t)
	if x.Model != nil {
		if wrong := Check(t, x.Model); wrong != nil {
			return &Estimate{}, wrong
		}
	}
	return x, err
}
