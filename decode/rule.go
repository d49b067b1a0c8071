package decode

import "queens/encode"

// rules holds the description of each encode.Rule. It is set in init, because its functions use it.
var rules map[encode.Rule]*rule

func init() {
	rules = map[encode.Rule]*rule{encode.Peaceful: &peaceful, encode.Dominating: &dominating, encode.Opposed: &opposed,
		encode.Coloured: &coloured, encode.Tiled: &tiled, encode.Divided: &divided}
}

// A rule describes how to read, check, draw and describe the boards of the families with an encode.Rule. A false flag
// means: as for Peaceful. The functions piecesOf, attacksAllowed, attacks, attacked, paint,
// addToPage, inJSON and turnLayer may be nil; attackedLetter and drawAttacked may be nil with tiles. All other
// functions must be set.
type rule struct {
	// piecesOf returns the pieces that the true variable v puts on squares. A nil function
	// means one piece: in layer (v-1)/N², on the square of variable (v-1)%N² + 1.
	piecesOf func(in *encode.Instance, v int) []piece
	// check returns an error if the pieces violate the rule. It uses only coordinates.
	check func(p *Placement) error
	// attacksAllowed reports whether no attack breaks the rule; nil means false. Otherwise two
	// pieces on a line break it if both are in the same layer (sameLayer), if both are in
	// different layers (otherLayers), or always (neither flag).
	attacksAllowed func(in *encode.Instance) bool
	attacks        func(p *Placement) []*AttackError // the result of Attacks, if lines do not decide
	attacked       func(p *Placement) attackedBy     // the attacked squares, if lines do not decide
	sameLayer      bool
	otherLayers    bool
	// tiles means that the pieces are not queens: they cover their squares and attack no
	// square.
	tiles bool
	artwork
	addToPage func(entry *htmlPuzzle, in *encode.Instance, s Style) // adds the data of the rule to a page
	title     func(p *Placement) string                             // a title for a picture
	question  func(p *Placement) string                             // the question of a puzzle
	inJSON    func(p *Placement) jsonPieces                         // the pieces in JSON; nil means queenPieces
	turnLayer func(symmetry encode.Symmetry, layer int) int         // the layer of a piece after a symmetry; nil means the same layer
}

// An artwork holds the ways to draw the pieces of a rule and the squares that they attack.
type artwork struct {
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

// ruleOf returns the description of the rule of an instance.
func ruleOf(in *encode.Instance) *rule { return rules[in.Family.Definition().Rule] }

func (p *Placement) rule() *rule                    { return ruleOf(p.Instance) }
func (p *Placement) definition() *encode.Definition { return p.Instance.Family.Definition() }

// numbered reports whether to show the variables of squares. Only families with variables for
// squares have them.
func (s Style) numbered(in *encode.Instance) bool { return s.Numbers && ruleOf(in).piecesOf == nil }

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

// look returns a letter for the pieces in a layer, and their symbol in the format box.
func (p *Placement) look(layer int) (letter, symbol string) {
	if pieces := p.definition().Pieces; pieces != nil {
		return pieces[layer].Letter, pieces[layer].Symbol
	}
	return colourLetters(layer), colourLetters(layer)
}

// letter returns a letter for the pieces in a layer.
func (p *Placement) letter(layer int) string {
	letter, _ := p.look(layer)
	return letter
}

// attackedBy maps each attacked square to the layers that attack it: bit i is layer i.
type attackedBy map[encode.Square]uint8

// newAttacked returns the empty squares that queens attack. Tiles attack no square.
func newAttacked(p *Placement) attackedBy {
	all, r := attackedBy{}, p.rule()
	switch {
	case r.tiles:
		return all
	case r.attacked != nil:
		return r.attacked(p)
	}
	for layer := range min(2, p.Instance.Layers()) {
		queens := p
		if p.Layers != nil {
			queens = p.layer(layer)
		}
		a := attacksOf(queens)
		for s := range p.Instance.Board().Squares() {
			if !p.has(s) && a.attacked(s, queens) {
				all[s] |= 1 << layer
			}
		}
	}
	return all
}
