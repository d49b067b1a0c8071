package decode

import (
	"fmt"
	"iter"

	"queens/encode"
	"queens/encode/board"
)

// Check returns an error unless p solves its instance, which must pass its own Check. It checks that all
// squares are on the board, the rule of the family, that given squares hold a piece, that blocked squares
// and diagonals are empty, and the number of pieces. An attack is an *AttackError, except in colourings and
// with regions. The queens of p must be in reading order.
func Check(p *Placement) error {
	in, b := p.Instance, p.Instance.Board()
	for _, q := range p.Queens {
		if !b.Holds(q) {
			return fmt.Errorf("square %v is not on the board of size %s", q, b.Size())
		}
	}
	if err := p.rule().check(p); err != nil {
		return err
	}
	for _, s := range in.Placed {
		if !p.Has(s) {
			return fmt.Errorf("square %s must hold %s, but is empty", s.Algebraic(in.N), encode.WithArticle(in.PieceAt(0).Name))
		}
	}
	if err := checkEmpty(p); err != nil {
		return err
	}
	if want := in.QueenCount(); in.Layers() == 1 && !p.Tiled() && len(p.Queens) != want {
		return fmt.Errorf("the board of size %s has %s, expected %d", b.Size(), Count(len(p.Queens), in.PieceAt(0).Name), want)
	}
	return nil
}

// checkEmpty returns an error if a piece is on a blocked square or on a blocked diagonal, or nil.
func checkEmpty(p *Placement) error {
	g := NewGivens(p.Instance)
	if g.empty() {
		return nil
	}
	for i, q := range p.Queens {
		if g.blocked.Has(q) {
			return fmt.Errorf("the %s on %s stands on a blocked square", p.Instance.PieceAt(p.LayerAt(i)).Name, q.Algebraic(p.Instance.N))
		}
		if d, blocked := g.through(q); blocked {
			return fmt.Errorf("the %s on %s stands on the blocked %v", p.Instance.PieceAt(p.LayerAt(i)).Name, q.Algebraic(p.Instance.N), p.Instance.Board().LineOf(d))
		}
	}
	return nil
}

// Givens holds the given squares, the blocked squares and the blocked diagonals of a puzzle for fast access.
type Givens struct {
	in        *encode.Instance
	board     board.Board
	Placed    map[board.Square]bool             // squares that must hold a queen
	blocked   board.Squares                     // squares that must stay empty
	diagonals map[board.Diagonal]board.Diagonal // diagonals that must stay empty, as in the instance, indexed by the result of wrap
}

// NewGivens returns the givens of in, which must not change while they are in use.
func NewGivens(in *encode.Instance) Givens {
	g := Givens{
		in:        in,
		board:     in.Board(),
		Placed:    make(map[board.Square]bool, len(in.Placed)),
		blocked:   in.Blocked,
		diagonals: make(map[board.Diagonal]board.Diagonal, len(in.BlockedDiagonals)),
	}
	for _, s := range in.Placed {
		g.Placed[s] = true
	}
	for _, d := range in.BlockedDiagonals {
		g.diagonals[g.wrap(d)] = d
	}
	return g
}

// empty reports whether there are neither blocked squares nor blocked diagonals.
func (g *Givens) empty() bool { return g.blocked.Len() == 0 && len(g.diagonals) == 0 }

// Diagonal returns the blocked diagonal on the same line as d, and reports whether there is one.
func (g *Givens) Diagonal(d board.Diagonal) (blocked board.Diagonal, ok bool) {
	blocked, ok = g.diagonals[g.wrap(d)]
	return blocked, ok
}

// through returns a blocked diagonal through s, the rising one of two, and reports whether there is one.
func (g *Givens) through(s board.Square) (d board.Diagonal, ok bool) {
	if len(g.diagonals) == 0 {
		return d, false
	}
	if d, ok = g.Diagonal(board.Diagonal{Rising: true, Index: s.Row + s.Col}); ok {
		return d, true
	}
	return g.Diagonal(board.Diagonal{Index: s.Row - s.Col})
}

// Forbidden reports whether s is blocked or on a blocked diagonal.
func (g *Givens) Forbidden(s board.Square) bool {
	_, on := g.through(s)
	return on || g.blocked.Has(s)
}

// Squares yields the squares that must stay empty, in reading order.
func (g *Givens) Squares() iter.Seq[board.Square] {
	return func(yield func(board.Square) bool) {
		for s := range g.in.Board().Squares() {
			if g.empty() || g.Forbidden(s) && !yield(s) {
				return
			}
		}
	}
}

// wrap returns d with the index of its line. So all diagonals of the board that are one line of the torus give the
// same result.
func (g *Givens) wrap(d board.Diagonal) board.Diagonal {
	d.Index = g.board.LineOf(d).Index
	return d
}
