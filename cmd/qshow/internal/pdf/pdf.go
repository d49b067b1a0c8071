// Package pdf writes the pictures of package draw as PDF files, with vectors and text, for
// slides and papers. It is a package of its own because it needs more than the standard
// library: the writer codeberg.org/go-pdf/fpdf.
package pdf

import (
	"bufio"
	"cmp"
	"context"
	"fmt"

	"queens/decode"
	"queens/decode/draw"
)

// Format writes one page per board or, with Style.Columns, one page per Columns*Columns boards.
// Puzzles and the boards after them, or with Style.Answers all boards, become a worksheet. Without
// boards, it writes nothing. More than maxBoards boards are an error.
var Format = draw.Format{
	Name:     "pdf",
	Summary:  "the picture of svg on pages, one for each board or for N by N with --columns N",
	Features: draw.Puzzles | draw.Columns | draw.Numbers | draw.Colors | draw.Pieces | draw.Titles | draw.Letters | draw.Papers | draw.Glyphs,
	New: func(w *bufio.Writer, s draw.Style) draw.Renderer {
		return &draw.HeldPuzzles{Dashed: true, Start: func(rule string) draw.Renderer { return &renderer{w: w, style: s, rule: rule} }}
	},
}

const (
	pageWidth = 360  // in points: the width of the text of a paper; a page is at most twice as high
	maxBoards = 1000 // largest number of boards, because the document is in memory
)

// A renderer collects the boards of a page in sheet or, for puzzles and answers, in worksheet.
type renderer struct {
	w         *bufio.Writer
	style     draw.Style
	rule      string // at the head of pages of puzzles; see draw.HeldPuzzles
	canvas    *canvas
	sheet     draw.Sheet // the boards of the current page
	worksheet *worksheet // nil without puzzles and answers
	boards    int        // number of boards so far
}

func (r *renderer) Render(ctx context.Context, p *decode.Placement) error {
	if r.boards++; r.boards > maxBoards {
		return fmt.Errorf("%w: there are more than %d boards", draw.ErrSheetFull, maxBoards)
	}
	if r.worksheet == nil && (p.Puzzle || r.style.Answers) {
		r.canvas = newCanvas(r.style.Language, cmp.Or(r.style.Title, r.style.Language.Say(p.Subject()+": puzzles")))
		r.worksheet = newWorksheet(r.canvas, r.style, p.Subject(), r.rule)
	}
	if r.worksheet != nil {
		return r.worksheet.add(ctx, p)
	}
	columns := max(r.style.Columns, 1)
	r.sheet.Columns = columns
	if err := r.sheet.Add(p); err != nil || r.sheet.Len() < columns*columns {
		return err
	}
	return r.endPage(ctx)
}

// endPage draws the boards in r.sheet on a new page, and empties r.sheet. It creates r.canvas if it
// is nil. It returns the error of draw.Sheet.Draw.
func (r *renderer) endPage(ctx context.Context) error {
	if r.canvas == nil {
		r.canvas = newCanvas(r.style.Language, cmp.Or(r.style.Title, r.sheet.Title()))
	}
	width, height := r.sheet.Size()
	r.canvas.page(width, height, pageWidth*min(1, 2*width/height))
	err := r.sheet.Draw(ctx, r.canvas, r.style)
	r.sheet = draw.Sheet{}
	return err
}

func (r *renderer) Close(ctx context.Context) error {
	if r.sheet.Len() > 0 {
		if err := r.endPage(ctx); err != nil {
			return err
		}
	}
	if r.worksheet != nil {
		if err := r.worksheet.draw(ctx); err != nil {
			return err
		}
	}
	if r.canvas == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if r.boards > 1 && r.style.Title == "" && r.worksheet == nil {
		r.canvas.title(fmt.Sprintf("%d boards", r.boards))
	}
	return r.canvas.doc.Output(r.w)
}
