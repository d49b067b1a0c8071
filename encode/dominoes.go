package encode

import (
	"fmt"
	"iter"
	"math/big"

	"queens/dimacs"
	"queens/encode/board"
)

// dominoes cover every square that is not blocked exactly once. If two opposite corners are
// blocked, this is McCarthy's mutilated chessboard, which is hard for resolution.
//
// A variable of the board is a domino. The horizontal dominoes come first, one less than columns for each
// row, in the reading order of their left squares. The vertical dominoes follow, one for each column and
// pair of neighbouring rows, in the reading order of their upper squares.
//
// Size: R(C-1) + (R-1)C variables for R rows and C columns, where dominoes on blocked squares are false; for every other
// square, exactly one of two to four dominoes, by an encoding of at-most-one.
//
// References: Max Black, "Critical Thinking", 1946; John McCarthy, "A Tough Nut for Proof
// Procedures", Stanford AI Memo 16, 1964; Michael Alekhnovich, "Mutilated Chessboard
// Problem Is Exponentially Hard for Resolution", Theoretical Computer Science 310, 2004.
var dominoes = family{
	Definition: Definition{
		Name: Dominoes, Label: "Dominoes", About: "dominoes that cover each square once", Rule: Tiled,
		Pieces: []Piece{{Name: "left half of a domino", Letter: "<", Symbol: "⊏"}, {Name: "right half of a domino", Letter: ">", Symbol: "⊐"},
			{Name: "upper half of a domino", Letter: "^", Symbol: "⊓"}, {Name: "lower half of a domino", Letter: "v", Symbol: "⊔"}},
		Refused: map[Feature]string{withQueens: "the board determines the number of dominoes: expected no number of queens",
			withTorus:  "no domino goes across the border: expected the regular board",
			withPlaced: "there are no queens on the board: expected none placed", withBlockedDiagonals: "only squares can be blocked: expected no blocked diagonals",
			withSymmetryBroken: "its symmetries cannot be broken: expected no broken symmetries", withMinimal: noMinimal, inLP: noLP},
	},
	knownSolutions: knownDominoes,
}

// tiled interprets the rule Tiled.
var tiled = interpretation{
	variables: func(in Instance) int { return dominoCount(in.Board()) }, variable: dominoVariable, notes: dominoNotes,
	noQueenCount: true, trueVariables: func(in Instance) int { return (in.Board().Count() - in.Blocked.Len()) / 2 },
	constraints: dominoConstraints, excluded: dominoesOnBlocked,
}

// Dominoes is the family of boards covered by dominoes.
const Dominoes Family = "dominoes"

// The numbers of coverings for N = 2, 4, .. , OEIS A004003.
var coverings = []string{"2", "36", "6728", "12988816", "258584046368", "53060477521960000", "112202208776036178000000",
	"2444888770250892795802079170816"}

// knownDominoes returns Unsatisfiable if the numbers of white and black squares that are
// not blocked differ, because every domino covers one square of each colour. Otherwise it
// returns Satisfiable and the number of coverings, or nil beyond the table. This second
// answer holds only if no square is blocked; Known checks that.
func knownDominoes(in Instance) (dimacs.Status, *big.Int) {
	more := in.Board().Count() % 2 // squares of the colour of the first square, minus squares of the other colour
	for s := range in.Blocked.All() {
		more -= 1 - 2*((s.Row+s.Col)%2)
	}
	if more != 0 {
		return dimacs.Unsatisfiable, nil
	}
	if in.Columns > 0 {
		return dimacs.Satisfiable, nil
	}
	return dimacs.Satisfiable, decimalAt(coverings, max(1, in.N/2))
}

// horizontal returns the variable of the domino with the left square s; vertical returns
// the variable of the domino with the upper square s.
func horizontal(b board.Board, s board.Square) dimacs.Lit {
	return dimacs.Lit((s.Row-1)*(b.Width()-1) + s.Col)
}
func vertical(b board.Board, s board.Square) dimacs.Lit {
	return dimacs.Lit(horizontals(b)) + b.Var(s)
}

// horizontals and dominoCount return the numbers of horizontal dominoes and of all dominoes.
func horizontals(b board.Board) int { return b.N * (b.Width() - 1) }
func dominoCount(b board.Board) int { return horizontals(b) + (b.N-1)*b.Width() }

