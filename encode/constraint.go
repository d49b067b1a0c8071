package encode

import (
	"iter"

	"queens/dimacs"
	"queens/encode/atmostone"
)

// A Constraint is about the variables of its scope: at least one is true, at most one, or
// both; or the first excludes each of the others.
type Constraint struct {
	Scope         Scope
	Count         int // how many constraints it stands for, see listing
	Doubled       int // variables so far apart also share another scope; 0 for none
	AtLeastOne    bool
	AtMostOne     bool
	FirstExcludes bool
}

// A listing says which constraints of an instance are listed.
type listing struct {
	// maximise leaves out that lines hold a queen, because as many as fit are looked for.
	maximise bool
	// alike is for sizes: one constraint may stand for all that differ only in their
	// variables. Its Count is their number. Otherwise each constraint has the Count 1.
	alike bool
}

// lines yields the constraints on lines.
func (in Instance) lines(how listing) iter.Seq[Constraint] {
	all := in.QueenCount() == in.N && !how.maximise
	return func(yield func(Constraint) bool) {
		for line := range in.Board().Lines() {
			c := Constraint{Scope: line, Count: 1, Doubled: line.doubled(), AtMostOne: true}
			switch line.Direction {
			case Row:
				c.AtLeastOne = all && !in.Minimal
			case Column:
				c.AtLeastOne = all && (in.Minimal || in.N > 1)
				c.AtMostOne = !all || !in.Minimal
			}
			c.AtMostOne = c.AtMostOne && line.Len() > 1
			if (c.AtLeastOne || c.AtMostOne) && !yield(c) {
				return
			}
		}
	}
}

// bySquare yields the constraint of each square in reading order, or of those that stand for
// all. A constraint without a scope is left out.
func (in Instance) bySquare(how listing, alike iter.Seq2[Square, int], constraint func(Square) Constraint) iter.Seq[Constraint] {
	return func(yield func(Constraint) bool) {
		squares := alike
		if !how.alike {
			squares = in.Board().eachSquare
		}
		for s, count := range squares {
			c := constraint(s)
			if c.Count = count; c.Scope != nil && !yield(c) {
				return
			}
		}
	}
}

// eachSquare yields each square for itself alone.
func (b Board) eachSquare(yield func(s Square, count int) bool) {
	for s := range b.squares() {
		if !yield(s, 1) {
			return
		}
	}
}

// byRings yields a square for all at the same distance from the border, which attack as many
// squares, and their number. On a torus all squares are alike.
func (b Board) byRings(yield func(s Square, count int) bool) {
	if b.Variant == Torus {
		yield(Square{1, 1}, b.N*b.N)
		return
	}
	for ring, side := 1, b.N; side > 0; ring, side = ring+1, side-2 {
		if !yield(Square{ring, ring}, max(1, 4*(side-1))) {
			return
		}
	}
}

// byBorders yields a square for all from which a domino or a knight's move leads over the
// same borders, and their number.
func (b Board) byBorders(yield func(s Square, count int) bool) {
	for row, rows := range b.bands {
		for col, columns := range b.bands {
			if !yield(Square{row, col}, rows*columns) {
				return
			}
		}
	}
}

// bands yields the first two rows, the last two rows, and one row that stands for all rows
// between, each with the number of rows that it stands for.
func (b Board) bands(yield func(row, count int) bool) {
	for row, count := 1, 1; row <= b.N; row += count {
		if count = 1; row == 3 {
			count = max(1, b.N-4)
		}
		if !yield(row, count) {
			return
		}
	}
}

// concat yields the constraints of one sequence after the other.
func concat(seqs ...iter.Seq[Constraint]) iter.Seq[Constraint] {
	return func(yield func(Constraint) bool) {
		for _, seq := range seqs {
			if !yieldAll(yield, seq) {
				return
			}
		}
	}
}

// groups yields the clauses of the constraint. It uses the slice of literals, as do all
// constraints one after another.
func (c Constraint) groups(amo atmostone.Encoding, lits *[]dimacs.Lit) iter.Seq[group] {
	return func(yield func(group) bool) {
		switch {
		case c.AtLeastOne && !yield(atLeastOne(c.Scope, lits)):
		case c.AtMostOne && !yield(c.atMostOne(amo, lits)):
		case c.FirstExcludes:
			yield(firstExcludes(c.Scope, lits))
		}
	}
}

// atLeastOne is the clause that some variable of the scope is true.
func atLeastOne(s Scope, lits *[]dimacs.Lit) group {
	return group{
		comment: func() string { return s.String() + ": at least one " + s.piece() },
		size:    func(weight atmostone.Weight) (aux int, clauses float64) { return 0, weight(s.Len(), 0) },
		add: func(sink dimacs.Sink, _ dimacs.Fresh) {
			*lits = s.AppendVars((*lits)[:0])
			sink.Clause(*lits...)
		},
	}
}

// encoding returns the encoding for the scope: amo, or pairwise if that takes fewer clauses.
func (c Constraint) encoding(amo atmostone.Encoding) atmostone.Encoding {
	return amo.OrPairwise(c.Scope.Len(), c.Doubled)
}

// atMostOne is the clauses that at most one variable of the scope is true.
func (c Constraint) atMostOne(amo atmostone.Encoding, lits *[]dimacs.Lit) group {
	s, e := c.Scope, c.encoding(amo)
	return group{
		comment: func() string { return s.String() + ": at most one " + s.piece() + ", " + e.Name },
		meanings: func(yield func(string) bool) {
			if e.Meanings == nil {
				return
			}
			for _, m := range e.Meanings(s.Len()) {
				if !yield(inWords(m, s)) {
					return
				}
			}
		},
		size: func(weight atmostone.Weight) (aux int, clauses float64) { return e.Size(s.Len(), weight) },
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			*lits = s.AppendVars((*lits)[:0])
			e.Encode(*lits, sink, fresh)
		},
	}
}

// firstExcludes is a binary clause for the first variable and each of the others.
func firstExcludes(s Scope, lits *[]dimacs.Lit) group {
	return group{
		comment: func() string { return s.String() + ": no " + s.piece() + " on the other end" },
		size: func(weight atmostone.Weight) (aux int, clauses float64) {
			return 0, float64(s.Len()-1) * weight(0, 2)
		},
		add: func(sink dimacs.Sink, _ dimacs.Fresh) {
			*lits = s.AppendVars((*lits)[:0])
			for _, l := range (*lits)[1:] {
				sink.Binary((*lits)[0].Neg(), l.Neg())
			}
		},
	}
}
