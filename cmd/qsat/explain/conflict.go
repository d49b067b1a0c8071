package explain

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"queens/encode"
	"queens/encode/board"
)

// ErrSolvable is the error of Conflict for a board that has a solution.
var ErrSolvable = errors.New("the board has a solution: expected none")

// Conflict explains why a board has no solution. The result names constraints and known squares that
// have no solution together. The known squares are given queens, blocked squares and squares of
// blocked diagonals. The set is minimal: without any constraint or square of it, the rest has a
// solution. If a given queen stands on a square that must stay empty, the result is this square, and
// no constraint. The Kind of the result is 0, and it forces no squares.
//
// The constraints are in the order in which the steps of Refute use them, if there are at most
// maxFollowed, and otherwise in the order of the instance.
//
// Conflict returns ErrSolvable if the board has a solution. Its other errors are the errors of Steps
// about the instance, the work of the solver and ctx.
func Conflict(ctx context.Context, in encode.Instance) (Step, error) {
	whole, _, err := refuted(ctx, in, maxFollowed)
	return whole, err
}

// maxFollowed is the largest number of constraints for which Conflict and Named look for steps. With
// more, the steps could take longer than the conflict.
const maxFollowed = 32

// Refute returns the result of Conflict, with the constraints in the order of the steps, and steps that
// show it. The steps use only the constraints and known squares of the conflict, and force squares as
// the steps of Steps do. The last step is a conflict, with Kind 0: it says which constraints have no
// solution after the steps before, such as a column without a square left. If a given queen stands on a
// square that must stay empty, or if the steps take too much work, the conflict is the only step. The
// errors are the errors of Conflict; with an error, the steps have no meaning.
func Refute(ctx context.Context, in encode.Instance) (whole Step, steps []Step, err error) {
	return refuted(ctx, in, math.MaxInt)
}

// refuted returns the results of Refute. If the conflict has more than most constraints, it is the only step.
func refuted(ctx context.Context, in encode.Instance, most int) (whole Step, steps []Step, err error) {
	b, err := newGrid(in)
	if err != nil {
		return whole, nil, err
	}
	defer b.close()
	if i := slices.IndexFunc(in.Placed, b.crossed); i >= 0 { // one square cannot have both values in the oracle
		whole = Step{Known: in.Placed[i : i+1], Look: in.Placed[i : i+1], Text: b.say(fmt.Sprintf("No solution: %s holds a given queen, but must stay empty.", in.Placed[i].Algebraic(in.N)))}
		return whole, []Step{whole}, nil
	}
	r, err := b.refute(ctx, nil, -1, 0, true)
	switch {
	case err != nil:
		return whole, nil, err
	case r.model != nil:
		return whole, nil, ErrSolvable
	}
	return b.follow(ctx, r.constraints, r.known, most)
}

// follow returns the results of refuted for constraints, by ascending index, and known squares that have
// no solution together. The error is the cause of ctx.
func (b *grid) follow(ctx context.Context, of []int, known set, most int) (whole Step, steps []Step, err error) {
	if whole = b.conflict(of, known); len(of) > most {
		return whole, []Step{whole}, nil
	}
	only := &grid{in: b.in, n: b.n, words: b.words}
	for _, k := range of {
		only.constraints = append(only.constraints, b.constraints[k])
	}
	only.start(known)
	defer only.close()
	if steps, err = only.steps(ctx); err != ErrNone {
		return whole, []Step{whole}, context.Cause(ctx)
	}
	last := only.conflict(only.violated, b.newSet())
	if len(only.violated) == 1 {
		last.Text = b.say("No solution: " + only.tellViolated(only.violated[0]) + ".")
	}
	var order []int
	for _, k := range slices.Concat(only.used, only.violated) {
		if k = of[k]; !slices.Contains(order, k) {
			order = append(order, k)
		}
	}
	return b.conflict(order, known), append(steps, last), nil
}

// conflict returns the step for constraints, by index, and known squares that have no solution together.
// A known square counts as a given queen if it is in b.queens. The step draws rows, columns and diagonals
// as lines. It highlights the known squares, the squares to attack, and other constraints that need queens.
func (b *grid) conflict(of []int, known set) Step {
	look, lines := slices.Clone(known), [][]board.Square(nil)
	for _, k := range of {
		switch c := &b.constraints[k]; {
		case c.along != nil:
			lines = append(lines, c.along)
		case c.kind == square:
			s, _ := board.ParseSquare(c.label, b.in.Board())
			look.Add(int(b.in.Board().Var(s)) - 1)
		case c.next == nil && c.kind != number && (len(of) == 1 || b.need(k) > 0):
			look.Or(c.squares)
		}
	}
	return Step{Constraints: b.namesOf(of), Known: b.squares(known), Look: b.squares(look), Lines: lines, Text: b.say("No solution: " + b.tellConflict(of, known) + ".")}
}

