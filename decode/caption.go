package decode

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"queens/decode/words"
	"queens/encode"
)

// Caption returns the text below a board on a worksheet. It begins with the number of the puzzle, in
// the fmt format number. Then follow the text of p.Marked, if there is one, or the question of a
// puzzle and its difficulty in the language l, or the squares of an answer. The function escape prepares text of the
// input for the output format. If dashed is set, the drawing has dashes instead of crosses on blocked
// diagonals.
func (p *Placement) Caption(l words.Language, number string, dashed bool, escape func(string) string) string {
	text := ""
	if p.Number > 0 {
		text = fmt.Sprintf(number, p.Number)
	}
	switch {
	case p.Marked.Caption() != "":
		return text + escape(p.Marked.Caption())
	case !p.Puzzle:
		return text + p.Squares()
	}
	return text + l.Say(p.Question(dashed))
}

// Question returns the task of a puzzle in words, and its difficulty.
func (p *Placement) Question(dashed bool) string {
	in, text := p.Instance, p.rule().question(p)
	barred := len(in.BlockedDiagonals) > 0
	if in.Blocked.Len() > 0 || barred && !dashed {
		text += " Squares with a cross stay empty."
	}
	if barred && dashed {
		text += " Dashed diagonals stay empty."
	}
	if in.Variant == encode.Torus {
		text += " Rows, columns and diagonals continue at the opposite edge."
	}
	if slices.Contains(encode.Difficulties(), in.Puzzle) {
		text += fmt.Sprintf(" Difficulty: %s.", in.Puzzle)
	}
	return text
}

// Title returns a short description of the placement.
func (p *Placement) Title() string { return p.rule().title(p) }

// Description returns the squares of the queens, and the text of p.Marked.
func (p *Placement) Description() string {
	return strings.TrimSpace(p.Squares() + " " + p.Marked.Caption())
}

// onBoard returns the end of a title: the size of the board.
func (p *Placement) onBoard() string {
	return fmt.Sprintf(" on a board of %d by %d", p.Instance.N, p.Instance.N)
}

// piecesOnBoard returns a title with the number of pieces, such as "8 superqueens on a board of 8 by 8".
func (p *Placement) piecesOnBoard() string {
	piece := p.definition().Pieces[0].Name
	noun := cmp.Or(p.definition().Noun, piece)
	if p.Puzzle {
		noun = "given " + piece
	}
	return Count(len(p.Queens), noun) + p.onBoard()
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

// Squares returns the squares of the queens column by column, as in captions.
func (p *Placement) Squares() string { return string(AppendAlgebraic(nil, p.ByColumn(), p.Instance.N)) }

func AppendAlgebraic(b []byte, squares []encode.Square, n int) []byte {
	for i, q := range squares {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, q.Algebraic(n)...)
	}
	return b
}

// Count returns a number with a noun: "1 queen", "2 queens" and so on.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// ColourLetters returns the name of a colour: A to Z, then AA and so on.
func ColourLetters(layer int) string { return strings.ToUpper(ColumnLetters(layer + 1)) }

// ColumnLetters returns the name of a column, counted from 1: a to z, then aa, ab and so on.
func ColumnLetters(col int) string {
	name := encode.Square{Row: 1, Col: col}.Algebraic(1)
	return name[:len(name)-1]
}
