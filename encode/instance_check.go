package encode

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"queens/dimacs"
	"queens/encode/atmostone"
)

// Check returns an error if the instance cannot be encoded: if the board, the encoding, the
// family, a square or a diagonal does not exist; if the number of queens is not from 0 to
// N*N, or the number of colours not from 1 to N*N; if the board has more than MaxVariables
// variables; or if the family refuses an option of the instance. An instance with
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
	wrong, found := in.Blocked.beyond(in.N)
	if i := slices.IndexFunc(in.Placed, func(s Square) bool { return !in.Board().holds(s) }); i >= 0 {
		wrong, found = in.Placed[i], true
	}
	if found {
		return fmt.Errorf("square %v is not on a board of size %d", wrong, in.N)
	}
	for _, d := range in.BlockedDiagonals {
		if low, high := diagonalIndices(d.Rising, in.N); d.Index < low || d.Index > high {
			return fmt.Errorf("diagonal %v is not on a board of size %d", d, in.N)
		}
	}
	return nil
}

// checkFamily returns an error if the family is unknown, if the number of colours is not
// between 1 and N*N, if the board needs more than MaxVariables variables, or if the
// instance uses a feature that its family refuses.
func (in Instance) checkFamily() error {
	f := in.Family.lookup()
	if f == nil {
		return fmt.Errorf("there is no family %q", clip(string(in.Family)))
	}
	if f.aim == "" && in.Aim != "" {
		return in.checkAim()
	}
	if in.Colours != nil && (*in.Colours < 1 || *in.Colours > in.N*in.N) {
		return fmt.Errorf("number of colours is %d: expected 1 to %d, the number of squares", *in.Colours, in.N*in.N)
	}
	if in.squareVariables() > MaxVariables {
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
		{withTorus, in.Variant == Torus},
		{withPlaced, len(in.Placed) > 0},
		{withBlocked, in.Blocked.Len() > 0},
		{withBlockedDiagonals, len(in.BlockedDiagonals) > 0},
		{withSymmetryBroken, in.SymmetryBroken},
		{withRegions, in.Regions != nil},
		{withStars, in.Stars != 0},
	} {
		if err := in.refusal(option.Feature); option.used && err != nil {
			return err
		}
	}
	return nil
}

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

// attack returns an error if two placed queens are on one line or a leap apart. It returns nil
// in a family where queens may attack.
func (in Instance) attack() error {
	if !in.nonAttacking() {
		return nil
	}
	first, board, queens := map[Line]Square{}, in.Board(), Squares{}
	if len(board.leaps()) > 0 {
		queens = SquaresOf(in.Placed...)
	}
	for _, s := range in.Placed {
		for _, d := range board.directions() {
			l := board.through(d, s)
			if other, taken := first[l]; taken && other != s {
				return fmt.Errorf("the queens placed on %s and %s attack each other on %v", other.Algebraic(in.N), s.Algebraic(in.N), l)
			}
			first[l] = s
		}
		if board.attackedByLeap(s, queens) {
			i := slices.IndexFunc(in.Placed, func(t Square) bool { return board.attackedByLeap(s, SquaresOf(t)) })
			return fmt.Errorf("the queens placed on %s and %s attack each other by a %s's move", in.Placed[i].Algebraic(in.N), s.Algebraic(in.N), board.moves.Like)
		}
	}
	return nil
}

// blockedQueen returns an error if a placed queen is on a blocked square or diagonal.
func (in Instance) blockedQueen() error {
	empty := in.empty()
	for _, s := range in.Placed {
		if in.Blocked.Has(s) {
			return fmt.Errorf("square %s holds a placed queen and is blocked", s.Algebraic(in.N))
		}
		if !empty.Has(s) {
			continue
		}
		for _, d := range in.BlockedDiagonals {
			if l := in.Board().LineOf(d); in.Board().through(l.Direction, s) == l {
				return fmt.Errorf("square %s holds a placed queen and lies on the blocked %v", s.Algebraic(in.N), l)
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
	if in.QueenCount() != in.N || !in.onePerRow() {
		return nil
	}
	if l, found := in.Board().fullLine(in.empty()); found {
		return fmt.Errorf("all squares of %v are blocked, but it needs a queen", l)
	}
	return nil
}

// empty returns the set of the squares that stay empty, because they are blocked or lie on a
// blocked diagonal. If the number of queens is 0, it contains every square. The set may share
// memory with in.Blocked. The instance must pass Check.
func (in Instance) empty() Squares {
	switch {
	case in.QueenCount() == 0:
		row := make([]uint64, (in.N+63)/64)
		for col := range in.N {
			row[col/64] |= 1 << (col % 64)
		}
		return Squares{rows: slices.Repeat([][]uint64{row}, in.N), count: in.N * in.N}
	case len(in.BlockedDiagonals) == 0:
		return in.Blocked
	}
	var set Squares
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

// vars yields the variables of the squares in the set, in reading order.
func (b Board) vars(set Squares) iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for s := range set.All() {
			if !yield(b.Var(s)) {
				return
			}
		}
	}
}

// fullLine returns the first row or column, in the order row 1, column 1, row 2, .., that
// lies in the set, and reports whether there is one.
func (b Board) fullLine(set Squares) (l Line, found bool) {
	inRow, inColumn := make([]int, b.N+1), make([]int, b.N+1)
	for s := range set.All() {
		inRow[s.Row]++
		inColumn[s.Col]++
	}
	for i := 1; i <= b.N; i++ {
		switch b.N {
		case inRow[i]:
			return b.through(Row, Square{i, 1}), true
		case inColumn[i]:
			return b.through(Column, Square{1, i}), true
		}
	}
	return Line{}, false
}
