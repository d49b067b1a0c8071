package decode

import (
	"fmt"
	"iter"

	"queens/encode"
)

// Check returns an error unless p solves its instance. It checks that all squares are on the
// board, the rules of the family (the error for the first attack is an *AttackError), that
// given squares hold a queen, that blocked squares and diagonals are empty, and the number of
// queens. The queens of p must be in reading order.
func Check(p *Placement) error {
	for _, q := range p.Queens {
		if n := p.Instance.N; q.Row < 1 || q.Row > n || q.Col < 1 || q.Col > n {
			return fmt.Errorf("square %v is not on the board of size %d", q, n)
		}
	}
	return check(p)
}

// check is Check for queens that are on the board.
func check(p *Placement) error {
	in := p.Instance
	if err := p.rule().check(p); err != nil {
		return err
	}
	for _, s := range in.Placed {
		if !p.has(s) {
			return fmt.Errorf("square %s must hold a queen, but is empty", s.Algebraic(in.N))
		}
	}
	if err := checkEmpty(p); err != nil {
		return err
	}
	if want := in.QueenCount(); in.Layers() == 1 && len(p.Queens) != want {
		return fmt.Errorf("the board of size %d has %s, expected %d", in.N, count(len(p.Queens), "queen"), want)
	}
	return nil
}

// checkEmpty returns an error if a queen is on a blocked square or diagonal.
func checkEmpty(p *Placement) error {
	m := newMarks(p.Instance)
	if m.empty() {
		return nil
	}
	for _, q := range p.Queens {
		if m.blocked.Has(q) {
			return fmt.Errorf("the queen on %s stands on a blocked square", q.Algebraic(p.Instance.N))
		}
		if d, blocked := m.diagonal(q); blocked {
			return fmt.Errorf("the queen on %s stands on the blocked %v", q.Algebraic(p.Instance.N), p.Instance.Board().LineOf(d))
		}
	}
	return nil
}

// count returns a number with a noun: "1 queen", "2 queens" and so on.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// marks stores the given and blocked squares of a puzzle for fast access.
type marks struct {
	in        *encode.Instance
	placed    map[encode.Square]bool              // squares that must hold a queen
	blocked   encode.Squares                      // squares that must stay empty
	diagonals map[encode.Diagonal]encode.Diagonal // diagonals that must stay empty, as given; indexed by their name from wrap
}

func newMarks(in *encode.Instance) marks {
	m := marks{
		in:        in,
		placed:    make(map[encode.Square]bool, len(in.Placed)),
		blocked:   in.Blocked,
		diagonals: make(map[encode.Diagonal]encode.Diagonal, len(in.BlockedDiagonals)),
	}
	for _, s := range in.Placed {
		m.placed[s] = true
	}
	for _, d := range in.BlockedDiagonals {
		m.diagonals[wrap(d, in)] = d
	}
	return m
}

// empty reports whether there are no blocked squares and diagonals.
func (m *marks) empty() bool { return m.blocked.Len() == 0 && len(m.diagonals) == 0 }

// diagonal returns a blocked diagonal through s, and reports whether there is one.
func (m *marks) diagonal(s encode.Square) (d encode.Diagonal, ok bool) {
	if len(m.diagonals) == 0 {
		return d, false
	}
	if d, ok = m.diagonals[wrap(encode.Diagonal{Rising: true, Index: s.Row + s.Col}, m.in)]; ok {
		return d, true
	}
	d, ok = m.diagonals[wrap(encode.Diagonal{Rising: false, Index: s.Row - s.Col}, m.in)]
	return d, ok
}

// forbidden reports whether s must stay empty.
func (m *marks) forbidden(s encode.Square) bool {
	_, on := m.diagonal(s)
	return on || m.blocked.Has(s)
}

// squares yields the squares that must stay empty, in reading order.
func (m *marks) squares() iter.Seq[encode.Square] {
	return func(yield func(encode.Square) bool) {
		for s := range m.in.Board().Squares() {
			if m.empty() || m.forbidden(s) && !yield(s) {
				return
			}
		}
	}
}

// wrap returns a unique name for a diagonal: on the torus, several diagonals of the board are
// one line.
func wrap(d encode.Diagonal, in *encode.Instance) encode.Diagonal {
	if in.Variant == encode.Torus {
		d.Index = (d.Index%in.N + in.N) % in.N
	}
	return d
}

// isDark reports whether s is a dark square of an n by n board. The lower left corner is dark.
func isDark(s encode.Square, n int) bool { return (n-s.Row+s.Col)%2 != 0 }
