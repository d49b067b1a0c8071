package encode

import (
	"cmp"
	"fmt"
	"slices"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
	"queens/encode/internal/word"
)

// Check returns an error if the instance cannot be encoded: if the board, the encoding, the family, a square
// or a diagonal does not exist; if the number of queens is not from 0 to N*N, or the number of colours not
// from 1 to N*N; if the board has more than board.MaxVariables variables; if the family needs regions, and
// they are missing or of another size, or the number of stars is not from 0 to N; if an aim and another
// option exclude each other; or if the family refuses an option of the instance. An instance with
// contradictory placed and blocked squares can be encoded; see Conflict.
func (in Instance) Check() error {
	if err := in.Board().Check(); err != nil {
		return err
	}
	if _, err := atmostone.ByName(in.Encoding); err != nil {
		return err
	}
	if err := in.checkFamily(); err != nil {
		return err
	}
	if err := in.checkAim(); err != nil {
		return err
	}
	if k := in.QueenCount(); k < 0 || k > in.N*in.N {
		return fmt.Errorf("number of queens is %d: expected 0 to %d, the number of squares", k, in.N*in.N)
	}
	wrong, found := in.Blocked.Beyond(in.N)
	if i := slices.IndexFunc(in.Placed, func(s board.Square) bool { return !in.Board().Holds(s) }); i >= 0 {
		wrong, found = in.Placed[i], true
	}
	if found {
		return fmt.Errorf("square %v is not on a board of size %d", wrong, in.N)
	}
	for _, d := range in.BlockedDiagonals {
		if !d.IsOn(in.N) {
			return fmt.Errorf("diagonal %v is not on a board of size %d", d, in.N)
		}
	}
	return nil
}

// checkFamily returns an error if the family is unknown or has no optimisation problem for an aim, if the
// number of colours is not from 1 to N*N, if the board needs more than MaxVariables variables, if
// checkRegions returns one in a family with the rule Divided, or if the instance uses a feature that its
// family refuses.
func (in Instance) checkFamily() error {
	f := in.Family.lookup()
	if f == nil {
		return fmt.Errorf("there is no family %q", word.Clip(string(in.Family)))
	}
	if f.aim == "" && in.Aim != "" {
		return in.checkAim()
	}
	if in.Colours != nil && (*in.Colours < 1 || *in.Colours > in.N*in.N) {
		return fmt.Errorf("number of colours is %d: expected 1 to %d, the number of squares", *in.Colours, in.N*in.N)
	}
	if in.squareVariables() > board.MaxVariables {
		return fmt.Errorf("board size is %d: the family %v has %d variables on such a board, more than 2^28-1", in.N, f.Name, in.squareVariables())
	}
	if f.Rule == Divided {
		if err := in.checkRegions(); err != nil {
			return err
		}
	}
	for _, option := range []struct {
		Feature
		used bool
	}{
		{withEncoding, in.Encoding != "" && in.Encoding != atmostone.Default},
		{withMinimal, in.Minimal},
		{withQueens, in.Queens != nil},
		{withColours, in.Colours != nil},
		{withIndependence, in.Independent},
		{withTorus, in.Variant == board.Torus},
		{withPlaced, len(in.Placed) > 0},
		{withBlocked, in.Blocked.Len() > 0},
		{withBlockedDiagonals, len(in.BlockedDiagonals) > 0},
		{withSymmetryBroken, in.SymmetryBroken},
		{withRegions, in.Regions != nil},
		{withStars, in.Stars != 0},
	} {
		if err := in.Refusal(option.Feature); option.used && err != nil {
			return err
		}
	}
	return nil
}

// checkRegions returns an error unless the instance has a partition of its size, and 0 to N stars.
func (in Instance) checkRegions() error {
	switch {
	case in.Regions == nil:
		return fmt.Errorf("family %v: expected the regions of the board", in.Family)
	case in.Regions.N() != in.N:
		return fmt.Errorf("board size is %d, but the regions are of a board of size %d", in.N, in.Regions.N())
	case in.Stars < 0 || in.Stars > in.N:
		return fmt.Errorf("number of stars is %d: expected 1 to %d, the number of squares of a row", in.Stars, in.N)
	}
	return nil
}

// Conflict returns an error that describes the first contradiction among the placed and blocked squares, or
// nil. In every family, placed queens on blocked squares or diagonals, and more placed queens than
// QueenCount, are contradictions. In a family with the rule Divided, regionConflict finds the others. In all
// other families they are: placed queens that attack although the family forbids it, and, if QueenCount is N
// and a row holds at most one queen, a row or column that stays empty. An instance without a conflict may
// still have no solution. The instance must pass Check.
func (in Instance) Conflict() error {
	if conflict := in.family().conflict; conflict != nil {
		return cmp.Or(conflict(in), in.blockedQueen(), in.surplus())
	}
	return cmp.Or(in.attack(), in.blockedQueen(), in.surplus(), in.blockedLine())
}

