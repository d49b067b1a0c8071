package encode

import "math"

// A tally is a number of constraints that are alike but for their variables: what sizes
// are made of, so that nobody has to go through the constraints themselves.
type tally struct {
	count           int64
	length, doubled int // of each scope
	Constraint          // without a scope
}

// A shape is a number of clauses with so many positive and negative literals.
type shape struct {
	count              int64
	positive, negative int
}

// total returns the number of clauses of these shapes.
func total(shapes []shape) (n int64) {
	for _, s := range shapes {
		n += s.count
	}
	return n
}

// lengths counts the lines of the board by kind: the rows, the columns, and diagonals of
// at least two squares.
func (b Board) lengths() (list []tally) {
	n := b.N
	list = append(list, tally{count: int64(n), length: n}, tally{count: int64(n), length: n})
	switch {
	case n < 2:
		return list
	case b.Variant == Torus:
		first, _ := b.indices(Rising)
		return append(list, tally{count: int64(n), length: n},
			tally{count: int64(n), length: n, doubled: Line{board: b, Direction: Rising, Index: first}.doubled()})
	}
	for k := 2; k < n; k++ {
		list = append(list, tally{count: 4, length: k})
	}
	return append(list, tally{count: 2, length: n})
}

// rings counts the squares with what they attack: the nearer to the middle of the regular
// board, the longer are their diagonals, by two squares a ring; on the torus all are alike.
func (b Board) rings() (list []tally) {
	if b.Variant == Torus {
		return append(list, tally{count: int64(b.N) * int64(b.N), length: around{b, Square{1, 1}}.Len()})
	}
	for ring := 0; 2*ring < b.N; ring++ {
		side := b.N - 2*ring
		list = append(list, tally{count: max(1, 4*int64(side-1)), length: 3*b.N - 2 + 2*ring})
	}
	return list
}

// size returns what one of the constraints adds to a formula.
func (t tally) size(amo AtMostOne) (aux int64, shapes []shape) {
	if t.AtLeastOne {
		shapes = append(shapes, shape{count: 1, positive: t.length})
	}
	if t.AtMostOne {
		e := amo.onLength(t.length, t.doubled)
		aux, _ = e.Size(t.length)
		shapes = append(shapes, e.shapes(t.length)...)
	}
	if t.FirstExcludes {
		shapes = append(shapes, shape{count: int64(t.length - 1), negative: 2})
	}
	return aux, shapes
}

// linears returns how many linear constraints one of the constraints makes.
func (t tally) linears() int64 {
	if t.FirstExcludes {
		return int64(t.length - 1)
	}
	return 1
}

// bounds returns how many of the bounds of these do not hold anyway.
func (t tally) bounds() (n int64) {
	switch {
	case t.FirstExcludes:
		return int64(t.length - 1)
	case t.AtLeastOne:
		n++
	}
	if t.AtMostOne && t.length > 1 {
		n++
	}
	return n
}

// exact returns how many linear constraints there are besides those on lines and squares
// in general: on the number of queens, and on placed and blocked squares.
func (in Instance) exact(maximise bool) (n int64) {
	if in.countsLinearly(maximise) {
		n = int64(in.Layers())
	}
	if in.tellsPlaced(maximise) {
		n += int64(len(in.placed()))
	}
	empty, _ := in.emptied()
	return n + int64(empty)
}

// transformedBy returns how many clauses those of the shapes become, exactly below 2^53.
func transformedBy(t Transform, shapes []shape) (n float64) {
	yes, no := float64(len(t.clauses(true))), float64(len(t.clauses(false)))
	for _, s := range shapes {
		if s.count > 0 {
			n += float64(s.count) * math.Pow(yes, float64(s.positive)) * math.Pow(no, float64(s.negative))
		}
	}
	return n
}
