package encode

import (
	"cmp"
	"fmt"
	"slices"
)

// Conflict returns an error that describes the first contradiction among the placed and
// blocked squares, or nil. Contradictions are: placed queens that attack although the
// family forbids it, that stand on blocked squares or diagonals, or that are more than the
// number of queens; and a row or column that needs a queen but is completely blocked. An
// instance without a conflict may still have no solution. The instance must pass Check.
func (in Instance) Conflict() error {
	if conflict := in.family().conflict; conflict != nil {
		return cmp.Or(conflict(in), in.blockedQueen(), in.surplus())
	}
	return cmp.Or(in.attack(), in.blockedQueen(), in.surplus(), in.blockedLine())
}

// attack returns an error if two placed queens are on one line, or a knight's move apart in
// a family where queens attack like knights. It returns nil in a family where queens may
// attack.
func (in Instance) attack() error {
	if !in.nonAttacking() {
		return nil
	}
	type key struct {
		direction Direction
		index     int
	}
	first, knights := map[key]Square{}, Squares{}
	if in.family().attackLikeKnights {
		knights = SquaresOf(in.Placed...)
	}
	for _, s := range in.Placed {
		for _, d := range directions {
			l := in.Board().through(d, s)
			other, taken := first[key{d, l.Index}]
			if taken && other != s {
				return fmt.Errorf("the queens placed on %v and %v attack each other on %v", other, s, l)
			}
			first[key{d, l.Index}] = s
		}
		if in.Board().attackedByKnight(s, knights) {
			moves := in.Board().knightMoves(s)
			i := slices.IndexFunc(in.Placed, func(t Square) bool { return slices.Contains(moves[:], t) })
			return fmt.Errorf("the queens placed on %v and %v attack each other by a knight's move", in.Placed[i], s)
		}
	}
	return nil
}

// blockedQueen returns an error if a placed queen is on a blocked square or diagonal.
func (in Instance) blockedQueen() error {
	empty := in.empty()
	for _, s := range in.Placed {
		if in.Blocked.Has(s) {
			return fmt.Errorf("square %v holds a placed queen and is blocked", s)
		}
		if !empty.Has(s) {
			continue
		}
		for _, d := range in.BlockedDiagonals {
			if l := in.Board().lineOf(d); in.Board().through(l.Direction, s) == l {
				return fmt.Errorf("square %v holds a placed queen and lies on the blocked diagonal %v", s, d)
			}
		}
	}
	return nil
}

// surplus returns an error if the number of placed queens exceeds the number of queens.
func (in Instance) surplus() error {
	if placed := len(in.placed()); placed > in.QueenCount() {
		return fmt.Errorf("%d queens are placed, but the number of queens is %d", placed, in.QueenCount())
	}
	return nil
}

// blockedLine returns an error if a row or column needs a queen and all its squares are
// blocked.
func (in Instance) blockedLine() error {
	if in.QueenCount() != in.N || !in.nonAttacking() {
		return nil
	}
	if d, i, found := in.Board().fullLine(in.empty()); found {
		return fmt.Errorf("all squares of %v %d are blocked, but it needs a queen", d, i)
	}
	return nil
}
