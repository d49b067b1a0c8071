package decode

import (
	"encoding/binary"
	"slices"

	"queens/encode"
	"queens/encode/board"
)

// Classes counts classes of boards. Two solutions of an instance are in the same class if a rotation or
// reflection that maps the instance to itself (encode.Instance.Symmetries) maps one to the other. It does
// not exchange armies or colours. Solutions of different instances of one size are in the same class if
// their least images are equal. The memory per class is about a line of the format list. The zero value is
// ready to use.
type Classes struct {
	seen       map[string]struct{} // an encoding of the least image of each class
	instance   *encode.Instance    // of the last board; symmetries are its symmetries
	symmetries []board.Symmetry
	// image, least and key are reused from board to board.
	image, least []int
	key          []byte
}

// Add adds a board, whose queens must be in reading order, and reports whether it is the first of its
// class. It keeps no part of p but its instance, which must not change before the next call.
func (c *Classes) Add(p *Placement) bool {
	c.key = binary.AppendUvarint(binary.AppendUvarint(c.key[:0], uint64(p.Instance.N)), uint64(p.Instance.Columns))
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

// leastImage returns the lexicographically smallest image of p under the symmetries of its instance, in the
// form of appendImage. It is valid until the next call.
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

// appendImage appends the image of p under a symmetry to an empty slice: the numbers of the squares with
// pieces in ascending order, counted from 0 in reading order. With several layers, a number is
// square*layers + layer.
func appendImage(image []int, p *Placement, symmetry board.Symmetry) []int {
	board, layers, turn := p.Instance.Board(), p.Instance.Layers(), p.rule().turnLayer
	for i, q := range p.Queens {
		to, layer := symmetry.Image(q, board), p.LayerAt(i)
		if turn != nil {
			layer = turn(symmetry, layer)
		}
		image = append(image, int(board.Var(to)-1)*layers+layer)
	}
	slices.Sort(image)
	return image
}
