package explain

import (
	"context"
	"errors"
	"fmt"
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
// Conflict returns ErrSolvable if the board has a solution. Its other errors are the errors of Steps
// about the instance, the work of the solver and ctx.
func Conflict(ctx context.Context, in encode.Instance) (Step, error) {
	s, _, err := conflict(ctx, in)
	return s, err
}

// Refute returns steps that show why a board has no solution. They use only the constraints and known
// squares of Conflict, and force squares as the steps of Steps do. The last step is a conflict, with
// Kind 0: it says which constraints have no solution after the steps before, such as a column without
// a square left. If a given queen stands on a square that must stay empty, the result of Conflict is
// the only step. The errors are the errors of Conflict; with an error, the steps have no meaning.
func Refute(ctx context.Context, in encode.Instance) ([]Step, error) {
	whole, b, err := conflict(ctx, in)
	if err != nil || b == nil {
		return []Step{whole}, err
	}
	defer b.close()
	steps, err := b.steps(ctx)
	if err != ErrNone {
		return nil, err
	}
	last := b.conflict(b.violated, b.newSet())
	if len(b.violated) == 1 {
		last.Text = b.say("No solution: " + b.tellViolated(b.violated[0]) + ".")
	}
	return append(steps, last), nil
}

// conflict returns the step and the errors of Conflict, and a grid with only its constraints and known
// squares, which the caller must close. The grid is nil if there is an error, or if a given queen
// stands on a square that must stay empty.
func conflict(ctx context.Context, in encode.Instance) (s Step, only *grid, err error) {
	b, err := newGrid(in)
	if err != nil {
		return s, nil, err
	}
	defer b.close()
	if i := slices.IndexFunc(in.Placed, b.crossed); i >= 0 { // one square cannot have both values in the oracle
		return Step{Known: in.Placed[i : i+1], Look: in.Placed[i : i+1], Text: b.say(fmt.Sprintf("No solution: %s holds a given queen, but must stay empty.", in.Placed[i].Algebraic(in.N)))}, nil, nil
	}
	r, err := b.refute(ctx, nil, -1, 0, true)
	switch {
	case err != nil:
		return s, nil, err
	case r.model != nil:
		return s, nil, ErrSolvable
	}
	only = &grid{in: b.in, n: b.n, words: b.words}
	for _, k := range r.constraints {
		only.constraints = append(only.constraints, b.constraints[k])
	}
	only.start(r.known)
	return b.conflict(r.constraints, r.known), only, nil
}

// conflict returns the step for constraints, by ascending index, and known squares that have no
// solution together. A known square counts as a given queen if it is in b.queens.
func (b *grid) conflict(of []int, known set) Step {
	return Step{Constraints: b.namesOf(of), Known: b.squares(known), Look: b.squares(b.highlighted(of, known)), Text: b.say("No solution: " + b.tellConflict(of, known) + ".")}
}

// highlighted returns the squares to highlight for a conflict: the known squares and some squares of
// its constraints. The number of queens and the rule about pairs add no squares. A single constraint
// adds its squares. If confined divides several constraints so that the givers need more queens than
// the takers have room for, and this room is not negative, the givers that need queens add their
// squares. Otherwise, each constraint that needs queens adds the squares that it shares with another
// one, except the rule about pairs.
func (b *grid) highlighted(of []int, known set) set {
	look := slices.Clone(known)
	givers, _, confined := b.confined(of, func(need, room int, _ set) bool { return need > room && room >= 0 })
	if !confined {
		givers = of
	}
	for _, k := range givers {
		c := &b.constraints[k]
		if c.next != nil || c.kind == number || len(of) > 1 && b.need(k) <= 0 {
			continue
		}
		for i := range c.squares.All() {
			meets := func(j int) bool { return j != k && b.constraints[j].next == nil && b.constraints[j].squares.Has(i) }
			if confined || len(of) == 1 || slices.ContainsFunc(of, meets) {
				look.Add(i)
			}
		}
	}
	return look
}

// Named returns the result of Conflict for a conflict that is already known. The names are the names
// in an annotated file of the instance, such as "row 3", "given queen a1" or "empty square b3". Named
// does not check that they have no solution together. It returns an error if in is invalid, if the
// board is too large, if it has several kinds of pieces, or if a name is unknown.
func Named(in encode.Instance, names []string) (Step, error) {
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
	return b.conflict(of, known), nil
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
