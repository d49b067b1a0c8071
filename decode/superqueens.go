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
	var found []*AttackError
	for _, q := range p.Queens {
		for _, other := range knightMoves(q, p.Instance) {
			if q.Compare(other) < 0 && p.has(other) {
				found = append(found, &AttackError{A: q, B: other, N: p.Instance.N, Along: "a knight's move", Direct: true})
			}
		}
	}
	return found
}

// knightMoves returns the squares a knight's move away from s, some of which may be outside the board.
func knightMoves(s encode.Square, in *encode.Instance) []encode.Square {
	squares := []encode.Square{{Row: 1, Col: -2}, {Row: 1, Col: 2}, {Row: 2, Col: -1}, {Row: 2, Col: 1}, {Row: -1, Col: -2}, {Row: -1, Col: 2}, {Row: -2, Col: -1}, {Row: -2, Col: 1}}
	for i, move := range squares {
		to := encode.Square{Row: s.Row + move.Row, Col: s.Col + move.Col}
		if in.Variant == encode.Torus {
			to = encode.Square{Row: (to.Row-1+2*in.N)%in.N + 1, Col: (to.Col-1+2*in.N)%in.N + 1}
		}
		squares[i] = to
	}
	return squares
}
