package decode

import (
	"fmt"

	"queens/encode"
)

// An AttackError says that two queens of a placement attack each other.
type AttackError struct {
	A, B  encode.Square // in reading order
	Along string        // a row, a column, a diagonal, ..
	N     int           // size of the board
	Leap  bool          // by a knight's move
}

func (e *AttackError) Error() string {
	return fmt.Sprintf("queens on %s and %s attack each other along %s",
		name(e.A, e.N), name(e.B, e.N), e.Along)
}

// name returns both names of a square: 3:5 (e6).
func name(s encode.Square, n int) string {
	return fmt.Sprintf("%v (%s)", s, s.Algebraic(n))
}

// attacks finds pairs of queens that attack each other in time proportional to
// their number. It remembers, for each row, column and diagonal, the queen seen
// there last.
type attacks struct {
	rows, cols    []int32 // by row and column from 1; queen index + 1, or 0
	sums, differs []int32 // by row+column and row-column+N
}

// find returns an *AttackError for the first queen in reading order that
// attacks an earlier one, or nil.
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

// fit makes room for the lines of a board.
func (a *attacks) fit(in *encode.Instance) {
	if n := in.N; len(a.rows) != n+1 {
		*a = attacks{make([]int32, n+1), make([]int32, n+1), make([]int32, 2*n+1), make([]int32, 2*n+1)}
	}
}

// lines returns the lines through a square.
func (a *attacks) lines(q encode.Square, in *encode.Instance) (row, col, sum, differ *int32) {
	s, d := q.Row+q.Col, q.Row-q.Col+in.N
	if in.Variant == encode.Torus {
		s, d = s%in.N, d%in.N
	}
	return &a.rows[q.Row], &a.cols[q.Col], &a.sums[s], &a.differs[d]
}

// remember takes the queens of a placement, which may attack each other.
func (a *attacks) remember(p *Placement) {
	a.fit(p.Instance)
	for i, q := range p.Queens {
		r, c, s, d := a.lines(q, p.Instance)
		*r, *c, *s, *d = int32(i+1), int32(i+1), int32(i+1), int32(i+1)
	}
}

// on reports whether a queen is on one of the lines through a square.
func (a *attacks) on(s encode.Square, in *encode.Instance) bool {
	row, col, sum, differ := a.lines(s, in)
	return *row|*col|*sum|*differ != 0
}

// dominate returns an error for the first square that no queen attacks or stands on.
func (a *attacks) dominate(p *Placement) error {
	a.remember(p)
	defer a.clear(p.Queens, p.Instance)
	for row := 1; row <= p.Instance.N; row++ {
		for col := 1; col <= p.Instance.N; col++ {
			if s := (encode.Square{Row: row, Col: col}); !a.on(s, p.Instance) {
				return fmt.Errorf("no queen attacks square %s or stands on it", name(s, p.Instance.N))
			}
		}
	}
	return nil
}

// between returns an *AttackError for the first queen of one army that attacks one of
// the other.
func (a *attacks) between(white, black *Placement) error {
	a.remember(white)
	defer a.clear(white.Queens, white.Instance)
	for _, q := range black.Queens {
		if r, c, s, d := a.lines(q, white.Instance); *r|*c|*s|*d != 0 {
			return pair(white, q, *r, *c, *s, *d)
		}
	}
	return nil
}

// pair describes the attack on q by one of the queens last seen in its row,
// its column and its diagonals.
func pair(p *Placement, q encode.Square, row, col, sum, differ int32) error {
	n := p.Instance.N
	switch {
	case row > 0:
		return newAttack(p.Queens[row-1], q, 'r', n)
	case col > 0:
		return newAttack(p.Queens[col-1], q, 'c', n)
	}
	return newAttack(p.Queens[max(sum, differ)-1], q, 'd', n)
}

// newAttack describes the attack of a and b along a row (r), a column (c) or a
// diagonal.
func newAttack(a, b encode.Square, kind byte, n int) *AttackError {
	e := &AttackError{A: a, B: b, N: n}
	switch kind {
	case 'r':
		e.Along = "a row"
	case 'c':
		e.Along = "a column"
	default:
		e.Along = "a diagonal"
		if e.Wraps() {
			e.Along = "a diagonal that wraps around the torus"
		}
	}
	return e
}

// Wraps reports whether the attack crosses the border of the board, as it can
// on the torus.
func (e *AttackError) Wraps() bool {
	down, right := e.B.Row-e.A.Row, e.B.Col-e.A.Col
	return !e.Leap && down != 0 && right != 0 && right != down && right != -down
}

// clear forgets these queens.
func (a *attacks) clear(queens []encode.Square, in *encode.Instance) {
	for _, q := range queens {
		r, c, s, d := a.lines(q, in)
		*r, *c, *s, *d = 0, 0, 0, 0
	}
}

// Attacks returns all pairs of queens that attack each other, though the family forbids
// it, with no queen between them: of equal colours and of different armies, in reading
// order of the second queen of a pair. On the torus a line has no ends; there each queen
// is paired with the one before it in reading order.
func Attacks(p *Placement) []*AttackError {
	type line struct {
		kind          byte
		index, colour int
	}
	var found []*AttackError
	family := p.family()
	if family.harmless != nil && family.harmless(p.Instance) {
		return nil
	}
	if family.knights {
		found = leaps(p)
	}
	last := map[line]cell{}
	for i, q := range p.Queens {
		colour := 0
		if family.sameLayer {
			colour = p.at(i)
		}
		rising := encode.Diagonal{Rising: true, Index: q.Row + q.Col}
		falling := encode.Diagonal{Index: q.Row - q.Col}
		for _, l := range []line{
			{'r', q.Row, colour}, {'c', q.Col, colour}, {'s', wrap(rising, p.Instance).Index, colour}, {'d', wrap(falling, p.Instance).Index, colour},
		} {
			if a, ok := last[l]; ok && (!family.others || a.layer != p.at(i)) {
				found = append(found, newAttack(a.Square, q, l.kind, p.Instance.N))
			}
			last[l] = cell{q, p.at(i)}
		}
	}
	return found
}
