package decode

import "queens/encode"

// superqueens also move like knights. No queen attacks another.
var superqueens = family{
	name: encode.Superqueens, artwork: queenArtwork, knights: true,
	check: func(c *checker, p *Placement) error {
		if err := c.attacks.find(p); err != nil {
			return err
		}
		for _, leap := range leaps(p) {
			return leap
		}
		return nil
	},
	title: func(p *Placement) string { return p.queensOnBoard("super") },
	question: func(p *Placement) string {
		return "Place " + count(p.Instance.QueenCount(), "queen") + p.inTotal() + " so that no two attack each other. Queens also move like knights."
	},
}

// leaps returns the pairs of queens a knight's move apart, in reading order of the first queen.
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
				found = append(found, &AttackError{A: q, B: other, N: n, Along: "a knight's move", Direct: true})
			}
		}
	}
	return found
}

// leapsTo reports whether a queen of p is a knight's move away from s.
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
