package encode

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
	"queens/encode/internal/word"
)

// Check returns an error if the instance cannot be encoded: if the board, the encoding, the family, a square
// or a diagonal does not exist; if the number of queens is not from 0 to the number of squares, or the number
// of colours not from 1; if the board has more than board.MaxVariables variables; if the family needs regions, and
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
	if k := in.QueenCount(); k < 0 || k > in.Board().Count() {
		option := withQueens
		if in.Mixed() {
			option = withPieces
		}
		return &RefusedError{in.Family, string(option), fmt.Sprintf("number of %ss is %d: expected 0 to %d, the number of squares", in.Noun(), k, in.Board().Count())}
	}
	wrong, found := in.Blocked.Beyond(in.Board())
	if i := slices.IndexFunc(in.Placed, func(s board.Square) bool { return !in.Board().Holds(s) }); i >= 0 {
		wrong, found = in.Placed[i], true
	}
	if found {
		return fmt.Errorf("square %v is not on a board of size %s", wrong, in.Board().Size())
	}
	for _, d := range in.BlockedDiagonals {
		if !d.IsOn(in.Board()) {
			return fmt.Errorf("diagonal %v is not on a board of size %s", d, in.Board().Size())
		}
	}
	return nil
}

// checkFamily returns an error if the family is unknown or has no optimisation problem for an aim, if the
// number of colours is not from 1 to the number of squares, if the board needs more than MaxVariables variables, if
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
	if in.Colours != nil && (*in.Colours < 1 || *in.Colours > in.Board().Count()) {
		return &RefusedError{in.Family, string(withColours), fmt.Sprintf("number of colours is %d: expected 1 to %d, the number of squares", *in.Colours, in.Board().Count())}
	}
	if in.squareVariables() > board.MaxVariables {
		return fmt.Errorf("board size is %s: the family %v has %d variables on such a board, more than 2^28-1", in.Board().Size(), f.Name, in.squareVariables())
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
		{withPieces, in.Pieces != nil || in.AllowSame},
	} {
		if err := in.Refusal(option.Feature); option.used && err != nil {
			return err
		}
	}
	if in.AllowSame && !in.Mixed() {
		return errors.New("only pieces of a mixture can be of the same kind: expected a mixture")
	}
	return nil
}

// checkRegions returns an error unless the instance has a partition of its size, 0 to N stars, and a number of
// queens if the board is not square and has not as many regions as the shorter side has squares. A number of queens must be the number of regions, and there must be one star.
func (in Instance) checkRegions() error {
	switch {
	case in.Regions == nil:
		return fmt.Errorf("family %v: expected the regions of the board", in.Family)
	case in.Regions.Board().Size() != in.Board().Size():
		return fmt.Errorf("board size is %s, but the regions are of a board of size %s", in.Board().Size(), in.Regions.Board().Size())
	case in.Columns > 0 && in.Queens == nil && in.Regions.Count() != in.Board().Side():
		return fmt.Errorf("family %v: expected a number of queens on a board of size %s, which is not square", in.Family, in.Board().Size())
	case in.Queens != nil && in.Regions.Count() != *in.Queens:
		return &RefusedError{in.Family, string(withQueens), fmt.Sprintf("number of queens is %d: expected %d, one in each region", *in.Queens, in.Regions.Count())}
	case in.Queens != nil && in.Stars > 1:
		return errors.New("number of queens: expected 1 star in each region, as a number of queens is given")
	case in.Stars < 0 || in.Stars > in.N:
		return fmt.Errorf("number of stars is %d: expected 1 to %d, the number of squares of a row", in.Stars, in.N)
	}
	return nil
}

// Conflict returns an error that describes the first contradiction among the placed and blocked squares, or
// nil. In every family, placed queens on blocked squares or diagonals, and more placed queens than
// QueenCount, are contradictions. In a family with the rule Divided, regionConflict finds the others. In all
// other families they are: placed queens that attack although the family forbids it, and, if QueenCount is
// the number of rows or columns and these hold at most one queen, one that stays empty. An instance without a conflict may
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
				return fmt.Errorf("the %ss placed on %s and %s attack each other on %v", in.PieceAt(0).Name, other.Algebraic(in.N), s.Algebraic(in.N), l)
			}
			first[l] = s
		}
		if b.AttackedByLeap(s, queens) {
			i := slices.IndexFunc(in.Placed, func(t board.Square) bool { return b.AttackedByLeap(s, board.SquaresOf(t)) })
			return fmt.Errorf("the %ss placed on %s and %s attack each other by a %s's move", in.PieceAt(0).Name, in.Placed[i].Algebraic(in.N), s.Algebraic(in.N), b.Moves.Like)
		}
	}
	return nil
}

// blockedQueen returns an error if a placed queen is on a blocked square or diagonal.
func (in Instance) blockedQueen() error {
	empty := in.Empty()
	for _, s := range in.Placed {
		if in.Blocked.Has(s) {
			return fmt.Errorf("square %s holds a placed %s and is blocked", s.Algebraic(in.N), in.PieceAt(0).Name)
		}
		if !empty.Has(s) {
			continue
		}
		for _, d := range in.BlockedDiagonals {
			if l := in.Board().LineOf(d); in.Board().Through(l.Direction, s) == l {
				return fmt.Errorf("square %s holds a placed %s and lies on the blocked %v", s.Algebraic(in.N), in.PieceAt(0).Name, l)
			}
		}
	}
	return nil
}

// surplus returns an error if the number of different placed queens exceeds the number of queens.
func (in Instance) surplus() error {
	if placed := len(in.placed()); placed > in.QueenCount() {
		return fmt.Errorf("%d %s are placed, but their number is %d", placed, in.queensOf(0), in.QueenCount())
	}
	return nil
}

// blockedLine returns an error if all squares of a row or column stay empty that must hold a queen: rows and
// columns hold at most one, and QueenCount is their number. It finds the first in the order row 1, column 1, row 2, ..
func (in Instance) blockedLine() error {
	b := in.Board()
	if in.QueenCount() != b.Side() || !in.onePerRow() {
		return nil
	}
	rows, columns := make([]int, b.N+1), make([]int, b.Width()+1) // blocked squares, indexed by line
	for s := range in.Empty().All() {
		rows[s.Row]++
		columns[s.Col]++
	}
	for i := 1; i <= b.Side(); i++ {
		l := board.Line{Board: b, Direction: board.Column, Index: i}
		switch {
		case b.N == b.Side() && rows[i] == b.Width():
			l.Direction = board.Row
		case b.Width() > b.Side() || columns[i] < b.N:
			continue
		}
		return fmt.Errorf("all squares of %v are blocked, but it needs %s", l, WithArticle(in.PieceAt(0).Name))
	}
	return nil
}

// regionConflict returns an error if there are not as many regions as squares on the shorter side, if two placed queens touch, if a row,
// column or region has more placed queens than stars, or if it has fewer squares that are not blocked than stars.
// It accepts an instance without regions.
func (in Instance) regionConflict() error {
	if k := in.Regions.Count(); in.Regions != nil && in.Queens == nil && k != in.Board().Side() {
		return fmt.Errorf("the board has %d regions: expected %d, as many as rows", k, in.Board().Side())
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
		l, isLine := scope.(lineScope)
		optional := isLine && in.linesIn(l.Direction) > in.QueenCount()
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
		case optional:
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
		return in.Board().AllSquares()
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
