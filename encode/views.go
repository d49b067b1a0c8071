package encode

import (
	"fmt"
	"slices"

	"queens/dimacs"
	"queens/encode/atmostone"
)

// views are the images of a board on a torus, with a queen in each row and each column, that
// have a queen in the first square: what each of its queens sees in each of eight directions.
// Numbers of rows, columns and distances are from 0 to N-1 here, and go around.
type views struct {
	in       Instance
	distance map[twoLines][]dimacs.Lit
}

// A twoLines is a key of views.distance. Its value has the variables that say how far to the
// right of the queen in row a the queen in row b > a is, or the same with rows and columns
// exchanged.
type twoLines struct {
	byColumns bool
	a, b      int
}

// A view is that of the queen in one row, from the top down and to the right, or turned.
type view struct {
	byColumns, upwards, leftwards bool
	row                           int // or column
}

// seen reports whether each solution has a queen in each row and column, and all its images
// are solutions: then views do in place of motions.
func (in Instance) seen() bool {
	return in.Translations && in.peaceful() && in.QueenCount() == in.N && in.N > 4 &&
		len(in.Placed)+in.Blocked.Len()+len(in.BlockedDiagonals) == 0
}

// notAfterViews returns clauses for what notAfterImages asks: there is a queen in the first
// square, and the list of columns is no later than that of any view.
//
// Size: less than N(N-1)(N-2) + 8N(N-3) auxiliary variables, and about 2N^4 + 24N^3 clauses,
// in place of the 8N^4 and 40N^4 of notAfterImages.
// Models: one for each board it permits, because each auxiliary variable is defined.
func (in Instance) notAfterViews() []group {
	vs := &views{in, map[twoLines][]dimacs.Lit{}}
	all := []group{units("symmetry class: a queen in the first square", 1, slices.Values([]dimacs.Lit{1}), true)}
	for _, byColumns := range []bool{false, true} {
		for b := 2; b < in.N; b++ {
			for a := 1; a < b; a++ {
				all = append(all, vs.distances(byColumns, a, b))
			}
		}
	}
	for i := 1; i < 8*in.N; i++ { // 0 is the board itself
		all = append(all, vs.notEarlier(view{i&4 != 0, i&1 != 0, i&2 != 0, i / 8}))
	}
	return all
}

// square returns the variable of the square in a row and column, or a column and row.
func (vs *views) square(byColumns bool, row, col int) dimacs.Lit {
	if byColumns {
		row, col = col, row
	}
	n := vs.in.N
	return dimacs.Lit((row+n)%n*n + (col+n)%n + 1)
}

// distances defines how far the queen in row b is to the right of that in row a, both
// after the first, or the same with rows and columns exchanged.
func (vs *views) distances(byColumns bool, a, b int) group {
	n, lines := vs.in.N, "rows"
	if byColumns {
		lines = "columns"
	}
	return group{
		comment: func() string {
			return fmt.Sprintf("symmetry class: how far the queens of %s %d and %d are apart", lines, a+1, b+1)
		},
		meanings: func(yield func(string) bool) {
			for d := range n {
				if !yield(fmt.Sprintf("true if the queens of %s %d and %d are %d apart, else false", lines, a+1, b+1, d)) {
					return
				}
			}
		},
		size: func(weight atmostone.Weight) (aux int, clauses float64) {
			return n, float64(2*n*n) * weight(1, 2)
		},
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			apart := fresh(n)
			vs.distance[twoLines{byColumns, a, b}] = apart
			clause := make([]dimacs.Lit, 3)
			for d, v := range apart {
				for col := range n {
					first, second := vs.square(byColumns, a, col), vs.square(byColumns, b, col+d)
					clause[0], clause[1], clause[2] = first.Neg(), second.Neg(), v
					sink.Clause(clause...)
					clause[0], clause[1], clause[2] = first.Neg(), v.Neg(), second
					sink.Clause(clause...)
				}
				if sink.Err() != nil {
					return
				}
			}
		},
	}
}

// at returns the variable that is true if the view has a queen in that square.
func (vs *views) at(v view, row, col int) dimacs.Lit {
	n, a := vs.in.N, v.row
	if v.upwards {
		row = n - row
	}
	if v.leftwards {
		col = n - col
	}
	switch b := (a + row) % n; {
	case a == 0:
		return vs.square(v.byColumns, b, col)
	case b == 0:
		return vs.square(v.byColumns, a, n-col)
	case a < b:
		return vs.distance[twoLines{v.byColumns, a, b}][col%n]
	default:
		return vs.distance[twoLines{v.byColumns, b, a}][(n-col)%n]
	}
}

