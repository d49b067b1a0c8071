package encode

import (
	"context"

	"queens/dimacs"
)

// A grader solves an instance in the full pairwise form by unit propagation, with placed
// queens that change from one time to the next.
type grader struct {
	board      Board
	vars       int // of the formula
	squares    int // of which so many are variables of the board
	propagator *dimacs.Propagator
}

// grader returns one for the instance without its placed queens.
func (in Instance) grader(ctx context.Context) (*grader, error) {
	in.Placed = nil
	f, err := in.plain().Formula(ctx)
	if err != nil {
		return nil, err
	}
	g := &grader{board: in.Board(), vars: f.Vars, squares: in.squareVariables(), propagator: dimacs.NewPropagator(f.Vars)}
	for clause := range f.Clauses() {
		g.propagator.Add(clause...)
	}
	g.propagator.Propagate()
	return g, nil
}

// solves reports whether, with these queens placed, unit propagation gives each square a
// value; with trying, each literal may also be tried for a moment, and is false if that
// leads to a conflict.
func (g *grader) solves(placed []Square, trying bool) bool {
	p := g.propagator
	p.Backtrack(0)
	p.Begin()
	for _, s := range placed {
		if !p.Assume(g.board.Var(s)) {
			return false
		}
	}
	if p.Propagate() >= 0 {
		return false
	}
	for refuted := trying; refuted && !g.complete(); {
		refuted = false
		for v := 1; v <= g.vars; v++ {
			for _, l := range [...]dimacs.Lit{dimacs.Lit(v), dimacs.Lit(-v)} {
				if p.Value(l) != 0 || g.possible(l) {
					continue
				}
				refuted = true
				p.Assume(l.Neg())
				if p.Propagate() >= 0 {
					return false
				}
			}
		}
	}
	return g.complete()
}

// complete reports whether each square has a value.
func (g *grader) complete() bool {
	for v := 1; v <= g.squares; v++ {
		if g.propagator.Value(dimacs.Lit(v)) == 0 {
			return false
		}
	}
	return true
}

// possible reports whether the literal leads to no conflict, and forgets it again.
func (g *grader) possible(l dimacs.Lit) bool {
	p := g.propagator
	defer p.Backtrack(p.Level())
	p.Begin()
	p.Assume(l)
	return p.Propagate() < 0
}
