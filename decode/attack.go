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
	n, torus := p.Instance.N, p.Instance.Variant == encode.Torus
	if len(a.rows) != n+1 {
		*a = attacks{make([]int32, n+1), make([]int32, n+1), make([]int32, 2*n+1), make([]int32, 2*n+1)}
	}
	var err error
	seen := 0
	for i, q := range p.Queens {
		sum, differ := q.Row+q.Col, q.Row-q.Col+n
		if torus {
			sum, differ = sum%n, differ%n
		}
		r, c, s, d := &a.rows[q.Row], &a.cols[q.Col], &a.sums[sum], &a.differs[differ]
		seen = i + 1
		if *r|*c|*s|*d != 0 {
			err = pair(p, q, *r, *c, *s, *d)
			break
		}
		*r, *c, *s, *d = int32(seen), int32(seen), int32(seen), int32(seen)
	}
	a.clear(p.Queens[:seen], n, torus)
	return err
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
	return down != 0 && right != 0 && right != down && right != -down
}

// clear forgets these queens.
func (a *attacks) clear(queens []encode.Square, n int, torus bool) {
	for _, q := range queens {
		sum, differ := q.Row+q.Col, q.Row-q.Col+n
		if torus {
			sum, differ = sum%n, differ%n
		}
		a.rows[q.Row], a.cols[q.Col], a.sums[sum], a.differs[differ] = 0, 0, 0, 0
	}
}

// Attacks returns all pairs of queens that attack each other with no queen
// between them, in reading order of the second queen of a pair. On the torus a
// line has no ends; there each queen is paired with the one before it in
// reading order.
func Attacks(p *Placement) []*AttackError {
	type line struct {
		kind  byte
		index int
	}
	var found []*AttackError
	last := map[line]encode.Square{}
	for _, q := range p.Queens {
		rising := encode.Diagonal{Rising: true, Index: q.Row + q.Col}
		falling := encode.Diagonal{Index: q.Row - q.Col}
		for _, l := range []line{
			{'r', q.Row}, {'c', q.Col}, {'s', wrap(rising, p.Instance).Index}, {'d', wrap(falling, p.Instance).Index},
		} {
			if a, ok := last[l]; ok {
				found = append(found, newAttack(a, q, l.kind, p.Instance.N))
			}
			last[l] = q
		}
	}
	return found
}
