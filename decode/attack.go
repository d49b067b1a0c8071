package decode

import (
	"fmt"
	"slices"

	"queens/encode"
)

// An AttackError describes an attack between two queens.
type AttackError struct {
	// A comes before B in reading order. If Check finds queens of two armies, A is white.
	A, B  encode.Square
	Along string // such as "a row" or "a knight's move"
	N     int    // size of the board
	// Direct means that the attack is no line of a torus: it is a knight's move, or both queens
	// touch or are in one region.
	Direct bool
}

func (e *AttackError) Error() string {
	return fmt.Sprintf("queens on %s and %s attack each other along %s",
		e.A.Algebraic(e.N), e.B.Algebraic(e.N), e.Along)
}

// attacks finds attacks between queens along lines. It is indexed by direction, and then by row, by column, by
// row-column+N or by row+column; modulo N for diagonals of the torus. An entry is the index of the last
// queen on the line, plus 1; 0 means no queen. So the time is proportional to the number of queens. All
// entries are 0 between calls.
type attacks [4][]int32

// find returns an *AttackError for the first queen in reading order that attacks an earlier
// queen, or nil.
func (a *attacks) find(p *Placement) error {
	a.fit(p.Instance)
	lines := p.definition().Lines
	for i, q := range p.Queens {
		if attack := a.attackOn(q, p, lines); attack != nil {
			a.clear(p.Queens[:i], p.Instance)
			return attack
		}
		a.enter(q, i+1, p.Instance, lines)
	}
	a.clear(p.Queens, p.Instance)
	return nil
}

// fit allocates the entries for the lines of a board.
func (a *attacks) fit(in *encode.Instance) {
	if n := in.N; len(a[encode.Row]) != n+1 {
		*a = attacks{encode.Row: make([]int32, n+1), encode.Column: make([]int32, n+1), encode.Falling: make([]int32, 2*n+1), encode.Rising: make([]int32, 2*n+1)}
	}
}

// line returns the entry of the line through q in a direction.
func (a *attacks) line(d encode.Direction, q encode.Square, in *encode.Instance) *int32 {
	i := q.Row
	switch d {
	case encode.Row:
		return &a[d][q.Row]
	case encode.Column:
		return &a[d][q.Col]
	case encode.Falling:
		i += in.N - q.Col
	case encode.Rising:
		i += q.Col
	}
	if in.Variant == encode.Torus {
		i %= in.N
	}
	return &a[d][i]
}

// enter sets the entries of all lines through q.
func (a *attacks) enter(q encode.Square, value int, in *encode.Instance, lines []encode.Direction) {
	for _, d := range lines {
		*a.line(d, q, in) = int32(value)
	}
}

// add enters the queens of a placement, which may attack one another. The caller must call clear
// afterwards.
func (a *attacks) add(p *Placement) {
	a.fit(p.Instance)
	for i, q := range p.Queens {
		a.enter(q, i+1, p.Instance, p.definition().Lines)
	}
}

// clear removes the entries of the queens.
func (a *attacks) clear(queens []encode.Square, in *encode.Instance) {
	for _, q := range queens {
		a.enter(q, 0, in, in.Family.Definition().Lines)
	}
}

// on reports whether a line through s contains an entered queen.
func (a *attacks) on(s encode.Square, in *encode.Instance) bool {
	return slices.ContainsFunc(in.Family.Definition().Lines, func(d encode.Direction) bool { return *a.line(d, s, in) != 0 })
}

// attackOn returns the attack on q by the last entered queen of p on its row, its column or its diagonals,
// in this order, or nil.
func (a *attacks) attackOn(q encode.Square, p *Placement, lines []encode.Direction) *AttackError {
	last, along := int32(0), encode.Row
	for _, d := range lines {
		if entry := *a.line(d, q, p.Instance); entry > last && (last == 0 || along > encode.Column) {
			last, along = entry, d
		}
	}
	if last == 0 {
		return nil
	}
	return newAttack(p.Queens[last-1], q, along, p.Instance.N)
}

// checkDominated returns an error that names the first square, in reading order, that has no
// queen and is attacked by none. It returns nil if there is no such square. All entries of a must
// be 0, and are 0 afterwards.
func (a *attacks) checkDominated(p *Placement) error {
	a.add(p)
	defer a.clear(p.Queens, p.Instance)
	for s := range p.Instance.Board().Squares() {
		if !a.on(s, p.Instance) && !p.has(s) && !slices.ContainsFunc(leapsFrom(s, p.Instance), p.has) {
			return fmt.Errorf("no queen attacks square %s or stands on it", s.Algebraic(p.Instance.N))
		}
	}
	return nil
}

