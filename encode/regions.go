package encode

import (
	"fmt"
	"iter"
	"math/big"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// regions is the puzzle that newspapers call Star Battle or Two Not Touch, and LinkedIn
// Queens: the squares form N regions, each row, column and region holds S queens, and no
// two queens touch, not even diagonally. Queens do not attack along diagonals. With K queens
// instead of N*S, there are K regions with a queen each, and at most one queen in each row and column.
//
// Size with S = 1: an encoding of at-most-one for each row, column and region of more than one
// square, a clause for "at least one", and a binary clause for each pair of squares that touch
// diagonally and are in different regions. The constraint of a row or column excludes other
// touching squares, and two squares of one region in one row or column.
//
// Size with S > 1: the counter of package cardinality for exactly S of n squares of each row,
// column and region, with S(n-S) auxiliary variables, and a binary clause for each of the
// (N-1)(4N-2) pairs of squares that touch.
//
// References: Hans Eendebak, "Star Battle", World Puzzle Championship 2003; OEIS A002464
// for the boards without regions.
var regions = family{
	Definition: Definition{
		Name: Regions, Label: "Star Battle", About: "queens in each row, column and region; no two touch",
		Also: []string{"starbattle", "star-battle", "linkedin", "linkedin-queens", "twonottouch"},
		Rule: Divided, Pieces: []Piece{queen}, Noun: "queen", Largest: 26, // letters
		Moves: board.Moves{Like: "king", Leaps: board.KingSteps()},
		Refused: map[Feature]string{withMinimal: noMinimal, withTorus: "its board has borders: expected the regular board",
			withBlockedDiagonals: "queens do not attack along diagonals: expected none blocked"},
	},
	knownSolutions: knownRegions,
}

// divided interprets the rule Divided.
var divided = interpretation{
	noQueenCount: true, notes: Instance.regionNotes, constraints: Instance.regionConstraints, conflict: Instance.regionConflict,
}

// Regions is the family of boards with coloured regions.
const Regions Family = "regions"

// knownRegions returns Unsatisfiable if the queens have no room even without regions: a block of two by two
// squares holds at most one queen, and on the board of size 3 three queens do not fit. On the board of one
// square, it returns Satisfiable and 1. Otherwise it returns Unknown and nil.
func knownRegions(in Instance) (dimacs.Status, *big.Int) {
	b := in.Board()
	rows, columns := (b.N+1)/2, (b.Width()+1)/2
	switch {
	case b.Count() == 1 && in.QueenCount() == 1:
		return dimacs.Satisfiable, big.NewInt(1)
	case in.StarCount() > columns || in.QueenCount() > rows*columns || in.QueenCount() > b.Side()*in.StarCount() || in.N == 3 && in.QueenCount() == 3 && b.Columns == 0:
		return dimacs.Unsatisfiable, nil
	}
	return dimacs.Unknown, nil
}

// regionConstraints yields the constraints of the rows, the columns and the regions: each holds exactly
// StarCount queens, or at most one if maximise is set and StarCount is 1. Rows or columns of which there are
// more than queens hold at most one, too. Then it yields a constraint for each square that touches later squares.
// A region that is a row or a column is left out if that has the same bounds. Of the scopes with so few squares that
// there is no solution, only the first remains.
func (in Instance) regionConstraints(maximise bool) iter.Seq[Constraint] {
	l := in.layer(0)
	return concat(func(yield func(Constraint) bool) {
		seen := map[constraintKey]bool{}
		for s := range in.regionScopes() {
			c, vars := exactlyOne(s), s.AppendVars(nil)
			if k := in.StarCount(); k > 1 {
				c.Low, c.High = k, k
				if len(vars) < k || len(vars) == k && in.Board().Side() <= k {
					vars = nil // there is no solution
				}
			} else if l, isLine := s.(lineScope); maximise || isLine && in.linesIn(l.Direction) > in.QueenCount() {
				c.Low = 0
			}
			if r, isRegion := s.(region); isRegion {
				c.Excluded = r.excluded()
			}
			key := keyOf(c.Low, c.High, vars)
			if c.Low+c.High > 0 && !seen[key] && !yield(c) {
				return
			}
			seen[key] = true
		}
	}, bySquare(in.Board(), func(s board.Square) Constraint {
		if t := (touching{around{l, s}, in}); t.Len() > 1 {
			return Constraint{Scope: t, FirstExcludes: true}
		}
		return Constraint{}
	}))
}

// regionNotes returns three notes: the meaning of the variables, the rule of rows, columns and regions, and a
// clause against two queens that touch at a corner. The board must have more than one row and column.
func (in Instance) regionNotes() []string {
	queens, each := "1 queen", fmt.Sprintf("each row, each column and each of the %d regions has", in.Regions.Count())
	switch b := in.Board(); {
	case in.StarCount() > 1:
		queens = fmt.Sprintf("%d queens", in.StarCount())
	case in.QueenCount() < b.LongSide():
		each = fmt.Sprintf("each row and each column has at most 1 queen, and each of the %d regions", in.Regions.Count())
	}
	first, next := in.Board().Var(board.Square{Row: 1, Col: 1}), in.Board().Var(board.Square{Row: 2, Col: 2})
	names := in.Board().SquareNames([]dimacs.Lit{first, next})
	return []string{
		fmt.Sprintf(trueSquares, in.Board().Count()),
		fmt.Sprintf("%s exactly %s; diagonals do not matter", each, queens),
		fmt.Sprintf("queens do not touch, not even at a corner: queens on %s and %s violate the clause %d %d 0", names[0], names[1], -first, -next),
	}
}

// regionScopes yields the rows, the columns and the regions. On a board of one square it
// yields only the row. An instance without regions has only rows and columns.
func (in Instance) regionScopes() iter.Seq[Scope] {
	layer := in.layer(0)
	return func(yield func(Scope) bool) {
		for _, d := range [...]board.Direction{board.Row, board.Column} {
			for i := range in.linesIn(d) {
				if !yield(lineScope{board.Line{Board: in.Board(), Direction: d, Index: i + 1}, layer}) || in.Board().Count() == 1 {
					return
				}
			}
		}
		for i := range in.Regions.Count() {
			if !yield(region{in.Regions, i}) {
				return
			}
		}
	}
}

// linesIn returns the number of rows or, if d is board.Column, of columns.
func (in Instance) linesIn(d board.Direction) int {
	_, last := in.Board().Indices(d)
	return last
}

// A region is the scope of a region.
type region struct {
	partition *board.Partition
	number    int // from 0
}

func (r region) String() string     { return "region " + r.partition.Name(r.number) }
func (r region) identifier() string { return "region_" + r.partition.Name(r.number) }
func (region) piece() string        { return "queen" }
func (r region) Len() int           { return len(r.partition.Vars(r.number)) }

func (r region) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	return append(dst, r.partition.Vars(r.number)...)
}

