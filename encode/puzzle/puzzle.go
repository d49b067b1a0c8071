// Package puzzle makes random choices for an instance: placed queens, blocked squares, regions, and puzzles with
// exactly one solution.
package puzzle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"queens/dimacs"
	"queens/dimacs/propagate"
	"queens/encode"
	"queens/encode/board"
	"queens/encode/internal/random"
)

// ErrNoPuzzle is wrapped by the errors of Sample.Apply that mean: the instance has no solution, or Apply
// found no puzzle of the requested kind within its limits. In the second case another seed may help.
var ErrNoPuzzle = errors.New("no puzzle")

// A puzzler chooses the placed queens of puzzles at random. It uses the solver only to
// decide satisfiability and the difficulty, so that the puzzle depends on the random numbers and not on the
// models that the solver finds.
type puzzler struct {
	ctx         context.Context
	solutions   *solutionList                                                                // nil if the solutions are not listed
	boards      random.Source                                                                // for solutions that are not listed
	order       random.Source                                                                // for the order in which queens are given or removed
	satisfiable func(context.Context, *dimacs.Formula) (bool, error)                         // reports whether a formula has a model; Sample.Satisfiable
	grade       func(context.Context, encode.Instance, encode.Puzzle) (encode.Puzzle, error) // returns the difficulty of an instance with one solution; Sample.Grade
}

// give returns the placed queens of a puzzle whose solution is full.Placed and whose kind is full.Puzzle.
// They include the queens in keep, which belong to the solution. For a Solvable puzzle they are keep and
// `more` other queens, at random. For the other kinds more is ignored: give takes the other queens one by one
// in random order, and removes each without which the rest still has one solution and a difficulty of at most
// full.Puzzle. It returns nil if the result is easier than full.Puzzle. The errors are the errors of
// newPropagation, solvable and grade, and the cause of p.ctx.
func (p *puzzler) give(full encode.Instance, keep []board.Square, more int) ([]board.Square, error) {
	placed := slices.DeleteFunc(slices.Clone(full.Placed), func(s board.Square) bool { return slices.Contains(keep, s) })
	if err := p.order.Permute(p.ctx, len(placed), func(i, j int) { placed[i], placed[j] = placed[j], placed[i] }); err != nil {
		return nil, err
	}
	if full.Puzzle == encode.Solvable {
		return append(placed[:more:more], keep...), nil
	}
	units, err := newPropagation(p.ctx, full)
	if err != nil {
		return nil, err
	}
	placed = append(placed, keep...)
	for i := len(placed) - len(keep) - 1; i >= 0; i-- { // a queen that is needed now remains needed with fewer queens
		without := slices.Delete(slices.Clone(placed), i, i+1)
		enough, err := p.noHarder(units, full, without, full.Puzzle)
		if err != nil {
			return nil, err
		}
		if enough {
			placed = without
		}
	}
	if i := slices.Index(encode.Difficulties(), full.Puzzle); i > 0 {
		if easier, err := p.noHarder(units, full, placed, encode.Difficulties()[i-1]); easier || err != nil {
			return nil, cmp.Or(err, context.Cause(p.ctx))
		}
	}
	return append(make([]board.Square, 0, len(placed)), placed...), nil
}

// noHarder reports whether full.Placed is the only solution with the queens placed, and the puzzle has at
// most the difficulty than. Every puzzle with one solution is at most Hard or Unique. A puzzle that unit
// propagation solves is Easy. The argument units is the result of newPropagation for full. The errors are the
// errors of solvable and grade, and the cause of p.ctx.
func (p *puzzler) noHarder(units *propagation, full encode.Instance, placed []board.Square, than encode.Puzzle) (bool, error) {
	if units.solves(placed) {
		return true, context.Cause(p.ctx)
	}
	var other []dimacs.Lit // excludes the solution full
	for _, s := range full.Placed {
		if !slices.Contains(placed, s) {
			other = append(other, full.Board().Var(s).Neg())
		}
	}
	full.Placed = placed
	if more, err := p.solvable(full, other); more || err != nil || than == encode.Hard || than == encode.Unique {
		return !more, err
	}
	grade, err := p.grade(p.ctx, full, than)
	return slices.Index(encode.Difficulties(), grade) <= slices.Index(encode.Difficulties(), than), err
}

