// Package explain solves puzzles with one solution as a person would, and says why a board has no
// solution.
//
// A puzzle is a set of constraints. Most constraints bound the number of queens on some squares,
// such as a row, a diagonal, a region or the whole board. For kings these are the windows of two by two
// squares. The rule that no two queens touch is one constraint, or the rule that no two are a knight's
// move apart, or that no two knights attack each other. A text names the pieces; this documentation calls
// all of them queens. A step is a set of constraints that
// forces further squares, given the squares that are known. It is minimal: without any constraint of
// the set, no square of the step would follow.
//
// For example, each row, column and region of this board needs one queen:
//
//	4  A C D D
//	3  A C D D
//	2  A C D D
//	1  B B B B
//	   a b c d
//
// No constraint forces a square by itself. Region A and column a do so together: "Region A lies in
// column a only, so no other region has a queen there: cross a1." After seven more steps with two
// constraints, one constraint is enough: "Row 3 has one square left: queen on d3."
//
// Steps tries the kinds of steps in this order. After each step it starts again with the first
// kind. The hardest step gives the grade of the board:
//
//	kind   constraints   search                                                    grade
//	One    one           compare the numbers of queens and of unknown squares      easy
//	Two    two           try all sets                                              easy
//	Three  three         try all sets                                              medium
//	More   four or more  assume a value of one square until there is a violation   hard
//
// Of the boards with regions of size 8 that qgen draws, about 60 in 100 are easy, 10 medium and 30
// hard.
//
// For a step of the kind More, the search assumes each value of each unknown square, and derives
// consequences by steps of the kind One. If assumptions lead to a violated constraint, package mus
// finds minimal sets of constraints that refute the assumptions with the fewest consequences.
// Otherwise it refutes the assumptions that a solution contradicts, those with the most consequences
// first. The smallest of up to eight such sets is the step.
//
// The kinds Two and Three leave out a set with more than 65,536 ways to place its queens until more
// squares are known. So a step of the kind More can also have two or three constraints. With more
// known squares, a set of constraints forces at least the same squares as before.
// So the hardest kind does not depend on the order of the steps, and the grade is well defined.
//
// For a board without a solution, Conflict finds a minimal set of constraints that have no solution
// together. Refute derives this by steps as above.
//
// Source: B. Bogaerts, E. Gamba and T. Guns, "A framework for step-wise explaining how to solve
// constraint satisfaction problems", Artificial Intelligence 300, 2021.
package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"queens/decode"
	"queens/encode"
	"queens/encode/board"
)

// A Kind is the difficulty of a step, by the table of the package. The Kind of a conflict is 0.
type Kind int

const (
	One Kind = iota + 1
	Two
	Three
	More
)

// String returns a word for the kind in lower case, such as "three", or "" for a conflict.
func (k Kind) String() string { return [...]string{"", "one", "two", "three", "more"}[k] }

// constraints returns the kind in words, such as "2 constraints", or "" for a conflict.
func (k Kind) constraints() string {
	return [...]string{"", "1 constraint", "2 constraints", "3 constraints", "4 constraints or more"}[k]
}

// A Step is a set of constraints and known squares, and the squares that they force. If it forces no
// square, it is a conflict: the constraints and known squares have no solution together. The lists of
// squares are in reading order.
type Step struct {
	Kind        Kind             // 0 for a conflict
	Constraints []string         // names, such as "region C"
	Known       []board.Square   // the known squares that the step needs
	Queens      []board.Square   // squares that must hold a queen
	Crosses     []board.Square   // squares that must stay empty
	Look        []board.Square   // squares to highlight, because the text is about them
	Lines       [][]board.Square // rows, columns and diagonals to draw for a conflict, in the order of Constraints
	Text        string           // the reason, a colon and the squares that follow; for a conflict, "No solution: " and the reason
}

// Marked returns the text and the squares of the step as package draw shows them, and the number of
// constraints in words.
func (s Step) Marked() decode.Marked {
	return decode.Marked{Text: s.Text, Kind: s.Kind.constraints(), Look: s.Look, Lines: s.Lines, Queens: s.Queens, Crosses: s.Crosses}
}

// ErrNone is the error of Steps and Grade for a board without a solution.
var ErrNone = errors.New("the board has no solution: expected exactly one")

// Useful reports whether the step is a hint for a player: whether it has several constraints or
// forces a queen. The crosses of a single constraint are obvious. A conflict is useful.
func (s Step) Useful() bool { return s.Kind != One || len(s.Queens) > 0 }

// Hint returns a part of the explanation. Level 1 names the constraints, as in "Look at row 3.".
// Level 2 gives the reason: the text before its last colon, with a period. Level 3 gives the whole
// text. A lower level counts as 1, and a higher one as 3.
func (s Step) Hint(level int) string {
	reason := s.Text[:max(0, strings.LastIndex(s.Text, ": "))] + "."
	return [...]string{"Look at " + list(s.Constraints, "and") + ".", reason, s.Text}[max(1, min(3, level))-1]
}

