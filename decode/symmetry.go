package decode

import (
	"encoding/binary"
	"slices"

	"queens/encode"
)

// Classes sorts boards into classes. Two solutions of an instance are in one class if a
// rotation or reflection that maps the instance to itself takes one to the other
// (encode.Instance.Symmetries). Armies keep their colour, and colours keep their name. The
// memory grows with the number of classes, by about the bytes of a line of the format list
// for each. The zero value is ready to use.
type Classes struct {
	seen       map[string]struct{}
	instance   *encode.Instance // of the last board
	symmetries []encode.Symmetry
	// images and key are reused from board to board.
	image, least []int
	key          []byte
}

// Add reports whether p is the first of its class.
func (c *Classes) Add(p *Placement) bool {
	c.key = binary.AppendUvarint(c.key[:0], uint64(p.Instance.N))
	last := 0
	for _, square := range c.leastImage(p) {
		c.key = binary.AppendUvarint(c.key, uint64(square-last))
		last = square
	}
	if _, known := c.seen[string(c.key)]; known {
		return false
	}
	if c.seen == nil {
		c.seen = map[string]struct{}{}
	}
	c.seen[string(c.key)] = struct{}{}
	return true
}

// Len returns the number of classes.
func (c *Classes) Len() int { return len(c.seen) }

// leastImage returns, of the images of p in its class, the one that comes first when
// the numbers of its squares in reading order are compared one by one.
func (c *Classes) leastImage(p *Placement) []int {
	if c.instance != p.Instance {
		c.instance, c.symmetries = p.Instance, p.Instance.Symmetries()
	}
	for i, symmetry := range c.symmetries {
		c.image = appendImage(c.image[:0], p, symmetry)
		if i == 0 || slices.Compare(c.image, c.least) < 0 {
			c.image, c.least = c.least, c.image
		}
	}
	return c.least
}

// appendImage appends the numbers of the squares to which a symmetry takes the queens,
// from 0 in ascending order; with several layers each is one of square and layer.
func appendImage(image []int, p *Placement, symmetry encode.Symmetry) []int {
	board, layers, turn := p.Instance.Board(), p.Instance.Layers(), p.family().turn
	for i, q := range p.Queens {
		to, layer := symmetry.Image(q, board.N), p.at(i)
		if turn != nil {
			layer = turn(symmetry, layer)
		}
		image = append(image, int(board.Var(to)-1)*layers+layer)
	}
	slices.Sort(image)
	return image
}