// solvable reports whether the instance has a solution that satisfies the clause, whose variables are the
// variables of in.Plain; a nil clause is ignored. The errors are the errors of Instance.Formula and
// p.satisfiable.
func (p *puzzler) solvable(in encode.Instance, clause []dimacs.Lit) (bool, error) {
	f, err := in.Plain().Formula(p.ctx)
	if err != nil {
		return false, err
	}
	if clause != nil {
		f.Add(clause...)
	}
	return p.satisfiable(p.ctx, f)
}

// board returns the queens of a random solution that contains the placed queens. If solutions are listed, it
// is the next solution of p.solutions. Otherwise, on a regular board of a family like queens with N queens
// and nothing placed or blocked, it is a random permutation improved by exchanges. On other boards board adds
// queens on random squares, up to QueenCount, and keeps each queen with which the instance still has a
// solution. The error wraps ErrNoPuzzle if the instance has no solution. Other errors are the errors of
// solvable, and the cause of p.ctx.
func (p *puzzler) board(in encode.Instance) ([]board.Square, error) {
	if p.solutions != nil {
		return p.solutions.next(), nil
	}
	none := fmt.Errorf("%w: the instance has no solution", ErrNoPuzzle)
	status, _ := in.Plain().Known()
	given := !in.LikeQueens() || in.Columns > 0 || in.Variant != board.Regular || in.QueenCount() != in.N ||
		len(in.Placed)+in.Blocked.Len()+len(in.BlockedDiagonals) > 0
	switch {
	case status == dimacs.Unsatisfiable:
		return nil, none
	case !given:
		columns, err := randomQueens(p.ctx, p.boards, in.N)
		var queens []board.Square
		for row, col := range columns {
			queens = append(queens, board.Square{Row: row + 1, Col: col + 1})
		}
		return queens, err
	}
	if some, err := p.solvable(in, nil); err != nil || !some {
		return nil, cmp.Or(err, none)
	}
	left := slices.Collect(in.Board().Squares())
	for in.Placed = slices.Clone(in.Placed); len(in.Placed) < in.QueenCount() && len(left) > 0; {
		i := p.boards.Below(len(left))
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

// A propagation solves puzzles by unit propagation in the full pairwise form. The placed queens
// may differ from call to call.
type propagation struct {
	board   board.Board
	squares int // number of variables of the board, which come first
	*propagate.Propagator
}

// newPropagation returns the propagation of the instance without its placed queens, whatever the form
// of the instance. It returns an error if the formula cannot be made or ctx is done.
func newPropagation(ctx context.Context, in encode.Instance) (*propagation, error) {
	in = in.Plain()
	in.Placed = nil
	f, err := in.Formula(ctx)
	if err != nil {
		return nil, err
	}
	p := &propagation{in.Board(), in.BoardVariables(), propagate.New(f.Vars)}
	for clause := range f.Clauses() {
		p.Add(clause...)
	}
	p.Propagate()
	return p, nil
}

// place undoes the queens of the last call, assigns these queens and propagates. It returns false if that
// leads to a conflict.
func (p *propagation) place(queens []board.Square) bool {
	p.Backtrack(0)
	p.Begin()
	return !slices.ContainsFunc(queens, func(s board.Square) bool { return !p.Assume(p.board.Var(s)) }) && p.Propagate() < 0
}

// solves reports whether the placed queens determine every square, without a conflict.
func (p *propagation) solves(placed []board.Square) bool { return p.place(placed) && p.next(1) == 0 }

// next returns the first variable of the board from v on that has no value, or 0; v is at least 1.
func (p *propagation) next(v int) int {
	for ; v <= p.squares; v++ {
		if p.Value(dimacs.Lit(v)) == 0 {
			return v
		}
	}
	return 0
}
