package page

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"queens/decode"
	"queens/decode/draw"
	"queens/encode"
)

// Format writes one page for all boards, and nothing without boards. The page contains everything it needs
// and works without a network; its Content Security Policy forbids network access. The boards are numbers in
// a block of JSON, which the script draws. Of the texts of the input, only names of regions are on the page.
// The sources are in browse/.
//
// A first puzzle without Marked and Number becomes a page to play it instead, or a worksheet if another
// board follows. The boards also become a worksheet if the first is any other puzzle, also with Style.Columns, or
// with Style.Answers an answer. With Style.Play, all boards must be puzzles, and become a page to play them.
var Format = draw.Format{
	Name:     "html",
	Summary:  "a page to look through one board or thousands, without a network",
	Features: draw.Puzzles | draw.Numbers | draw.Colors | draw.Pieces | draw.Titles | draw.Letters | draw.Columns | draw.Play | draw.Papers | draw.Glyphs,
	New: func(w *bufio.Writer, s draw.Style) draw.Renderer {
		return &htmlRenderer{w: w, style: s}
	},
}

// An htmlRenderer chooses the page by its first placements and writes it. Each kind of page is a Renderer.
type htmlRenderer struct {
	w     *bufio.Writer
	style draw.Style
	page  draw.Renderer // nil before the first placement
}

func (r *htmlRenderer) Render(ctx context.Context, p *decode.Placement) error {
	switch page := r.page.(type) {
	case nil:
		r.page = r.pageFor(p)
	case *lonePuzzle:
		r.page = newWorksheet(r.w, r.style)
		if err := r.page.Render(ctx, page.puzzles[0]); err != nil {
			return err
		}
	}
	return r.page.Render(ctx, p)
}

// pageFor returns the page that begins with p, as Format says, still without p.
func (r *htmlRenderer) pageFor(p *decode.Placement) draw.Renderer {
	switch {
	case r.style.Play:
		return &playPage{w: r.w, style: r.style}
	case p.Puzzle && p.Marked == nil && p.Number == 0 && r.style.Columns == 0:
		return &lonePuzzle{playPage{w: r.w, style: r.style}}
	case p.Puzzle || r.style.Answers:
		return newWorksheet(r.w, r.style)
	}
	return &browser{w: r.w, style: r.style}
}

func (r *htmlRenderer) Close(ctx context.Context) error {
	if r.page == nil {
		return nil
	}
	return r.page.Close(ctx)
}

// A browser is a page to look through boards. Its sources are in browse/.
type browser struct {
	w     *bufio.Writer
	style draw.Style
	in    *encode.Instance // the instance of the last board; nil before the first
	after string           // the text of the page after the boards
}

func (r *browser) Render(_ context.Context, p *decode.Placement) error {
	s := r.style
	if r.in == nil {
		before, chosen := "", ""
		if s.Title != "" {
			chosen = ` translate="no" data-title="` + s.MarkupTitle("") + `"`
		}
		before, r.after, _ = strings.Cut(framedPage(s, "browse", boardTheme(s.Theme), nounOf(p.Instance), "{{title}}", s.MarkupTitle("Queens"), "{{chosen}}", chosen, "{{data}}", "[\n{{boards}}]"), "{{boards}}")
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

func (r *browser) Close(context.Context) error {
	_, err := r.w.WriteString("\n" + r.after)
	return err
}
