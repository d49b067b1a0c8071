package decode

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
	"queens/encode"
)

// htmlFormat writes one page for all boards. The page contains everything it needs and works
// without a network; its Content Security Policy forbids network access. The boards are numbers
// in a block of JSON, which the script draws. No text of the input is on the page. The sources
// are in page/browse/. A single puzzle becomes a page to play it instead. Several puzzles, and a
// puzzle with a Marked, become a worksheet. With Style.Play, puzzles become a page to play them.
var htmlFormat = Format{
	Name:     "html",
	Summary:  "a page to look through one board or thousands, without a network",
	Features: Puzzles | Numbers | Colors | Pieces | Titles | Letters | Play | Papers | Glyphs,
	New: func(w *bufio.Writer, s Style) Renderer {
		return &htmlRenderer{w: w, style: s}
	},
}

// An htmlRenderer writes the page that the first placements ask for. Each kind of page is a Renderer.
type htmlRenderer struct {
	w     *bufio.Writer
	style Style
	page  Renderer // nil before the first placement
}

func (r *htmlRenderer) Render(ctx context.Context, p *Placement) error {
	switch page := r.page.(type) {
	case nil:
		r.page = r.pageFor(p)
	case *lonePuzzle:
		r.page = &worksheet{w: r.w, style: r.style}
		if err := r.page.Render(ctx, page.puzzles[0]); err != nil {
			return err
		}
	}
	return r.page.Render(ctx, p)
}

// pageFor returns the page that begins with p.
func (r *htmlRenderer) pageFor(p *Placement) Renderer {
	switch {
	case r.style.Play:
		return &playPage{w: r.w, style: r.style}
	case p.Puzzle && p.Marked == nil && p.Number == 0:
		return &lonePuzzle{playPage{w: r.w, style: r.style}}
	case p.Puzzle || r.style.Answers:
		return &worksheet{w: r.w, style: r.style}
	}
	return &browser{w: r.w, style: r.style}
}

func (r *htmlRenderer) Close(ctx context.Context) error {
	if r.page == nil {
		return nil
	}
	return r.page.Close(ctx)
}

// A lonePuzzle is a page to play a puzzle, until a second placement makes it a worksheet.
type lonePuzzle struct{ playPage }

// A browser is a page to look through boards.
type browser struct {
	w     *bufio.Writer
	style Style
	in    *encode.Instance // the instance of the last board
	after string           // the text of the page after the boards
}

// An htmlColour describes a colour of a colouring, or another kind of piece that covers its
// square.
type htmlColour struct {
	Letter      string  `json:"letter"`
	Fill        string  `json:"fill,omitempty"`
	Path        string  `json:"path,omitempty"` // an SVG path instead of the letter, in a square of side 1
	To          *[2]int `json:"to,omitempty"`   // rows and columns to the square of the other half of the piece
	Description string  `json:"told,omitempty"` // a description of a square with this piece
}

// An htmlPuzzle holds the data of an instance that a page needs. Squares are variables.
type htmlPuzzle struct {
	N           int          `json:"n"`
	Family      string       `json:"family,omitempty"`   // empty means queens
	Independent bool         `json:"apart,omitempty"`    // no queen may attack another, in a domination
	Attacked    bool         `json:"attacked,omitempty"` // Style.Attacked
	Colours     []htmlColour `json:"colours,omitempty"`
	Noun        string       `json:"noun,omitempty"` // name of the pieces; empty means queens
	Torus       bool         `json:"torus,omitempty"`
	Queens      *int         `json:"queens,omitempty"`  // nil means N
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
	Text    string       `json:"text"`
	Look    []dimacs.Lit `json:"look,omitempty"`
	Queens  []dimacs.Lit `json:"queens,omitempty"`
	Crosses []dimacs.Lit `json:"crosses,omitempty"`
}