// Named returns the result of Conflict for a conflict that is already known. The names are the names
// in an annotated file of the instance, such as "row 3", "given queen a1" or "empty square b3". Named
// does not check that they have no solution together. It returns an error if in is invalid, if the
// board is too large, if it has several kinds of pieces, or if a name is unknown, and the cause of ctx.
func Named(ctx context.Context, in encode.Instance, names []string) (Step, error) {
	b, err := newGrid(in)
	if err != nil {
		return Step{}, err
	}
	var of []int
	known := b.newSet()
	for _, name := range names {
		k, i := b.named(name)
		switch {
		case k < 0 && i < 0:
			return Step{}, fmt.Errorf("there is no constraint %q on the board", name)
		case k < 0:
			if known.Add(i); strings.HasPrefix(name, b.say(givenQueen)) {
				b.queens.Add(i)
			}
		case !slices.Contains(of, k):
			of = append(of, k)
		}
	}
	slices.Sort(of)
	s, _, err := b.follow(ctx, of, known, maxFollowed)
	return s, err
}

// givenQueen begins the name of a placed queen in an annotated file; other pieces have their own name.
const givenQueen = "given queen "

// named returns the index k of the constraint or the index i of the square that an annotated file
// calls name. The other result is -1; both are -1 if the board has neither.
func (b *grid) named(name string) (k, i int) {
	name = strings.TrimPrefix(strings.TrimPrefix(name, b.say(givenQueen)), "empty square ")
	name = strings.Replace(name, "rank ", "row ", 1) // as qgen wrote it up to version 6
	if q, err := board.ParseSquare(name, b.in.Board()); err == nil {
		return -1, int(b.in.Board().Var(q)) - 1
	}
	for c := range b.in.Constraints() {
		scope, _, _ := strings.Cut(c.Scope.String(), ": ") // the squares that touch are one group
		switch {
		case c.FirstExcludes && scope == name:
			return b.pairs, -1
		case c.FirstExcludes:
			continue
		case scope == name:
			return k, -1
		}
		k++
	}
	if k < len(b.constraints) && b.constraints[k].kind == number && strings.HasPrefix(name, b.say("number of queens")) {
		return k, -1
	}
	return -1, -1
}

// tellConflict returns a main clause, without a period, that says why constraints, by index, and known
// squares have no solution together. It also names the known squares.
func (b *grid) tellConflict(of []int, known set) string {
	given, left := b.tellGiven(known), ""
	if given != "" {
		given, left = ", with "+given, " left"
	}
	var missing, free int
	givers, takers, ok := b.confined(of, func(need, room int, _ set) bool {
		missing, free = need, room
		return need > room && room >= 0
	})
	switch {
	case ok:
		return fmt.Sprintf("the squares of %s lie in %s only, with room for %s instead of %s",
			b.names(givers), b.names(takers), counted(free, "queen"), counted(missing, "queen")) + given
	case len(of) == 0:
		return "the known squares do not hold together" + given
	case len(of) > 1:
		if squares, rest, ok := b.unattacked(of); ok && len(rest) == 1 {
			return b.names(rest) + " leaves no way to attack or occupy " + squares + given
		}
		return b.names(of) + " do not hold together" + given
	case of[0] == b.pairs:
		return string(b.constraints[of[0]].kind) + " does not hold" + given
	case b.room(of[0]) < 0:
		return b.constraints[of[0]].String() + " has too many queens" + given
	}
	return fmt.Sprintf("%s has %s%s for %s%s", b.constraints[of[0]].owner(), counted(b.left[of[0]], "square"), left, counted(max(0, b.need(of[0])), "queen"), given)
}

// tellGiven returns a phrase for known squares, such as "the given queen on a1 and the empty square
// b3", or "" for the empty set. The squares in b.queens are given queens, and all others are empty.
func (b *grid) tellGiven(known set) string {
	queens, crosses := slices.Clone(known), slices.Clone(known)
	queens.And(b.queens)
	crosses.AndNot(crosses, b.queens)
	var phrases []string
	if n := queens.Len(); n > 0 {
		phrases = append(phrases, "the given "+noun(n, "queen")+" on "+b.on(queens, "and"))
	}
	if n := crosses.Len(); n > 0 {
		phrases = append(phrases, "the empty "+noun(n, "square")+" "+b.on(crosses, "and"))
	}
	return list(phrases, "and")
}
