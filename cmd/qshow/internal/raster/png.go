// Package raster writes the pictures of package draw as PNG files. It is a package of its own
// because it needs more than the standard library: the anti-aliasing rasterizer and the Go
// fonts of golang.org/x/image.
//
// Unless the user chooses the width of the picture, the side of a square is a whole number of
// pixels and the edges of squares are sharp. Outlines and text are anti-aliased.
package raster

import (
	"bufio"
	"context"
	"fmt"
	"image/png"
	"io"
	"math"

	"queens/decode"
	"queens/decode/draw"
)

// Format writes one picture of all boards as Portable Network Graphics. It writes nothing if there are
// no boards.
var Format = draw.Format{
	Name:     "png",
	Summary:  "the picture of svg in pixels",
	Features: draw.Puzzles | draw.Columns | draw.Numbers | draw.Pixels | draw.Colors | draw.Pieces | draw.Letters | draw.Glyphs,
	New: func(w *bufio.Writer, s draw.Style) draw.Renderer {
		return &renderer{w: w, style: s, sheet: draw.Sheet{Columns: s.Columns}}
	},
}

const (
	// boardPixels is the approximate width of the squares of a board, in pixels. The side of a
	// square has at least smallSquare and at most largeSquare pixels. sheetPixels is the approximate
	// largest width of a sheet of several boards.
	boardPixels = 800
	sheetPixels = 3 * boardPixels
	largeSquare = 96
	smallSquare = 16
	// If the picture would have more than manyPixels, squares become smaller, with sides down to
	// tinySquare. A picture of more than maxPixels is an error.
	tinySquare = 8
	manyPixels = 1 << 24
	maxPixels  = 1 << 26
)

type renderer struct {
	w     *bufio.Writer
	style draw.Style
	sheet draw.Sheet
}

func (r *renderer) Render(_ context.Context, p *decode.Placement) error { return r.sheet.Add(p) }

func (r *renderer) Close(ctx context.Context) error {
	if r.sheet.Len() == 0 {
		return nil
	}
	width, height := r.sheet.Size()
	scale := r.scale(width, height)
	if width*height*scale*scale > maxPixels {
		return fmt.Errorf("the picture would have more than %d million pixels; svg has no such limit", maxPixels>>20)
	}
	c := newCanvas(width, height, scale)
	if err := r.sheet.Draw(ctx, c, r.style); err != nil {
		return err
	}
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(untilDone{ctx, r.w}, c.image)
}

// untilDone is a writer that fails with the cause of ctx once ctx has ended.
type untilDone struct {
	ctx context.Context
	io.Writer
}

func (u untilDone) Write(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.Writer.Write(p)
}

// scale returns the number of pixels per unit for a canvas of width by height units. With
// Style.Pixels, the picture becomes that wide. Otherwise, the side of a square is squarePixels, or
// smaller if the picture would have more than manyPixels.
func (r *renderer) scale(width, height float64) float64 {
	if r.style.Pixels > 0 {
		return float64(r.style.Pixels) / width
	}
	square := squarePixels(r.sheet.LongestSide(), sheetPixels*draw.SquareSide/width)
	scale := func() float64 { return float64(square) / draw.SquareSide }
	for width*height*scale()*scale() > manyPixels && square > tinySquare {
		square -= 8
	}
	return scale()
}

// squarePixels returns the side of a square in pixels, for a board whose longer side has n squares. It is the multiple of 8
// nearest to most or boardPixels/n, whichever is smaller, but from smallSquare to largeSquare. A
// multiple of 8 makes the frame a whole number of pixels, too.
func squarePixels(n int, most float64) int {
	return min(max(8*int(math.Round(min(boardPixels/float64(n), most)/8)), smallSquare), largeSquare)
}
