package encode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"queens/dimacs"
)

// A Puzzle is what given queens are drawn for; the zero value is nothing, so that there may
// be no solution.
type Puzzle string

// Solvable puzzles have a solution. The others have exactly one, and none of the queens that
// were drawn can be taken away without the loss of that or of the difficulty: Easy puzzles
// are solved by unit propagation alone, Medium ones with one literal tried and refuted at a
// time, and Hard ones only by search, all in the full pairwise form.
const (
	Solvable Puzzle = "solvable"
	Unique   Puzzle = "unique"
	Easy     Puzzle = "easy"
	Medium   Puzzle = "medium"
	Hard     Puzzle = "hard"
)

// Difficulties returns the puzzles with a difficulty, the easiest first.
func Difficulties() []Puzzle { return []Puzzle{Easy, Medium, Hard} }

// ParsePuzzle returns the puzzle of that name.
func ParsePuzzle(name string) (Puzzle, error) {
	all := append([]Puzzle{Solvable, Unique}, Difficulties()...)
	if p := Puzzle(name); slices.Contains(all, p) {
		return p, nil
	}
	return "", fmt.Errorf("expected solvable, unique, easy, medium or hard, found %q", clip(name))
}

// ErrNoPuzzle is the error of Sample where no board is a solution, or no puzzle was found of
// the difficulty that is asked for.
var ErrNoPuzzle = errors.New("no puzzle")

// A puzzler draws the given queens of puzzles. What is satisfiable is asked for, and nothing
// else about solutions, so that all depends on the random numbers alone.
type puzzler struct {
	ctx         context.Context
	boards      random // for the boards that are solutions
	order       random // in which queens are given or taken away
	satisfiable func(context.Context, *dimacs.Formula) (bool, error)
}

// samplePuzzle is Sample for a puzzle: queens of a random board are given, and nothing is
// blocked where that board has a queen.
func (in Instance) samplePuzzle(ctx context.Context, s Sample) (Instance, error) {
	if reason := in.family().refused(in)[withPlaced]; reason != "" {
		return in, fmt.Errorf("family %v: %s", in.Family, reason)
	}
	if room := in.QueenCount() - len(in.Placed); s.Placed > max(0, room) {
		return in, fmt.Errorf("%d random queens would be placed, but the number of queens is %d: expected at most %d",
			s.Placed, in.QueenCount(), max(0, room))
	}
	if least := leastSizes[s.Puzzle]; in.N < least && in.N >= leastSizes[Easy] && in.Family == Queens && in.Variant == Regular &&
		in.QueenCount() == in.N && in.Blocked.Len()+len(in.BlockedDiagonals)+s.Blocked+s.Diagonals == 0 {
		return in, fmt.Errorf("%w: the smallest board with a %s puzzle is that of %d", ErrNoPuzzle, s.Puzzle, least)
	}
	p := puzzler{ctx, newRandom(s.Seed, streamBoard), newRandom(s.Seed, streamGiven), s.Satisfiable}
	for range puzzleDraws {
		board, err := p.board(in)
		if err != nil {
			return in, err
		}
		full := in
		full.Placed, full.Seed, full.Puzzle = board, &s.Seed, s.Puzzle
		if s.Blocked > 0 {
			err = sampleBlocked(ctx, s.Blocked, &full, s.Seed)
		}
		if s.Diagonals > 0 {
			err = cmp.Or(err, sampleDiagonals(ctx, s.Diagonals, &full, s.Seed))
		}
		if err != nil {
			return in, err
		}
		placed, err := p.give(full, in.Placed, s.Placed)
		if err != nil {
			return in, err
		}
		if placed != nil {
			full.Placed = placed
			return full.sorted(), nil
		}
	}
	return in, fmt.Errorf("%w: found none that is %s on %d random boards", ErrNoPuzzle, s.Puzzle, puzzleDraws)
}

// leastSizes are the sizes of the smallest regular boards with a puzzle of a difficulty and
// nothing blocked, as all given queens of all solutions show. Boards of 2 and 3 have no
// solution.
var leastSizes = map[Puzzle]int{Easy: 4, Medium: 5, Hard: 9}

// puzzleDraws is how many boards are tried for a puzzle of some difficulty.
const puzzleDraws = 500

// give returns the queens of a full board that are given, those that are kept among them, or
// nil if they make no puzzle of the difficulty. Of a solvable one so many more are given.
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
	for i := len(placed) - len(keep) - 1; i >= 0; i-- { // what is not enough without one is not with fewer
		without := slices.Delete(slices.Clone(placed), i, i+1)
		enough, err := p.enough(grader, full, without)
		if err != nil {
			return nil, err
		}
		if enough {
			placed = without
		}
	}
	if full.Puzzle == Medium && grader.solves(placed, false) || full.Puzzle == Hard && grader.solves(placed, true) {
		return nil, context.Cause(p.ctx)
	}
	return append(make([]Square, 0, len(placed)), placed...), nil
}

// enough reports whether the full board is the one solution with these queens given, and is
// found in the way of the puzzle.
func (p *puzzler) enough(g *grader, full Instance, placed []Square) (bool, error) {
	if found := g.solves(placed, full.Puzzle != Easy); found || full.Puzzle == Easy || full.Puzzle == Medium {
		return found, context.Cause(p.ctx)
	}
	var other []dimacs.Lit // than the full board, which has as many queens
	for _, s := range full.Placed {
		if !slices.Contains(placed, s) {
			other = append(other, full.Board().Var(s).Neg())
		}
	}
	full.Placed = placed
	more, err := p.solvable(full, other)
	return !more, err
}

// solvable reports whether the instance has a solution that satisfies the clause, if there
// is one.
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

// plain returns the instance in the full pairwise form, with all of its solutions.
func (in Instance) plain() Instance {
	in.Minimal, in.Encoding, in.SymmetryBroken, in.Translations, in.Shuffle, in.Transform = false, "", false, false, nil, nil
	return in
}

// board returns the queens of a random solution, those that are placed among them. On a
// regular board with nothing else asked for they are the columns of a random permutation,
// improved by exchanges; otherwise they are drawn one by one among the squares with which
// there still is a solution.
func (p *puzzler) board(in Instance) ([]Square, error) {
	none := fmt.Errorf("%w: no board is a solution", ErrNoPuzzle)
	status, _ := in.plain().Known()
	given := in.Family != Queens || in.Variant != Regular || in.QueenCount() != in.N ||
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
