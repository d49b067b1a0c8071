package decode

import (
	"image/color"
	"math"

	"queens/encode"
)

// The armies stand on tiles, so that both are seen on light and on dark squares, and
// without colours.
var armyInks = [...]struct{ tile, queen color.NRGBA }{
	{rgb(0x2b3f55), rgb(0xffffff)},
	{rgb(0xf7f4ec), rgb(0x000000)},
}

// colourOf returns the colour of a layer: neighbours on the list differ in hue, by the
// golden angle, and further ones in lightness, too.
func colourOf(layer int) color.NRGBA {
	hue := math.Mod(float64(layer)*0.381966+0.02, 1)
	lightness := [...]float64{0.74, 0.62, 0.84}[layer/8%3]
	return hsl(hue, 0.62, lightness)
}

// hsl returns the colour with a hue, saturation and lightness from 0 to 1 (W3C, CSS
// Color Module Level 3, section 4.2.4).
func hsl(hue, saturation, lightness float64) color.NRGBA {
	channel := func(shift float64) uint8 {
		k := math.Mod(shift+12*hue, 12)
		low := saturation * min(lightness, 1-lightness)
		return uint8(math.Round(255 * (lightness - low*max(-1, min(k-3, 9-k, 1)))))
	}
	return color.NRGBA{channel(0), channel(8), channel(4), 0xff}
}

// colours paints the squares of a colouring and writes their letters; print has letters
// alone. Squares of one colour on a line are ringed if attacks are to be marked.
func (d *picture) colours() {
	if d.p.Instance.Family != encode.Colouring {
		return
	}
	same := map[encode.Square]bool{}
	if d.style.Attacks {
		for _, a := range Attacks(d.p) {
			same[a.A], same[a.B] = true, true
		}
	}
	for i, s := range d.p.Queens {
		if d.failed() != nil {
			return
		}
		at, letter, ink := d.corner(s), d.p.letter(d.p.at(i)), rgb(0)
		if d.theme != printTheme {
			d.canvas.Rect(at.X, at.Y, SquareSide, SquareSide, colourOf(d.p.at(i)))
		}
		if same[s] {
			ink = d.theme.attack
		}
		d.canvas.Text(d.center(s), 0.5*SquareSide/math.Sqrt(float64(len(letter))), letter, ink)
	}
}

// soldier draws the queen of an army on its tile.
func (d *picture) soldier(q encode.Square, layer int, attacks bool) {
	const inset = 0.06 * SquareSide
	at, ink := d.corner(q), armyInks[layer]
	if attacks {
		ink.tile = d.theme.attack
	}
	d.canvas.Rect(at.X+inset, at.Y+inset, SquareSide-2*inset, SquareSide-2*inset, ink.tile)
	d.canvas.Queen(at.X+2*inset, at.Y+2*inset, SquareSide-4*inset, ink.queen, d.theme.detail)
}

// attackedSquares marks the squares that queens attack, if the style asks for that; two
// armies have a small tile each.
func (d *picture) attackedSquares() {
	if !d.style.Attacked || d.p.Instance.Family == encode.Colouring {
		return
	}
	squares := newAttacked(d.p)
	for row := 1; row <= d.p.Instance.N && d.failed() == nil; row++ {
		for col := 1; col <= d.p.Instance.N; col++ {
			s := encode.Square{Row: row, Col: col}
			d.attackedSquare(d.corner(s), squares[s])
		}
	}
}

func (d *picture) attackedSquare(at Point, by uint8) {
	const size = 0.2 * SquareSide
	if d.p.Instance.Family != encode.Armies {
		if ink := d.theme.glow; by > 0 {
			ink.A = 0x60
			d.canvas.Rect(at.X, at.Y, SquareSide, SquareSide, ink)
		}
		return
	}
	for layer, x := range [...]float64{0.25 * SquareSide, 0.55 * SquareSide} {
		if by>>layer&1 == 1 {
			d.canvas.Rect(at.X+x, at.Y+0.4*SquareSide, size, size, armyInks[1-layer].queen)
			d.canvas.Rect(at.X+x+1, at.Y+0.4*SquareSide+1, size-2, size-2, armyInks[layer].queen)
		}
	}
}
