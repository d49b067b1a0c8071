package pdf

import (
	"image/color"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"queens/decode"
)

// font is one of those that every reader of PDF has, so that none is in the file.
const font = "Helvetica"

// A canvas is a decode.Canvas of pages, of which the last is drawn on. The document
// keeps the first error.
type canvas struct {
	doc        *fpdf.Fpdf
	scale      float64 // points for a unit
	alpha      uint8   // of what is drawn next
	body, fine []decode.Segment
}

func newCanvas() (*canvas, error) {
	c := &canvas{doc: fpdf.New("P", "pt", "A4", ""), alpha: 0xff}
	// The bytes depend on the boards alone: the library knows no document without a date.
	c.doc.SetCreationDate(time.Unix(0, 0).UTC())
	c.doc.SetModificationDate(time.Unix(0, 0).UTC())
	c.doc.SetCatalogSort(true)
	c.doc.SetProducer("qshow", false)
	c.doc.SetLang("en")
	c.doc.SetMargins(0, 0, 0)
	c.doc.SetAutoPageBreak(false, 0)
	var err error
	if c.body, err = decode.QueenPath(decode.QueenBody); err != nil {
		return nil, err
	}
	c.fine, err = decode.QueenPath(decode.QueenDetail)
	return c, err
}

// page begins one of this size in units, points points wide.
func (c *canvas) page(width, height, points float64) {
	c.scale = points / width
	c.doc.AddPageFormat("P", fpdf.SizeType{Wd: points, Ht: height * c.scale})
	c.doc.SetFont(font, "", 12)
	c.alpha = 0xff
}

func (c *canvas) ink(ink color.NRGBA) {
	c.doc.SetFillColor(int(ink.R), int(ink.G), int(ink.B))
	if ink.A != c.alpha {
		c.doc.SetAlpha(float64(ink.A)/0xff, "Normal")
		c.alpha = ink.A
	}
}

func (c *canvas) Rect(x, y, width, height float64, ink color.NRGBA) {
	c.ink(ink)
	c.doc.Rect(x*c.scale, y*c.scale, width*c.scale, height*c.scale, "F")
}

func (c *canvas) Checkers(x, y, square float64, n int, ink color.NRGBA) {
	for row := range n {
		for col := 1 - (n-row)%2; col < n; col += 2 {
			c.Rect(x+square*float64(col), y+square*float64(row), square, square, ink)
		}
	}
}

func (c *canvas) Line(from, to decode.Point, width float64, ink color.NRGBA) {
	corners := decode.LineCorners(from, to, width)
	path := []decode.Segment{{Command: 'M', Points: [3]decode.Point{corners[0]}}}
	for _, p := range corners[1:] {
		path = append(path, decode.Segment{Command: 'L', Points: [3]decode.Point{p}})
	}
	c.fill(append(path, decode.Segment{Command: 'Z'}), decode.Point{}, 1, ink)
}

func (c *canvas) Queen(x, y, square float64, body, detail color.NRGBA) {
	scale := square / decode.QueenSide
	c.fill(c.body, decode.Point{X: x, Y: y}, scale, body)
	c.fill(c.fine, decode.Point{X: x, Y: y}, scale, detail)
}

// fill paints the inside of a path, whose coordinates are multiplied by scale and moved
// to a corner.
func (c *canvas) fill(path []decode.Segment, corner decode.Point, scale float64, ink color.NRGBA) {
	c.ink(ink)
	at := func(p decode.Point) (x, y float64) {
		return (p.X*scale + corner.X) * c.scale, (p.Y*scale + corner.Y) * c.scale
	}
	for _, s := range path {
		x, y := at(s.Points[0])
		switch s.Command {
		case 'M':
			c.doc.MoveTo(x, y)
		case 'L':
			c.doc.LineTo(x, y)
		case 'C':
			x1, y1 := at(s.Points[1])
			x2, y2 := at(s.Points[2])
			c.doc.CurveBezierCubicTo(x, y, x1, y1, x2, y2)
		case 'Z':
			c.doc.ClosePath()
		}
	}
	c.doc.DrawPath("F")
}

func (c *canvas) Text(center decode.Point, size float64, text string, ink color.NRGBA) {
	c.ink(ink)
	c.doc.SetTextColor(int(ink.R), int(ink.G), int(ink.B))
	c.doc.SetFontSize(size * c.scale)
	left := center.X*c.scale - c.doc.GetStringWidth(text)/2
	c.doc.Text(left, (center.Y+decode.TextRise*size)*c.scale, text)
}

// Board and End have no meaning on a page.
func (c *canvas) Board(_, _ string) {}
func (c *canvas) End()              {}

// Err returns the first error.
func (c *canvas) Err() error { return c.doc.Error() }
