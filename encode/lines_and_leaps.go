package encode

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// apart yields the constraints that no piece attacks another: for each layer the constraints of lines, of
// windows and of other leaps, unless pieces of the same kind may attack each other, and then the constraints
// between the layers. The argument maximise is as in lines.
func (in Instance) apart(maximise bool) iter.Seq[Constraint] {
	var all []iter.Seq[Constraint]
	for i := range in.Layers() {
		if l := in.layer(i); !in.AllowSame {
			all = append(all, in.lines(l, maximise), l.leapConstraints())
		}
	}
	return concat(append(all, in.fronts())...)
}

// lines yields the constraints on the lines in which the pieces of a layer attack, as Constraints describes
// them. If maximise is set, it omits "at least one queen" on a line, because the number of queens is the objective.
func (in Instance) lines(layer *layer, maximise bool) iter.Seq[Constraint] {
	b, side := in.Board(), in.Board().Side()
	full := in.QueenCount() == side && !maximise && in.Aim == "" && in.onePerRow()
	minimal := in.Minimal && b.Columns == 0
	return func(yield func(Constraint) bool) {
		for line, c := range layer.lines(full && minimal) {
			row, column := line.Direction == board.Row && b.N == side, line.Direction == board.Column && b.Width() == side
			if full && (row && !minimal || column && (minimal || b.Count() > 1)) {
				c.Low = 1
			}
			if line.Len() > 1 && !(column && full && minimal) {
				c.High = 1
			}
			if c.Low+c.High > 0 && !yield(c) {
				return
			}
		}
	}
}

// lines yields the lines of the layer, each with a constraint without bounds. The constraint leaves out the pairs of
// squares that a line in an earlier direction has: on a torus, two lines may share several squares. There, all lines
// in a direction have the same length and share the same places. Columns exclude no pairs if freeColumns is set.
func (l *layer) lines(freeColumns bool) iter.Seq2[board.Line, Constraint] {
	return func(yield func(board.Line, Constraint) bool) {
		b, first := l.board, board.Square{Row: 1, Col: 1}
		var earlier []board.Direction
		var x atmostone.Excluded
		for line := range b.Lines() {
			if d := line.Direction; b.Variant == board.Torus && (len(earlier) == 0 || earlier[len(earlier)-1] != d) {
				shared := make([]bool, line.Len()) // indexed by the distance of two squares, in places of the line
				x = atmostone.Excluded{Has: func(i, j int) bool { return shared[j-i] }}
				for i, s := 1, b.After(first, d); i < len(shared); i, s = i+1, b.After(s, d) {
					shared[i] = slices.ContainsFunc(earlier, func(e board.Direction) bool {
						return !(freeColumns && e == board.Column) && b.Through(e, first) == b.Through(e, s)
					})
					if shared[i] {
						x.Count += len(shared) - i
					}
				}
				earlier = append(earlier, d)
			}
			if !yield(line, Constraint{Scope: lineScope{line, l}, Excluded: x}) {
				return
			}
		}
	}
}

// A lineScope is the scope of a line of the board, in a layer. String and Len are the methods of Line.
type lineScope struct {
	board.Line
	layer *layer
}

func (l lineScope) piece() string { return l.layer.noun }

func (l lineScope) means() (first, other string, of []string) {
	return l.layer.a, l.layer.one, l.Board.SquareNames(l.AppendVars(nil))
}

// identifier returns a name such as falling_minus_2, colour_1_row_3 or line_1_2_from_7.
func (l lineScope) identifier() string {
	word, _, _ := strings.Cut(l.Direction.String(), " ")
	if word == "line" {
		word = strings.ReplaceAll(fmt.Sprintf("line_%d_%d_from", l.Direction.Down, l.Direction.Right), "-", "minus_")
	}
	return l.layer.prefix + word + "_" + strings.Replace(fmt.Sprint(l.Index), "-", "minus_", 1)
}

func (l lineScope) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	first := len(dst)
	dst = l.Line.AppendVars(dst)
	for i := range dst[first:] {
		dst[first+i] += dimacs.Lit(l.layer.number * l.Board.Count())
	}
	return dst
}

// leapConstraints yields the constraints that no piece attacks another by a leap. If the leaps include the steps
// of a king, it yields a constraint for each window of two by two squares: at most one piece. For the other leaps,
// it yields a constraint for each square that has a later square, in reading order, a leap away and on no common
// line or window: a piece on the square excludes pieces on these later squares.
func (l *layer) leapConstraints() iter.Seq[Constraint] {
	first := board.Square{Row: 1, Col: 1}
	leaps := slices.DeleteFunc(slices.Clone(l.board.Leaps()), func(leap board.Direction) bool {
		return l.board.InLine(first, l.board.After(first, leap))
	})
	windows, king := concat[Constraint](), board.KingSteps()
	if !slices.ContainsFunc(king, func(d board.Direction) bool { return !slices.Contains(leaps, d) }) {
		leaps = slices.DeleteFunc(leaps, func(d board.Direction) bool {
			return slices.ContainsFunc(king, func(k board.Direction) bool { return l.board.After(first, k) == l.board.After(first, d) })
		})
		windows = bySquare(l.board, func(s board.Square) Constraint {
			w := window{around{l, s}}
			if k := w.Len(); k > 1 {
				return Constraint{Scope: w, High: 1, Excluded: w.excluded(k)}
			}
			return Constraint{}
		})
	}
	if len(leaps) == 0 {
		return windows
	}
	return concat(windows, bySquare(l.board, func(s board.Square) Constraint {
		if l := (leaping{around{l, s}, leaps}); l.Len() > 1 {
			return Constraint{Scope: l, FirstExcludes: true}
		}
		return Constraint{}
	}))
}

