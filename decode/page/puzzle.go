package page

import (
	"cmp"
	"encoding/json"
	"slices"

	"queens/decode"
	"queens/decode/draw"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// An htmlColour describes a colour of a colouring, or another kind of piece that covers its
// square.
type htmlColour struct {
	Letter      string  `json:"letter"`
	Fill        string  `json:"fill,omitempty"`
	Path        string  `json:"path,omitempty"` // an SVG path instead of the letter, in a square of side 1
	To          *[2]int `json:"to,omitempty"`   // rows and columns to the square of the other half of the piece
	Description string  `json:"told,omitempty"` // a description of a square with this piece
}

// An htmlPiece describes a kind of pieces: its name, its moves, and in a mixture the number of its pieces.
type htmlPiece struct {
	Name  string `json:"name"`
	Count int    `json:"count,omitempty"`
	board.Moves
	Body   string `json:"body,omitempty"` // the outlines of its figure, as in draw.Symbol; empty for the symbol of the page
	Detail string `json:"detail,omitempty"`
}

// htmlPieces returns the descriptions of the pieces of an instance, or nil for those of its family.
func htmlPieces(in *encode.Instance, s draw.Style) (list []htmlPiece) {
	symbol := cmp.Or(s.Symbol, draw.Symbols[0])
	for layer, k := range in.Pieces {
		piece := htmlPiece{Name: k.Name, Count: k.Count, Moves: k.Moves}
		if figure := symbol.FigureOf(in, layer); figure != symbol {
			piece.Body, piece.Detail = figure.Body, figure.Detail
		}
		list = append(list, piece)
	}
	return list
}

// An htmlPuzzle holds the data of an instance for the script of a page. Squares are given by their variables.
type htmlPuzzle struct {
	N           int          `json:"n"`
	Columns     int          `json:"columns,omitempty"`  // 0 means N
	Pieces      []htmlPiece  `json:"pieces,omitempty"`   // the kind of all pieces, or the kinds of a mixture; nil means those of the family
	AllowSame   bool         `json:"same,omitempty"`     // in a mixture, pieces of the same kind may attack each other
	Family      string       `json:"family,omitempty"`   // empty means queens
	Independent bool         `json:"apart,omitempty"`    // no queen may attack another, in a domination
	Attacked    bool         `json:"attacked,omitempty"` // Style.Attacked
	Colours     []htmlColour `json:"colours,omitempty"`
	Noun        string       `json:"noun,omitempty"` // name of the pieces; empty means queens
	Torus       bool         `json:"torus,omitempty"`
	Queens      *int         `json:"queens,omitempty"`  // nil means the smaller number of rows and columns
	Attacks     bool         `json:"attacks,omitempty"` // Style.Attacks
	Numbers     bool         `json:"numbers,omitempty"` // Style.Numbers
	Placed      []dimacs.Lit `json:"placed,omitempty"`
	Blocked     []dimacs.Lit `json:"blocked,omitempty"`
	Rising      []int        `json:"rising,omitempty"`  // row + column of the blocked rising diagonals
	Falling     []int        `json:"falling,omitempty"` // row - column of the blocked falling diagonals
	Regions     []int        `json:"regions,omitempty"` // indexed by square in reading order: the number of its region, from 0
	Letters     bool         `json:"letters,omitempty"` // Style.Letters
	RegionNames []string     `json:"names,omitempty"`   // indexed by region
	RegionFills []string     `json:"fills,omitempty"`   // indexed by region: its colour; nil means the colour of light squares
	Stars       int          `json:"stars,omitempty"`   // queens in each row, column and region
	Steps       []htmlStep   `json:"steps,omitempty"`   // Placement.Steps, on a page to play
	Caption     string       `json:"caption,omitempty"` // number and question, on a page to play several puzzles
}

// An htmlStep is the JSON of a Marked. Squares are given by their variables.
type htmlStep struct {
	Text    string         `json:"text"`
	Look    []dimacs.Lit   `json:"look,omitempty"`
	Queens  []dimacs.Lit   `json:"queens,omitempty"`
	Crosses []dimacs.Lit   `json:"crosses,omitempty"`
	Lines   [][]dimacs.Lit `json:"lines,omitempty"`
}

// newHTMLPuzzle returns the data of an instance for the script of a page, without Steps and Caption. Fields
// that the family or the style does not use are zero.
func newHTMLPuzzle(in *encode.Instance, s draw.Style) htmlPuzzle {
	entry := htmlPuzzle{N: in.N, Columns: in.Columns, Pieces: htmlPieces(in, s), AllowSame: in.AllowSame, Torus: in.Variant == board.Torus, Queens: in.Queens, Attacks: s.Attacks, Numbers: s.ShowsNumbers(in),
		Placed: variables(in.Placed, in.Board()), Blocked: variables(slices.Collect(in.Blocked.All()), in.Board())}
	entry.Family, entry.Attacked = string(in.Family), s.Attacked
	switch in.Family.Definition().Rule {
	case encode.Dominating:
		entry.Independent = in.Independent
	case encode.Coloured:
		for layer := range in.Layers() {
			c := htmlColour{Letter: decode.ColourLetters(layer)}
			if s.Theme != draw.PrintTheme {
				c.Fill = draw.Hex(draw.ColourOf(layer))
			}
			entry.Colours = append(entry.Colours, c)
		}
	case encode.Tiled:
		entry.Noun = "dominoes"
		for layer, half := range [...]htmlColour{
			{Letter: "left", Path: "m.08 .08h.92v.84h-.92z"}, {Letter: "right", Path: "m0 .08h.92v.84h-.92z"},
			{Letter: "upper", Path: "m.08 .08h.84v.92h-.84z"}, {Letter: "lower", Path: "m.08 0h.84v.92h-.84z"},
		} {
			to := decode.OtherHalf(board.Square{}, layer)
			half.To, half.Description = &[2]int{to.Row, to.Col}, "under the "+half.Letter+" half of a domino"
			entry.Colours = append(entry.Colours, half)
		}
	case encode.Divided:
		entry.Stars, entry.Letters, entry.RegionNames = in.StarCount(), s.Letters, draw.RegionNames(in.Regions)
		for square := range in.Board().Squares() {
			entry.Regions = append(entry.Regions, in.Regions.Region(square))
		}
		if s.Theme != draw.PrintTheme {
			entry.RegionFills = draw.RegionFills(in, s.Theme)
		}
	}
	for _, d := range in.BlockedDiagonals {
		if d.Rising {
			entry.Rising = append(entry.Rising, d.Index)
		} else {
			entry.Falling = append(entry.Falling, d.Index)
		}
	}
	return entry
}

// PuzzleJSON returns the JSON that describes the puzzle and the steps of p to the scripts of pages.
func PuzzleJSON(p *decode.Placement) ([]byte, error) { return json.Marshal(newGame(p, draw.Style{})) }

// newGame returns the data of the puzzle of p with p.Steps, without a caption.
func newGame(p *decode.Placement, s draw.Style) htmlPuzzle {
	game, board := newHTMLPuzzle(p.Instance, s), p.Instance.Board()
	for _, m := range p.Steps {
		step := htmlStep{m.Caption(), variables(m.Look, board), variables(m.Queens, board), variables(m.Crosses, board), nil}
		for _, line := range m.Lines {
			step.Lines = append(step.Lines, variables(line, board))
		}
		game.Steps = append(game.Steps, step)
	}
	return game
}

// variables returns the variable of each square, in the first layer. It returns nil if there are no
// squares.
func variables(squares []board.Square, b board.Board) (list []dimacs.Lit) {
	for _, s := range squares {
		list = append(list, b.Var(s))
	}
	return list
}
