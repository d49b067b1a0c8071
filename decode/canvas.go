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
	Queen(x, y, square float64, body color.NRGBA)
	// Text writes a word of letters and digits, centred at a point.
	Text(center Point, size float64, text string, c color.NRGBA)
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

// The colours of pictures. They were chosen for contrast: the queens against
// both kinds of squares, the coordinates against the frame, and the frame
// against a page that is white or black.
var (
	colorFrame   = color.NRGBA{0x4b, 0x34, 0x25, 0xff}
	colorText    = color.NRGBA{0xf3, 0xe3, 0xc8, 0xff}
	colorLight   = color.NRGBA{0xf0, 0xdc, 0xb9, 0xff}
	colorDark    = color.NRGBA{0xb9, 0x8a, 0x5e, 0xff}
	colorPale    = color.NRGBA{0xdf, 0xc5, 0x9d, 0xff} // for dark squares of large boards
	colorQueen   = color.NRGBA{0x1c, 0x1a, 0x19, 0xff}
	colorGiven   = color.NRGBA{0x12, 0x3f, 0x8c, 0xff}
	colorBlocked = color.NRGBA{0x8a, 0x8a, 0x86, 0xff}
	colorCross   = color.NRGBA{0x4a, 0x4a, 0x48, 0xff}
	colorBarred  = color.NRGBA{0x4a, 0x4a, 0x48, 0xb0}
	colorAttack  = color.NRGBA{0xc2, 0x18, 0x12, 0xff}

	// ColorDetail is the colour of QueenDetail.
	ColorDetail = color.NRGBA{0xf7, 0xec, 0xd6, 0xff}
)
