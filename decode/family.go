package decode

import (
	"slices"

	"queens/encode"
)

// families lists all families; the first is the default. To add a family of package encode,
// write a file named after it that declares its family value, and add the value in init.
var families []*family

func init() {
	families = []*family{&queens, &colouring, &domination, &armies, &superqueens, &dominoes, &regions}
}

// A family describes how to read, check, draw and describe the boards of a Family. A false flag
// means: as for queens. The functions piecesOf, attacksAllowed, attacks, attacked, paint,
// addToPage, inJSON and turnLayer may be nil; attackedLetter and drawAttacked may be nil with tiles. All other
// functions must be set.
type family struct {
	name encode.Family
	// piecesOf returns the pieces that the true variable v puts on squares. A nil function
	// means one piece: in layer (v-1)/N², on the square of variable (v-1)%N² + 1.
	piecesOf func(in *encode.Instance, v int) []piece
	// check returns an error if the pieces violate the rules of the family. It uses only
	// coordinates.
	check func(c *checker, p *Placement) error
	// attacksAllowed reports whether no attack breaks the rules; nil means false. Otherwise two
	// pieces on a line break them if both are in the same layer (sameLayer), if both are in
	// different layers (otherLayers), or always (neither flag).
	attacksAllowed func(in *encode.Instance) bool
	attacks        func(p *Placement) []*AttackError // the result of Attacks, if lines do not decide
	attacked       func(p *Placement) attackedBy     // the attacked squares, if lines do not decide
	sameLayer      bool
	otherLayers    bool
	knights        bool // pieces also attack like knights
	// tiles means that the pieces are not queens: they cover their squares and attack no
	// square.
	tiles bool
	artwork
	addToPage func(entry *htmlPuzzle, in *encode.Instance, s Style) // adds the data of the family to a page
	title     func(p *Placement) string                             // a title for a picture
	question  func(p *Placement) string                             // the question of a puzzle
	inJSON    func(p *Placement) jsonPieces                         // the pieces in JSON; nil means queenPieces
	turnLayer func(symmetry encode.Symmetry, layer int) int         // the layer of a piece after a symmetry; nil means the same layer
}

// An artwork holds the ways to draw the pieces of a family and the squares that they attack.
type artwork struct {
	letter         func(layer int) string                                     // a letter for a piece
	symbol         func(layer int) string                                     // the symbol of a piece in the format box
	paint          func(layer int, c *coloredSquare, attacks bool)            // changes the colours of a piece on a terminal
	draw           func(d *picture, s encode.Square, layer int, attacks bool) // draws a piece
	attackedLetter func(by uint8) string                                      // the mark for a square that layers attack; bit i is layer i
	drawAttacked   func(d *picture, at Point, by uint8)                       // draws this mark in pictures
}

// A piece is a piece on a square, in a layer.
type piece struct {
	encode.Square
	layer int
}

// familyOf returns the description of a family, or of the default family for an unknown name.
func familyOf(name encode.Family) *family {
	for _, f := range families {
		if f.name == name {
			return f
		}
	}
	return families[0]
}

// numbered reports whether to show the variables of squares. Only families with variables for
// squares have them.
func (s Style) numbered(in *encode.Instance) bool {
	return s.Numbers && familyOf(in.Family).piecesOf == nil
}

func (p *Placement) family() *family { return familyOf(p.Instance.Family) }

// layer returns the placement of the pieces in one layer.
func (p *Placement) layer(layer int) *Placement {
	one := &Placement{Instance: p.Instance}
	for i, l := range p.Layers {
		if l == layer {
			one.Queens = append(one.Queens, p.Queens[i])
		}
	}
	return one
}

// at returns the layer of the piece with index i in p.Queens.
func (p *Placement) at(i int) int {
	if i < len(p.Layers) {
		return p.Layers[i]
	}
	return 0
}

// letter returns a letter for the pieces in a layer.
func (p *Placement) letter(layer int) string { return p.family().letter(layer) }

// attackedBy maps each attacked square to the layers that attack it: bit i is layer i.
type attackedBy map[encode.Square]uint8

// newAttacked returns the empty squares that queens attack. Tiles attack no square.
func newAttacked(p *Placement) attackedBy {
	all, f := attackedBy{}, p.family()
	switch {
	case f.tiles:
		return all
	case f.attacked != nil:
		return f.attacked(p)
	}
	for layer := range min(2, p.Instance.Layers()) {
		queens := p
		if p.Layers != nil {
			queens = p.layer(layer)
		}
		var a attacks
		a.add(queens)
		for s := range p.Instance.Board().Squares() {
			if !p.has(s) && (a.on(s, p.Instance) || f.knights && slices.ContainsFunc(knightMoves(s, p.Instance), queens.has)) {
				all[s] |= 1 << layer
			}
		}
	}
	return all
}
