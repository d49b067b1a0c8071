package decode

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"queens/encode"
	"queens/encode/board"
)

// A Placement is a board with queens or other pieces on it.
type Placement struct {
	Instance *encode.Instance // the puzzle to solve, which has the size of the board
	Queens   []board.Square   // in reading order; each occurs at most once per layer
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
	// placement is a solution, but it need not be an optimum. Instance has the number of queens or
	// colours of the placement, and no Aim.
	Aim    encode.Aim
	Marked *Marked  // squares to point at, or nil
	Steps  []Marked // the steps that solve a puzzle, for a page that shows them one by one
}

// Variables returns the number of squares times the layer, plus the number of the square in reading order, from 1, for each piece in the order of
// Queens. This is the variable of the piece, except for dominoes.
func (p *Placement) Variables() []int {
	list, board := make([]int, len(p.Queens)), p.Instance.Board()
	for i, q := range p.Queens {
		list[i] = p.LayerAt(i)*board.Count() + int(board.Var(q))
	}
	return list
}

// NewPuzzle returns the placement that shows the instance itself: the queens that it gives. The parameter
// number is the Number of the placement.
func NewPuzzle(in *encode.Instance, number int) *Placement {
	return &Placement{Instance: in, Queens: in.Sorted().Placed, Puzzle: true, Number: number}
}

// Objective returns the number of queens or colours of the instance in words, such as "5 queens" or
// "5 queens in each army".
func (p *Placement) Objective() string {
	switch in := p.Instance; p.definition().Rule {
	case encode.Coloured:
		return Count(in.ColourCount(), "colour")
	case encode.Opposed:
		return Count(in.QueenCount(), in.Noun()) + " in each army"
	default:
		return p.pieces()
	}
}

// Has reports whether a piece is on s.
func (p *Placement) Has(s board.Square) bool {
	_, found := slices.BinarySearchFunc(p.Queens, s, board.Square.Compare)
	return found
}

// ByColumn returns the queens column by column, each column from top to bottom, in a new slice.
func (p *Placement) ByColumn() []board.Square {
	queens := slices.Clone(p.Queens)
	slices.SortStableFunc(queens, func(a, b board.Square) int { return cmp.Compare(a.Col, b.Col) })
	return queens
}

// Rows yields the number of each row, from 1 at the top, and the queens in it, if any: a part of p.Queens,
// which must be in reading order.
func (p *Placement) Rows() iter.Seq2[int, []board.Square] {
	return func(yield func(row int, here []board.Square) bool) {
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

// A piece is a piece on a square, in a layer from 0.
type piece struct {
	board.Square
	layer int
}

// InLayer returns a placement with the instance of p and the pieces in one layer, from 0. Its other fields
// are zero.
func (p *Placement) InLayer(layer int) *Placement {
	one := &Placement{Instance: p.Instance}
	for i, q := range p.Queens {
		if p.LayerAt(i) == layer {
			one.Queens = append(one.Queens, q)
		}
	}
	return one
}

// LayerAt returns the layer of the piece with index i in p.Queens: 0 if p has no Layers.
func (p *Placement) LayerAt(i int) int {
	if i < len(p.Layers) {
		return p.Layers[i]
	}
	return 0
}

// Look returns a letter for the pieces in a layer, and their symbol in the format box. For colourings,
// both are the letters of the colour.
func (p *Placement) Look(layer int) (letter, symbol string) {
	if p.definition().Pieces != nil {
		look := p.Instance.PieceAt(layer)
		return look.Letter, look.Symbol
	}
	return ColourLetters(layer), ColourLetters(layer)
}

// Letter returns the first result of Look.
func (p *Placement) Letter(layer int) string {
	letter, _ := p.Look(layer)
	return letter
}

// Marked holds squares to mark on a board, and a text about them: a step of an explanation, or the
// reason why a board has no solution. The lists are in reading order.
type Marked struct {
	Text    string           // the conclusion and its reason, in plain text
	Kind    string           // how hard the step is, such as "2 constraints", or ""
	Look    []board.Square   // the squares that the text is about
	Lines   [][]board.Square // the lines that a conflict is about, each from one end to the other
	Queens  []board.Square   // squares that must hold a queen
	Crosses []board.Square   // squares that must stay empty
}

var namedRegions = regexp.MustCompile(`\b[Rr]egion(?: \w+|s \w+(?:, \w+)* and \w+)`)

// RegionsByPlace returns an English text with the first squares of regions in the place of their names, for boards
// without letters: "the region at a8" for "region A". The partition p may be nil.
func RegionsByPlace(text string, p *board.Partition) string {
	squares := map[string]string{"and": "and"}
	for i := range p.Count() {
		s, _ := p.Board().SquareOf(int(p.Vars(i)[0]))
		squares[p.Name(i)] = s.Algebraic(p.Board().N)
	}
	return namedRegions.ReplaceAllStringFunc(text, func(found string) string {
		noun, list, _ := strings.Cut(found, " ")
		words := strings.Split(list, " ")
		for i, w := range words {
			square, comma := squares[strings.TrimSuffix(w, ",")], strings.HasSuffix(w, ",")
			if square == "" {
				return found // as in "no other region has"
			}
			if words[i] = square; comma {
				words[i] += ","
			}
		}
		article := "the "
		if noun[0] == 'R' {
			article = "The "
		}
		return article + strings.ToLower(noun) + " at " + strings.Join(words, " ")
	})
}

// Caption returns the text, and the kind in brackets if there is one. It replaces each run of white space
// by a blank and removes unprintable characters, so that the caption is safe on a terminal. XML, HTML
// and LaTeX need escapes as well. Caption returns "" for a nil Marked.
func (m *Marked) Caption() string {
	if m == nil {
		return ""
	}
	text := m.Text
	if m.Kind != "" {
		text += " [" + m.Kind + "]"
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, strings.Join(strings.Fields(text), " "))
}