// A window is the scope of two by two squares, of which its square is the first. It has two squares on a board
// with one row or column. It is empty if, elsewhere, the square is in the last row or column of a regular board, or
// in the second of only two rows or columns.
type window struct{ around }

func (w window) String() string     { return "window at " + w.Algebraic(w.board.N) }
func (w window) identifier() string { return fmt.Sprintf("%swindow_%d_%d", w.prefix, w.Row, w.Col) }
func (w window) Len() int           { return len(w.AppendVars(make([]dimacs.Lit, 0, 4))) }

func (w window) means() (first, other string, of []string) {
	return w.a, w.one, w.board.SquareNames(w.AppendVars(nil))
}

func (w window) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	rows, columns := w.board.N, w.board.Width()
	down, right := min(1, rows-1), min(1, columns-1)
	last := w.board.After(w.Square, board.Direction{Down: down, Right: right})
	if !w.board.Holds(last) || rows == 2 && w.Row == 2 || columns == 2 && w.Col == 2 {
		return dst
	}
	for i := range 1 + down {
		for j := range 1 + right {
			dst = append(dst, dimacs.Lit(w.v(w.board.After(w.Square, board.Direction{Down: i, Right: j}))))
		}
	}
	return dst
}

// excluded returns the pairs of the k squares, by their places in AppendVars, that an earlier window beside, above or
// below this one has.
func (w window) excluded(k int) atmostone.Excluded {
	rows, columns := w.board.N, w.board.Width()
	earlier := [4][4]bool{{1: w.Row > 1 && columns > 1, 2: w.Col > 1}, {3: w.Col == columns}, {3: w.Row == rows}}
	return atmostone.ExcludedOf(k, func(i, j int) bool { return earlier[i][j] })
}

// A leaping is the scope of a square, followed by the later squares in reading order that are a leap away
// and share no line with it.
type leaping struct {
	around
	leaps []board.Direction // to squares that share no line
}

func (l leaping) String() string {
	return l.board.Moves.Like + "'s moves from " + l.Algebraic(l.board.N)
}

func (l leaping) identifier() string {
	return fmt.Sprintf("%s%s_%d_%d", l.prefix, l.board.Moves.Like, l.Row, l.Col)
}

func (l leaping) Len() int {
	var room [9]dimacs.Lit
	return len(l.AppendVars(room[:0]))
}

func (l leaping) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	dst = append(dst, dimacs.Lit(l.v(l.Square)))
	first := len(dst)
	for _, leap := range l.leaps {
		if s := l.board.After(l.Square, leap); l.board.Holds(s) && s.Compare(l.Square) > 0 {
			dst = append(dst, dimacs.Lit(l.v(s)))
		}
	}
	return dst[:first+len(distinct(dst[first:]))]
}

// fronts yields the constraints between the layers: for each two layers and each square, a piece of the first
// layer on the square excludes pieces of the second on the same square and on the squares that either attacks.
func (in Instance) fronts() iter.Seq[Constraint] {
	var all []iter.Seq[Constraint]
	for i := range in.Layers() {
		for j := range i {
			first, second := in.layer(j), in.layer(i)
			both := board.Union(*first.board.Moves, *second.board.Moves)
			second.board.Moves = &both
			all = append(all, bySquare(second.board, func(s board.Square) Constraint {
				return Constraint{Scope: front{around{second, s}, first}, FirstExcludes: true}
			}))
		}
	}
	return concat(all...)
}

// A front is the scope of a piece of the first layer on a square, followed by the pieces of another layer on
// this square and on the squares that either attacks.
type front struct {
	around
	first *layer
}

func (f front) String() string { return f.first.noun + " on " + f.Algebraic(f.board.N) }
func (f front) Len() int       { return 1 + f.around.Len() }

func (f front) identifier() string {
	if f.prefix != "" {
		return fmt.Sprintf("%sand_%s%d_%d", f.first.prefix, f.prefix, f.Row, f.Col)
	}
	return fmt.Sprintf("front_%d_%d", f.Row, f.Col)
}

func (f front) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	return f.around.AppendVars(append(dst, dimacs.Lit(f.first.v(f.Square))))
}
