package decode

import (
	"fmt"
	"slices"
	"strings"

	"queens/decode/words"
	"queens/encode"
	"queens/encode/board"
)

// Caption returns the text below a board on a worksheet. It begins with p.Number in the fmt format
// number, unless p.Number is 0. Then follows the caption of p.Marked, or if that is empty, the question of
// a puzzle in the language l, or the squares of an answer. The question leaves out the rule, which is the result of
// SharedRule at the head of the page. The function escape prepares the caption of p.Marked for the output format. The
// flag dashed means that the drawing has dashes instead of crosses on blocked diagonals.
func (p *Placement) Caption(l words.Language, number, rule string, dashed bool, escape func(string) string) string {
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
	return strings.TrimSpace(text + l.Say(strings.TrimSpace(strings.TrimPrefix(p.Question(dashed), rule))))
}

// SharedRule returns the rule of at least two puzzles in English if all have the same rule and none has a Marked with a
// caption. Otherwise it returns "". The flag dashed is as for Caption.
func SharedRule(puzzles []*Placement, dashed bool) string {
	if len(puzzles) < 2 || slices.ContainsFunc(puzzles, func(p *Placement) bool {
		return !p.Puzzle || p.Marked.Caption() != "" || p.ruleText(dashed) != puzzles[0].ruleText(dashed)
	}) {
		return ""
	}
	return puzzles[0].ruleText(dashed)
}

// Question returns the task of a puzzle in English: its rule, and the difficulty if it is known. The flag dashed is as
// for Caption.
func (p *Placement) Question(dashed bool) string {
	text := p.ruleText(dashed)
	if slices.Contains(encode.Difficulties(), p.Instance.Puzzle) {
		text += fmt.Sprintf(" Difficulty: %s.", p.Instance.Puzzle)
	}
	return text
}

// ruleText returns the rule of a puzzle in English, with the squares and diagonals that stay empty and the edges of a
// torus. The flag dashed is as for Caption.
func (p *Placement) ruleText(dashed bool) string {
	in, text := p.Instance, p.rule().question(p)
	barred := len(in.BlockedDiagonals) > 0
	if in.Blocked.Len() > 0 || barred && !dashed {
		text += " Squares with a cross stay empty."
	}
	if barred && dashed {
		text += " Dashed diagonals stay empty."
	}
	if in.Variant == board.Torus {
		text += " Rows, columns and diagonals continue at the opposite edge."
	}
	return text
}

// Title returns a short description of the placement in English, such as "8 queens on a board of 8 by 8".
func (p *Placement) Title() string { return p.rule().title(p) }

// Description returns the squares of the queens column by column, and the caption of p.Marked.
func (p *Placement) Description() string {
	return strings.TrimSpace(p.Squares() + " " + p.Marked.Caption())
}

// Subject returns the heading of a worksheet that begins with p: "Queens", or the name of other pieces, such as "Knights".
func (p *Placement) Subject() string {
	if p.Instance.Pieces == nil {
		return "Queens"
	}
	noun := p.Instance.Noun()
	return strings.ToUpper(noun[:1]) + noun[1:] + "s"
}

// onBoard returns the end of a title: the size of the board.
func (p *Placement) onBoard() string {
	return fmt.Sprintf(" on a board of %d by %d", p.Instance.N, p.Instance.Board().Width())
}

// piecesOnBoard returns a title with the number of pieces, such as "8 superqueens on a board of 8 by 8", or
// "2 given queens on a board of 8 by 8" or "2 knights given on a board of 8 by 8" for a puzzle.
func (p *Placement) piecesOnBoard() string {
	noun := p.Instance.Noun()
	switch {
	case p.Puzzle && p.Instance.Mixed():
		return "nothing" + p.onBoard()
	case p.Puzzle && p.Instance.Pieces != nil:
		return Count(len(p.Queens), noun) + " given" + p.onBoard()
	case p.Puzzle:
		noun = "given " + p.Instance.PieceAt(0).Name
	case p.Instance.Mixed():
		return p.pieces() + p.onBoard()
	}
	return Count(len(p.Queens), noun) + p.onBoard()
}

// pieces returns the number of pieces of a solution, such as "8 queens" or, for a mixture, "5 queens and 3 knights".
func (p *Placement) pieces() string {
	if !p.Instance.Mixed() {
		return Count(p.Instance.QueenCount(), p.Instance.PieceAt(0).Name)
	}
	var list []string
	for _, k := range p.Instance.Pieces {
		list = append(list, Count(k.Count, k.Name))
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}

// moves returns sentences, each after a blank, that say how the pieces of a family move unlike queens of chess. It
// returns "" if the instance names the pieces, which move as in chess.
func (p *Placement) moves() (text string) {
	d := p.definition()
	switch row := slices.Contains(d.Lines, board.Row); {
	case p.Instance.Pieces != nil:
		return p.steps()
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

// steps returns a sentence after a blank with the steps of a piece without a name or with an unusual one, or "".
func (p *Placement) steps() string {
	switch k := p.Instance.Pieces[0]; {
	case p.Instance.Mixed():
		return ""
	case k.Name != k.Text:
		return " The pieces move as " + k.Text + "."
	case k.Like != "" && len(k.Lines) > 0:
		like := "queen"
		if len(k.Lines) == 2 {
			like = map[bool]string{true: "rook", false: "bishop"}[k.Lines[0] == board.Row]
		}
		return " A" + encode.WithArticle(k.Name)[1:] + " moves like a " + like + " or a knight."
	}
	return ""
}

// inTotal returns " in total" if the puzzle gives queens, because the number before it includes
// them, and otherwise "".
func (p *Placement) inTotal() string {
	if len(p.Queens) > 0 {
		return " in total"
	}
	return ""
}

// Squares returns the names of the squares of the queens, such as "a2 b4", column by column. For a mixture, it
// returns the pieces with their letters kind by kind, such as "Qa2 Qb4 Na1".
func (p *Placement) Squares() string {
	if !p.Instance.Mixed() {
		return string(AppendAlgebraic(nil, p.ByColumn(), p.Instance.N))
	}
	var list []string
	for layer := range p.Instance.Layers() {
		for _, q := range p.InLayer(layer).ByColumn() {
			list = append(list, p.Letter(layer)+q.Algebraic(p.Instance.N))
		}
	}
	return strings.Join(list, " ")
}

// AppendAlgebraic appends to b the names of squares of a board of n rows, such as a1, with blanks between them.
func AppendAlgebraic(b []byte, squares []board.Square, n int) []byte {
	for i, q := range squares {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, q.Algebraic(n)...)
	}
	return b
}

// Count returns n and a noun, which is given in the singular and gets an s unless n is 1: "1 queen", "2
// queens" and so on.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// ColourLetters returns the name of the colour of a layer, counted from 0: A to Z, then AA and so on.
func ColourLetters(layer int) string { return strings.ToUpper(ColumnLetters(layer + 1)) }

// ColumnLetters returns the name of a column, counted from 1: a to z, then aa, ab and so on.
func ColumnLetters(col int) string {
	name := board.Square{Row: 1, Col: col}.Algebraic(1)
	return name[:len(name)-1]
}
