package engine

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"time"

	"queens/dimacs"
)

// An Estimator estimates what a count takes and finds by walks down the tree of its search:
// where a walk has a choice among so many branches, it stands for so many walks. The means
// over all walks are right on the average, however few are made.
//
// Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics
// of Computation 29, 1975.
type Estimator interface {
	// Estimate returns with an error what the walks until then say. X is never nil.
	Estimate(ctx context.Context, t *Task) (x *Estimate, err error)
}

// An Estimate is a guess, with what it is made of.
type Estimate struct {
	Engine  string
	Counter string // the engine that auto asks for a count before this one, empty for none
	Walks   int    // made
	Nodes   Mean   // of the tree, as Counts.Decisions has them
	Models  Mean   // to be multiplied by 2 to the power of Shift
	Shift   uint64
	Model   *dimacs.Assignment // the first that was found, nil if there is none
	// Threshold ends the walks when it is clear whether there are more nodes; 0: never.
	Threshold float64
	times     []float64 // of a node, in seconds
}

// Timed takes the time of so many nodes of the search.
func (x *Estimate) Timed(since time.Time, nodes uint64) {
	if nodes > 0 {
		x.times = append(x.times, time.Since(since).Seconds()/float64(nodes))
	}
}

// NodeSeconds returns the median of these times for one node, 0 of none.
func (x *Estimate) NodeSeconds() float64 {
	if len(x.times) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(x.times))[len(x.times)/2]
}

// A Mean is one of numbers that are not negative, with what tells how far it may be off.
type Mean struct {
	n            int
	sum, squares big.Float
}

// Add adds a number.
func (m *Mean) Add(x *big.Float) {
	m.n++
	m.sum.Add(&m.sum, x)
	m.squares.Add(&m.squares, new(big.Float).Mul(x, x))
}

// Value returns the mean, 0 of no numbers.
func (m *Mean) Value() *big.Float {
	if m.n == 0 {
		return new(big.Float)
	}
	return new(big.Float).Quo(&m.sum, big.NewFloat(float64(m.n)))
}

// normal is how many standard errors to either side nineteen of twenty normal means are.
const normal = 1.96

// Off returns by how much the mean is off at most, nineteen times in twenty, if the numbers are
// enough for a normal distribution.
func (m *Mean) Off() *big.Float {
	mean, n := m.Value(), big.NewFloat(float64(m.n))
	off := new(big.Float).Sub(&m.squares, n.Mul(n, mean.Mul(mean, mean)))
	if m.n < 2 || off.Sign() <= 0 {
		return new(big.Float)
	}
	off.Sqrt(off.Quo(off, big.NewFloat(float64(m.n)*float64(m.n-1))))
	return off.Mul(off, big.NewFloat(normal))
}

// isExact reports whether the mean is off by a hundredth at most.
func (m *Mean) isExact() bool {
	return m.Off().Cmp(new(big.Float).Quo(m.Value(), big.NewFloat(100))) <= 0
}

// isClear reports whether the nodes are more than the threshold, or less, by clearFactor and
// more than their mean may be off: a few walks are likely to miss where a tree is large.
func (x *Estimate) isClear() bool {
	off, threshold := x.Nodes.Off(), big.NewFloat(x.Threshold)
	most := new(big.Float).Add(x.Nodes.Value(), off)
	least := off.Sub(x.Nodes.Value(), off)
	factor := big.NewFloat(clearFactor)
	return most.Mul(most, factor).Cmp(threshold) < 0 || least.Cmp(threshold.Mul(threshold, factor)) > 0
}

// clearWalks are those between two looks whether a comparison is clear, minWalks and maxWalks
// bound the walks of an estimate.
const (
	clearFactor = 16
	clearWalks  = 1 << 5
	minWalks    = 1 << 10
	maxWalks    = 1 << 18
)

// Walk calls walk, which chooses one of n branches by choose(n), adds to the means and returns
// its work, until both are exact within a hundredth, or it is clear whether there are more nodes
// than the threshold, or the work is done, or ctx ends.
func (x *Estimate) Walk(ctx context.Context, t *Task, work int64, walk func(choose func(n int) int) (int64, error)) error {
	choose := rand.New(rand.NewPCG(uint64(t.Seed), 0)).IntN
	isExact := func() bool { return x.Models.sum.Sign() > 0 && x.Nodes.isExact() && x.Models.isExact() }
	for x.Walks < minWalks || work > 0 && x.Walks < maxWalks && (x.Walks%minWalks > 0 || !isExact()) {
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
		if x.Threshold > 0 && x.Walks%clearWalks == 0 && x.isClear() {
			return nil
		}
	}
	return nil
}

// EstimateCount asks an engine for an estimate, and checks its model. It declines if e does
// not estimate.
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
