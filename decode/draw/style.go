package draw

import (
	"cmp"
	"html"
	"strings"

	"queens/decode"
	"queens/decode/words"
	"queens/encode"
)

// A Style holds the user's choices for the look of boards. A format ignores choices that do not
// apply to it.
type Style struct {
	Color    bool           // use the colours of a terminal
	Attacks  bool           // mark queens that attack another
	Attacked bool           // mark squares that queens attack
	Numbers  bool           // show the variables of squares
	Letters  bool           // write the name of its region on each square
	Theme    *Theme         // colours of pictures and pages; nil means the format's own
	Symbol   *Symbol        // of queens; nil means the first of Symbols
	Columns  int            // number of boards side by side; 0 means the format's own choice
	Width    int            // width of the terminal in characters, for boards of text side by side; 0 means one below the other
	Pixels   int            // width of a picture in pixels; 0 means a picture that scales, or a width that suits the boards
	Title    string         // of a page or sheet, valid UTF-8 without control characters; empty means the format's own
	Language words.Language // of worksheets and pages
	Paper    Paper          // of a worksheet; "" means A4
	Answers  bool           // the boards are the answers of a worksheet on a sheet of their own
	Play     bool           // make a page to play the puzzles, also of several; all placements must be puzzles
}

// ShowsNumbers reports whether to show the variables of squares. Dominoes have no variables for squares.
func (s Style) ShowsNumbers(in *encode.Instance) bool {
	return s.Numbers && in.Family.Definition().Rule != encode.Tiled
}

// symbol returns s.Symbol, or the first of Symbols if it is nil.
func (s Style) symbol() *Symbol { return cmp.Or(s.Symbol, Symbols[0]) }

// MarkupTitle returns s.Title, or otherwise if it is empty, escaped for HTML and SVG. It also
// escapes opening braces, because braces mark the placeholders of pages.
func (s Style) MarkupTitle(otherwise string) string {
	return strings.ReplaceAll(html.EscapeString(cmp.Or(s.Title, otherwise)), "{", "&#123;")
}

// SheetColumns returns the number of boards beside each other on a worksheet, for the board p: s.Columns or, if it
// is 0, one large board, two puzzles or three answers. In this case, boards side by side may have different widths.
func (s Style) SheetColumns(p *decode.Placement) int {
	switch {
	case s.Columns > 0:
		return s.Columns
	case p.Instance.Board().LongSide() >= LargePuzzle:
		return 1
	case p.Puzzle:
		return 2
	}
	return 3
}

// A Paper is the size of the pages of a worksheet.
type Paper string

const (
	A4     Paper = "a4"     // 210 by 297 mm
	Letter Paper = "letter" // 8.5 by 11 inches
)

// LargePuzzle is the smallest board size of a puzzle that fills the width of a page. Two smaller puzzles
// fit side by side.
const LargePuzzle = 13

// A Feature is an option that a format may support. Features form a bit set.
type Feature int

const (
	Puzzles  Feature = 1 << iota // given queens, blocked squares and diagonals
	Columns                      // Style.Columns
	Numbers                      // Style.Numbers
	Pixels                       // Style.Pixels
	Colors                       // Style.Theme
	Pieces                       // several kinds of pieces, and attacked squares
	Titles                       // Style.Title
	Letters                      // Style.Letters
	Play                         // Style.Play
	Papers                       // Style.Paper
	Glyphs                       // Style.Symbol
	Mixtures                     // several kinds of pieces of one colour
)
