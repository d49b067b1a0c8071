package decode

import (
	"fmt"
	"image/color"

	"queens/encode"
)

// armies are white and black queens of which none attacks one of the other colour.
var armies = family{
	is: encode.Armies, others: true,
	check:  (*checker).coexist,
	letter: func(layer int) string { return [...]string{"W", "B"}[layer] },
	symbol: func(layer int) string { return [...]string{"♕", "♛"}[layer] },
	paint: func(layer int, c *colored, attacks bool) {
		if layer == 0 && !attacks {
			c.ink, c.paper = inkWhite, paintWhite
		}
	},
	draw: soldier, marked: func(by uint8) string { return [...]string{1: "w", 2: "b", 3: "*"}[by] }, mark: flags,
	pieces: func(p *Placement) jsonPieces {
		white, black := pairs(p.layer(0).Queens), pairs(p.layer(1).Queens)
		return jsonPieces{White: &white, Black: &black}
	},
	title: func(p *Placement) string { return fmt.Sprintf("armies of %d", p.Instance.QueenCount()) + p.onBoard() },
	ask: func(p *Placement) string {
		return fmt.Sprintf("Place %s and as many black ones so that no queen attacks one of the other colour.", count(p.Instance.QueenCount(), "white queen"))
	},
}

// coexist looks for a white and a black queen on a line or on one square, and counts
// both armies.
func (c *checker) coexist(p *Placement) error {
	white, black := p.layer(0), p.layer(1)
	for _, army := range []struct {
		is     string
		queens *Placement
	}{{"white", white}, {"black", black}} {
		if have, want := len(army.queens.Queens), p.Instance.QueenCount(); have != want {
			return fmt.Errorf("the board of size %d has %s, expected %d", p.Instance.N, count(have, army.is+" queen"), want)
		}
	}
	return c.attacks.between(white, black)
}

// The armies stand on tiles, so that both are seen on light and on dark squares, and
// without colours.
var armyInks = [...]struct{ tile, queen color.NRGBA }{
	{rgb(0x2b3f55), rgb(0xffffff)},
	{rgb(0xf7f4ec), rgb(0x000000)},
}

// soldier draws the queen of an army on its tile.
func soldier(d *picture, q encode.Square, layer int, attacks bool) {
	const inset = 0.06 * SquareSide
	at, ink := d.corner(q), armyInks[layer]
	if attacks {
		ink.tile = d.theme.attack
	}
	d.canvas.Rect(at.X+inset, at.Y+inset, SquareSide-2*inset, SquareSide-2*inset, ink.tile)
	d.canvas.Queen(at.X+2*inset, at.Y+2*inset, SquareSide-4*inset, ink.queen, d.theme.detail)
}

// flags mark a square that armies attack with a small tile each.
func flags(d *picture, at Point, by uint8) {
	const size = 0.2 * SquareSide
	for layer, x := range [...]float64{0.25 * SquareSide, 0.55 * SquareSide} {
		if by>>layer&1 == 1 {
			d.canvas.Rect(at.X+x, at.Y+0.4*SquareSide, size, size, armyInks[1-layer].queen)
			d.canvas.Rect(at.X+x+1, at.Y+0.4*SquareSide+1, size-2, size-2, armyInks[layer].queen)
		}
	}
}
