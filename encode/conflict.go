package encode

import (
	"fmt"
	"slices"
)

// Conflict returns an error that names the first contradiction among what the
// instance gives: placed queens that attack each other though they must not,
// stand on blocked squares or are too many, and rows and columns that are
// blocked altogether but need a queen. There may be no solution without any of
// these, too. The instance has to pass Check.
func (in Instance) Conflict() error {
	for _, find := range []func() error{in.attack, in.blockedQueen, in.surplus, in.blockedLine} {
		if err := find(); err != nil {
			return err
		}
	}
	return nil
}

// attack finds two placed queens on one line, or a knight's move apart.
func (in Instance) attack() error {
	if !in.peaceful() {
		return nil
	}
	type key struct {
		direction Direction
		index     int
	}
	first, knights := map[key]Square{}, Squares{}
	if in.family().knights {
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

// blockedQueen finds a placed queen that must not be there.
func (in Instance) blockedQueen() error {
	empty := in.empty()
	for _, s := range in.Placed {
		if in.Blocked.Has(s) {
			return fmt.Errorf("square %v holds a placed queen and is blocked", s)
		}
		if !empty.onDiagonal(s) {
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

// surplus finds that more queens are placed than there are.
func (in Instance) surplus() error {
	if placed := len(in.placed()); placed > in.QueenCount() {
		return fmt.Errorf("%d queens are placed, but the number of queens is %d", placed, in.QueenCount())
	}
	return nil
}

// blockedLine finds a row or column that needs a queen and has no square for
// it.
func (in Instance) blockedLine() error {
	if in.QueenCount() != in.N || !in.peaceful() {
		return nil
	}
	if d, i, found := in.empty().fullLine(); found {
		return fmt.Errorf("all squares of %v %d are blocked, but it needs a queen", d, i)
	}
	return nil
}
