package raster

import (
	"bufio"
	"context"
	"fmt"
	"image/png"
	"math"

	"queens/decode"
)

// Format is one picture of all boards as Portable Network Graphics.
var Format = decode.Format{
	Name:     "png",
	Summary:  "the picture of svg in pixels",
	Features: decode.Puzzles,
	New: func(w *bufio.Writer, s decode.Style) decode.Renderer {
		return &renderer{w: w, style: s}
	},
}

const (
	// boardPixels is about how wide the squares of a board are altogether,
	// unless they become smaller than smallSquare or larger than largeSquare.
	boardPixels = 800
	largeSquare = 96
	smallSquare = 16
	// tinySquare is for pictures that would be larger than maxPixels.
	tinySquare = 8
	maxPixels  = 1 << 26
)

type renderer struct {
	w     *bufio.Writer
	style decode.Style
	sheet decode.Sheet
}

func (r *renderer) Render(_ context.Context, p *decode.Placement) error { return r.sheet.Add(p) }

func (r *renderer) Close(ctx context.Context) error {
	if r.sheet.Len() == 0 {
		return nil
	}
	width, height := r.sheet.Size()
	square := squarePixels(r.sheet.LargestN())
	scale := func() float64 { return float64(square) / decode.SquareSide }
	for width*height*scale()*scale() > maxPixels && square > tinySquare {
		square -= 8
	}
	if width*height*scale()*scale() > maxPixels {
		return fmt.Errorf("the picture would have more than %d million pixels; svg has no such limit", maxPixels>>20)
	}
	c, err := newCanvas(width, height, scale())
	if err != nil {
		return err
	}
	if err := r.sheet.Draw(ctx, c, r.style); err != nil {
		return err
	}
	return png.Encode(untilDone{ctx, r.w}, c.image)
}

// untilDone is a writer that fails when its context has ended.
type untilDone struct {
	ctx context.Context
	w   *bufio.Writer
}

func (u untilDone) Write(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.w.Write(p)
}

// squarePixels returns the side of a square in pixels. As a multiple of 8 it
// makes the frame a whole number of pixels, too.
func squarePixels(n int) int {
	return min(max(8*int(math.Round(boardPixels/float64(8*n))), smallSquare), largeSquare)
}
