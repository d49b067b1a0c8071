package decode

import (
	"cmp"
	"encoding/binary"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
		k = slices.Max(append([]int{0}, p.Layers...)) + 1
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

// Marked holds squares to mark on a board, and a text about them: a step of an explanation, or the
// reason why a board has no solution. The lists are in reading order.
type Marked struct {
	Text    string          // the conclusion and its reason, in plain text
	Kind    string          // how hard the step is, such as "2 constraints", or ""
	Look    []encode.Square // the squares that the text is about
	Queens  []encode.Square // squares that must hold a queen
	Crosses []encode.Square // squares that must stay empty
}

// A role determines how a marked square is drawn. If a square occurs in several lists of a Marked,
// it gets the largest role.
type role uint8

const (
	unmarked role = iota
	looked        // in Look: tinted, or in text between parentheses
	crossed       // in Crosses: a small cross, or in text between brackets
	crowned       // in Queens: a queen in a frame, or in text between brackets
)

// roles returns the roles of the marked squares, or nil for a nil Marked.
func (m *Marked) roles() map[encode.Square]role {
	if m == nil {
		return nil
	}
	all := map[encode.Square]role{}
	for _, group := range [...]struct {
		squares []encode.Square
		role    role
	}{{m.Look, looked}, {m.Crosses, crossed}, {m.Queens, crowned}} {
		for _, s := range group.squares {
			all[s] = group.role
		}
	}
	return all
}

// delimiters holds the characters before and after a square in text formats, indexed by role.
var delimiters = [...][2]string{unmarked: {" ", " "}, looked: {"(", ")"}, crossed: {"[", "]"}, crowned: {"[", "]"}}

// text returns the text, and the kind in brackets, with one blank between words, and without
// unprintable characters, so that it is safe on a terminal. XML, HTML and LaTeX need escapes as
// well. It returns "" for a nil Marked.
func (m *Marked) text() string {
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

// lines divides the text at blanks into lines of at most width characters. A longer word gets a line
// of its own. lines returns nil for a nil Marked and for an empty text.
func (m *Marked) lines(width int) (lines []string) {
	for word := range strings.FieldsSeq(m.text()) {
		if last := len(lines) - 1; last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// textLines returns the text below a board that is width characters wide, in text formats. The lines
// have at most width characters, but at least 40 are allowed. Each line ends in a line end.
func (m *Marked) textLines(width int) string {
	const narrow = 40
	var b strings.Builder
	for _, line := range m.lines(max(width, narrow)) {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// Classes counts classes of boards. Two solutions of an instance are in the same class if a
// rotation or reflection that maps the instance to itself (encode.Instance.Symmetries) maps one
// to the other. It does not exchange armies or colours. The memory per class is about a line of
// the format list. The zero value is ready to use.
type Classes struct {
	seen       map[string]struct{} // an encoding of the least image of each class
	instance   *encode.Instance    // of the last board; symmetries are its symmetries
	symmetries []encode.Symmetry
	// image, least and key are reused from board to board.
	image, least []int
	key          []byte
}

// Add adds a board and reports whether it is the first of its class.
func (c *Classes) Add(p *Placement) bool {
	c.key = binary.AppendUvarint(c.key[:0], uint64(p.Instance.N))
	last := 0
	for _, square := range c.leastImage(p) {
		c.key = binary.AppendUvarint(c.key, uint64(square-last))
		last = square
	}
	if _, known := c.seen[string(c.key)]; known {
		return false
	}
	if c.seen == nil {
		c.seen = map[string]struct{}{}
	}
	c.seen[string(c.key)] = struct{}{}
	return true
}

// Len returns the number of classes.
func (c *Classes) Len() int { return len(c.seen) }

// leastImage returns the lexicographically smallest image of p, as appendImage writes it.
func (c *Classes) leastImage(p *Placement) []int {
	if c.instance != p.Instance {
		c.instance, c.symmetries = p.Instance, p.Instance.Symmetries()
	}
	for i, symmetry := range c.symmetries {
		c.image = appendImage(c.image[:0], p, symmetry)
		if i == 0 || slices.Compare(c.image, c.least) < 0 {
			c.image, c.least = c.least, c.image
		}
	}
	return c.least
}

// appendImage appends the image of p: the numbers of its squares in ascending order, counted
// from 0 in reading order. With several layers, a number is square*layers + layer.
func appendImage(image []int, p *Placement, symmetry encode.Symmetry) []int {
	board, layers, turn := p.Instance.Board(), p.Instance.Layers(), p.rule().turnLayer
	for i, q := range p.Queens {
		to, layer := symmetry.Image(q, board.N), p.at(i)
		if turn != nil {
			layer = turn(symmetry, layer)
		}
		image = append(image, int(board.Var(to)-1)*layers+layer)
	}
	slices.Sort(image)
	return image
}
