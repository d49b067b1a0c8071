package decode

import (
	"fmt"

	"queens/encode"
)

// Colours of a terminal, as SGR sequences (ECMA-48) with the 256-colour
// extension of xterm.
const (
	colorsOff      = "\x1b[0m"
	paintLight     = "48;5;223"
	paintDark      = "48;5;180"
	paintForbidden = "48;5;250" // blocked squares and diagonals
	inkQueen       = "1;38;5;16"
	inkGiven       = "1;38;5;19"
	inkAttack      = "1;38;5;160"
	inkEmpty       = "38;5;137"
	inkForbidden   = "38;5;240"
)

// A painter chooses the colours of squares.
type painter struct {
	p       *Placement
	queens  map[encode.Square]bool
	marks   marks
	attacks map[encode.Square]bool
}

func newPainter(p *Placement, s Style) *painter {
	m := &painter{p: p, queens: map[encode.Square]bool{}, marks: newMarks(p.Instance), attacks: map[encode.Square]bool{}}
	for _, q := range p.Queens {
		m.queens[q] = true
	}
	if s.Attacks {
		for _, a := range Attacks(p) {
			m.attacks[a.A], m.attacks[a.B] = true, true
		}
	}
	return m
}

// A colored square knows what is on it and how to paint it.
type colored struct {
	queen      bool
	forbidden  bool
	ink, paper string
}

func (m *painter) at(row, col int) colored {
	s := encode.Square{Row: row, Col: col}
	c := colored{queen: m.queens[s], ink: inkEmpty, paper: paintLight}
	if isDark(s, m.p.Instance.N) {
		c.paper = paintDark
	}
	if c.forbidden = m.marks.forbidden(s); c.forbidden {
		c.ink, c.paper = inkForbidden, paintForbidden
	}
	switch {
	case m.attacks[s]:
		c.ink = inkAttack
	case c.queen && m.marks.placed[s]:
		c.ink = inkGiven
	case c.queen:
		c.ink = inkQueen
	}
	return c
}

// paint returns the text in the square's colours.
func (c colored) paint(text string) string {
	return fmt.Sprintf("\x1b[%s;%sm%s", c.ink, c.paper, text)
}
