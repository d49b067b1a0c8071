package decode

import (
	"cmp"
	"slices"

	"queens/encode"
)

// peaceful: no piece attacks another.
var peaceful = rule{
	artwork: queenArtwork, check: checkApart, title: (*Placement).piecesOnBoard,
	question: func(p *Placement) string {
		if !p.definition().LikeQueens() {
			return "Place " + count(p.Instance.QueenCount(), "queen") + p.inTotal() + " so that no two attack each other." + p.moves()
		}
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
var queenArtwork = artwork{draw: drawQueen, attackedLetter: func(uint8) string { return "*" }, drawAttacked: drawAttackedSquare}

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

// piecesOnBoard returns a title with the number of pieces, such as "8 superqueens on a board of 8 by 8".
func (p *Placement) piecesOnBoard() string {
	piece := p.definition().Pieces[0].Name
	noun := cmp.Or(p.definition().Noun, piece)
	if p.Puzzle {
		noun = "given " + piece
	}
	return count(len(p.Queens), noun) + p.onBoard()
}

// moves returns sentences that say how the moves of the pieces differ from the moves of queens.
func (p *Placement) moves() (text string) {
	d := p.definition()
	switch row := slices.Contains(d.Lines, encode.Row); {
	case len(d.Lines) == 0:
		return " Queens move only like " + d.Like + "s."
	case len(d.Lines) == 2 && row:
		text = " Queens do not move along diagonals."
	case len(d.Lines) == 2:
		text = " Queens move along diagonals only."
	}
	if d.Like != "" {
		text += " Queens also move like " + d.Like + "s."
	}
	return text
}

// inTotal returns " in total" if the puzzle gives queens, because the number before it includes
// them.
func (p *Placement) inTotal() string {
	if len(p.Queens) > 0 {
		return " in total"
	}
	return ""
}

// dominating: queens attack every empty square. If Independent, no queen attacks another.
var dominating = rule{
	artwork:        queenArtwork,
	attacksAllowed: func(in *encode.Instance) bool { return !in.Independent },
	check: func(p *Placement) error {
		if p.Instance.Independent {
			if err := checkApart(p); err != nil {
				return err
			}
		}
		return checkDominated(p)
	},
	addToPage: func(entry *htmlPuzzle, in *encode.Instance, _ Style) { entry.Independent = in.Independent },
	title:     (*Placement).piecesOnBoard,
	question: func(p *Placement) string {
		text := "Place " + count(p.Instance.QueenCount(), "queen") + p.inTotal() + " so that every empty square is attacked"
		if p.Instance.Independent {
			text += " and no two queens attack each other"
		}
		return text + "." + p.moves()
	},
}