// String tells the view.
func (v view) String() string {
	lines, down, right := "row", "downwards", "to the right"
	if v.byColumns {
		lines, down, right = "column", "to the right", "downwards"
	}
	if v.upwards {
		down = map[bool]string{false: "upwards", true: "to the left"}[v.byColumns]
	}
	if v.leftwards {
		right = map[bool]string{false: "to the left", true: "upwards"}[v.byColumns]
	}
	return fmt.Sprintf("the queen of %s %d, %s and %s", lines, v.row+1, down, right)
}

// A step compares a row of the board with that of a view.
type step struct {
	row     int
	ordered bool // it says that the column is no greater
	last    bool // it does not define whether they agree further
}

// steps returns those of a view: the first row is the same for all, and the last is if the
// others are. The queen of row a, upwards and to the left, sees the first queen as that sees
// it, and what the queen above row a sees in the second row downwards and to the right.
func (vs *views) steps(v view) (list []step) {
	for row := 1; row < vs.in.N-1; row++ {
		if same := !v.byColumns && v.upwards && v.leftwards && row == v.row; !same {
			list = append(list, step{row: row, ordered: row > 1 || !v.upwards})
		}
	}
	list[len(list)-1].last = true
	return list
}

// columns returns those of a row that the queen in the first square does not attack.
func (vs *views) columns(row int) (list []int) {
	for col := 1; col < vs.in.N; col++ {
		if col != row && col != vs.in.N-row {
			list = append(list, col)
		}
	}
	return list
}

// size returns the number of variables and the weight of the clauses that compare adds in all.
func (vs *views) size(steps []step, weight atmostone.Weight) (aux int, clauses float64) {
	for i, s := range steps {
		columns, more := len(vs.columns(s.row)), min(i, 1)
		for j := 0; s.ordered && j < columns; j++ {
			clauses += weight(columns-j, 1+more)
		}
		if !s.last {
			clauses += float64(columns)*(weight(1, 2+more)+weight(1, 2)) + float64(more)*weight(1, 1)
		}
	}
	return len(steps) - 1, clauses
}

// notEarlier is the constraint that the list of columns of the board is no later than that
// of the view.
func (vs *views) notEarlier(v view) group {
	steps := vs.steps(v)
	return group{
		comment: func() string { return "symmetry class: no later in reading order than what is seen by " + v.String() },
		meanings: func(yield func(string) bool) {
			for _, s := range steps {
				if s.last || !yield(fmt.Sprintf("true if board and view agree up to row %d, else false", s.row+1)) {
					return
				}
			}
		},
		size: func(weight atmostone.Weight) (aux int, clauses float64) { return vs.size(steps, weight) },
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			var agreed dimacs.Lit // so far; 0 if in any case
			for _, s := range steps {
				if agreed = vs.compare(v, s, agreed, sink, fresh); sink.Err() != nil {
					return
				}
			}
		},
	}
}

// compare says that the column of the row is no greater than in the view if they agree so
// far, and defines whether they agree further.
func (vs *views) compare(v view, s step, agreed dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) (next dimacs.Lit) {
	var clause []dimacs.Lit
	add := func(first dimacs.Lit, others ...dimacs.Lit) {
		clause = clause[:0]
		if first != 0 {
			clause = append(clause, first)
		}
		clause = append(clause, others...)
		sink.Clause(clause...)
	}
	if !s.last {
		next = fresh(1)[0]
		if agreed != 0 {
			sink.Binary(next.Neg(), agreed)
		}
	}
	columns := vs.columns(s.row)
	var seen []dimacs.Lit
	for _, col := range columns {
		seen = append(seen, vs.at(v, s.row, col))
	}
	for i, col := range columns {
		here := vs.square(false, s.row, col).Neg()
		if s.ordered {
			add(agreed.Neg(), append([]dimacs.Lit{here}, seen[i:]...)...)
		}
		if !s.last {
			add(agreed.Neg(), here, seen[i].Neg(), next)
			add(next.Neg(), here, seen[i])
		}
	}
	return next
}
