package encode

import (
	"fmt"
	"iter"
	"math/big"

	"queens/dimacs"
)

// squareVariables returns the number of variables that stand for what is on squares,
// which are the first before a transform.
func (in Instance) squareVariables() int {
	if f := in.family(); f.variables != nil {
		return f.variables(in)
	}
	return in.N * in.N * in.Layers()
}

// Layers returns how many kinds of pieces a square may hold.
func (in Instance) Layers() int {
	if f := in.family(); f.layers != nil {
		return f.layers(in)
	}
	return 1
}

// onLayer yields the variables of these squares in a layer, from 0.
func (in Instance) onLayer(layer int, vars iter.Seq[dimacs.Lit]) iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for v := range vars {
			if !yield(v + dimacs.Lit(layer*in.N*in.N)) {
				return
			}
		}
	}
}

// onLayers yields the variables of these squares in every layer.
func (in Instance) onLayers(vars iter.Seq[dimacs.Lit]) iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for layer := range in.Layers() {
			if !yieldAll(yield, in.onLayer(layer, vars)) {
				return
			}
		}
	}
}

// BoardVariables returns the number of variables that stand for the squares, which are
// the first.
func (in Instance) BoardVariables() int {
	if in.Transform == nil {
		return in.squareVariables()
	}
	return in.squareVariables() * in.Transform.K
}

// variable returns the words for variable v of the board.
func (in Instance) variable(v int) variable {
	if f := in.family(); f.variable != nil {
		return f.variable(in, v)
	}
	s, _ := in.Board().SquareOf((v-1)%(in.N*in.N) + 1)
	p, where := in.family().piece((v-1)/(in.N*in.N)), fmt.Sprintf(" in row %d, column %d (%s)", s.Row, s.Col, s.Algebraic(in.N))
	return variable{p.there + where, p.absent + where, fmt.Sprintf("square: row %d, column %d", s.Row, s.Col), fmt.Sprintf("%d_%d", s.Row, s.Col)}
}

// emptied returns the variables that are false because squares stay empty, and their number.
func (in Instance) emptied() (count int, vars iter.Seq[dimacs.Lit]) {
	if f := in.family(); f.emptied != nil {
		return f.emptied(in)
	}
	empty := in.empty()
	return empty.count() * in.Layers(), in.onLayers(empty.vars())
}

// ModelCount returns the number of models that differ on the variables of the board, given
// the number of boards that are solutions.
func (in Instance) ModelCount(boards *big.Int) *big.Int {
	if in.Transform == nil || boards.Sign() == 0 {
		return boards
	}
	yes, no := in.Transform.preimages()
	pieces := in.family().pieces(in)
	count := new(big.Int).Exp(big.NewInt(yes), big.NewInt(int64(pieces)), nil)
	count.Mul(count, new(big.Int).Exp(big.NewInt(no), big.NewInt(int64(in.squareVariables()-pieces)), nil))
	return count.Mul(count, boards)
}

// layerNotes yields a note about the variables of each of the first two layers.
func (in Instance) layerNotes() iter.Seq[string] {
	return func(yield func(string) bool) {
		f, squares := in.family(), in.N*in.N
		for layer := range min(2, in.Layers()) {
			first := layer * squares
			if !yield(fmt.Sprintf("%s: the true ones among variables %d to %d are the squares with %s", f.about, first+1, first+squares, f.piece(layer).there)) {
				return
			}
		}
	}
}
