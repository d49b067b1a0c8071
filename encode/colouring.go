package encode

import (
	"fmt"
	"iter"
	"math/big"

	"queens/dimacs"
	"queens/encode/board"
)

// colouring gives every square a colour such that squares on a common line have different
// colours. The graph is queenN_N of the DIMACS colouring challenge. The variables 1 to N*N
// mean that a square has colour 1, the next N*N that it has colour 2, and so on.
//
// Size: K variables for each square; at most one colour on each square, and each colour at
// most once on each line, by an encoding of at-most-one. With N colours, the full form adds
// the redundant clauses that every row and column contains all colours.
//
// References: David S. Johnson and Michael A. Trick (editors), "Cliques, Coloring, and
// Satisfiability: Second DIMACS Implementation Challenge", 1996; Michel Vasquez, "New
// Results on the Queens_n^2 Graph Coloring Problem", Journal of Heuristics 10, 2004; OEIS
// A088202.
var colouring = family{
	Definition: Definition{
		Name: Colouring, Label: "Colouring", About: "a colour for each square; squares on a line differ",
		Rule: Coloured, Moves: queen.Moves,
		Refused: map[Feature]string{withQueens: "expected a number of colours, and no number of queens",
			withPlaced:           "every square has a colour: expected no placed queens",
			withBlocked:          "every square has a colour: expected nothing blocked",
			withBlockedDiagonals: "every square has a colour: expected nothing blocked",
			inLP:                 noLP},
	},
	knownSolutions: knownColouring,
}

// coloured interprets the rule Coloured.
var coloured = interpretation{
	noQueenCount: true, trueVariables: func(in Instance) int { return in.Board().Count() },
	constraints: Instance.colourConstraints, aim: Minimum, optimum: Instance.fewestColours,
}

// Colouring is the family of colourings of the queens graph.
const Colouring Family = "colouring"

// Tables of colourings for N = 1, 2, ..: the chromatic number of the queens graph, OEIS
// A088202, and on the torus, as qsat finds it; and by N the number of colourings with N
// colours, divided by the N! permutations of the colours, as qsat counts them.
var (
	chromaticOnTorus = []int{1, 4, 9, 8, 5, 9, 7}
	colourings       = [...]map[int]int64{board.Regular: {1: 1, 5: 2, 7: 4}, board.Torus: {1: 1, 5: 2, 7: 4, 11: 8}}
	chromaticNumbers = []int{1, 4, 5, 5, 5, 7, 7, 9, 10, 11, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26}
)

// knownColouring compares the number of colours with the chromatic number, and returns Unknown if that does
// not decide. At least N colours are necessary, because the squares of a row all differ. N colours suffice if
// N is coprime to 6 (George Pólya, 1918). On the torus they suffice only then, because each colour would be a
// solution with N queens. The number of solutions is known for N colours on the boards in colourings.
func knownColouring(in Instance) (dimacs.Status, *big.Int) {
	k, torus := in.ColourCount(), in.Variant == board.Torus
	table, least := at(chromaticNumbers, in.N), at(chromaticNumbers, in.N)
	if torus {
		table = at(chromaticOnTorus, in.N)
	}
	count := new(big.Int).MulRange(1, int64(k)) // all colours are used
	count.Mul(count, big.NewInt(colourings[in.Variant][in.N]))
	if in.SymmetryBroken && in.N > 1 { // each symmetry moves some square along a line, to another colour
		count.Rsh(count, 3)
	}
	switch coprime := in.N%2 != 0 && in.N%3 != 0; {
	case k == in.N && count.Sign() > 0:
		return dimacs.Satisfiable, count
	case coprime && k >= in.N, table > 0 && k >= table:
		return dimacs.Satisfiable, nil
	case k < max(in.N, table, least), torus && k == in.N:
		return dimacs.Unsatisfiable, nil
	}
	return dimacs.Unknown, nil
}

// colourConstraints yields the constraints of each colour: no two squares of it attack each other. In the full form,
// unless there is an aim, a row or column with as many squares as there are colours has each colour. A constraint for
// each square follows: it has exactly one colour. The argument is ignored.
func (in Instance) colourConstraints(bool) iter.Seq[Constraint] {
	var all []iter.Seq[Constraint]
	for colour := range in.ColourCount() {
		l := in.layer(colour)
		all = append(all, func(yield func(Constraint) bool) {
			for line, c := range l.lines(false) {
				if c.High = 1; in.ColourCount() == line.Len() && !in.Minimal && (line.Direction == board.Row || line.Direction == board.Column) && in.Aim == "" {
					c.Low = 1
				}
				if line.Len() > 1 && !yield(c) {
					return
				}
			}
		}, l.leapConstraints())
	}
	all = append(all, bySquare(in.Board(), func(s board.Square) Constraint {
		return exactlyOne(palette{in.Board(), s, in.ColourCount()})
	}))
	return concat(all...)
}

// A palette is the scope of a square: the variables of its colours.
type palette struct {
	board board.Board
	board.Square
	colours int
}

func (p palette) String() string     { return "square " + p.Algebraic(p.board.N) }
func (p palette) identifier() string { return fmt.Sprintf("square_%d_%d", p.Row, p.Col) }
func (palette) piece() string        { return "colour" }
func (p palette) Len() int           { return p.colours }

func (p palette) means() (first, other string, of []string) {
	for i := range p.colours {
		of = append(of, fmt.Sprintf("colour %d", i+1))
	}
	return p.Algebraic(p.board.N) + " has", "it has", of
}

func (p palette) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	for i := range p.colours {
		dst = append(dst, p.board.Var(p.Square)+dimacs.Lit(i*p.board.Count()))
	}
	return dst
}
