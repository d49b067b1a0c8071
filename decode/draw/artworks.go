package draw

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"math/bits"
	"strings"

	"queens/decode"
	"queens/encode"
	"queens/encode/board"
)

// An artwork holds the ways to draw the pieces of a family and the squares that they attack.
// The functions attackedLetter and drawAttacked are nil for pieces that attack no square.
type artwork struct {
	paint          func(layer int, c *coloredSquare, attacks bool)           // changes the colours of a piece on a terminal, or nil
	draw           func(d *picture, s board.Square, layer int, attacks bool) // draws a piece on s; the flag attacks means that it attacks another
	attackedLetter func(in *encode.Instance, by uint8) string                // the mark for a square that layers attack; bit i is layer i
	drawAttacked   func(d *picture, at Point, by uint8)                      // draws this mark in the square with the upper left corner at; by is 0 for a square that is not attacked
}

// artworks holds the artwork of the families with an encode.Rule. Other rules have queenArtwork.
var artworks = map[encode.Rule]*artwork{encode.Opposed: &armyArtwork, encode.Coloured: &colourArtwork, encode.Tiled: &dominoArtwork}

// artworkOf returns the artwork of the family of an instance.
func artworkOf(in *encode.Instance) *artwork {
	return cmp.Or(artworks[in.Family.Definition().Rule], &queenArtwork)
}

// queenArtwork is the artwork of families with pieces of one color, also of mixtures.
var queenArtwork = artwork{draw: drawPiece, attackedLetter: attackedLetter, drawAttacked: drawAttackedSquare}

// attackedLetter returns the mark for a square that pieces attack: in a mixture, if only one kind attacks the square,
// the letter of the kind in lower case, and otherwise a star.
func attackedLetter(in *encode.Instance, by uint8) string {
	if in.Mixed() && bits.OnesCount8(by) == 1 {
		return strings.ToLower(in.PieceAt(bits.TrailingZeros8(by)).Letter)
	}
	return "*"
}

// drawPiece draws a piece. The colour distinguishes pieces that attack, given pieces that do not, and others.
func drawPiece(d *picture, q board.Square, layer int, attacks bool) {
	ink := d.theme.queen
	switch {
	case attacks:
		ink = d.theme.attack
	case d.givens.Placed[q]:
		ink = d.theme.given
	}
	at := d.corner(q)
	d.canvas.Symbol(d.symbol.FigureOf(d.p.Instance, layer), at.X, at.Y, SquareSide, ink, d.theme.Detail)
}

// drawAttackedSquare colours the square with the upper left corner at, unless by is 0.
func drawAttackedSquare(d *picture, at Point, by uint8) {
	if ink := d.theme.glow; by > 0 {
		ink.A = 0x60
		d.canvas.Rect(at.X, at.Y, SquareSide, SquareSide, ink)
	}
}

// armyArtwork is the artwork of two armies. On a terminal, white queens have colours of their own, except
// queens that attack a black queen.
var armyArtwork = artwork{
	paint: func(layer int, c *coloredSquare, attacks bool) {
		if layer == 0 && !attacks {
			c.ink, c.paper = inkWhite, paintWhite
		}
	},
	draw: drawArmyPiece, attackedLetter: func(_ *encode.Instance, by uint8) string { return [...]string{1: "w", 2: "b", 3: "*"}[by] }, drawAttacked: drawAttackingArmies,
}

// armyInks holds the colours of each army, indexed by layer. The queens stand on tiles, so that both armies are visible on
// light and on dark squares, and without colours.
var armyInks = [...]struct{ tile, queen color.NRGBA }{
	{rgb(0x2b3f55), rgb(0xffffff)},
	{rgb(0xf7f4ec), rgb(0x000000)},
}

// drawArmyPiece draws the piece of the army with the given layer on its tile, which has another colour if
// the piece attacks another.
func drawArmyPiece(d *picture, q board.Square, layer int, attacks bool) {
	const inset = 0.06 * SquareSide
	at, ink := d.corner(q), armyInks[layer]
	if attacks {
		ink.tile = d.theme.attack
	}
	d.canvas.Rect(at.X+inset, at.Y+inset, SquareSide-2*inset, SquareSide-2*inset, ink.tile)
	d.canvas.Symbol(d.symbol.FigureOf(d.p.Instance, layer), at.X+2*inset, at.Y+2*inset, SquareSide-4*inset, ink.queen, d.theme.Detail)
}

// drawAttackingArmies marks the square with the upper left corner at by a small tile for each army that attacks it.
// Bit i of by means layer i.
func drawAttackingArmies(d *picture, at Point, by uint8) {
	const size = 0.2 * SquareSide
	for layer, x := range [...]float64{0.25 * SquareSide, 0.55 * SquareSide} {
		if by>>layer&1 == 1 {
			d.canvas.Rect(at.X+x, at.Y+0.4*SquareSide, size, size, armyInks[1-layer].queen)
			d.canvas.Rect(at.X+x+1, at.Y+0.4*SquareSide+1, size-2, size-2, armyInks[layer].queen)
		}
	}
}

// colourArtwork is the artwork of colourings.
var colourArtwork = artwork{
	draw: drawColour,
	paint: func(layer int, c *coloredSquare, _ bool) {
		c.paper = fmt.Sprintf("48;5;%d", regionColours[layer%len(regionColours)].xterm)
	},
}

// drawColour fills a square with its colour and writes the letter of the colour. With PrintTheme it writes
// only the letter. The letter of a square that attacks another has the colour of attacks.
func drawColour(d *picture, s board.Square, layer int, attacks bool) {
	at, letter, ink := d.corner(s), decode.ColourLetters(layer), rgb(0)
	if d.theme != PrintTheme {
		d.canvas.Rect(at.X, at.Y, SquareSide, SquareSide, ColourOf(layer))
	}
	if attacks {
		ink = d.theme.attack
	}
	d.canvas.Text(d.center(s), 0.5*SquareSide/math.Sqrt(float64(len(letter))), letter, ink)
}

// dominoArtwork is the artwork of dominoes, drawn half by half.
var dominoArtwork = artwork{draw: drawHalf}

// drawHalf draws the half of a domino that is on s in the given layer as a rectangle, up to the edge of the
// square on the side of the other half.
func drawHalf(d *picture, s board.Square, layer int, _ bool) {
	const inset = 0.08 * SquareSide
	at, to := d.corner(s), decode.OtherHalf(board.Square{}, layer)
	x, y := at.X+inset+inset*float64(min(0, to.Col)), at.Y+inset+inset*float64(min(0, to.Row))
	width, height := SquareSide-2*inset+inset*float64(to.Col*to.Col), SquareSide-2*inset+inset*float64(to.Row*to.Row)
	d.canvas.Rect(x, y, width, height, d.theme.queen)
}
