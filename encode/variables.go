package encode

import (
	"fmt"
	"iter"
	"math/big"

	"queens/dimacs"
)

// squareVariables returns the number of variables of the board before a transform. They
// come before the auxiliary variables.
func (in Instance) squareVariables() int {
	if f := in.family(); f.variables != nil {
		return f.variables(in)
	}
	return in.N * in.N * in.Layers()
}

// Layers returns the number of kinds of pieces that a square may hold: the number of
// colours of a colouring, 2 for armies, 4 for dominoes.
func (in Instance) Layers() int {
	if f := in.family(); f.layers != nil {
		return f.layers(in)
	}
	return 1
}

// onLayer shifts the variables of squares to a layer; layers count from 0.
func (in Instance) onLayer(layer int, vars iter.Seq[dimacs.Lit]) iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for v := range vars {
			if !yield(v + dimacs.Lit(layer*in.N*in.N)) {
				return
			}
		}
	}
}

// onLayers yields the variables of the squares in every layer, in order.
func (in Instance) onLayers(vars iter.Seq[dimacs.Lit]) iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for layer := range in.Layers() {
			if !yieldAll(yield, in.onLayer(layer, vars)) {
				return
			}
		}
	}
}

// BoardVariables returns the number of variables of the board, after a transform if there
// is one. They come before the auxiliary variables.
func (in Instance) BoardVariables() int {
	if in.Transform == nil {
		return in.squareVariables()
	}
	return in.squareVariables() * in.Transform.K
}

// variable describes variable v of the board.
func (in Instance) variable(v int) variable {
	if f := in.family(); f.variable != nil {
		return f.variable(in, v)
	}
	s, _ := in.Board().SquareOf((v-1)%(in.N*in.N) + 1)
	p, where := in.family().piece((v-1)/(in.N*in.N)), fmt.Sprintf(" in row %d, column %d (%s)", s.Row, s.Col, s.Algebraic(in.N))
	return variable{p.ifTrue + where, p.ifFalse + where, fmt.Sprintf("square: row %d, column %d", s.Row, s.Col), fmt.Sprintf("%d_%d", s.Row, s.Col)}
}

// excluded yields the variables that are false because a square stays empty, and returns
// their number.
func (in Instance) excluded() (count int, vars iter.Seq[dimacs.Lit]) {
	if f := in.family(); f.excluded != nil {
		return f.excluded(in)
	}
	empty := in.empty()
	return empty.Len() * in.Layers(), in.onLayers(in.Board().vars(empty))
}

// ModelCount returns the number of models, counted on the variables of the board, for a
// number of solutions: a transform multiplies it by the number of preimages of each
// solution.
func (in Instance) ModelCount(boards *big.Int) *big.Int {
	if in.Transform == nil || boards.Sign() == 0 {
		return boards
	}
	yes, no := in.Transform.preimages()
	pieces := in.family().trueVariables(in)
	count := new(big.Int).Exp(big.NewInt(yes), big.NewInt(int64(pieces)), nil)
	count.Mul(count, new(big.Int).Exp(big.NewInt(no), big.NewInt(int64(in.squareVariables()-pieces)), nil))
	return count.Mul(count, boards)
}

// layerNotes returns a comment for each of the first two layers that gives the range of its
// variables and the piece that a true variable means.
func (in Instance) layerNotes() (notes []string) {
	f, squares := in.family(), in.N*in.N
	for layer := range min(2, in.Layers()) {
		first := layer * squares
		notes = append(notes, fmt.Sprintf("%s: the true ones among variables %d to %d are the squares with %s", f.about, first+1, first+squares, f.piece(layer).ifTrue))
	}
	return notes
}