// between returns an *AttackError for the first black queen that attacks a white queen, or nil.
func (a *attacks) between(white, black *Placement) error {
	a.add(white)
	defer a.clear(white.Queens, white.Instance)
	for _, q := range black.Queens {
		if attack := a.attackOn(q, white, white.definition().Lines); attack != nil {
			return attack
		}
	}
	return nil
}

// checkApart returns an *AttackError if a piece attacks another.
func (c *checker) checkApart(p *Placement) error {
	if err := c.attacks.find(p); err != nil {
		return err
	}
	for _, leap := range leaps(p) {
		return leap
	}
	return nil
}

// leaps returns the pairs of queens a leap apart, in reading order of the first queen.
func leaps(p *Placement) []*AttackError {
	var found []*AttackError
	for _, q := range p.Queens {
		for _, other := range leapsFrom(q, p.Instance) {
			if q.Compare(other) < 0 && p.has(other) {
				found = append(found, &AttackError{A: q, B: other, N: p.Instance.N, Along: "a " + p.definition().Like + "'s move", Direct: true})
			}
		}
	}
	return found
}

// leapsFrom returns the squares a leap away from s, some of which may be outside the board.
func leapsFrom(s encode.Square, in *encode.Instance) (squares []encode.Square) {
	for _, leap := range in.Family.Definition().Leaps {
		to := encode.Square{Row: s.Row + leap[0], Col: s.Col + leap[1]}
		if in.Variant == encode.Torus {
			to = wrapped(to, in.N)
		}
		squares = append(squares, to)
	}
	return squares
}

// wrapped returns the square of a torus for a row and a column that may lie beyond the border.
func wrapped(s encode.Square, n int) encode.Square {
	return encode.Square{Row: ((s.Row-1)%n+n)%n + 1, Col: ((s.Col-1)%n+n)%n + 1}
}

// newAttack returns the attack between a and b along a line.
func newAttack(a, b encode.Square, along encode.Direction, n int) *AttackError {
	e := &AttackError{A: a, B: b, N: n, Along: "a diagonal"}
	if along == encode.Row || along == encode.Column {
		e.Along = "a " + along.String()
	}
	if e.Wraps() {
		e.Along = "a diagonal that wraps around the torus"
	}
	return e
}

// Wraps reports whether the attack is along a diagonal that crosses the edge of the board, as
// on the torus.
func (e *AttackError) Wraps() bool {
	down, right := e.B.Row-e.A.Row, e.B.Col-e.A.Col
	return !e.Direct && down != 0 && right != 0 && right != down && right != -down
}

// Attacks returns the attacks that break the rules of the family and have no queen in between.
// For a colouring these are between squares of the same colour; for armies, between queens of
// different colours. They are in reading order of the second queen; leaps such as knight's
// moves come first, in reading order of the first queen. A line of the torus has no ends, so
// each queen is paired with the last queen before it in reading order. With the rule Divided,
// queens attack if they touch, or if their row, column or region has too many queens.
func Attacks(p *Placement) []*AttackError {
	type line struct {
		encode.Direction
		index, colour int
	}
	rule, lines := p.rule(), p.definition().Lines
	if rule.attacks != nil {
		return rule.attacks(p)
	}
	if rule.attacksAllowed != nil && rule.attacksAllowed(p.Instance) {
		return nil
	}
	found, last := leaps(p), map[line]piece{}
	for i, q := range p.Queens {
		colour := 0
		if rule.sameLayer {
			colour = p.at(i)
		}
		rising := wrap(encode.Diagonal{Rising: true, Index: q.Row + q.Col}, p.Instance)
		falling := wrap(encode.Diagonal{Index: q.Row - q.Col}, p.Instance)
		for _, l := range []line{{encode.Row, q.Row, colour}, {encode.Column, q.Col, colour}, {encode.Rising, rising.Index, colour}, {encode.Falling, falling.Index, colour}} {
			if !slices.Contains(lines, l.Direction) {
				continue
			}
			if a, ok := last[l]; ok && (!rule.otherLayers || a.layer != p.at(i)) {
				found = append(found, newAttack(a.Square, q, l.Direction, p.Instance.N))
			}
			last[l] = piece{q, p.at(i)}
		}
	}
	return found
}
