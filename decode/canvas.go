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
	// Checkers fills the dark squares of an n by n board whose upper left corner is (x, y).
	Checkers(x, y, square float64, n int, c color.NRGBA)
	// Line fills the rectangle of a line of the given width, without caps.
	Line(from, to Point, width float64, c color.NRGBA)
	// Queen draws the symbol of a queen in the square with the upper left corner (x, y).
	Queen(s *Symbol, x, y, square float64, body, detail color.NRGBA)
	// Text writes a line of text, centred at a point.
	Text(center Point, size float64, text string, c color.NRGBA)
	// Board starts a group for the shapes of a board, if there are several; End ends it.
	Board(title, description string)
	End()
	// Err returns the first error of drawing, or nil.
	Err() error
}

// TextRise is the distance from the centre of a text down to its baseline, divided by the size
// of the text. It is half the height of digits in common fonts.
const TextRise = 0.36

// A Point is a position on a canvas.
type Point struct{ X, Y float64 }

// LineCorners returns the corners of the rectangle of a line without caps, in order around it.
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