// dominoVariable describes variable v by the two squares of its domino.
func dominoVariable(in Instance, v int) variable {
	n, b := in.N, in.Board()
	across := max(1, b.Width()-1)
	s, t := board.Square{Row: (v-1)/across + 1, Col: (v-1)%across + 1}, board.Square{}
	if t = (board.Square{Row: s.Row, Col: s.Col + 1}); v > horizontals(b) {
		s, _ = b.SquareOf(v - horizontals(b))
		t = board.Square{Row: s.Row + 1, Col: s.Col}
	}
	on := "domino on " + s.Algebraic(n) + " and " + t.Algebraic(n)
	return variable{ifTrue: "a " + on, ifFalse: "no " + on, place: "square under the " + on, identifier: fmt.Sprintf("domino_%d", v)}
}

// dominoNotes returns the comment that explains the variables.
func dominoNotes(in Instance) []string {
	b := in.Board()
	return []string{fmt.Sprintf("%s: the true ones among variables 1 to %d are horizontal dominoes, and those from there to %d vertical ones", in.family().About, horizontals(b), dominoCount(b))}
}

// A tileScope is the scope of a square: the dominoes that may lie on it.
type tileScope struct {
	board board.Board
	board.Square
}

func (c tileScope) String() string     { return "square " + c.Algebraic(c.board.N) }
func (c tileScope) identifier() string { return fmt.Sprintf("square_%d_%d", c.Row, c.Col) }
func (tileScope) piece() string        { return "domino" }

// others yields the neighbours of the square on the board: left, right, above, below.
// AppendVars returns the dominoes in the same order.
func (c tileScope) others() iter.Seq[board.Square] {
	return func(yield func(board.Square) bool) {
		for _, s := range [...]board.Square{{Row: c.Row, Col: c.Col - 1}, {Row: c.Row, Col: c.Col + 1}, {Row: c.Row - 1, Col: c.Col}, {Row: c.Row + 1, Col: c.Col}} {
			if c.board.Holds(s) && !yield(s) {
				return
			}
		}
	}
}

func (c tileScope) Len() int {
	n := 4
	for _, atEdge := range [...]bool{c.Row == 1, c.Row == c.board.N, c.Col == 1, c.Col == c.board.Width()} {
		if atEdge {
			n--
		}
	}
	return n
}

func (c tileScope) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	for s := range c.others() {
		if s.Row == c.Row {
			dst = append(dst, horizontal(c.board, board.Square{Row: c.Row, Col: min(s.Col, c.Col)}))
		} else {
			dst = append(dst, vertical(c.board, board.Square{Row: min(s.Row, c.Row), Col: c.Col}))
		}
	}
	return dst
}

func (c tileScope) means() (first, other string, of []string) {
	for s := range c.others() {
		of = append(of, s.Algebraic(c.board.N))
	}
	name := c.Algebraic(c.board.N)
	return name + " is under a domino with", "it is with", of
}

// dominoConstraints yields a constraint for each square that is not blocked: exactly one
// domino lies on it. On a board of two squares, which have the same domino, it leaves out the second.
func dominoConstraints(in Instance, _ bool) iter.Seq[Constraint] {
	b := in.Board()
	return bySquare(b, func(s board.Square) Constraint {
		if in.Blocked.Has(s) || b.Count() == 2 && b.Var(s) == 2 && in.Blocked.Len() == 0 {
			return Constraint{}
		}
		return exactlyOne(tileScope{b, s})
	})
}

// dominoesOnBlocked yields the dominoes that a blocked square excludes, each once, and
// returns their number. The horizontal dominoes come first.
func dominoesOnBlocked(in Instance) (count int, vars iter.Seq[dimacs.Lit]) {
	b := in.Board()
	vars = func(yield func(dimacs.Lit) bool) {
		for _, d := range [...]struct {
			before board.Square
			domino func(board.Board, board.Square) dimacs.Lit
		}{{board.Square{Row: 0, Col: -1}, horizontal}, {board.Square{Row: -1, Col: 0}, vertical}} {
			for s := range in.Blocked.All() {
				before, after := board.Square{Row: s.Row + d.before.Row, Col: s.Col + d.before.Col}, board.Square{Row: s.Row - d.before.Row, Col: s.Col - d.before.Col}
				if b.Holds(before) && !in.Blocked.Has(before) && !yield(d.domino(b, before)) || b.Holds(after) && !yield(d.domino(b, s)) {
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
