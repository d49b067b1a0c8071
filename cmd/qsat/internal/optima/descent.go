package optima

import (
	"context"
	"math"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A descent lowers the upper bound. Each search of its session looks for a model that costs less than the best
// model. The session propagates the linear constraints of the formula and the bound of the cost without clauses for
// them, so the bound may fall without a new formula. It keeps learned clauses and the phases of the last model.
type descent struct {
	*cdcl.Session
	sum  int   // the number of the sum that bounds the cost
	most int64 // the bound, without the constant of the objective
}

// openDescent sets m.descent, unless the formula is too large. The search prefers false literals of the objective.
func (m *minimizer) openDescent() error {
	s, err := cdcl.New().Linear(m.task.About(m.task.Formula.Hard()))
	if err != nil {
		return err
	}
	m.descent = &descent{Session: s}
	for _, c := range m.objective.clauses {
		s.Add(c...)
	}
	cost := dimacs.Linear{Lits: m.objective.lits, High: math.MaxInt64} // minus the cost is at least Low
	for _, l := range cost.Lits {
		w := m.objective.weights[l]
		cost.Coefs, cost.Low = append(cost.Coefs, -w), cost.Low-w
	}
	m.descent.most, m.descent.sum = -cost.Low, s.Between(cost)
	for _, l := range cost.Lits {
		s.Prefer(-l)
	}
	return nil
}

// descend searches for better models for about the given number of ticks, or until the best model is an optimum. It
// sets the status if there is no model. Errors are those of Solve, except ErrLimit, and of the check of a model.
func (m *minimizer) descend(ctx context.Context, ticks int64) error {
	d := m.descent
	for end := d.Ticks + ticks; d.Ticks < end; {
		if m.Model != nil {
			most := m.Cost - m.objective.constant - 1
			d.Raise(d.sum, d.most-most)
			d.most = most
		}
		_, unsat, err := d.Solve(ctx, nil, end-d.Ticks)
		switch {
		case err == cdcl.ErrLimit:
			return nil
		case err != nil:
			return err
		case unsat && m.Model == nil:
			m.Status = dimacs.Unsatisfiable
			return nil
		case unsat:
			m.raise(m.Cost)
			return nil
		}
		a, err := d.Checked()
		if err != nil {
			return err
		}
		if m.adopt(a); m.done() {
			return nil
		}
	}
	return nil
}

// complete replaces the best model by one that also has the variables that the descent lacks. The error is an error
// of engine.Solve.
func (m *minimizer) complete(ctx context.Context) error {
	if m.descent == nil || m.Model == nil {
		return nil
	}
	t := m.task.About(m.task.Formula.Hard()).Under(m.Model.Lits(m.descent.Named))
	a, err := engine.Solve(ctx, cdcl.New(), t)
	if err == nil {
		m.Model = a.Model
	}
	return err
}
