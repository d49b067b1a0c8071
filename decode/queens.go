package decode

import "queens/encode"

// queens do not attack each other.
var queens = family{
	is:     encode.Queens,
	check:  func(c *checker, p *Placement) error { return c.attacks.find(p) },
	letter: func(int) string { return "Q" }, symbol: func(int) string { return "♛" },
	draw: drawQueen, marked: func(uint8) string { return "*" }, mark: glow,
	title: func(p *Placement) string { return p.queensOnBoard("") },
	ask: func(p *Placement) string {
		missing, what := p.Instance.QueenCount()-len(p.Queens), "queen"
		if missing <= 0 {
			return "Check that no two queens attack each other."
		}
		if len(p.Queens) > 0 {
			what = "more queen"
		}
		return "Place " + count(missing, what) + " so that no two attack each other."
	},
}

// drawQueen draws a queen, red if it attacks another one, blue if it is given.
func drawQueen(d *picture, q encode.Square, _ int, attacks bool) {
	ink := d.theme.queen
	switch {
	case attacks:
		ink = d.theme.attack
	case d.marks.placed[q]:
		ink = d.theme.given
	}
	at := d.corner(q)
	d.canvas.Queen(at.X, at.Y, SquareSide, ink, d.theme.detail)
}

// glow marks a square that queens attack.
func glow(d *picture, at Point, by uint8) {
	if ink := d.theme.glow; by > 0 {
		ink.A = 0x60
		d.canvas.Rect(at.X, at.Y, SquareSide, SquareSide, ink)
	}
}

// queensOnBoard counts the queens of a kind in a title.
func (p *Placement) queensOnBoard(kind string) string {
	if p.Puzzle {
		kind = "given "
	}
	return count(len(p.Queens), kind+"queen") + p.onBoard()
}

// inAll is said of a number of queens some of which are given.
func (p *Placement) inAll() string {
	if len(p.Queens) > 0 {
		return " in all"
	}
	return ""
}