func (r region) means() (first, other string, of []string) {
	return "a queen is on", "one is on", r.partition.Board().SquareNames(r.partition.Vars(r.number))
}

// excluded returns the pairs of squares of the region that share a row or a column.
func (r region) excluded() atmostone.Excluded {
	vars := r.partition.Vars(r.number)
	width := dimacs.Lit(r.partition.Board().Width())
	return atmostone.ExcludedOf(len(vars), func(i, j int) bool {
		return (vars[i]-1)/width == (vars[j]-1)/width || (vars[i]-vars[j])%width == 0
	})
}

// touching is the scope of a square and the later squares, in reading order, that touch it. With
// one star, it leaves out later squares in the same row, column or region, because the constraint
// of that line already excludes a second queen there.
type touching struct {
	around
	in Instance
}

func (t touching) String() string {
	return "no two queens touch: " + t.Algebraic(t.in.N) + " and the later squares that touch it"
}
func (t touching) identifier() string { return fmt.Sprintf("touching_%d_%d", t.Row, t.Col) }

func (t touching) Len() int {
	var room [5]dimacs.Lit
	return len(t.AppendVars(room[:0]))
}

func (t touching) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	one := t.in.StarCount() == 1
	dst = append(dst, t.board.Var(t.Square))
	for _, s := range [...]board.Square{{Row: t.Row, Col: t.Col + 1}, {Row: t.Row + 1, Col: t.Col - 1}, {Row: t.Row + 1, Col: t.Col}, {Row: t.Row + 1, Col: t.Col + 1}} {
		if t.board.Holds(s) && !(one && (s.Row == t.Row || s.Col == t.Col || t.in.Regions.Region(s) == t.in.Regions.Region(t.Square))) {
			dst = append(dst, t.board.Var(s))
		}
	}
	return dst
}

// Touch reports whether two different squares have a side or a corner in common.
func Touch(a, b board.Square) bool {
	return a != b && max(a.Row-b.Row, b.Row-a.Row) <= 1 && max(a.Col-b.Col, b.Col-a.Col) <= 1
}
