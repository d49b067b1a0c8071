package encode

import (
	"fmt"
	"iter"

	"queens/dimacs"
)

// armies asks for so many white and so many black queens that do not attack queens of
// the other colour: peaceably coexisting armies. The variables of the black queens
// follow those of the white ones.
//
// Size: a binary clause for each square and each one that it attacks or is; no
// auxiliary variables but those that count.
// Propagation: a queen makes the squares that it attacks free of the other army.
//
// References: Robert Bosch, "Peaceably Coexisting Armies of Queens", Optima 59, 1999;
// CSPLib problem 110; Barbara M. Smith, Karen E. Petrie and Ian P. Gent, "Models and
// Symmetry Breaking for Peaceable Armies of Queens", CPAIOR 2004; OEIS A250000.
func (in Instance) armies() rules {
	return rules{
		name: "armies", about: "two armies of queens that do not attack each other",
		piece: func(layer int) piece {
			return [...]piece{{"a white queen", "no white queen"}, {"a black queen", "no black queen"}}[layer]
		},
		queens: 2 * in.QueenCount(), symmetryGroups: in.notAfterImages,
		constraints: func(bool) iter.Seq[Constraint] { return in.fronts() },
		tallies:     func(bool) []tally { return in.frontTallies() },
		refused: map[feature]string{withColours: noColours, withIndependence: noIndependence, withEncoding: noEncoding, withMinimal: noMinimal,
			withPlaced: "a square does not tell which army its queen is of: expected no placed queens", inLP: noLP, inMiniZinc: noMiniZinc},
	}
}

// fronts yields, for each square, that a white queen on it excludes black ones there and
// on its lines.
func (in Instance) fronts() iter.Seq[Constraint] {
	return func(yield func(Constraint) bool) {
		for s := range in.Board().squares() {
			if !yield(Constraint{Scope: front{around{in.Board(), s}}, FirstExcludes: true}) {
				return
			}
		}
	}
}

// frontTallies counts what fronts yields.
func (in Instance) frontTallies() []tally {
	list := in.Board().rings()
	for i := range list {
		list[i].length++
		list[i].FirstExcludes = true
	}
	return list
}

// A front is a white queen on a square, followed by black ones on it and on those that
// it attacks.
type front struct{ around }

func (f front) String() string     { return "white queen on " + f.Algebraic(f.board.N) }
func (f front) identifier() string { return fmt.Sprintf("front_%d_%d", f.Row, f.Col) }
func (front) piece() string        { return "black queen" }
func (f front) Len() int           { return 1 + f.around.Len() }

func (f front) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	dst = append(dst, f.board.Var(f.Square))
	first := len(dst)
	dst = f.around.AppendVars(dst)
	for i := range dst[first:] {
		dst[first+i] += dimacs.Lit(f.board.N * f.board.N)
	}
	return dst
}
