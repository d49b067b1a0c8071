package decode

import "queens/encode"

// marks are what a puzzle says about its squares, ready to be looked up.
type marks struct {
	in        *encode.Instance
	placed    map[encode.Square]bool              // squares that hold a queen
	blocked   encode.Squares                      // squares that stay empty
	diagonals map[encode.Diagonal]encode.Diagonal // that stay empty: by wrapped name, the name given
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

// empty reports whether nothing has to stay empty.
func (m *marks) empty() bool { return m.blocked.Len() == 0 && len(m.diagonals) == 0 }

// diagonal returns the diagonal through s that has to stay empty, if there is
// one.
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

// forbidden reports whether s has to stay empty.
func (m *marks) forbidden(s encode.Square) bool {
	_, on := m.diagonal(s)
	return on || m.blocked.Has(s)
}

// wrap returns one name for all diagonals that are the same line of the torus.
func wrap(d encode.Diagonal, in *encode.Instance) encode.Diagonal {
	if in.Variant == encode.Torus {
		d.Index = (d.Index%in.N + in.N) % in.N
	}
	return d
}

// isDark reports whether a square is dark on a board whose corner at the lower
// left is, as chess players put it.
func isDark(s encode.Square, n int) bool { return (n-s.Row+s.Col)%2 != 0 }
