package raster

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	imagedraw "image/draw"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"queens/decode/draw"
)

// A canvas is a draw.Canvas of pixels.
type canvas struct {
	image *image.RGBA
	scale float64               // pixels per unit
	faces map[float64]font.Face // indexed by size in units
	err   error                 // the first error of the font
}

// regular returns the font of all pictures.
var regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })

// CheckLetters returns an error that names the first letter of a text that the font Go Regular lacks, or
// nil if the font has all letters. If the font is invalid, it returns the error of parsing or reading it.
func CheckLetters(text string) error {
	f, err := regular()
	for _, letter := range text {
		if err != nil {
			return err
		}
		var glyph sfnt.GlyphIndex
		if glyph, err = f.GlyphIndex(nil, letter); err == nil && glyph == 0 {
			err = fmt.Errorf("expected letters of the font Go Regular (Latin, Greek, Cyrillic), found %#U (the formats svg and html have all letters)", letter)
		}
	}
	return err
}

// newCanvas returns a transparent canvas of width by height units, rounded up to whole pixels. The scale
// is in pixels per unit.
func newCanvas(width, height, scale float64) *canvas {
	bounds := image.Rect(0, 0, pixels(width*scale), pixels(height*scale))
	return &canvas{image: image.NewRGBA(bounds), scale: scale, faces: map[float64]font.Face{}}
}

// pixels rounds a length in pixels up to whole pixels. It ignores an excess below 1e-6, which
// comes from rounding errors.
func pixels(length float64) int { return int(math.Ceil(length - 1e-6)) }

// pixel returns the pixel boundary nearest to a coordinate in units.
func (c *canvas) pixel(x float64) int { return int(math.Round(x * c.scale)) }

// Rect fills a rectangle, rounded to whole pixels.
func (c *canvas) Rect(x, y, width, height float64, ink color.NRGBA) {
	area := image.Rect(c.pixel(x), c.pixel(y), c.pixel(x+width), c.pixel(y+height))
	imagedraw.Draw(c.image, area, image.NewUniform(ink), image.Point{}, imagedraw.Over)
}

func (c *canvas) Fill(path []draw.Segment, ink color.NRGBA) {
	c.fill(path, draw.Point{}, c.scale, ink)
}

// Symbol draws a symbol, as draw.Canvas says. It rounds the upper left corner (x, y) to whole pixels.
func (c *canvas) Symbol(s *draw.Symbol, x, y, square float64, ink, detail color.NRGBA) {
	corner := draw.Point{X: float64(c.pixel(x)), Y: float64(c.pixel(y))}
	scale := square / draw.SymbolSide * c.scale
	body, fine := s.Outlines()
	c.fill(body, corner, scale, ink)
	c.fill(fine, corner, scale, detail)
}

// fill fills a path with ink, as far as it lies in the image. A point p of the path is drawn at corner +
// scale*p, in pixels. The path may be empty.
func (c *canvas) fill(path []draw.Segment, corner draw.Point, scale float64, ink color.NRGBA) {
	area := bounds(path, corner, scale).Intersect(c.image.Bounds())
	if len(path) == 0 || area.Empty() {
		return
	}
	z := vector.NewRasterizer(area.Dx(), area.Dy())
	toPixels := func(p draw.Point) (x, y float32) {
		return float32(p.X*scale + corner.X - float64(area.Min.X)), float32(p.Y*scale + corner.Y - float64(area.Min.Y))
	}
	for _, s := range path {
		x, y := toPixels(s.Points[0])
		switch s.Command {
		case 'M':
			z.MoveTo(x, y)
		case 'L':
			z.LineTo(x, y)
		case 'C':
			x1, y1 := toPixels(s.Points[1])
			x2, y2 := toPixels(s.Points[2])
			z.CubeTo(x, y, x1, y1, x2, y2)
		case 'Z':
			z.ClosePath()
		}
	}
	z.Draw(c.image, area, image.NewUniform(ink), image.Point{})
}

// bounds returns a rectangle of pixels that contains a path that fill draws with the same arguments.
// The path must not be empty.
func bounds(path []draw.Segment, corner draw.Point, scale float64) image.Rectangle {
	low := draw.Point{X: math.Inf(1), Y: math.Inf(1)}
	high := draw.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, s := range path {
		for _, p := range s.Points[:map[byte]int{'M': 1, 'L': 1, 'C': 3}[s.Command]] {
			low.X, low.Y = min(low.X, p.X), min(low.Y, p.Y)
			high.X, high.Y = max(high.X, p.X), max(high.Y, p.Y)
		}
	}
	return image.Rect(
		int(math.Floor(low.X*scale+corner.X)), int(math.Floor(low.Y*scale+corner.Y)),
		int(math.Ceil(high.X*scale+corner.X)), int(math.Ceil(high.Y*scale+corner.Y)))
}

func (c *canvas) Text(center draw.Point, size float64, text string, ink color.NRGBA) {
	face, err := c.face(size)
	if c.err = cmp.Or(c.err, err, CheckLetters(text)); err != nil {
		return
	}
	d := font.Drawer{Dst: c.image, Src: image.NewUniform(ink), Face: face}
	left := fixed.Int26_6(math.Round(center.X * c.scale * 64))
	d.Dot = fixed.Point26_6{
		X: left - d.MeasureString(text)/2,
		Y: fixed.I(c.pixel(center.Y + draw.TextRise*size)),
	}
	d.DrawString(text)
}

// face returns the font in a size in units of the canvas. It keeps the font for later calls. The error
// is an error of reading the font.
func (c *canvas) face(size float64) (font.Face, error) {
	if f := c.faces[size]; f != nil {
		return f, nil
	}
	regular, err := regular()
	if err == nil {
		c.faces[size], err = opentype.NewFace(regular, &opentype.FaceOptions{Size: size * c.scale, DPI: 72, Hinting: font.HintingNone})
	}
	return c.faces[size], err
}

// Err returns the error of a font, or nil.
func (c *canvas) Err() error { return c.err }
