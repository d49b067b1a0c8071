package decode

import (
	"errors"
	"fmt"

	"queens/encode"
)

// pieces checks what the family of the placement asks of its queens or colours, by
// their coordinates alone.
func (c *checker) pieces(p *Placement) error {
	switch p.Instance.Family {
	case encode.Colouring:
		return c.coloured(p)
	case encode.Armies:
		return c.coexist(p)
	case encode.Domination:
		if p.Instance.Independent {
			if err := c.attacks.find(p); err != nil {
				return err
			}
		}
		return c.attacks.dominate(p)
	}
	if err := c.attacks.find(p); err != nil {
		return err
	}
	if p.Instance.Family == encode.Superqueens {
		for _, leap := range leaps(p) {
			return leap
		}
	}
	return nil
}

// coloured looks for squares without a colour or with two, and for equal colours on a
// line.
func (c *checker) coloured(p *Placement) error {
	board, n := p.Instance.Board(), p.Instance.N
	for i, s := range p.Queens {
		if want, _ := board.SquareOf(i + 1); s != want {
			if i > 0 && s == p.Queens[i-1] {
				return fmt.Errorf("square %s has the colours %s and %s", name(s, n), p.letter(p.Layers[i-1]), p.letter(p.Layers[i]))
			}
			return fmt.Errorf("square %s has no colour", name(want, n))
		}
	}
	if i := len(p.Queens); i < n*n {
		s, _ := board.SquareOf(i + 1)
		return fmt.Errorf("square %s has no colour", name(s, n))
	}
	for layer := range p.Instance.Layers() {
		var a *AttackError
		if err := c.attacks.find(p.layer(layer)); errors.As(err, &a) {
			return fmt.Errorf("squares %s and %s on %s have the same colour %s", name(a.A, n), name(a.B, n), a.Along, p.letter(layer))
		}
	}
	return nil
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

// leaps returns the pairs of queens a knight's move apart.
func leaps(p *Placement) []*AttackError {
	n, torus := p.Instance.N, p.Instance.Variant == encode.Torus
	var found []*AttackError
	for _, q := range p.Queens {
		for _, move := range [...][2]int{{1, -2}, {1, 2}, {2, -1}, {2, 1}, {-1, -2}, {-1, 2}, {-2, -1}, {-2, 1}} {
			other := encode.Square{Row: q.Row + move[0], Col: q.Col + move[1]}
			if torus {
				other = encode.Square{Row: (other.Row-1+2*n)%n + 1, Col: (other.Col-1+2*n)%n + 1}
			}
			if readingOrder(q, other) < 0 && p.has(other) {
				found = append(found, &AttackError{A: q, B: other, N: n, Along: "a knight's move", Leap: true})
			}
		}
	}
	return found
}

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

// letter returns a letter for the pieces of a layer: Q for queens, W and B for armies,
// A, B and so on for colours, and AA after Z.
func (p *Placement) letter(layer int) string {
	switch p.Instance.Family {
	case encode.Colouring:
		name := []byte(columnLetters(layer + 1))
		for i := range name {
			name[i] -= 'a' - 'A'
		}
		return string(name)
	case encode.Armies:
		return [...]string{"W", "B"}[layer]
	}
	return "Q"
}

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
				if !p.has(s) && (a.on(s, p.Instance) || p.Instance.Family == encode.Superqueens && leapsTo(queens, s)) {
					all[s] |= 1 << layer
				}
			}
		}
	}
	return all
}

// leapsTo reports whether a queen is a knight's move from a square.
func leapsTo(p *Placement, s encode.Square) bool {
	n := p.Instance.N
	apart := func(i, j int) int {
		d := max(i-j, j-i)
		if p.Instance.Variant == encode.Torus {
			d = min(d, n-d)
		}
		return d
	}
	for _, q := range p.Queens {
		if down, right := apart(q.Row, s.Row), apart(q.Col, s.Col); down*right == 2 {
			return true
		}
	}
	return false
}
