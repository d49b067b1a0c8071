package sat

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// An Estimate is a guess of what Count takes and finds. It proves nothing, and it may be far
// off where few of many branches hold most of the tree.
type Estimate struct {
	Engine      string   // whose search it is about
	Counter     string   // the engine that Count asks before that one, empty for none
	Walks       int      // down the tree of the search
	Nodes       Interval // of that tree: Counts.Decisions of Count
	NodeSeconds float64  // time of a node, measured on one processor; 0 if it was not
	CoreHours   Interval // of all nodes
	Models      Interval
	Log10       float64            // the logarithm of Models.Mean
	Model       *dimacs.Assignment // one that was found and checked, nil if there is none
}

// An Interval is a mean, with bounds between which the true one lies nineteen times in
// twenty, if the walks are enough for their mean to be normally distributed. That is no
// guarantee.
type Interval struct{ Mean, Low, High *big.Float }

// EstimateCount estimates what Count takes and finds, by walks down the tree of its search at
// random, in about a second. The engine is cover, if it takes the formula, or else dpll, or
// one of these by name; others decline. But for the time of a node, it depends on the seed
// alone. With an error it is made of the walks until then.
//
// Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics
// of Computation 29, 1975.
func EstimateCount(ctx context.Context, p Problem, o Options) (Estimate, error) {
	s, err := newSearch(p, o)
	switch {
	case err != nil:
	case p.Weighted():
		err = &ProblemError{Reason: "an estimate knows no weights (`c t mc` in the formula counts without)"}
	case s.cubes != nil || o.Parts != nil:
		err = &ProblemError{Reason: "an estimate is about a whole formula without cubes"}
	}
	x := &engine.Estimate{}
	if err == nil {
		x, err = engine.EstimateCount(ctx, s.engine, s.task)
	}
	e := Estimate{Engine: x.Engine, Counter: x.Counter, Walks: x.Walks, NodeSeconds: x.NodeSeconds(), Model: x.Model}
	e.Nodes, e.CoreHours = interval(x.Nodes, 1, 0), interval(x.Nodes, e.NodeSeconds/3600, 0)
	e.Models = interval(x.Models, 1, x.Shift)
	e.Log10 = log10(x.Models.Value()) + float64(x.Shift)*math.Log10(2)
	return e, public(err)
}

// interval returns that of a mean, times a factor and 2 to the power of shift.
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

// String returns the mean and the bounds, such as "92 (90.5 to 93.5)".
func (i Interval) String() string {
	text := func(x *big.Float) string {
		if x.MantExp(nil) > 1<<16 { // it would take long
			return fmt.Sprintf("10^%.8g", log10(x))
		}
		return x.Text('g', 4)
	}
	return fmt.Sprintf("%s (%s to %s)", text(i.Mean), text(i.Low), text(i.High))
}

func log10(x *big.Float) float64 {
	var mantissa big.Float
	exponent := x.MantExp(&mantissa)
	m, _ := mantissa.Float64()
	return math.Log10(m) + float64(exponent)*math.Log10(2)
}
