package decode

import "queens/encode"

// queens: one in each row, unless the instance sets another number. No queen attacks another.
var queens = family{
	name: encode.Queens, artwork: queenArtwork,
	check: func(c *checker, p *Placement) error { return c.attacks.find(p) },
	title: func(p *Placement) string { return p.queensOnBoard("") },
	question: func(p *Placement) string {
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

// queenArtwork is the artwork of families with queens of one kind.
var queenArtwork = artwork{
	letter: func(int) string { return "Q" }, symbol: func(int) string { return "♛" }, draw: drawQueen,
	attackedLetter: func(uint8) string { return "*" }, drawAttacked: drawAttackedSquare,
}

// drawQueen draws a queen in the colour for an attacking queen, a given queen, or any other
// queen.
func drawQueen(d *picture, q encode.Square, _ int, attacks bool) {
	ink := d.theme.queen
	switch {
	case attacks:
		ink = d.theme.attack
	case d.marks.placed[q]:
		ink = d.theme.given
	}
	at := d.corner(q)
	d.canvas.Queen(d.symbol, at.X, at.Y, SquareSide, ink, d.theme.detail)
}

// drawAttackedSquare colours a square that queens attack; by is 0 for other squares.
func drawAttackedSquare(d *picture, at Point, by uint8) {
	if ink := d.theme.glow; by > 0 {
		ink.A = 0x60
		d.canvas.Rect(at.X, at.Y, SquareSide, SquareSide, ink)
	}
}

// queensOnBoard returns a title with the number of queens, such as "8 superqueens on a board of
// 8 by 8" for the kind "super".
func (p *Placement) queensOnBoard(kind string) string {
	if p.Puzzle {
		kind = "given "
	}
	return count(len(p.Queens), kind+"queen") + p.onBoard()
}

// inTotal returns " in total" if the puzzle gives queens, because the number before it includes
// them.
func (p *Placement) inTotal() string {
	if len(p.Queens) > 0 {
		return " in total"
	}
	return ""
}
