package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"queens/encode"
)

// ErrSolvable is the error of Conflict for a board that has a solution.
var ErrSolvable = errors.New("the board has a solution: expected none")

// Conflict returns a minimal set of constraints and of given queens, blocked squares and
// squares of blocked diagonals that have no solution together. No constraint of the set can be left
// out, and none of the known squares. The Kind of the result is 0, and it forces no squares. The
// errors are ErrSolvable and those of Steps, except about the number of solutions.
func Conflict(ctx context.Context, in encode.Instance) (Step, error) {
	b, err := newBoard(in)
	if err != nil {
		return Step{}, err
	}
	defer b.close()
	if i := slices.IndexFunc(in.Placed, b.crossed); i >= 0 { // one square cannot have both values in the oracle
		return Step{Known: in.Placed[i : i+1], Look: in.Placed[i : i+1], Text: fmt.Sprintf("No solution: %s holds a given queen, but must stay empty.", in.Placed[i].Algebraic(in.N))}, nil
	}
	r, err := b.refute(ctx, b.all(), -1, 0, true)
	switch {
	case err != nil:
		return Step{}, err
	case r.model != nil:
		return Step{}, ErrSolvable
	}
	return b.conflict(r.constraints, r.known), nil
}

// conflict returns the step that tells of a conflict of constraints and known squares.
func (b *board) conflict(of []int, known set) Step {
	look := slices.Clone(known)
	for _, k := range of {
		if c := &b.constraints[k]; c.next == nil && c.kind != number {
			look.or(c.squares)
		}
	}
	return Step{Constraints: b.namesOf(of), Known: b.squares(known), Look: b.squares(look), Text: "No solution: " + b.tellConflict(of, known) + "."}
}

// Named returns a conflict whose constraints have the names that an annotated file of the
// instance gives them, such as "row 3" or "given queen a1". The conflict is not checked. A
// name that the instance does not have is an error, and so is a board that Conflict refuses.
func Named(in encode.Instance, names []string) (Step, error) {
	b, err := newBoard(in)
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
			if known.add(i); strings.HasPrefix(name, givenQueen) {
				b.queens.add(i)
			}
		case !slices.Contains(of, k):
			of = append(of, k)
		}
	}
	slices.Sort(of)
	return b.conflict(of, known), nil
}

// givenQueen begins the name of a placed queen in an annotated file.
const givenQueen = "given queen "

// named returns the constraint with a name in an annotated file, or -1, and the given or empty
// square, or -1.
func (b *board) named(name string) (k, i int) {
	name = strings.TrimPrefix(strings.TrimPrefix(name, givenQueen), "empty square ")
	if q, err := encode.ParseSquare(name, b.in.N); err == nil {
		return -1, int(b.in.Board().Var(q)) - 1
	}
	for c := range b.in.Constraints() {
		switch {
		case c.FirstExcludes && c.Scope.String() == name:
			return b.pairs, -1
		case c.FirstExcludes:
			continue
		case c.Scope.String() == name:
			return k, -1
		}
		k++
	}
	if k < len(b.constraints) && b.constraints[k].kind == number && strings.HasPrefix(name, "number of queens") {
		return k, -1
	}
	return -1, -1
}

// tellConflict tells why constraints have no solution with some known squares.
func (b *board) tellConflict(of []int, known set) string {
	given, left := b.tellGiven(known), ""
	if given != "" {
		given, left = ", with "+given, " left"
	}
	givers, takers, ok := b.confined(of, func(need, room int, _ set) bool { return need > room && room >= 0 })
	switch {
	case ok:
		verb, has := "need", "have"
		if len(givers) == 1 {
			verb = "needs"
		}
		if len(takers) == 1 {
			has = "has"
		}
		need, room := 0, 0
		for _, k := range givers {
			need += b.need(k)
		}
		for _, k := range takers {
			room += b.room(k)
		}
		return fmt.Sprintf("%s %s %s, but the squares lie in %s only, which %s room for %s",
			b.names(givers), verb, counted(need, "queen"), b.names(takers), has, counted(room, "queen")) + given
	case len(of) == 0:
		return "the known squares do not hold together" + given
	case len(of) > 1:
		return b.names(of) + " do not hold together" + given
	case of[0] == b.pairs:
		return string(b.constraints[of[0]].kind) + " does not hold" + given
	case b.room(of[0]) < 0:
		return b.constraints[of[0]].String() + " has too many queens" + given
	}
	return fmt.Sprintf("%s has %s%s for %s%s", &b.constraints[of[0]], counted(b.left[of[0]], "square"), left, counted(max(0, b.need(of[0])), "queen"), given)
}

// tellGiven names known squares, such as "the queen on a1 and the empty square b3".
func (b *board) tellGiven(known set) string {
	queens, crosses := slices.Clone(known), slices.Clone(known)
	queens.and(b.queens)
	crosses.minus(b.queens)
	var parts []string
	if n := queens.len(); n > 0 {
		parts = append(parts, "the given "+noun(n, "queen")+" on "+b.on(queens, "and"))
	}
	if n := crosses.len(); n > 0 {
		parts = append(parts, "the empty "+noun(n, "square")+" "+b.on(crosses, "and"))
	}
	return list(parts, "and")
}
