package draw

import (
	"fmt"
	"image/color"
	"math"
)

// A Canvas is a surface that boards are drawn on: an SVG file, or pixels. The origin is the
// upper left corner; x grows to the right and y down. Shapes are filled. Later shapes cover
// earlier ones.
type Canvas interface {
	// Rect fills a rectangle with the upper left corner (x, y).
	Rect(x, y, width, height float64, c color.NRGBA)
	// Fill fills closed outlines.
	Fill(path []Segment, c color.NRGBA)
	// Symbol draws a symbol in the square with the upper left corner (x, y) and the given side.
	Symbol(s *Symbol, x, y, square float64, body, detail color.NRGBA)
	// Text writes a line of text in a font of the given size, centred at a point.
	Text(center Point, size float64, text string, c color.NRGBA)
	// Err returns the first error of drawing, or nil.
	Err() error
}

// TextRise is the distance from the centre of a text down to its baseline, divided by the size
// of the text. It is half the height of digits in common fonts.
const TextRise = 0.36

// A Point is a position on a canvas.
type Point struct{ X, Y float64 }

const (
	// SquareSide is the side of a square in the units of a Canvas.
	SquareSide = 40
	// largeBoard is the largest size of a board with dark squares in the usual colour. On
	// larger boards, they are pale, because small queens are hard to see on them.
	largeBoard = 60
	edgeWidth  = 1.5 // of the line around the squares
	// borderWidth is the width of borders of regions, and lineWidth of lines between squares of
	// a region.
	borderWidth = 0.09 * SquareSide
	lineWidth   = 0.02 * SquareSide
)

// linePath returns the outline of a straight line of the given width without caps, as a rectangle. The ends
// must differ.
func linePath(from, to Point, width float64) (path []Segment) {
	dx, dy := to.X-from.X, to.Y-from.Y
	half := width / 2 / math.Hypot(dx, dy)
	dx, dy = dx*half, dy*half
	for i, p := range [...]Point{{from.X - dy, from.Y + dx}, {from.X + dy, from.Y - dx}, {to.X + dy, to.Y - dx}, {to.X - dy, to.Y + dx}} {
		path = append(path, Segment{Command: "MLLL"[i], Points: [3]Point{p}})
	}
	return append(path, Segment{Command: 'Z'})
}

// A Segment is a command of a path with its points.
type Segment struct {
	Command byte     // M starts an outline, L is a line, C is a cubic Bezier curve, Z closes the outline
	Points  [3]Point // one point for M and L; two control points and the end point for C
}

func rgb(c uint32) color.NRGBA { return color.NRGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 0xff} }

// Hex returns a colour in CSS, such as #f0dcb9, without its opacity.
func Hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
