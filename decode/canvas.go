package decode

import (
	"image/color"
	"math"
)

// A Canvas is what boards are drawn on: the text of an SVG file, or pixels.
// Coordinates go right and down from the upper left corner; all shapes are
// filled, and later ones cover earlier ones.
type Canvas interface {
	Rect(x, y, width, height float64, c color.NRGBA)
	// Checkers paints the dark squares of a board of n by n with this corner.
	Checkers(x, y, square float64, n int, c color.NRGBA)
	// Line paints the four-sided area of a line without caps.
	Line(from, to Point, width float64, c color.NRGBA)
	// Queen paints the artwork QueenBody and QueenDetail into a square.
	Queen(x, y, square float64, body, detail color.NRGBA)
	// Text writes a word of letters and digits, centred at a point.
	Text(center Point, size float64, text string, c color.NRGBA)
	// Board begins the shapes of one of several boards, which End ends.
	Board(title, description string)
	End()
	// Err returns the first error that drawing has met so far.
	Err() error
}

// TextRise is how far the baseline of text lies below its centre, relative to
// its size: half the height of digits in common fonts.
const TextRise = 0.36

// A Point is a place on a canvas.
type Point struct{ X, Y float64 }

// LineCorners returns the corners of a line without caps, one after the other.
func LineCorners(from, to Point, width float64) [4]Point {
	dx, dy := to.X-from.X, to.Y-from.Y
	half := width / 2 / math.Hypot(dx, dy)
	dx, dy = dx*half, dy*half
	return [4]Point{
		{from.X - dy, from.Y + dx}, {from.X + dy, from.Y - dx},
		{to.X + dy, to.Y - dx}, {to.X - dy, to.Y + dx},
	}
}

// LinePath returns the outline of a line without caps.
func LinePath(from, to Point, width float64) (path []Segment) {
	for i, p := range LineCorners(from, to, width) {
		path = append(path, Segment{Command: "MLLL"[i], Points: [3]Point{p}})
	}
	return append(path, Segment{Command: 'Z'})
}

// PaintCheckers is Checkers of a Canvas that paints the squares one by one.
func PaintCheckers(c Canvas, x, y, square float64, n int, ink color.NRGBA) {
	for row := range n {
		for col := 1 - (n-row)%2; col < n; col += 2 {
			c.Rect(x+square*float64(col), y+square*float64(row), square, square, ink)
		}
	}
}
