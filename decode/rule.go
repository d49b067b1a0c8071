package decode

import (
	"queens/encode"
	"queens/encode/board"
)

// rules holds the description of each encode.Rule. The function init sets it, because its functions use it.
var rules map[encode.Rule]*rule

func init() {
	rules = map[encode.Rule]*rule{encode.Peaceful: &peaceful, encode.Dominating: &dominating, encode.Opposed: &opposed,
		encode.Coloured: &coloured, encode.Tiled: &tiled, encode.Divided: &divided}
}

// A rule describes how to read, check and describe the boards of the families with an encode.Rule.
// A false flag means: as for Peaceful. The functions check, title and question must be set; the
// others may be nil.
type rule struct {
	// piecesOf returns the pieces that the true variable v puts on squares. A nil function
	// means one piece: in layer (v-1)/N², on square (v-1)%N² + 1 in reading order.
	piecesOf func(in *encode.Instance, v int) []piece
	// check returns an error if the pieces violate the rule. It uses only coordinates.
	check func(p *Placement) error
	// attacksAllowed reports whether no attack breaks the rule; nil means false. Otherwise two
	// pieces on a line break it if both are in the same layer (sameLayer), if both are in
	// different layers (otherLayers), or always (neither flag).
	attacksAllowed func(in *encode.Instance) bool
	attacks        func(p *Placement) []*AttackError // Attacks; nil means the attacks along lines and by leaps
	attacked       func(p *Placement) AttackedBy     // Attacked; nil means the squares that queens attack along lines and by leaps
	sameLayer      bool
	otherLayers    bool
	// tiles means that the pieces are not queens: they cover their squares and attack no
	// square.
	tiles     bool
	title     func(p *Placement) string                    // the result of Placement.Title
	question  func(p *Placement) string                    // the beginning of the result of Placement.Question
	turnLayer func(symmetry board.Symmetry, layer int) int // the layer of a piece after a symmetry; nil means the same layer
}

// ruleOf returns the description of the rule of an instance.
func ruleOf(in *encode.Instance) *rule { return rules[in.Family.Definition().Rule] }

func (p *Placement) rule() *rule { return ruleOf(p.Instance) }

// Tiled reports whether the pieces are not queens: they cover their squares and attack no square.
func (p *Placement) Tiled() bool { return p.rule().tiles }

func (p *Placement) definition() *encode.Definition { return p.Instance.Family.Definition() }
