package draw

import (
	"fmt"
	"strconv"

	"queens/decode"
	"queens/encode/board"
)

// Colours of a terminal, as parameters of SGR sequences (ECMA-48) with the 256-colour extension
// of xterm. Names with "paint" are for squares, names with "ink" for text on them. Only colorsOff is a whole
// sequence.
const (
	colorsOff      = "\x1b[0m" // restores the usual colours
	paintLight     = "48;5;223"
	paintDark      = "48;5;180"
	paintForbidden = "48;5;250" // blocked squares and diagonals
	inkQueen       = "1;38;5;16"
	inkGiven       = "1;38;5;19"
	inkAttack      = "1;38;5;160"
	inkEmpty       = "38;5;137"
	inkForbidden   = "38;5;240"
	inkWhite       = "1;38;5;231"
	paintWhite     = "48;5;24" // under a white queen
	inkAttacked    = "1;38;5;28"
	inkRegion      = "38;5;236" // on the colours of regions
	inkMarked      = "1;38;5;16"
)

// A painter determines the texts and colours of the squares of a board in text formats.
type painter struct {
	view
	cells
	queens map[board.Square]int // the index of the piece on a square in p.Queens
	names  []string             // indexed by region: the text on its empty squares; nil means no text
	width  int                  // number of characters of the widest text, at least 1
}

// newPainter returns the painter of p. The texts of squares are the cells c with the symbol of the style. For names,
// see painter.
func newPainter(p *decode.Placement, s Style, c cells, names []string) *painter {
	m := &painter{view: newView(p, s), cells: c, queens: map[board.Square]int{}, names: names, width: 1}
	for i, q := range p.Queens {
		m.queens[q] = i
	}
	if m.numbered {
		m.width = len(strconv.Itoa(p.Instance.Board().Count()))
	}
	if p.Layers != nil {
		m.width = max(m.width, len(p.Letter(p.Instance.Layers()-1)))
	}
	for _, name := range names {
		m.width = max(m.width, len(name))
	}
	return m
}

// A coloredSquare is the text of a square and its colours on a terminal.
type coloredSquare struct {
	text       string
	role       role
	ink, paper string
}

// at returns the text and the colours of the square in a row and a column, from 1. The text is the first
// that applies: a piece, or the queen of p.Marked on a board with one layer; a cross of p.Marked; a cross
// on a square that must stay empty, on a puzzle or in the format box; the variable; the mark of an attacked
// square; the name of the region; or the text of an empty square.
func (m *painter) at(row, col int) coloredSquare {
	s, in := board.Square{Row: row, Col: col}, m.p.Instance
	c := coloredSquare{text: m.empty, role: m.roles[s], ink: inkEmpty, paper: paintLight}
	if isDark(s, in.N) {
		c.paper = paintDark
	}
	forbidden := m.givens.Forbidden(s)
	if forbidden {
		c.ink, c.paper = inkForbidden, paintForbidden
	}
	if m.regions != nil {
		c.ink, c.paper = inkRegion, fmt.Sprintf("48;5;%d", regionColours[m.regions.paintOf(in.Regions.Region(s))].xterm)
	}
	if m.names != nil {
		c.text = m.names[in.Regions.Region(s)]
	}
	if by := m.attacked[s]; by > 0 {
		c.text, c.ink = m.symbol.text.Replace(artworkOf(in).attackedLetter(in, by)), inkAttacked
	}
	if m.numbered {
		c.text = strconv.Itoa(int(in.Board().Var(s)))
	}
	if forbidden && (m.p.Puzzle || m.queen == "") || c.role == crossed {
		c.text = m.blocked
	}
	if c.role != unmarked {
		c.ink = inkMarked
	}
	i, has := m.queens[s]
	if has || c.role == crowned && in.Layers() == 1 {
		m.piece(&c, m.p.LayerAt(i), s)
	}
	return c
}

// piece sets the text and the colours of c for a piece in the given layer on square s. The text is the
// symbol of the format box if m.queen is empty, for armies and colours the letter of the layer, and otherwise
// m.queen with the look of the piece.
func (m *painter) piece(c *coloredSquare, layer int, s board.Square) {
	art := artworkOf(m.p.Instance)
	letter, symbol := m.p.Look(layer)
	switch {
	case m.queen == "" && m.p.Tiled():
		c.text = symbol
	case m.queen == "" && layer == 0 && art == &armyArtwork:
		c.text = m.symbol.textOf("♕", letter, symbol)
	case m.queen == "":
		c.text = m.symbol.textOf("♛", letter, symbol)
	case m.p.Layers != nil && !m.p.Instance.Mixed():
		c.text = letter
	default:
		c.text = m.symbol.textOf(m.queen, letter, symbol)
	}
	c.ink = inkQueen
	switch {
	case m.attacks[s]:
		c.ink = inkAttack
	case m.givens.Placed[s]:
		c.ink = inkGiven
	}
	if art.paint != nil {
		art.paint(layer, c, m.attacks[s])
	}
}

// paint returns text with the escape sequence for the colours of the square before it.
func (c coloredSquare) paint(text string) string {
	return fmt.Sprintf("\x1b[%s;%sm%s", c.ink, c.paper, text)
}
