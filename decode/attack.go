package decode

import (
	"fmt"

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

// attacks finds attacks between queens. For each row, column and diagonal it stores the index
// of the last queen there, plus 1; 0 means no queen. So the time is proportional to the number
// of queens. All entries are 0 between calls.
type attacks struct {
	rows, cols    []int32 // indexed by row and column, from 1
	sums, differs []int32 // indexed by row+column and by row-column+N; modulo N on the torus
}

// find returns an *AttackError for the first queen in reading order that attacks an earlier
// queen, or nil.
func (a *attacks) find(p *Placement) error {
	a.fit(p.Instance)
	var err error
	seen := 0
	for i, q := range p.Queens {
		r, c, s, d := a.lines(q, p.Instance)
		seen = i + 1
		if *r|*c|*s|*d != 0 {
			err = pair(p, q, *r, *c, *s, *d)
			break
		}
		*r, *c, *s, *d = int32(seen), int32(seen), int32(seen), int32(seen)
	}
	a.clear(p.Queens[:seen], p.Instance)
	return err
}

// fit allocates the entries for the lines of a board.
func (a *attacks) fit(in *encode.Instance) {
	if n := in.N; len(a.rows) != n+1 {
		*a = attacks{make([]int32, n+1), make([]int32, n+1), make([]int32, 2*n+1), make([]int32, 2*n+1)}
	}
}

// lines returns the entries of the four lines through q.
func (a *attacks) lines(q encode.Square, in *encode.Instance) (row, col, sum, differ *int32) {
	s, d := q.Row+q.Col, q.Row-q.Col+in.N
	if in.Variant == encode.Torus {
		s, d = s%in.N, d%in.N
	}
	return &a.rows[q.Row], &a.cols[q.Col], &a.sums[s], &a.differs[d]
}

// add enters the queens of a placement, which may attack one another. The caller must call clear
// afterwards.
func (a *attacks) add(p *Placement) {
	a.fit(p.Instance)
	for i, q := range p.Queens {
		r, c, s, d := a.lines(q, p.Instance)
		*r, *c, *s, *d = int32(i+1), int32(i+1), int32(i+1), int32(i+1)
	}
}

// on reports whether a row, column or diagonal through s contains an entered queen.
func (a *attacks) on(s encode.Square, in *encode.Instance) bool {
	row, col, sum, differ := a.lines(s, in)
	return *row|*col|*sum|*differ != 0
}

// checkDominated returns an error that names the first square, in reading order, that has no
// queen and is attacked by none. It returns nil if there is no such square. All entries of a must
// be 0, and are 0 afterwards.
func (a *attacks) checkDominated(p *Placement) error {
	a.add(p)
	defer a.clear(p.Queens, p.Instance)
	for s := range p.Instance.Board().Squares() {
		if !a.on(s, p.Instance) {
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
		if r, c, s, d := a.lines(q, white.Instance); *r|*c|*s|*d != 0 {
			return pair(white, q, *r, *c, *s, *d)
		}
	}
	return nil
}

// pair returns the attack on q by the last queen on its row, its column or its diagonals. The
// arguments are the entries of these lines; at least one is not 0.
func pair(p *Placement, q encode.Square, row, col, sum, differ int32) error {
	n := p.Instance.N
	switch {
	case row > 0:
		return newAttack(p.Queens[row-1], q, "a row", n)
	case col > 0:
		return newAttack(p.Queens[col-1], q, "a column", n)
	}
	return newAttack(p.Queens[max(sum, differ)-1], q, "a diagonal", n)
}

// newAttack returns the attack between a and b along a row, a column or a diagonal.
func newAttack(a, b encode.Square, along string, n int) *AttackError {
	e := &AttackError{A: a, B: b, N: n, Along: along}
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

// clear removes the entries of the queens.
func (a *attacks) clear(queens []encode.Square, in *encode.Instance) {
	for _, q := range queens {
		r, c, s, d := a.lines(q, in)
		*r, *c, *s, *d = 0, 0, 0, 0
	}
}

// Attacks returns the attacks that break the rules of the family and have no queen in between.
// For a colouring these are between squares of the same colour; for armies, between queens of
// different colours. They are in reading order of the second queen; for superqueens, knight's
// moves come first, in reading order of the first queen. A line of the torus has no ends, so
// each queen is paired with the last queen before it in reading order. In the family Regions,
// queens attack if they touch, or if their row, column or region has too many queens.
func Attacks(p *Placement) []*AttackError {
	type line struct {
		along         string
		rising        bool
		index, colour int
	}
	var found []*AttackError
	family := p.family()
	if family.attacks != nil {
		return family.attacks(p)
	}
	if family.attacksAllowed != nil && family.attacksAllowed(p.Instance) {
		return nil
	}
	if family.knights {
		found = leaps(p)
	}
	last := map[line]piece{}
	for i, q := range p.Queens {
		colour := 0
		if family.sameLayer {
			colour = p.at(i)
		}
		rising := encode.Diagonal{Rising: true, Index: q.Row + q.Col}
		falling := encode.Diagonal{Index: q.Row - q.Col}
		for _, l := range []line{
			{"a row", false, q.Row, colour}, {"a column", false, q.Col, colour},
			{"a diagonal", true, wrap(rising, p.Instance).Index, colour}, {"a diagonal", false, wrap(falling, p.Instance).Index, colour},
		} {
			if a, ok := last[l]; ok && (!family.otherLayers || a.layer != p.at(i)) {
				found = append(found, newAttack(a.Square, q, l.along, p.Instance.N))
			}
			last[l] = piece{q, p.at(i)}
		}
	}
	return found
}
