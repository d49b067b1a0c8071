package decode

import (
	"bufio"
	"context"
	"encoding/json"
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
// are in page/browse/. A single puzzle becomes a page to play it instead, and several puzzles a
// worksheet.
var htmlFormat = Format{
	Name:     "html",
	Summary:  "a page to look through one board or thousands, without a network",
	Features: Puzzles | Numbers | Colors | Pieces | Titles,
	New: func(w *bufio.Writer, s Style) Renderer {
		return &htmlRenderer{w: w, style: s}
	},
}

// browsePage returns the text of the page before and after the boards.
func browsePage(s Style) (before, after string) {
	chosen := ""
	if s.Title != "" {
		chosen = ` data-title="` + s.markupTitle("") + `"`
	}
	before, after, _ = strings.Cut(framedPage("browse", boardTheme(s.Theme), "{{title}}", s.markupTitle("Queens"), "{{chosen}}", chosen, "{{data}}", "[\n{{boards}}]"), "{{boards}}")
	return before, after
}

type htmlRenderer struct {
	w     *bufio.Writer
	style Style
	in    *encode.Instance // the instance of the last board
	after string           // the text of the page after the boards
	alone *Placement       // the first puzzle, to play on a page of its own unless another placement follows
	sheet *worksheet       // for puzzles and answers; nil means a page to browse
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
}

func (r *htmlRenderer) Render(ctx context.Context, p *Placement) error {
	if p.Puzzle && p.Number == 0 && r.alone == nil && r.sheet == nil {
		r.alone = p
		return nil
	}
	if r.sheet == nil && (p.Puzzle || r.alone != nil || r.style.Answers) {
		r.sheet = &worksheet{w: r.w, style: r.style}
		if r.alone != nil {
			if err := r.sheet.Render(ctx, r.alone); err != nil {
				return err
			}
		}
	}
	if r.sheet != nil {
		return r.sheet.Render(ctx, p)
	}
	if r.in == nil {
		before, after := browsePage(r.style)
		r.w.WriteString(before)
		r.after = after
	}
	if r.in != p.Instance {
		if r.in != nil {
			r.w.WriteString(",\n")
		}
		r.in = p.Instance
		if err := r.puzzle(); err != nil {
			return err
		}
	}
	b, board := append(r.w.AvailableBuffer(), ",\n["...), p.Instance.Board()
	for i, q := range p.Queens {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(p.at(i)*board.N*board.N)+int64(board.Var(q)), 10)
	}
	_, err := r.w.Write(append(b, ']'))
	return err
}

// newHTMLPuzzle returns the data of an instance that a page needs.
func newHTMLPuzzle(in *encode.Instance, s Style) htmlPuzzle {
	entry := htmlPuzzle{N: in.N, Torus: in.Variant == encode.Torus, Queens: in.Queens, Attacks: s.Attacks, Numbers: s.numbered(in),
		Placed: variables(in.Placed, in.Board()), Blocked: variables(slices.Collect(in.Blocked.All()), in.Board())}
	if in.Family != encode.DefaultFamily {
		entry.Family = in.Family.String()
	}
	entry.Attacked = s.Attacked
	if f := familyOf(in.Family); f.addToPage != nil {
		f.addToPage(&entry, in, s)
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

// puzzle writes the data of the instance, which precedes its boards.
func (r *htmlRenderer) puzzle() error {
	text, err := json.Marshal(newHTMLPuzzle(r.in, r.style))
	if err != nil {
		return fmt.Errorf("puzzle of the page: %w", err)
	}
	_, err = r.w.Write(text)
	return err
}

func (r *htmlRenderer) Close(ctx context.Context) error {
	switch {
	case r.sheet != nil:
		return r.sheet.Close(ctx)
	case r.alone != nil:
		return writePlay(r.w, r.alone, r.style)
	case r.in == nil:
		return nil
	}
	_, err := r.w.WriteString("\n" + r.after)
	return err
}