func (r *browser) Render(_ context.Context, p *Placement) error {
	s := r.style
	if r.in == nil {
		before, chosen := "", ""
		if s.Title != "" {
			chosen = ` data-title="` + s.markupTitle("") + `"`
		}
		before, r.after, _ = strings.Cut(framedPage(s, "browse", boardTheme(s.Theme), "{{title}}", s.markupTitle("Queens"), "{{chosen}}", chosen, "{{data}}", "[\n{{boards}}]"), "{{boards}}")
		r.w.WriteString(before)
	}
	if r.in != p.Instance { // its data precede its boards
		text, err := json.Marshal(newHTMLPuzzle(p.Instance, s))
		if err != nil {
			return fmt.Errorf("puzzle of the page: %w", err)
		}
		if r.in != nil {
			r.w.WriteString(",\n")
		}
		r.w.Write(text)
		r.in = p.Instance
	}
	b := append(r.w.AvailableBuffer(), ",\n["...)
	for i, v := range p.Variables() {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(v), 10)
	}
	_, err := r.w.Write(append(b, ']'))
	return err
}

// newHTMLPuzzle returns the data of an instance that a page needs.
func newHTMLPuzzle(in *encode.Instance, s Style) htmlPuzzle {
	entry := htmlPuzzle{N: in.N, Torus: in.Variant == encode.Torus, Queens: in.Queens, Attacks: s.Attacks, Numbers: s.numbered(in),
		Placed: variables(in.Placed, in.Board()), Blocked: variables(slices.Collect(in.Blocked.All()), in.Board())}
	entry.Family, entry.Attacked = string(in.Family), s.Attacked
	if r := ruleOf(in); r.addToPage != nil {
		r.addToPage(&entry, in, s)
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

func (r *browser) Close(context.Context) error {
	_, err := r.w.WriteString("\n" + r.after)
	return err
}

// A playPage is a page to play one puzzle or several. Its script, in page/play/, knows the
// rules of families whose pieces are queens of one kind. Puzzles of other families and large boards
// can only be viewed, and the page says so. The page contains the answer of a puzzle only if the
// puzzle has steps. On paper, the page shows the puzzles in their initial state, and several puzzles
// like a worksheet. The data of one puzzle is a JSON object, the data of several a list.
type playPage struct {
	w       *bufio.Writer
	style   Style
	puzzles []*Placement
}

var errPlayedAnswer = errors.New("a page to play contains no answers: expected puzzles only")

func (r *playPage) Render(_ context.Context, p *Placement) error {
	if !p.Puzzle || p.Marked != nil {
		return errPlayedAnswer
	}
	r.puzzles = append(r.puzzles, p)
	return nil
}

func (r *playPage) Close(context.Context) error {
	puzzles, s := r.puzzles, r.style
	n := puzzles[0].Instance.N
	title, heading := fmt.Sprintf("Queens: a puzzle of %[1]d × %[1]d", n), fmt.Sprintf("A puzzle of %[1]d × %[1]d", n)
	question := puzzles[0].question(true)
	var data any = newGame(puzzles[0], s)
	if len(puzzles) > 1 {
		var games []htmlPuzzle
		for _, p := range puzzles {
			game := newGame(p, s)
			game.Caption = p.Caption("", "%d. ", true, strings.Clone)
			games = append(games, game)
		}
		title, heading, question, data = "Queens: "+count(len(puzzles), "puzzle"), count(len(puzzles), "puzzle"), "", games
	}
	title = s.Language.Say(title) // the script translates the rest of the page
	text, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("puzzles of the page: %w", err)
	}
	_, err = r.w.WriteString(framedPage(s, "play", playTheme(s), "{{title}}", s.markupTitle(title), "{{heading}}", s.markupTitle(heading),
		"{{question}}", question, "{{data}}", string(text)))
	return err
}

// playTheme returns the style of the theme and the paper of a page to play.
func playTheme(s Style) string {
	theme := boardTheme(s.Theme) + "#paper {" + cmp.Or(s.Theme, printTheme).css() + " }\n"
	if cmp.Or(s.Theme, printTheme) == printTheme {
		theme += "#paper .region { fill: var(--light); }\n"
	}
	return theme + s.pageSize()
}

// PagePuzzle returns the JSON that describes the puzzle and the steps of p to the scripts of pages.
func PagePuzzle(p *Placement) ([]byte, error) { return json.Marshal(newGame(p, Style{})) }

// newGame returns the data of a puzzle with its steps.
func newGame(p *Placement, s Style) htmlPuzzle {
	game, board := newHTMLPuzzle(p.Instance, s), p.Instance.Board()
	for _, m := range p.Steps {
		game.Steps = append(game.Steps, htmlStep{m.text(), variables(m.Look, board), variables(m.Queens, board), variables(m.Crosses, board)})
	}
	return game
}
