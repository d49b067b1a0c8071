package decode

import (
	"fmt"
	"strconv"

	"queens/encode"
)

// Colours of a terminal, as parameters of SGR sequences (ECMA-48) with the 256-colour extension
// of xterm: "paint" is for squares, "ink" for text on them. Only colorsOff is a whole sequence.
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

// A painter determines the contents and colours of squares.
type painter struct {
	view
	numbered bool
	queens   map[encode.Square]int // index into p.Queens, plus 1
	names    []string              // indexed by region: the text on its empty squares; nil means no text
}

func newPainter(p *Placement, s Style) *painter {
	m := &painter{view: newView(p, s), numbered: s.numbered(p.Instance), queens: map[encode.Square]int{}}
	for i, q := range p.Queens {
		m.queens[q] = i + 1
	}
	return m
}

// A coloredSquare is the content of a square and its colours on a terminal.
type coloredSquare struct {
	queen      bool
	forbidden  bool
	letter     string // of the piece on the square
	symbol     string // of the piece in the format box
	text       string // on a square without a piece: its variable, the mark of an attacked square, its region, or ""
	role       role
	ink, paper string
}

func (m *painter) at(row, col int) coloredSquare {
	s := encode.Square{Row: row, Col: col}
	index := m.queens[s]
	c := coloredSquare{queen: index > 0, role: m.roles[s], ink: inkEmpty, paper: paintLight}
	if isDark(s, m.p.Instance.N) {
		c.paper = paintDark
	}
	if c.forbidden = m.marks.forbidden(s); c.forbidden {
		c.ink, c.paper = inkForbidden, paintForbidden
	}
	if m.regions != nil {
		c.ink, c.paper = inkRegion, fmt.Sprintf("48;5;%d", regionColours[m.regions.paintOf(m.p.Instance.Regions.Region(s))])
	}
	if m.names != nil {
		c.text = m.names[m.p.Instance.Regions.Region(s)]
	}
	if by := m.attacked[s]; by > 0 {
		c.text, c.ink = m.symbol.text.Replace(m.p.rule().attackedLetter(by)), inkAttacked
	}
	if m.numbered {
		c.text = strconv.Itoa(int(m.p.Instance.Board().Var(s)))
	}
	if c.role != unmarked {
		c.ink = inkMarked
	}
	switch {
	case c.queen:
		m.piece(&c, m.p.at(index-1), s)
	case c.role == crowned && m.p.Instance.Layers() == 1:
		c.queen = true
		m.piece(&c, 0, s)
	}
	return c
}

// piece sets the letter, the symbol and the colours for the piece on square s.
func (m *painter) piece(c *coloredSquare, layer int, s encode.Square) {
	f := m.p.rule()
	c.letter, c.symbol = m.p.look(layer)
	c.ink = inkQueen
	switch {
	case m.attacks[s]:
		c.ink = inkAttack
	case m.marks.placed[s]:
		c.ink = inkGiven
	}
	if !f.tiles {
		c.symbol = m.symbol.text.Replace(c.symbol)
	}
	if f.paint != nil {
		f.paint(layer, c, m.attacks[s])
	}
}

// paint returns text in the colours of the square.
func (c coloredSquare) paint(text string) string {
	return fmt.Sprintf("\x1b[%s;%sm%s", c.ink, c.paper, text)
}