// attack returns an error if two placed queens are on one line in which they attack, or a leap apart. It returns nil
// in a family where queens may attack.
func (in Instance) attack() error {
	if !in.nonAttacking() {
		return nil
	}
	first, b, queens := map[board.Line]board.Square{}, in.Board(), board.Squares{}
	if len(b.Leaps()) > 0 {
		queens = board.SquaresOf(in.Placed...)
	}
	for _, s := range in.Placed {
		for _, d := range b.Directions() {
			l := b.Through(d, s)
			if other, taken := first[l]; taken && other != s {
				return fmt.Errorf("the queens placed on %s and %s attack each other on %v", other.Algebraic(in.N), s.Algebraic(in.N), l)
			}
			first[l] = s
		}
		if b.AttackedByLeap(s, queens) {
			i := slices.IndexFunc(in.Placed, func(t board.Square) bool { return b.AttackedByLeap(s, board.SquaresOf(t)) })
			return fmt.Errorf("the queens placed on %s and %s attack each other by a %s's move", in.Placed[i].Algebraic(in.N), s.Algebraic(in.N), b.Moves.Like)
		}
	}
	return nil
}

// blockedQueen returns an error if a placed queen is on a blocked square or diagonal.
func (in Instance) blockedQueen() error {
	empty := in.Empty()
	for _, s := range in.Placed {
		if in.Blocked.Has(s) {
			return fmt.Errorf("square %s holds a placed queen and is blocked", s.Algebraic(in.N))
		}
		if !empty.Has(s) {
			continue
		}
		for _, d := range in.BlockedDiagonals {
			if l := in.Board().LineOf(d); in.Board().Through(l.Direction, s) == l {
				return fmt.Errorf("square %s holds a placed queen and lies on the blocked %v", s.Algebraic(in.N), l)
			}
		}
	}
	return nil
}

// surplus returns an error if the number of different placed queens exceeds the number of queens.
func (in Instance) surplus() error {
	if placed := len(in.placed()); placed > in.QueenCount() {
		return fmt.Errorf("%d queens are placed, but the number of queens is %d", placed, in.QueenCount())
	}
	return nil
}

// blockedLine returns an error if all squares of a row or column stay empty, provided that QueenCount is N
// and a row holds at most one queen. It finds the first in the order row 1, column 1, row 2, ..
func (in Instance) blockedLine() error {
	if in.QueenCount() != in.N || !in.onePerRow() {
		return nil
	}
	blocked := [...][]int{board.Row: make([]int, in.N+1), board.Column: make([]int, in.N+1)} // squares, indexed by line
	for s := range in.Empty().All() {
		blocked[board.Row][s.Row]++
		blocked[board.Column][s.Col]++
	}
	for i := range in.N {
		for d, squares := range blocked {
			if squares[i+1] == in.N {
				return fmt.Errorf("all squares of %v are blocked, but it needs a queen", board.Line{Board: in.Board(), Direction: board.Direction(d), Index: i + 1})
			}
		}
	}
	return nil
}

// regionConflict returns an error if there are not as many regions as rows, if two placed queens touch, if a row,
// column or region has more placed queens than stars, or if it has fewer squares that are not blocked than stars.
// It accepts an instance without regions.
func (in Instance) regionConflict() error {
	if k := in.Regions.Count(); in.Regions != nil && k != in.N {
		return fmt.Errorf("the board has %d regions: expected %d, as many as rows", k, in.N)
	}
	placed := sortedSquares(in.Placed)
	for i, s := range placed {
		if j := slices.IndexFunc(placed[:i], func(t board.Square) bool { return Touch(s, t) }); j >= 0 {
			return fmt.Errorf("the queens placed on %s and %s touch", placed[j].Algebraic(in.N), s.Algebraic(in.N))
		}
	}
	queens, stars := board.SquaresOf(placed...), in.StarCount()
	var vars []dimacs.Lit
	for scope := range in.regionScopes() {
		vars = scope.AppendVars(vars[:0])
		on, free := 0, 0
		for _, v := range vars {
			s, _ := in.Board().SquareOf(v.Var())
			if queens.Has(s) {
				on++
			}
			if !in.Blocked.Has(s) {
				free++
			}
		}
		switch {
		case on > stars:
			return fmt.Errorf("%d queens are placed in %v: expected at most %d", on, scope, stars)
		case len(vars) < stars:
			return fmt.Errorf("%v has %d squares, but it needs %d queens", scope, len(vars), stars)
		case free < stars:
			return fmt.Errorf("%v has %d squares that are not blocked, but it needs %d queens", scope, free, stars)
		}
	}
	return nil
}

// Empty returns the set of the squares that stay empty, because they are blocked or lie on a blocked
// diagonal. If the number of queens is 0, it contains every square. The set may share memory with in.Blocked,
// so the caller must not change it. The instance must pass Check.
func (in Instance) Empty() board.Squares {
	switch {
	case in.QueenCount() == 0:
		return board.AllSquares(in.N)
	case len(in.BlockedDiagonals) == 0:
		return in.Blocked
	}
	var set board.Squares
	for s := range in.Blocked.All() {
		set.Add(s)
	}
	for _, d := range in.BlockedDiagonals {
		for _, v := range in.Board().LineOf(d).AppendVars(nil) {
			s, _ := in.Board().SquareOf(v.Var())
			set.Add(s)
		}
	}
	return set
}
