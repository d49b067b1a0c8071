package encode

import (
	"iter"
	"math/big"

	"queens/dimacs"
	"queens/encode/board"
)

// armies are peaceably coexisting armies: k white and k black queens such that no queen
// attacks a queen of the other colour. The variables of the black queens follow those for
// the white queens.
//
// Size: for each square, a binary clause for the square itself and for every square that it
// attacks; auxiliary variables only to count the queens.
// Propagation: a queen makes the variables of the other army false on its square and on the
// squares that it attacks.
//
// References: Robert Bosch, "Peaceably Coexisting Armies of Queens", Optima 59, 1999;
// CSPLib problem 110; Barbara M. Smith, Karen E. Petrie and Ian P. Gent, "Models and
// Symmetry Breaking for Peaceable Armies of Queens", CPAIOR 2004; OEIS A250000.
var armies = family{
	Definition: Definition{
		Name: Armies, Label: "Two armies", About: "two armies of queens that do not attack each other",
		Rule: Opposed, Pieces: []Piece{{Name: "white queen", Letter: "W", Symbol: "♕"}, {Name: "black queen", Letter: "B", Symbol: "♛"}}, Noun: "queen",
		Moves: queen.Moves, Usual: Quotient{Squares: 1, Divisor: 7},
		Refused: map[Feature]string{withEncoding: noEncoding, withMinimal: noMinimal,
			withPlaced: "a placed queen belongs to no army: expected no placed queens", inLP: noLP},
	},
	knownSolutions: knownArmies,
}

// opposed interprets the rule Opposed.
var opposed = interpretation{
	trueVariables: func(in Instance) int { return 2 * in.QueenCount() },
	constraints:   func(in Instance, _ bool) iter.Seq[Constraint] { return in.fronts() }, aim: Maximum, optimum: Instance.largestArmies,
}

// Armies is the family of peaceably coexisting armies.
const Armies Family = "armies"

// Tables of armies for N = 1, 2, ..: the size of the largest armies, OEIS A250000; the
// number of solutions of that size up to rotation and reflection, and without symmetry; the
// size of the largest armies on the torus. All but the first were computed by qsat.
// (A260680 counts fewer classes, because it also exchanges the colours of the armies.)
var (
	largestArmies = []int{0, 0, 1, 2, 4, 5, 7, 9, 12, 14, 17, 21, 24, 28, 32}
	armyClasses   = []string{"1", "1", "2", "18", "6", "70", "38"}
	armyPairs     = []string{"1", "1", "16", "112", "18", "560"}
	armiesOnTorus = []int{0, 0, 0, 2, 2}
)

// knownArmies compares the number of queens with the size of the largest armies. It returns Unknown if N is
// beyond the table of the regular board. The number of solutions is known without queens, and for the largest
// armies on small regular boards. Smaller armies exist, because queens can be removed from the largest. On
// the torus, the largest size on the regular board is an upper bound, because a queen attacks at least the
// squares that it attacks there. Beyond the table of the torus, it returns Unknown for numbers from 1 to this
// bound.
func knownArmies(in Instance) (dimacs.Status, *big.Int) {
	if in.N > len(largestArmies) {
		return dimacs.Unknown, nil
	}
	most, regular := at(largestArmies, in.N), in.Variant == board.Regular
	tabled := regular || in.N <= len(armiesOnTorus)
	if !regular && tabled {
		most = at(armiesOnTorus, in.N)
	}
	switch k := in.QueenCount(); {
	case k > most:
		return dimacs.Unsatisfiable, nil
	case k == 0:
		return dimacs.Satisfiable, big.NewInt(1)
	case regular && k == most && in.SymmetryBroken:
		return dimacs.Satisfiable, decimalAt(armyClasses, in.N)
	case regular && k == most:
		return dimacs.Satisfiable, decimalAt(armyPairs, in.N)
	case tabled:
		return dimacs.Satisfiable, nil
	}
	return dimacs.Unknown, nil
}