var (
	errHard    = errors.New("the board is harder than the limit")
	errSeveral = errors.New("the board has several solutions: expected exactly one")
)

// Steps returns the steps that solve a puzzle. The given queens, the blocked squares and the squares
// of blocked diagonals are known before the first step. Options of the encoding do not matter.
//
// It returns an error if in is invalid, if the board has no solution (ErrNone) or several, if it has more
// than MaxN rows or columns, if it has several kinds of pieces, if a question to the solver takes too much
// work, or if ctx ends. With an error, it also returns the steps before the error. The last element
// may then be a zero Step, for a step whose known squares were not found.
func Steps(ctx context.Context, in encode.Instance) ([]Step, error) {
	b, err := newGrid(in)
	if err != nil {
		return nil, err
	}
	defer b.close()
	return b.steps(ctx)
}

// steps returns the steps until all squares are known. It returns the errors of solve and needed,
// together with the steps before the error. With ErrNone, b.violated holds constraints that have no
// solution, unless a given queen stands on a square that must stay empty. With other errors, the last
// step can be zero.
func (b *grid) steps(ctx context.Context) (steps []Step, err error) {
	err = b.solve(ctx, More, func(d deduction) error {
		b.used = append(b.used, d.of...)
		s, err := b.step(ctx, d)
		steps = append(steps, s)
		return err
	})
	return steps, err
}

// Grade returns the difficulty of a board whose hardest steps have this kind, by the table of the
// package. A conflict counts as easy.
func (k Kind) Grade() encode.Puzzle {
	switch {
	case k <= Two:
		return encode.Easy
	case k == Three:
		return encode.Medium
	}
	return encode.Hard
}

// Grade returns Easy, Medium or Hard by the table of the package, for a board with one solution. If
// atMost is Easy, a Medium board gives Hard, too, because the search ends as soon as this is known.
// Other values of atMost make no difference.
//
// Grade does not use the solver, and returns Hard for a board with several solutions. A board without
// a solution gives ErrNone if steps of the kinds that Grade tries find the contradiction, and Hard
// otherwise. The other errors are the errors of Steps about the instance and ctx. After an error, the
// result has no meaning.
func Grade(ctx context.Context, in encode.Instance, atMost encode.Puzzle) (encode.Puzzle, error) {
	limit, hardest := Three, One
	if atMost == encode.Easy {
		limit = Two
	}
	b, err := newGrid(in)
	if err != nil {
		return "", err
	}
	defer b.close()
	err = b.solve(ctx, limit, func(d deduction) error {
		hardest = max(hardest, d.kind)
		return nil
	})
	if err == errHard {
		hardest, err = More, nil
	}
	return hardest.Grade(), err
}

// A deduction is a set of constraints and the squares that they force.
type deduction struct {
	kind            Kind  // 0 if there is no deduction
	of              []int // indices of the constraints, ascending
	queens, crosses set   // squares that must hold a queen, and that must stay empty
}

// solve makes deductions until all squares are known. It calls visit with each deduction before the
// squares of the deduction become known. It returns errHard if it needs a kind above limit, which is
// at least Two, ErrNone if a given queen stands on a square that must stay empty, and the errors of
// next and visit.
func (b *grid) solve(ctx context.Context, limit Kind, visit func(deduction) error) error {
	if slices.ContainsFunc(b.in.Placed, b.crossed) {
		return ErrNone
	}
	for {
		d, err := b.next(ctx, limit)
		if err != nil || d.kind == 0 {
			return err
		}
		if err := visit(d); err != nil {
			return err
		}
		known := len(b.trail)
		for i := range d.queens.All() {
			b.assign(i, 1)
		}
		for i := range d.crosses.All() {
			b.assign(i, -1)
		}
		for _, i := range b.trail[known:] {
			for _, k := range b.through[i] {
				b.changed[k] = len(b.trail)
			}
		}
	}
}

// next returns a deduction of the easiest kind that its search finds. The kind is 0 if all squares are
// known. The error is errHard if the kind would be above limit, which is at least Two. It is ErrNone
// if next finds constraints without a solution, which b.violated then holds. Other errors are the
// errors of byAssumption and the cause of ctx.
func (b *grid) next(ctx context.Context, limit Kind) (deduction, error) {
	if err := context.Cause(ctx); err != nil {
		return deduction{}, err
	}
	forced, first := b.newSet(), deduction{}
	for k := range b.constraints {
		value, ok := b.single(k, forced)
		switch {
		case !ok:
			b.violated = []int{k}
			return deduction{}, ErrNone
		case value != 0 && first.kind == 0:
			first = b.forced(One, []int{k}, value, slices.Clone(forced))
		}
	}
	if first.kind != 0 || b.unknown.IsEmpty() {
		return first, nil
	}
	for kind := Two; kind <= min(limit, Three); kind++ {
		if d, err := b.sets(ctx, kind); d.kind != 0 || err != nil {
			return d, err
		}
	}
	if limit < More {
		return deduction{}, errHard
	}
	return b.byAssumption(ctx)
}

