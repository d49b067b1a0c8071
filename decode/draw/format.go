// Package draw writes placements of package decode as text, JSON, LaTeX and SVG.
//
// A Renderer writes placements in a Format. Each format has a file of its own, or shares one with
// similar formats. Pictures are drawn on a Canvas, so that another program can add a canvas of pixels
// and this package needs no rasterizer. The format html is in package page.
package draw

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"queens/decode"
	"queens/dimacs"
	"queens/encode"
)

// A Renderer writes placements one after the other. After Render, the Queens and Layers of an answer may be
// reused for the next placement, but puzzles must not change before Close.
type Renderer interface {
	// Render writes the next placement. It returns the cause of ctx if it notices that ctx has
	// ended, or the error of writing, which bufio.Writer.Flush returns, too. Some formats write nothing
	// before Close.
	Render(ctx context.Context, p *decode.Placement) error
	// Close writes the text after the last placement. It does not flush.
	Close(ctx context.Context) error
}

// HeldPuzzles is a Renderer that keeps the puzzles before the first other board. At this board, or in Close, it calls
// Start with the result of decode.SharedRule for these puzzles, and passes all boards to the Renderer that Start returns.
type HeldPuzzles struct {
	Dashed   bool // as for decode.SharedRule
	Start    func(rule string) Renderer
	Renderer // nil before Start
	puzzles  []*decode.Placement
}

func (h *HeldPuzzles) Render(ctx context.Context, p *decode.Placement) error {
	if h.Renderer == nil && p.Puzzle {
		h.puzzles = append(h.puzzles, p)
		return nil
	}
	if err := h.release(ctx); err != nil {
		return err
	}
	return h.Renderer.Render(ctx, p)
}

// release passes h.puzzles to a new h.Renderer, unless there is one. It returns the error of rendering them.
func (h *HeldPuzzles) release(ctx context.Context) error {
	if h.Renderer != nil {
		return nil
	}
	h.Renderer = h.Start(decode.SharedRule(h.puzzles, h.Dashed))
	for _, p := range h.puzzles {
		if err := h.Renderer.Render(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func (h *HeldPuzzles) Close(ctx context.Context) error {
	if err := h.release(ctx); err != nil {
		return err
	}
	return h.Renderer.Close(ctx)
}

// A StatusRenderer is a Renderer whose format can contain the status of an answer without a board.
type StatusRenderer interface {
	Renderer
	// RenderStatus writes the status of an answer without models. It returns the errors of Render.
	RenderStatus(ctx context.Context, s dimacs.Status) error
}

// A Format is a way to write placements.
type Format struct {
	Name     string                                  // as on the command line
	Summary  string                                  // the look of a board, for the help
	Features Feature                                 // the options that the format supports
	New      func(w *bufio.Writer, s Style) Renderer // a Renderer that writes to w and does not flush it
}

// Can reports whether the format has at least one of the features.
func (f Format) Can(features Feature) bool { return f.Features&features != 0 }

// Formats lists the formats of this package; the first is the default.
var Formats = []Format{
	textFormat, compactFormat, matrixFormat, unicodeFormat, boxFormat,
	listFormat, squaresFormat, namesFormat, jsonFormat,
	fenFormat, latexFormat, pythonFormat, svgFormat,
}

// Shows reports whether the format tells the pieces of the layers of an instance apart.
func (f Format) Shows(in *encode.Instance) bool {
	return in.Layers() == 1 || f.Can(Pieces) || in.Mixed() && f.Can(Mixtures)
}

// Draw writes boards to w in one go, for example one board or a worksheet. It returns an error for a board
// that the format does not show, an error of the Renderer, the error of w,
// or the cause of ctx if ctx ends early. For boards that come one by one, use New.
func (f Format) Draw(ctx context.Context, w io.Writer, s Style, boards ...*decode.Placement) error {
	out := bufio.NewWriter(w)
	r := f.New(out, s)
	for _, p := range boards {
		if !f.Shows(p.Instance) {
			return fmt.Errorf("the format %s shows pieces of one kind and colour", f.Name)
		}
		if err := r.Render(ctx, p); err != nil {
			return err
		}
	}
	if err := r.Close(ctx); err != nil {
		return err
	}
	return out.Flush()
}

// SVG writes one picture of the boards to w as SVG, with the zero Style. The errors come from
// Format.Draw.
func SVG(ctx context.Context, w io.Writer, boards ...*decode.Placement) error {
	return svgFormat.Draw(ctx, w, Style{}, boards...)
}

// orEnded returns err, or the cause of ctx if err is nil and ctx has ended.
func orEnded(ctx context.Context, err error) error {
	if err == nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
