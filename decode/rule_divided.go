package decode

import (
	"fmt"
	"slices"

	"queens/encode"
	"queens/encode/board"
)

// divided: each row, column and region has StarCount queens, and no two queens touch. If there are more rows or columns
// than queens, each of them has at most one.
var divided = rule{
	check: checkRegions, attacks: attacksInRegions, attacked: attackedInRegions,
	title: func(p *Placement) string {
		if p.Puzzle && len(p.Queens) == 0 {
			return Count(p.Instance.Regions.Count(), "region") + p.onBoard()
		}
		return p.piecesOnBoard()
	},
	question: func(p *Placement) string {
		if b := p.Instance.Board(); p.Instance.StarCount() == 1 && p.Instance.QueenCount() < b.LongSide() {
			return "Place 1 queen in each region so that no two are in a row or column and no two touch, not even diagonally."
		}
		return fmt.Sprintf("Place %s in each row, column and region so that no two touch, not even diagonally.", Count(p.Instance.StarCount(), "queen"))
	},
}

// linesOfRegions holds the queens in each row, column and region of a board, in reading order.
type linesOfRegions struct {
	in                     *encode.Instance
	rows, columns, regions [][]board.Square // rows and columns are indexed from 1, regions by region
}

func newLinesOfRegions(p *Placement) linesOfRegions {
	n := p.Instance.N
	l := linesOfRegions{p.Instance, make([][]board.Square, n+1), make([][]board.Square, p.Instance.Board().Width()+1), make([][]board.Square, p.Instance.Regions.Count())}
	for _, q := range p.Queens {
		region := p.Instance.Regions.Region(q)
		l.rows[q.Row] = append(l.rows[q.Row], q)
		l.columns[q.Col] = append(l.columns[q.Col], q)
		l.regions[region] = append(l.regions[region], q)
	}
	return l
}

// isFull reports whether the row, the column or the region of s has at least StarCount queens.
func (l *linesOfRegions) isFull(s board.Square) bool {
	return max(len(l.rows[s.Row]), len(l.columns[s.Col]), len(l.regions[l.in.Regions.Region(s)])) >= l.in.StarCount()
}

// near returns the queens that touch s, but not a queen on s, in reading order.
func (l *linesOfRegions) near(s board.Square) []board.Square {
	var found []board.Square
	for row := max(s.Row-1, 1); row <= min(s.Row+1, l.in.N); row++ {
		for _, q := range l.rows[row] {
			if encode.Touch(s, q) {
				found = append(found, q)
			}
		}
	}
	return found
}

// checkRegions returns an error if two queens touch, or if the number of queens in a row, column or
// region is not StarCount.
func checkRegions(p *Placement) error {
	l, n, want := newLinesOfRegions(p), p.Instance.N, p.Instance.StarCount()
	for _, q := range p.Queens {
		for _, other := range l.near(q) {
			if other.Compare(q) < 0 {
				return fmt.Errorf("the queens on %s and %s touch", other.Algebraic(n), q.Algebraic(n))
			}
		}
	}
	rows, columns, k := len(l.rows)-1, len(l.columns)-1, p.Instance.QueenCount()
	for i, queens := range slices.Concat(l.rows[1:], l.columns[1:], l.regions) {
		optional := i < rows && rows > k || i >= rows && i < rows+columns && columns > k // fewer queens than such lines
		if len(queens) > want || len(queens) < want && !optional {
			constraints := slices.Collect(p.Instance.Constraints()) // the first ones are in the order of the lines
			return fmt.Errorf("%v has %s, expected %d", constraints[min(i, len(constraints)-1)].Scope, Count(len(queens), "queen"), want)
		}
	}
	return nil
}

// attacksInRegions returns all pairs of queens that break a rule: queens that touch, and in each row,
// column or region with too many queens, each queen and the last queen before it in reading order.
// Each pair occurs once, and is Along "a row", "a column", a region or "a corner". The pairs are in
// reading order of their second queens.
func attacksInRegions(p *Placement) (found []*AttackError) {
	l, n, stars := newLinesOfRegions(p), p.Instance.N, p.Instance.StarCount()
	for _, q := range p.Queens {
		mates, region := map[board.Square]bool{}, p.Instance.Regions.Region(q)
		add := func(other board.Square, along string) {
			if !mates[other] {
				found = append(found, &AttackError{A: other, B: q, N: n, Noun: "queen", Along: along, Direct: true})
			}
			mates[other] = true
		}
		for _, line := range [...]struct {
			queens []board.Square
			along  string
			region bool
		}{{l.rows[q.Row], "a row", false}, {l.columns[q.Col], "a column", false}, {l.regions[region], "region " + p.Instance.Regions.Name(region), true}} {
			before, _ := slices.BinarySearchFunc(line.queens, q, board.Square.Compare)
			if before > 0 && (len(line.queens) > stars || !line.region && encode.Touch(line.queens[before-1], q)) {
				add(line.queens[before-1], line.along)
			}
		}
		for _, other := range l.near(q) {
			if other.Compare(q) < 0 && other.Row != q.Row && other.Col != q.Col {
				add(other, "a corner")
			}
		}
	}
	return found
}

// attackedInRegions returns the empty squares that can hold no further queen: they touch a
// queen, or their row, column or region has StarCount queens or more.
func attackedInRegions(p *Placement) AttackedBy {
	all, l := AttackedBy{}, newLinesOfRegions(p)
	for s := range p.Instance.Board().Squares() {
		if !p.Has(s) && (l.isFull(s) || len(l.near(s)) > 0) {
			all[s] = 1
		}
	}
	return all
}
