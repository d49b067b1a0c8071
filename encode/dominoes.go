package encode

import (
	"fmt"
	"iter"
	"math/big"

	"queens/dimacs"
)

// dominoes cover the board, each square that is not blocked exactly once. Without two
// opposite corners that is McCarthy's mutilated chessboard, hard for resolution.
//
// The variables are dominoes: first horizontal ones, N-1 in each row, in the reading order
// of their left squares, then vertical ones, N for each two rows, of their upper ones.
//
// Size: 2N(N-1) variables, of which those on blocked squares are false; exactly one of two
// to four on each other square, by an encoding of at-most-one.
//
// References: Max Black, "Critical Thinking", 1946; John McCarthy, "A Tough Nut for Proof
// Procedures", Stanford AI Memo 16, 1964; Michael Alekhnovich, "Mutilated Chessboard Problem
// Is Exponentially Hard for Resolution", Theoretical Computer Science 310, 2004.
var dominoes = family{
	is: Dominoes, about: "dominoes that cover each square once", sources: "A004003",
	layers:    func(Instance) int { return 4 }, // a half of a domino, whose other half is in one of four directions
	variables: func(in Instance) int { return 2 * in.N * (in.N - 1) }, variable: dominoVariable, notes: dominoNotes,
	uncounted: true, pieces: func(in Instance) int { return (in.N*in.N - in.Blocked.Len()) / 2 },
	constraints: dominoConstraints, emptied: dominoesOnBlocked, known: knownDominoes,
	refused: func(Instance) map[feature]string {
		return map[feature]string{withQueens: "its dominoes are as many as cover the board: expected no number of queens",
			withColours: noColours, withIndependence: noIndependence, withTorus: "no domino goes across the border: expected the regular board",
			withPlaced: "there are no queens on the board: expected none placed", withBlockedDiagonals: "squares are blocked, not diagonals",
			withSymmetryBroken: "its symmetries are not broken", withMinimal: noMinimal, inLP: noLP,
			inMiniZinc: noMiniZinc}
	},
}

// Dominoes is the family of boards covered by dominoes.
const Dominoes Family = "dominoes"

// The numbers of coverings for N = 2, 4, .. , OEIS A004003.
var coverings = []string{"2", "36", "6728", "12988816", "258584046368", "53060477521960000", "112202208776036178000000",
	"2444888770250892795802079170816"}

// knownDominoes compares the squares of both colours of the board, of which a domino covers
// one each.
func knownDominoes(in Instance) (dimacs.Status, *big.Int) {
	more := in.N % 2 // squares of the colour of the first one
	for s := range in.Blocked.All() {
		more -= 1 - 2*((s.Row+s.Col)%2)
	}
	if more != 0 {
		return dimacs.Unsatisfiable, nil
	}
	return dimacs.Satisfiable, decimalAt(coverings, max(1, in.N/2))
}

// horizontal and vertical return the variable of the domino with that left or upper square.
func (b Board) horizontal(s Square) dimacs.Lit { return dimacs.Lit((s.Row-1)*(b.N-1) + s.Col) }
func (b Board) vertical(s Square) dimacs.Lit   { return dimacs.Lit(b.N*(b.N-1)) + b.Var(s) }

// dominoVariable names the squares of a domino.
func dominoVariable(in Instance, v int) variable {
	n := in.N
	s, t := Square{(v-1)/max(1, n-1) + 1, (v-1)%max(1, n-1) + 1}, Square{}
	if t = (Square{s.Row, s.Col + 1}); v > n*(n-1) {
		s, _ = in.Board().SquareOf(v - n*(n-1))
		t = Square{s.Row + 1, s.Col}
	}
	on := "domino on " + s.Algebraic(n) + " and " + t.Algebraic(n)
	return variable{there: "a " + on, absent: "no " + on, place: "square under the " + on, identifier: fmt.Sprintf("domino_%d", v)}
}

func dominoNotes(in Instance) iter.Seq[string] {
	return func(yield func(string) bool) {
		half := in.N * (in.N - 1)
		yield(fmt.Sprintf("%s: the true ones among variables 1 to %d are horizontal dominoes, and those from there to %d vertical ones", in.family().about, half, 2*half))
	}
}

// A cover is the dominoes that may lie on a square.
type cover struct {
	board Board
	Square
}

func (c cover) String() string     { return "square " + c.Algebraic(c.board.N) }
func (c cover) identifier() string { return fmt.Sprintf("square_%d_%d", c.Row, c.Col) }
func (cover) piece() string        { return "domino" }

// others yields the squares beside, in the order of the dominoes that lie there, too.
func (c cover) others() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for _, s := range [...]Square{{c.Row, c.Col - 1}, {c.Row, c.Col + 1}, {c.Row - 1, c.Col}, {c.Row + 1, c.Col}} {
			if c.board.holds(s) && !yield(s) {
				return
			}
		}
	}
}

func (c cover) Len() (n int) {
	for range c.others() {
		n++
	}
	return n
}

func (c cover) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	for s := range c.others() {
		if s.Row == c.Row {
			dst = append(dst, c.board.horizontal(Square{c.Row, min(s.Col, c.Col)}))
		} else {
			dst = append(dst, c.board.vertical(Square{min(s.Row, c.Row), c.Col}))
		}
	}
	return dst
}

func (c cover) means() (first, other string, of []string) {
	for s := range c.others() {
		of = append(of, s.Algebraic(c.board.N))
	}
	name := c.Algebraic(c.board.N)
	return name + " is under a domino with", "it is with", of
}

// dominoConstraints yields that one domino is on each square that is not blocked.
func dominoConstraints(in Instance, how listing) iter.Seq[Constraint] {
	return in.bySquare(how, in.unblocked, func(s Square) Constraint {
		if !how.alike && in.Blocked.Has(s) {
			return Constraint{}
		}
		return Constraint{Scope: cover{in.Board(), s}, AtLeastOne: true, AtMostOne: in.N > 1}
	})
}

// unblocked yields, for each number of dominoes that may lie on a square, one such square and
// the number of such squares that are not blocked.
func (in Instance) unblocked(yield func(s Square, count int) bool) {
	var squares [5]Square // indexed by the number of dominoes
	var counts [5]int
	for s, count := range in.Board().byBorders {
		n := cover{in.Board(), s}.Len()
		squares[n] = s
		counts[n] += count
	}
	for s := range in.Blocked.All() {
		counts[cover{in.Board(), s}.Len()]--
	}
	for n, count := range counts {
		if count > 0 && !yield(squares[n], count) {
			return
		}
	}
}

// dominoesOnBlocked returns those that a blocked square excludes, each once: horizontal ones
// and then vertical ones.
func dominoesOnBlocked(in Instance) (count int, vars iter.Seq[dimacs.Lit]) {
	b := in.Board()
	vars = func(yield func(dimacs.Lit) bool) {
		for _, d := range [...]struct {
			before Square
			domino func(Square) dimacs.Lit
		}{{Square{0, -1}, b.horizontal}, {Square{-1, 0}, b.vertical}} {
			for s := range in.Blocked.All() {
				before, after := Square{s.Row + d.before.Row, s.Col + d.before.Col}, Square{s.Row - d.before.Row, s.Col - d.before.Col}
				if b.holds(before) && !in.Blocked.Has(before) && !yield(d.domino(before)) || b.holds(after) && !yield(d.domino(s)) {
					return
				}
			}
		}
	}
	for range vars {
		count++
	}
	return count, vars
}
