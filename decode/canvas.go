package decode

import (
	"image/color"
	"math"
)

// A Canvas is a surface that boards are drawn on: an SVG file, or pixels. The origin is the
// upper left corner; x grows to the right and y down. Shapes are filled. Later shapes cover
// earlier ones.
type Canvas interface {
	Rect(x, y, width, height float64, c color.NRGBA)
	// Fill fills closed outlines.
	Fill(path []Segment, c color.NRGBA)
	// Queen draws the symbol of a queen in the square with the upper left corner (x, y).
	Queen(s *Symbol, x, y, square float64, body, detail color.NRGBA)
	// Text writes a line of text, centred at a point.
	Text(center Point, size float64, text string, c color.NRGBA)
	// Err returns the first error of drawing, or nil.
	Err() error
}

// TextRise is the distance from the centre of a text down to its baseline, divided by the size
// of the text. It is half the height of digits in common fonts.
const TextRise = 0.36

// A Point is a position on a canvas.
type Point struct{ X, Y float64 }

// linePath returns the outline of a line without caps.
func linePath(from, to Point, width float64) (path []Segment) {
	dx, dy := to.X-from.X, to.Y-from.Y
	half := width / 2 / math.Hypot(dx, dy)
	dx, dy = dx*half, dy*half
	for i, p := range [...]Point{{from.X - dy, from.Y + dx}, {from.X + dy, from.Y - dx}, {to.X + dy, to.Y - dx}, {to.X - dy, to.Y + dx}} {
		path = append(path, Segment{Command: "MLLL"[i], Points: [3]Point{p}})
	}
	return append(path, Segment{Command: 'Z'})
}
