package pdf

import (
	"encoding/binary"
	"image/color"
	"time"
	"unicode/utf16"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/goregular"

	"queens/cmd/qshow/internal/raster"
	"queens/decode/draw"
	"queens/decode/words"
)

// fontName is the name of Go Regular in the document. Go Regular has the letters of Latin, Greek and
// Cyrillic scripts. The document contains the letters that it uses.
const fontName = "GoRegular"

// A canvas is a draw.Canvas for the last page of a document. The document keeps the first
// error.
type canvas struct {
	doc       *fpdf.Fpdf
	scale     float64 // points per unit
	left, top float64 // position of the origin, in points
	alpha     uint8   // the current opacity
}

// newCanvas returns a canvas for a new document without pages, in a language and with a title.
func newCanvas(l words.Language, title string) *canvas {
	doc := fpdf.New("P", "pt", "A4", "") // each page has its own size
	doc.AddUTF8FontFromBytes(fontName, "", goregular.TTF)
	doc.SetFont(fontName, "", captionSize) // so that texts can be measured before the first page
	// A fixed date makes the bytes reproducible; fpdf always writes a date.
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.SetCatalogSort(true)
	doc.SetProducer("qshow", false)
	doc.SetLang(l.Code())
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	c := &canvas{doc: doc, alpha: 0xff}
	c.title(title)
	return c
}

// title sets the title of the document. PDF strings are UTF-16 after a byte order mark (ISO 32000-1,
// section 7.9.2.2). The conversion of fpdf handles neither characters beyond U+FFFF nor invalid UTF-8.
func (c *canvas) title(text string) {
	b := []byte{0xfe, 0xff}
	for _, unit := range utf16.Encode([]rune(text)) {
		b = binary.BigEndian.AppendUint16(b, unit)
	}
	c.doc.SetTitle(string(b), false)
}

// page starts a page of width by height units, whose width is the given number of points. This sets
// the scale. The origin is the upper left corner of the page.
func (c *canvas) page(width, height, points float64) {
	c.scale, c.left, c.top = points/width, 0, 0
	c.doc.AddPageFormat("P", fpdf.SizeType{Wd: points, Ht: height * c.scale})
	c.doc.SetFont(fontName, "", 12)
	c.alpha = 0xff
}

// at returns the position of p on the page, in points.
func (c *canvas) at(p draw.Point) (x, y float64) { return c.left + p.X*c.scale, c.top + p.Y*c.scale }

// ink sets the colour of areas, and the opacity of all that follows.
func (c *canvas) ink(ink color.NRGBA) {
	c.doc.SetFillColor(int(ink.R), int(ink.G), int(ink.B))
	if ink.A != c.alpha {
		c.doc.SetAlpha(float64(ink.A)/0xff, "Normal")
		c.alpha = ink.A
	}
}

func (c *canvas) Rect(x, y, width, height float64, ink color.NRGBA) {
	c.ink(ink)
	left, top := c.at(draw.Point{X: x, Y: y})
	c.doc.Rect(left, top, width*c.scale, height*c.scale, "F")
}

func (c *canvas) Fill(path []draw.Segment, ink color.NRGBA) { c.fill(path, draw.Point{}, 1, ink) }

func (c *canvas) Symbol(s *draw.Symbol, x, y, square float64, ink, detail color.NRGBA) {
	body, fine := s.Outlines()
	scale := square / draw.SymbolSide
	c.fill(body, draw.Point{X: x, Y: y}, scale, ink)
	c.fill(fine, draw.Point{X: x, Y: y}, scale, detail)
}

// fill fills a path with ink. A point p of the path is drawn at corner + scale*p, in units.
func (c *canvas) fill(path []draw.Segment, corner draw.Point, scale float64, ink color.NRGBA) {
	c.ink(ink)
	at := func(p draw.Point) (x, y float64) {
		return c.at(draw.Point{X: p.X*scale + corner.X, Y: p.Y*scale + corner.Y})
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
	if len(path) > 0 {
		c.doc.DrawPath("F")
	}
}

func (c *canvas) Text(center draw.Point, size float64, text string, ink color.NRGBA) {
	c.ink(ink)
	c.doc.SetTextColor(int(ink.R), int(ink.G), int(ink.B))
	c.doc.SetFontSize(size * c.scale)
	x, y := c.at(draw.Point{X: center.X, Y: center.Y + draw.TextRise*size})
	c.write(x-c.doc.GetStringWidth(text)/2, y, text)
}

// write writes a line of text that starts at x and has its baseline at y, in points, in the font size
// of the document. If the font lacks a letter, it sets the error of the document instead.
func (c *canvas) write(x, y float64, line string) {
	if err := raster.CheckLetters(line); err != nil {
		c.doc.SetError(err)
		return
	}
	c.doc.Text(x, y, line)
}

// Err returns the first error, or nil.
func (c *canvas) Err() error { return c.doc.Error() }
