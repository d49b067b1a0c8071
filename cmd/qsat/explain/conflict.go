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
	b, _, err := newBoard(in)
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
	known := b.newSet()
	for _, i := range r.known {
		known.add(i)
	}
	return b.conflict(r.constraints, known), nil
}

// conflict returns the step that tells of a conflict of constraints and known squares.
func (b *board) conflict(of []int, known set) Step {
	s, look := Step{}, slices.Clone(known)
	for _, k := range of {
		c := &b.constraints[k]
		s.Constraints = append(s.Constraints, c.String())
		for w := range look {
			if !c.pairs() && c.kind != number {
				look[w] |= c.squares[w]
			}
		}
	}
	s.Known, s.Look = b.squares(known), b.squares(look)
	s.Text = "No solution: " + b.tellConflict(of, known) + "."
	return s
}

// Named returns a conflict whose constraints have the names that an annotated file of the
// instance gives them, such as "row 3" or "given queen a1". The conflict is not checked. A
// name that the instance does not have is an error, and so is a board that Conflict refuses.
func Named(in encode.Instance, names []string) (Step, error) {
	b, _, err := newBoard(in)
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
			return b.exclusion, -1
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
	given := b.tellGiven(known)
	if given != "" {
		given = ", with " + given
	}
	if text := b.noWay(of); text != "" {
		return text + given
	}
	if len(of) == 1 {
		c := &b.constraints[of[0]]
		name := b.owners(of)
		switch {
		case c.pairs():
			return string(c.kind) + " does not hold" + given
		case b.placed[of[0]] > c.high:
			return name + " has too many queens" + given
		case c.squares.len() < c.low:
			return fmt.Sprintf("%s has %s for %s", name, counted(c.squares.len(), "square"), counted(c.low, "queen"))
		}
		return fmt.Sprintf("%s has %s left for %s%s", name, counted(b.left[of[0]], "square"), counted(max(0, b.need(of[0])), "queen"), given)
	}
	if text := b.tellTooMany(of); text != "" {
		return text + given
	}
	return b.names(of) + " do not hold together" + given
}

// tellGiven names known squares, such as "the queen on a1 and the empty square b3".
func (b *board) tellGiven(known set) string {
	queens, crosses := b.newSet(), b.newSet()
	for w := range known {
		queens[w] = known[w] & b.queens[w]
		crosses[w] = known[w] &^ b.queens[w]
	}
	var parts []string
	if n := queens.len(); n > 0 {
		parts = append(parts, "the given "+plural(n, "queen")+" on "+b.on(queens, "and"))
	}
	if n := crosses.len(); n > 0 {
		parts = append(parts, "the empty "+plural(n, "square")+" "+b.on(crosses, "and"))
	}
	return list(parts, "and")
}

// tellTooMany tells of constraints that need more queens than the others, in which all their
// squares lie, have room for. It returns "" if there are none.
func (b *board) tellTooMany(of []int) string {
	for _, k := range of {
		kind := b.constraints[k].kind
		var same, others []int
		for _, j := range of {
			if b.constraints[j].kind == kind {
				same = append(same, j)
			} else {
				others = append(others, j)
			}
		}
		for _, by := range [...]struct{ givers, takers []int }{{same, others}, {others, same}} {
			need, room, fits := 0, 0, len(by.takers) > 0
			within, seen := b.newSet(), b.newSet()
			for _, t := range by.takers {
				room += b.room(t)
				if c := &b.constraints[t]; c.pairs() {
					fits = false
				} else {
					for w := range within {
						within[w] |= c.squares[w]
					}
				}
			}
			for _, g := range by.givers {
				c := &b.constraints[g]
				if c.pairs() {
					fits = false
					continue
				}
				need += b.need(g)
				for w, u := range b.unknown {
					here := c.squares[w] & u
					fits = fits && here&seen[w] == 0 && here&^within[w] == 0
					seen[w] |= here
				}
			}
			if fits && need > room && room >= 0 {
				verb, has := "need", "have"
				if len(by.givers) == 1 {
					verb = "needs"
				}
				if len(by.takers) == 1 {
					has = "has"
				}
				return fmt.Sprintf("%s %s %s, but the squares lie in %s only, which %s room for %s",
					b.owners(by.givers), verb, counted(need, "queen"), b.names(by.takers), has, counted(room, "queen"))
			}
		}
	}
	return ""
}
