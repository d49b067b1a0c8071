package decode

import (
	"fmt"
	"image/color"

	"queens/encode"
)

// opposed: equally many white and black queens that do not attack queens of the other colour.
var opposed = rule{
	otherLayers: true, check: checkArmies,
	artwork: artwork{
		paint: func(layer int, c *coloredSquare, attacks bool) {
			if layer == 0 && !attacks {
				c.ink, c.paper = inkWhite, paintWhite
			}
		},
		draw: drawArmyQueen, attackedLetter: func(by uint8) string { return [...]string{1: "w", 2: "b", 3: "*"}[by] }, drawAttacked: drawAttackingArmies,
	},
	inJSON: func(p *Placement) jsonPieces {
		return jsonPieces{White: pairs(p.layer(0).Queens), Black: pairs(p.layer(1).Queens)}
	},
	title: func(p *Placement) string { return fmt.Sprintf("armies of %d", p.Instance.QueenCount()) + p.onBoard() },
	question: func(p *Placement) string {
		return fmt.Sprintf("Place %s and %s so that no queen attacks a queen of the other colour.", count(p.Instance.QueenCount(), "white queen"), count(p.Instance.QueenCount(), "black queen"))
	},
}

// checkArmies returns an error if an army does not have QueenCount queens, or if a white and a
// black queen are on one line or on one square.
func checkArmies(p *Placement) error {
	white, black := p.layer(0), p.layer(1)
	for _, army := range []struct {
		is     string
		queens *Placement
	}{{"white", white}, {"black", black}} {
		if have, want := len(army.queens.Queens), p.Instance.QueenCount(); have != want {
			return fmt.Errorf("the board of size %d has %s, expected %d", p.Instance.N, count(have, army.is+" queen"), want)
		}
	}
	a := attacksOf(white)
	for _, q := range black.Queens {
		if err := a.attackOn(q, white); err != nil {
			return err
		}
	}
	return nil
}

// armyInks is indexed by layer. The queens stand on tiles, so that both armies are visible on
// light and on dark squares, and without colours.
var armyInks = [...]struct{ tile, queen color.NRGBA }{
	{rgb(0x2b3f55), rgb(0xffffff)},
	{rgb(0xf7f4ec), rgb(0x000000)},
}

// drawArmyQueen draws the queen of an army on its tile.
func drawArmyQueen(d *picture, q encode.Square, layer int, attacks bool) {
	const inset = 0.06 * SquareSide
	at, ink := d.corner(q), armyInks[layer]
	if attacks {
		ink.tile = d.theme.attack
	}
	d.canvas.Rect(at.X+inset, at.Y+inset, SquareSide-2*inset, SquareSide-2*inset, ink.tile)
	d.canvas.Queen(d.symbol, at.X+2*inset, at.Y+2*inset, SquareSide-4*inset, ink.queen, d.theme.detail)
}

// drawAttackingArmies marks a square with a small tile for each army that attacks it. Bit i of
// by stands for layer i.
func drawAttackingArmies(d *picture, at Point, by uint8) {
	const size = 0.2 * SquareSide
	for layer, x := range [...]float64{0.25 * SquareSide, 0.55 * SquareSide} {
		if by>>layer&1 == 1 {
			d.canvas.Rect(at.X+x, at.Y+0.4*SquareSide, size, size, armyInks[1-layer].queen)
			d.canvas.Rect(at.X+x+1, at.Y+0.4*SquareSide+1, size-2, size-2, armyInks[layer].queen)
		}
	}
}
