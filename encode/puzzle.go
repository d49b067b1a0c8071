package encode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"queens/dimacs"
)

// ErrNoPuzzle is the error of Sample if the instance has no solution, or if Sample found no
// puzzle of the requested difficulty.
var ErrNoPuzzle = errors.New("no puzzle")

// A puzzler chooses the placed queens of puzzles at random. It uses the solver only to
// decide satisfiability, so that the puzzle depends on the random numbers and not on the
// models that the solver finds.
type puzzler struct {
	ctx         context.Context
	boards      random // for the solutions
	order       random // for the order in which queens are given or removed
	satisfiable func(context.Context, *dimacs.Formula) (bool, error)
	grade       func(context.Context, Instance) (Puzzle, error) // for a difficulty of regions
}

// give returns the placed queens of a puzzle with the solution full, including the queens
// in keep. For a Solvable puzzle they are keep and `more` other queens. For the other
// kinds more is ignored: it removes queens in random order while the remaining ones are
// enough, and returns nil if the result is too easy for full.Puzzle.
func (p *puzzler) give(full Instance, keep []Square, more int) ([]Square, error) {
	placed := slices.DeleteFunc(slices.Clone(full.Placed), func(s Square) bool { return slices.Contains(keep, s) })
	if err := p.order.permute(p.ctx, len(placed), func(i, j int) { placed[i], placed[j] = placed[j], placed[i] }); err != nil {
		return nil, err
	}
	if full.Puzzle == Solvable {
		return append(placed[:more:more], keep...), nil
	}
	grader, err := full.grader(p.ctx)
	if err != nil {
		return nil, err
	}
	placed = append(placed, keep...)
	for i := len(placed) - len(keep) - 1; i >= 0; i-- { // a queen that is needed now remains needed with fewer queens
		without := slices.Delete(slices.Clone(placed), i, i+1)
		enough, err := p.noHarder(grader, full, without, full.Puzzle)
		if err != nil {
			return nil, err
		}
		if enough {
			placed = without
		}
	}
	if i := slices.Index(Difficulties(), full.Puzzle); i > 0 {
		if easier, err := p.noHarder(grader, full, placed, Difficulties()[i-1]); easier || err != nil {
			return nil, cmp.Or(err, context.Cause(p.ctx))
		}
	}
	return append(make([]Square, 0, len(placed)), placed...), nil
}

// noHarder reports whether full is the only solution with these queens placed, and whether its
// puzzle has at most the given difficulty. For Hard and Unique every puzzle with one solution will
// do, except that p.grade decides the difficulty of regions.
func (p *puzzler) noHarder(g *grader, full Instance, placed []Square, than Puzzle) (bool, error) {
	byGrade := full.Family == Regions && than != Unique
	found := g.solves(placed, than != Easy)
	if !byGrade && (found || than == Easy || than == Medium) {
		return found, context.Cause(p.ctx)
	}
	var other []dimacs.Lit // excludes the solution full
	for _, s := range full.Placed {
		if !slices.Contains(placed, s) {
			other = append(other, full.Board().Var(s).Neg())
		}
	}
	full.Placed = placed
	if !found {
		if more, err := p.solvable(full, other); more || err != nil || !byGrade {
			return !more, err
		}
	}
	grade, err := p.grade(p.ctx, full)
	return slices.Index(Difficulties(), grade) <= slices.Index(Difficulties(), than), err
}

// solvable reports whether the instance has a solution that satisfies the clause; a nil
// clause is ignored.
func (p *puzzler) solvable(in Instance, clause []dimacs.Lit) (bool, error) {
	f, err := in.plain().Formula(p.ctx)
	if err != nil {
		return false, err
	}
	if clause != nil {
		f.Add(clause...)
	}
	return p.satisfiable(p.ctx, f)
}

// board returns the queens of a random solution that contains the placed queens. On a
// regular board of the family queens with N queens and nothing placed or blocked, it is a
// random permutation improved by exchanges. Otherwise it adds queens on random squares and
// keeps each queen with which the instance still has a solution. The error wraps
// ErrNoPuzzle if the instance has no solution.
func (p *puzzler) board(in Instance) ([]Square, error) {
	none := fmt.Errorf("%w: the instance has no solution", ErrNoPuzzle)
	status, _ := in.plain().Known()
	given := in.Family != DefaultFamily || in.Variant != Regular || in.QueenCount() != in.N ||
		len(in.Placed)+in.Blocked.Len()+len(in.BlockedDiagonals) > 0
	switch {
	case status == dimacs.Unsatisfiable:
		return nil, none
	case !given:
		columns, err := p.boards.queens(p.ctx, in.N)
		var board []Square
		for row, col := range columns {
			board = append(board, Square{row + 1, col + 1})
		}
		return board, err
	}
	if some, err := p.solvable(in, nil); err != nil || !some {
		return nil, cmp.Or(err, none)
	}
	left := slices.Collect(in.Board().squares())
	for in.Placed = slices.Clone(in.Placed); len(in.Placed) < in.QueenCount() && len(left) > 0; {
		i := p.boards.below(len(left))
		s := left[i]
		left[i] = left[len(left)-1]
		left = left[:len(left)-1]
		next := in
		if next.Placed = append(slices.Clone(in.Placed), s); slices.Contains(in.Placed, s) || next.Conflict() != nil {
			continue
		}
		some, err := p.solvable(next, nil)
		if err != nil {
			return nil, err
		}
		if some {
			in = next
		}
	}
	return in.Placed, nil
}

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
