package decode

import "queens/encode"

// families lists what the package knows of each family of package encode. A new one is a
// file of its own, named after it, and an entry here.
var families []*family

func init() { families = []*family{&queens, &colouring, &domination, &armies, &superqueens, &dominoes} }

// A family says how the boards of one are read, checked, drawn and told. What is nil or
// false is as with the queens.
type family struct {
	is encode.Family
	// cells are the pieces that a true variable puts on squares; nil is one, on the square
	// with its number in its layer.
	cells func(in *encode.Instance, v int) []cell
	// check is what is asked of the pieces, by their coordinates alone.
	check func(c *checker, p *Placement) error
	// Pieces attack each other, though it is forbidden, unless they are harmless: those of
	// the same layer, of others, or all.
	harmless  func(in *encode.Instance) bool
	sameLayer bool
	others    bool
	knights   bool // they attack as knights, too
	// tiles says that pieces cover their squares, are no queens and attack none.
	tiles  bool
	letter func(layer int) string                                     // of a piece
	symbol func(layer int) string                                     // the same in a box
	paint  func(layer int, c *colored, attacks bool)                  // on a terminal
	draw   func(d *picture, s encode.Square, layer int, attacks bool) // a piece
	marked func(by uint8) string                                      // the letter of a square that layers attack
	mark   func(d *picture, at Point, by uint8)                       // the same in pictures
	page   func(entry *htmlPuzzle, in *encode.Instance, s Style)      // what else the page of html has to know
	title  func(p *Placement) string                                  // of a picture
	ask    func(p *Placement) string                                  // the question of a puzzle
	pieces func(p *Placement) jsonPieces                              // in JSON
	turn   func(symmetry encode.Symmetry, layer int) int              // the layer of an image
}

// A cell is a square with the layer of the piece on it.
type cell struct {
	encode.Square
	layer int
}

// familyOf returns what is known of a family, which encode.ParseFamily knows.
func familyOf(name encode.Family) *family {
	for _, f := range families {
		if f.is == name {
			return f
		}
	}
	return families[0]
}

// numbered reports whether to show the variables of squares, which have some of their own.
func (s Style) numbered(in *encode.Instance) bool {
	return s.Numbers && familyOf(in.Family).cells == nil
}

func (p *Placement) family() *family { return familyOf(p.Instance.Family) }

// layer returns the placement of one kind of piece alone.
func (p *Placement) layer(layer int) *Placement {
	one := &Placement{Instance: p.Instance}
	for i, l := range p.Layers {
		if l == layer {
			one.Queens = append(one.Queens, p.Queens[i])
		}
	}
	return one
}

// at returns the layer of the piece with an index.
func (p *Placement) at(i int) int {
	if i < len(p.Layers) {
		return p.Layers[i]
	}
	return 0
}

// letter returns a letter for the pieces of a layer.
func (p *Placement) letter(layer int) string { return p.family().letter(layer) }

// An attackedBy says which layers attack a square, as bits.
type attackedBy map[encode.Square]uint8

// newAttacked returns the squares that queens attack, without those they are on.
func newAttacked(p *Placement) attackedBy {
	all := attackedBy{}
	for layer := range min(2, p.Instance.Layers()) {
		queens := p
		if p.Layers != nil {
			queens = p.layer(layer)
		}
		var a attacks
		a.remember(queens)
		for row := 1; row <= p.Instance.N; row++ {
			for col := 1; col <= p.Instance.N; col++ {
				s := encode.Square{Row: row, Col: col}
				if !p.has(s) && (a.on(s, p.Instance) || p.family().knights && leapsTo(queens, s)) {
					all[s] |= 1 << layer
				}
			}
		}
	}
	return all
}
