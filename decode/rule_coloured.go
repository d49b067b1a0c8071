package decode

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"strings"

	"queens/encode"
)

// coloured: each square has a colour, and squares on a line have different colours.
var coloured = rule{
	tiles: true, sameLayer: true, check: checkColouring,
	artwork: artwork{
		draw:  drawColour,
		paint: func(layer int, c *coloredSquare, _ bool) { c.paper = paintColours[layer%len(paintColours)] },
	},
	addToPage: func(entry *htmlPuzzle, in *encode.Instance, s Style) {
		for layer := range in.Layers() {
			c := htmlColour{Letter: colourLetters(layer)}
			if s.Theme != printTheme {
				c.Fill = hex(colourOf(layer))
			}
			entry.Colours = append(entry.Colours, c)
		}
	},
	inJSON: func(p *Placement) jsonPieces {
		rows := make([][]string, p.Instance.N)
		for i := range rows {
			rows[i] = make([]string, p.Instance.N)
		}
		for i, s := range p.Queens {
			rows[s.Row-1][s.Col-1] = p.letter(p.at(i))
		}
		return jsonPieces{Colours: rows}
	},
	title: func(p *Placement) string {
		n := p.Instance.N
		return fmt.Sprintf("a board of %d by %d in %s", n, n, count(p.Instance.ColourCount(), "colour"))
	},
	question: func(p *Placement) string {
		return "Give each square one of " + count(p.Instance.ColourCount(), "colour") + " so that no two squares in a row, column or diagonal have the same colour."
	},
}

// colourLetters returns the name of a colour: A to Z, then AA and so on.
func colourLetters(layer int) string { return strings.ToUpper(columnLetters(layer + 1)) }

// columnLetters returns the name of a column, counted from 1: a to z, then aa, ab and so on.
func columnLetters(col int) string {
	name := encode.Square{Row: 1, Col: col}.Algebraic(1)
	return name[:len(name)-1]
}

// checkColouring returns an error if a square has no colour or two, or if two squares on a line
// have the same colour.
func checkColouring(p *Placement) error {
	board, n := p.Instance.Board(), p.Instance.N
	for i, s := range p.Queens {
		if want, _ := board.SquareOf(i + 1); s != want {
			if i > 0 && s == p.Queens[i-1] {
				return fmt.Errorf("square %s has the colours %s and %s", s.Algebraic(n), p.letter(p.Layers[i-1]), p.letter(p.Layers[i]))
			}
			return fmt.Errorf("square %s has no colour", want.Algebraic(n))
		}
	}
	if i := len(p.Queens); i < n*n {
		s, _ := board.SquareOf(i + 1)
		return fmt.Errorf("square %s has no colour", s.Algebraic(n))
	}
	for layer := range p.Instance.Layers() {
		var a *AttackError
		if err := checkLines(p.layer(layer)); errors.As(err, &a) {
			return fmt.Errorf("squares %s and %s on %s have the same colour %s", a.A.Algebraic(n), a.B.Algebraic(n), a.Along, p.letter(layer))
		}
	}
	return nil
}

// paintColours are the backgrounds of colours on a terminal. Further colours reuse them from
// the start.
var paintColours = [...]string{"48;5;210", "48;5;117", "48;5;150", "48;5;222", "48;5;183", "48;5;216", "48;5;80", "48;5;252", "48;5;175", "48;5;228",
	"48;5;109", "48;5;138"}

// drawColour fills a square with its colour and writes the letter of the colour. With
// printTheme it writes only the letter.
func drawColour(d *picture, s encode.Square, layer int, attacks bool) {
	at, letter, ink := d.corner(s), colourLetters(layer), rgb(0)
	if d.theme != printTheme {
		d.canvas.Rect(at.X, at.Y, SquareSide, SquareSide, colourOf(layer))
	}
	if attacks {
		ink = d.theme.attack
	}
	d.canvas.Text(d.center(s), 0.5*SquareSide/math.Sqrt(float64(len(letter))), letter, ink)
}

// colourOf returns the colour of a layer. Consecutive layers differ in hue by the golden angle;
// every 8 layers the lightness changes.
func colourOf(layer int) color.NRGBA {
	hue := math.Mod(float64(layer)*0.381966+0.02, 1)
	lightness := [...]float64{0.74, 0.62, 0.84}[layer/8%3]
	return hsl(hue, 0.62, lightness)
}

// hsl returns the colour with the given hue, saturation and lightness, from 0 to 1 (W3C, CSS
// Color Module Level 3, section 4.2.4).
func hsl(hue, saturation, lightness float64) color.NRGBA {
	channel := func(shift float64) uint8 {
		k := math.Mod(shift+12*hue, 12)
		low := saturation * min(lightness, 1-lightness)
		return uint8(math.Round(255 * (lightness - low*max(-1, min(k-3, 9-k, 1)))))
	}
	return color.NRGBA{channel(0), channel(8), channel(4), 0xff}
}
