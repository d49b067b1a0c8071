package decode

import (
	"cmp"
	"iter"
	"slices"

	"queens/dimacs"
	"queens/encode"
)

// A Placement is a board with queens on it, or with colours.
type Placement struct {
	Instance *encode.Instance // the puzzle it is to solve; N is the size
	Queens   []encode.Square  // in reading order, without repetitions but those of Layers
	// Layers tells of each queen the layer of its variable, from 0, if there are
	// several: its army, or the colour of its square.
	Layers []int
	// Puzzle tells the instance itself, with the queens it gives, from a solution.
	Puzzle bool
	// Number is that of a puzzle on a worksheet, or of the puzzle that this solves;
	// 0 if there is no worksheet.
	Number int
}

// NewPuzzle returns the instance itself as a placement of the queens it gives.
func NewPuzzle(in *encode.Instance, number int) *Placement {
	queens := slices.Clone(in.Placed)
	slices.SortFunc(queens, readingOrder)
	return &Placement{Instance: in, Queens: slices.Compact(queens), Puzzle: true, Number: number}
}

// set makes p the placement that a model describes: a queen on each square
// whose variable is true. Other variables do not matter.
func (p *Placement) set(in *encode.Instance, model []dimacs.Lit) {
	p.Instance = in
	p.Queens = p.Queens[:0]
	if p.Layers = nil; in.Layers() > 1 {
		p.setLayers(in, model)
		return
	}
	board, last, ascending := in.Board(), dimacs.Lit(0), true
	for _, l := range model {
		s, ok := board.SquareOf(int(l))
		if !ok {
			continue
		}
		ascending = ascending && l > last
		last = l
		p.Queens = append(p.Queens, s)
	}
	if !ascending {
		slices.SortFunc(p.Queens, readingOrder)
		p.Queens = slices.Compact(p.Queens)
	}
}

// setLayers is set for squares with several variables.
func (p *Placement) setLayers(in *encode.Instance, model []dimacs.Lit) {
	board, squares, layers, cells := in.Board(), in.N*in.N, in.Layers(), familyOf(in.Family).cells
	var keys []int
	for _, l := range model {
		if cells != nil {
			for _, c := range cells(in, int(l)) {
				keys = append(keys, int(board.Var(c.Square)-1)*layers+c.layer)
			}
		} else if v := int(l) - 1; v >= 0 && v < squares*layers {
			keys = append(keys, v%squares*layers+v/squares)
		}
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		s, _ := board.SquareOf(key/layers + 1)
		p.Queens = append(p.Queens, s)
		p.Layers = append(p.Layers, key%layers)
	}
}

// has reports whether there is a queen on s.
func (p *Placement) has(s encode.Square) bool {
	_, found := slices.BinarySearchFunc(p.Queens, s, readingOrder)
	return found
}

func readingOrder(a, b encode.Square) int {
	return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
}

// byColumn returns the queens column by column.
func (p *Placement) byColumn() []encode.Square {
	queens := slices.Clone(p.Queens)
	slices.SortStableFunc(queens, func(a, b encode.Square) int { return cmp.Compare(a.Col, b.Col) })
	return queens
}

// rows yields the number of each row, from the top, and its queens.
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

// variables returns those of the squares, of the first layer.
func variables(squares []encode.Square, b encode.Board) (list []dimacs.Lit) {
	for _, s := range squares {
		list = append(list, b.Var(s))
	}
	return list
}
