package encode

import (
	"context"

	"queens/dimacs"
)

// A grader solves a puzzle by unit propagation in the full pairwise form. The placed queens
// may differ from call to call.
type grader struct {
	board      Board
	vars       int // number of variables of the formula
	squares    int // number of variables of the board, which come first
	propagator *dimacs.Propagator
}

// grader returns a grader for the instance without its placed queens, in the full pairwise
// form whatever the form of the instance. It returns an error if the formula cannot be made
// or ctx is done.
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

// solves reports whether unit propagation assigns every square if these queens are placed.
// With trying, failed literals help, too: if assuming a literal leads to a conflict, its
// complement is assigned. The result is false if the placed queens lead to a conflict.
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

// complete reports whether every variable of the board has a value.
func (g *grader) complete() bool {
	for v := 1; v <= g.squares; v++ {
		if g.propagator.Value(dimacs.Lit(v)) == 0 {
			return false
		}
	}
	return true
}

// possible reports whether assuming the literal leads to no conflict. It undoes the
// assumption.
func (g *grader) possible(l dimacs.Lit) bool {
	p := g.propagator
	defer p.Backtrack(p.Level())
	p.Begin()
	p.Assume(l)
	return p.Propagate() < 0
}
