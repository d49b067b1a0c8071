package decode

import (
	"cmp"
	"iter"
	"slices"

	"queens/dimacs"
	"queens/encode"
)

// A Placement is a board with queens or other pieces on it.
type Placement struct {
	Instance *encode.Instance // the puzzle to solve, which has the size of the board
	Queens   []encode.Square  // in reading order, each once, or once per layer
	// Layers is indexed like Queens: the layer of the piece, from 0, such as its army or the
	// colour of its square. It is nil if the instance has one layer.
	Layers []int
	// Puzzle means that the placement shows the instance itself, with its given queens, and not
	// a solution.
	Puzzle bool
	// Number is the number of the puzzle on a worksheet, also in the placement of its answer; 0
	// if there is no worksheet.
	Number int
	// Aim is the aim of an optimisation problem; "" means a problem with a given number. The
	// placement is a solution, but it need not be an optimum. Instance has its number of queens or
	// colours.
	Aim    encode.Aim
	Marked *Marked  // squares to point at, or nil
	Steps  []Marked // the steps that solve a puzzle, for a page that shows them one by one
}

// Variables returns the variable of each queen or other piece, in the order of Queens: N*N*layer plus the number of its
// square in reading order, from 1.
func (p *Placement) Variables() []int {
	list, board := make([]int, len(p.Queens)), p.Instance.Board()
	for i, q := range p.Queens {
		list[i] = p.at(i)*board.N*board.N + int(board.Var(q))
	}
	return list
}

// NewPuzzle returns the placement that shows the instance itself: the queens that it gives.
func NewPuzzle(in *encode.Instance, number int) *Placement {
	return &Placement{Instance: in, Queens: in.Sorted().Placed, Puzzle: true, Number: number}
}

// found returns the instance of an optimisation problem with the number of queens or colours that p
// has, which makes it the problem that p solves.
func (p *Placement) found() *encode.Instance {
	in := *p.Instance
	in.Aim = ""
	switch k := len(p.Queens) / in.Layers(); {
	case in.Family.Definition().Rule == encode.Coloured:
		k = 1
		for _, layer := range p.Layers {
			k = max(k, layer+1)
		}
		in.Colours = &k
	case k != in.N:
		in.Queens = &k
	}
	return &in
}

// Objective returns the number of queens or colours in words, such as "5 queens".
func (p *Placement) Objective() string {
	switch in := p.Instance; p.definition().Rule {
	case encode.Coloured:
		return count(in.ColourCount(), "colour")
	case encode.Opposed:
		return count(in.QueenCount(), "queen") + " in each army"
	default:
		return count(in.QueenCount(), "queen")
	}
}

// set makes p the placement of a model: the pieces of its true variables. The model may be in any
// order; other variables are ignored.
func (p *Placement) set(in *encode.Instance, model []dimacs.Lit) {
	p.Instance, p.Aim, p.Queens, p.Layers = in, in.Aim, p.Queens[:0], nil
	board, squares, layers, piecesOf := in.Board(), in.N*in.N, in.Layers(), ruleOf(in).piecesOf
	var array [64]int
	keys := array[:0] // in the order of the pieces
	for _, l := range model {
		if v := int(l) - 1; v < 0 {
			continue
		} else if piecesOf != nil {
			for _, c := range piecesOf(in, int(l)) {
				keys = append(keys, int(board.Var(c.Square)-1)*layers+c.layer)
			}
		} else if v < squares*layers {
			keys = append(keys, v%squares*layers+v/squares)
		}
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		s, _ := board.SquareOf(key/layers + 1)
		if p.Queens = append(p.Queens, s); layers > 1 {
			p.Layers = append(p.Layers, key%layers)
		}
	}
}

// has reports whether a piece is on s.
func (p *Placement) has(s encode.Square) bool {
	_, found := slices.BinarySearchFunc(p.Queens, s, encode.Square.Compare)
	return found
}

// byColumn returns the queens column by column, each column from top to bottom.
func (p *Placement) byColumn() []encode.Square {
	queens := slices.Clone(p.Queens)
	slices.SortStableFunc(queens, func(a, b encode.Square) int { return cmp.Compare(a.Col, b.Col) })
	return queens
}

// rows yields the number of each row, from 1 at the top, and its queens.
func (p *Placement) rows() iter.Seq2[int, []encode.Square] {
	return func(yield func(row int, here []encode.Square) bool) {
		first := 0
		for row := 1; row <= p.Instance.N; row++ {
			end := first
			for end < len(p.Queens) && p.Queens[end].Row == row {
				end++
			}
			if !yield(row, p.Queens[first:end]) {
				return
			}
			first = end
		}
	}
}

// variables returns the variable of each square, in the first layer.
func variables(squares []encode.Square, b encode.Board) (list []dimacs.Lit) {
	for _, s := range squares {
		list = append(list, b.Var(s))
	}
	return list
}
