package sat

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/dimacs/result"
)

// An Estimate guesses the cost and the result of Count. It proves nothing. Its error may be
// large if a few of many branches hold most of the search tree.
type Estimate struct {
	// Exact is the number of models if EstimateCount has counted them. Then the other fields have no
	// meaning. Otherwise it is nil.
	Exact       *dimacs.Count
	Engine      string             // the engine whose search tree was sampled; "" if an error came first
	Counter     string             // the engine that Count tries before Engine, or ""
	Walks       int                // the number of random walks from the root of the tree
	Nodes       Interval           // the number of nodes of the tree, as Counts.Decisions of Count
	NodeSeconds float64            // the time per node in seconds, measured on one processor; 0 if not measured
	CoreHours   Interval           // the time for all nodes on one processor, in hours; 0 if not measured
	Models      Interval           // the number of models
	Log10       float64            // the decimal logarithm of Models.Mean; -Inf if this is 0
	Model       *dimacs.Assignment // a checked model, or nil if no walk found one
}

// An Interval is an estimated mean with its 95 % confidence interval. No field is nil. The bounds
// hold if there are enough walks for their mean to be normally distributed. They are no guarantee.
type Interval struct{ Mean, Low, High *big.Float }

// EstimateCount estimates the cost and the result of Count, by random walks down its search tree,
// in about a second. The engine auto takes the tree of cover if cover accepts the formula, and
// otherwise the tree of dpll. If Count would first run the engine count, or if there is no tree to
// walk in, EstimateCount runs count with a limit of about half a second of work. If count finishes,
// its result is Exact.
//
// Options.Engine may also be cover or dpll; the other engines decline. The result depends only on
// the problem and the seed, except for the time per node. With an error, the estimate uses the
// walks until then. Formulas with cubes, parts and weighted counts are errors.
//
// Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of
// Computation 29, 1975.
func EstimateCount(ctx context.Context, p Problem, o Options) (Estimate, error) {
	x, err := withJob(ctx, p, o, func(ctx context.Context, j *job) (*engine.Estimate, error) {
		if p.Weighted() {
			return nil, &ProblemError{Reason: "an estimate cannot use weights (to count without, add the line `c t mc` to the formula)"}
		}
		x, err := engine.EstimateCount(ctx, j.engine, j.task)
		if err == nil && x.Walks == 0 && x.Exact == nil { // perhaps unit propagation refutes the formula
			x.Exact = budgets.Exact(ctx, j.task)
		}
		return x, err
	})
	if x == nil {
		x = &engine.Estimate{}
	}
	e := Estimate{Exact: x.Exact, Engine: x.Engine, Counter: x.Counter, Walks: x.Walks, NodeSeconds: x.NodeSeconds(), Model: x.Model}
	e.Nodes, e.CoreHours = interval(x.Nodes, 1, 0), interval(x.Nodes, e.NodeSeconds/3600, 0)
	e.Models = interval(x.Models, 1, x.Shift)
	e.Log10 = result.Log10(x.Models.Value()) + float64(x.Shift)*math.Log10(2)
	return e, err
}

// interval returns the interval of m, multiplied by factor * 2^shift. A negative lower
// bound becomes 0.
func interval(m engine.Mean, factor float64, shift uint64) Interval {
	times := func(x *big.Float) *big.Float {
		return x.SetMantExp(x.Mul(x, big.NewFloat(factor)), int(shift))
	}
	mean, off := m.Value(), m.Off()
	low, high := new(big.Float).Sub(mean, off), new(big.Float).Add(mean, off)
	if low.Sign() < 0 {
		low = new(big.Float)
	}
	return Interval{times(mean), times(low), times(high)}
}

// String returns the mean and the bounds with four digits, such as "92 (90.5 to 93.5)". A number of
// at least 2^65536 is written as a power of 10.
func (i Interval) String() string {
	text := func(x *big.Float) string {
		if x.MantExp(nil) > 1<<16 { // decimal digits would take too long
			return fmt.Sprintf("10^%.8g", result.Log10(x))
		}
		return x.Text('g', 4)
	}
	return fmt.Sprintf("%s (%s to %s)", text(i.Mean), text(i.Low), text(i.High))
}