// forced returns the deduction that the constraints of, by index, give a value to squares: 1 (a queen)
// or -1. It keeps of and squares.
func (b *grid) forced(kind Kind, of []int, value int8, squares set) deduction {
	if value > 0 {
		return deduction{kind, of, squares, b.newSet()}
	}
	return deduction{kind, of, b.newSet(), squares}
}

// refined is the largest number of minimal sets among which byAssumption chooses the smallest.
const refined = 8

// byAssumption returns a deduction of the kind More. The package comment describes the search. There
// must be an unknown square. The error is errSeveral if it finds two solutions. It is ErrNone if it
// finds that there is no solution; then b.violated holds a minimal set of constraints that have no
// solution. Other errors are the errors of refute.
func (b *grid) byAssumption(ctx context.Context) (deduction, error) {
	type assumption struct {
		i       int
		value   int8
		known   int // number of known squares after the assumption
		refuted bool
	}
	var all []assumption
	for _, value := range [...]int8{1, -1} {
		for i := range b.unknown.All() {
			b.assume(i, value, nil, func(violated int) {
				all = append(all, assumption{i, value, len(b.trail), violated >= 0})
			})
		}
	}
	if slices.ContainsFunc(all, func(a assumption) bool { return a.refuted }) {
		all = slices.DeleteFunc(all, func(a assumption) bool { return !a.refuted })
		slices.SortStableFunc(all, func(a, b assumption) int { return cmp.Compare(a.known, b.known) })
	} else {
		r, err := b.refute(ctx, nil, -1, 0, false)
		switch {
		case err != nil:
			return deduction{}, err
		case r.model == nil:
			b.violated = r.constraints
			return deduction{}, ErrNone
		}
		all = slices.DeleteFunc(all, func(a assumption) bool { return r.model.Holds(literal(a.i, a.value)) })
		slices.SortStableFunc(all, func(a, b assumption) int { return cmp.Compare(b.known, a.known) })
	}
	var best deduction
	for _, a := range all[:min(refined, len(all))] {
		r, err := b.refute(ctx, nil, a.i, a.value, false)
		switch {
		case err != nil:
			return deduction{}, err
		case r.model != nil:
			return deduction{}, errSeveral
		case best.kind == 0 || len(r.constraints) < len(best.of):
			best = b.forced(More, r.constraints, -a.value, b.newSet(a.i))
		}
	}
	return b.widened(best), nil
}

// widened returns d with all squares that force finds for its constraints, except squares that it also
// finds without one of them. If force finds no square or no complete placement for the constraints of
// d, widened returns d unchanged.
func (b *grid) widened(d deduction) deduction {
	if forced, ok := b.force(d.of); !forced || !ok {
		return d
	}
	wide := deduction{d.kind, d.of, slices.Clone(b.forcing.queens), slices.Clone(b.forcing.crosses)}
	for j := range d.of {
		if forced, ok := b.force(slices.Delete(slices.Clone(d.of), j, j+1)); forced && ok {
			wide.queens.AndNot(wide.queens, b.forcing.queens)
			wide.crosses.AndNot(wide.crosses, b.forcing.crosses)
		}
	}
	return wide
}

// step returns the Step of a deduction whose squares are still unknown. The errors are the errors of
// needed.
func (b *grid) step(ctx context.Context, d deduction) (Step, error) {
	known, err := b.needed(ctx, d)
	if err != nil {
		return Step{}, err
	}
	text, look := b.tell(d, known)
	return Step{Kind: d.kind, Constraints: b.namesOf(d.of), Known: b.squares(known), Queens: b.squares(d.queens), Crosses: b.squares(d.crosses), Look: b.squares(look), Text: text}, nil
}

// needed returns known squares from which the squares of d follow by its constraints. For each square
// of d, it refutes the other value by a minimal set of constraints and known squares, and it returns
// the union of these known squares. It returns an error if a square does not follow, or the error of
// refute.
func (b *grid) needed(ctx context.Context, d deduction) (set, error) {
	known := b.newSet()
	for i := range b.n {
		wrong := int8(1)
		switch {
		case d.queens.Has(i):
			wrong = -1
		case !d.crosses.Has(i):
			continue
		}
		r, err := b.refute(ctx, d.of, i, wrong, true)
		if err == nil && r.model != nil {
			err = fmt.Errorf("internal error: a step of an explanation is wrong")
		}
		if err != nil {
			return nil, err
		}
		known.Or(r.known)
	}
	return known, nil
}
