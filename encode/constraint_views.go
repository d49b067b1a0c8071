package encode

import (
	"fmt"
	"slices"

	"queens/dimacs"
)

// views encodes symmetry breaking with translations on a torus, for boards with a queen in
// every row and column. Every class contains boards with a queen in the first square, so
// the first board of a class is one of these. A view is an image of a board: move one of
// its queens to the first square by a translation, and then apply a rotation or reflection
// that keeps that queen there. There are 8N views, N queens in 8 orientations. The clauses
// say that the board itself is no later than any of its views.
//
// The view of the queen in row a has a queen in row r and column c if the queen in row a+r
// is c columns to the right of the queen in row a. So the encoding first defines these
// distances for all pairs of rows, and of columns, and then compares the list of columns
// with each view. Rows, columns and distances are numbered from 0 to N-1 here, modulo N.
type views struct {
	in       Instance
	distance map[linePair][]dimacs.Lit
}

// A linePair is a key of views.distance: two rows a < b, or two columns. The value has N
// variables; variable d, from 0, means that the queen in row b is d columns, modulo N, to
// the right of the queen in row a. For two columns, rows and columns are exchanged.
type linePair struct {
	byColumns bool
	a, b      int
}

// A view is the board as the queen in row sees it: downwards and to the right, or in
// another orientation. If byColumns is set, rows and columns are exchanged.
type view struct {
	byColumns, upwards, leftwards bool
	row                           int // row of the queen; its column if byColumns is set
}

// usesViews reports whether views can replace motions: every solution has a queen in every
// row and column, and all images of a solution are solutions, because nothing is placed or
// blocked. Boards up to size 4 use motions.
func (in Instance) usesViews() bool {
	return in.Translations && in.onePerRow() && in.QueenCount() == in.N && in.N > 4 &&
		len(in.Placed)+in.Blocked.Len()+len(in.BlockedDiagonals) == 0
}

// notAfterViews returns clauses with the same models on the board as those from
// notAfterImage for all motions: a queen is in the first square, and the list of columns is
// no later than that of any view.
//
// Size: fewer than N(N-1)(N-2) + 8N(N-3) auxiliary variables and about 2N^4 + 18N^3
// clauses; notAfterImage would take about 7N^4 variables and 35N^4 clauses.
// Models: each permitted board has exactly one, because the clauses define every auxiliary
// variable.
func (in Instance) notAfterViews() []group {
	vs := &views{in, map[linePair][]dimacs.Lit{}}
	all := []group{units("symmetry class: a queen in the first square", 1, slices.Values([]dimacs.Lit{1}), true)}
	for _, byColumns := range []bool{false, true} {
		for b := 2; b < in.N; b++ {
			for a := 1; a < b; a++ {
				all = append(all, vs.distances(byColumns, a, b))
			}
		}
	}
	for i := 1; i < 8*in.N; i++ { // view 0 is the board itself
		all = append(all, vs.notEarlier(view{i&4 != 0, i&1 != 0, i&2 != 0, i / 8}))
	}
	return all
}

// square returns the variable of the square in a row and a column, modulo N; if byColumns
// is set, row and col are exchanged.
func (vs *views) square(byColumns bool, row, col int) dimacs.Lit {
	if byColumns {
		row, col = col, row
	}
	n := vs.in.N
	return dimacs.Lit((row+n)%n*n + (col+n)%n + 1)
}

// distances defines the variables for the distance from the queen in row a to the queen in
// row b, where 0 < a < b; if byColumns is set, rows and columns are exchanged.
func (vs *views) distances(byColumns bool, a, b int) group {
	n, first, second := vs.in.N, vs.line(byColumns, a), vs.line(byColumns, b)
	return group{
		comment: func() string {
			return fmt.Sprintf("symmetry class: how far the queens of %v and %v are apart", first, second)
		},
		meanings: describe(n, func(d int) string {
			return fmt.Sprintf("true if the queens of %v and %v are %d apart, else false", first, second, d)
		}),
		aux:     n,
		clauses: 2 * n * n,
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			apart := fresh(n)
			vs.distance[linePair{byColumns, a, b}] = apart
			for d, v := range apart {
				for col := range n {
					first, second := vs.square(byColumns, a, col), vs.square(byColumns, b, col+d)
					sink.Clause(first.Neg(), second.Neg(), v)
					sink.Clause(first.Neg(), v.Neg(), second)
				}
				if sink.Err() != nil {
					return
				}
			}
		},
	}
}

// at returns the variable that is true if the view has a queen in that square; rows and
// columns are from 0.
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
		return vs.distance[linePair{v.byColumns, a, b}][col%n]
	default:
		return vs.distance[linePair{v.byColumns, b, a}][(n-col)%n]
	}
}

// line returns a row or a column, from 0.
func (vs *views) line(column bool, i int) Line {
	l := Line{board: vs.in.Board(), Direction: Row, Index: i + 1}
	if column {
		l.Direction = Column
	}
	return l
}

// name describes a view, such as "the queen of rank 3, downwards and to the left".
func (vs *views) name(v view) string {
	down, right := "downwards", "to the right"
	if v.byColumns {
		down, right = right, down
	}
	if v.upwards {
		down = map[bool]string{false: "upwards", true: "to the left"}[v.byColumns]
	}
	if v.leftwards {
		right = map[bool]string{false: "to the left", true: "upwards"}[v.byColumns]
	}
	return fmt.Sprintf("the queen of %v, %s and %s", vs.line(v.byColumns, v.row), down, right)
}

// A rowPair is a row of the board and the same row of a view, which are compared.
type rowPair struct {
	row     int
	ordered bool // add clauses: the column is no greater than in the view
	last    bool // no variable for "they agree" follows
}

// rowPairs returns the comparisons of a view, row by row. The first row is left out, because
// it has a queen in the first column in every view. The last row is left out, because it
// agrees if all other rows do. Two facts shorten the list for some views. In the view of
// the queen of row a, upwards and to the left, row a holds the queen of row 0, in the same
// column in which the board holds the queen of row a; so row a always agrees. The second
// row of an upwards view from row a equals the second row of the downwards view from row
// a-1 in which left and right are exchanged; so it is ordered there already.
func (vs *views) rowPairs(v view) (list []rowPair) {
	for row := 1; row < vs.in.N-1; row++ {
		if same := !v.byColumns && v.upwards && v.leftwards && row == v.row; !same {
			list = append(list, rowPair{row: row, ordered: row > 1 || !v.upwards})
		}
	}
	list[len(list)-1].last = true
	return list
}

// columns returns the columns of a row that the queen in the first square does not attack.
func (vs *views) columns(row int) (list []int) {
	for col := 1; col < vs.in.N; col++ {
		if col != row && col != vs.in.N-row {
			list = append(list, col)
		}
	}
	return list
}

// size returns the number of clauses that compare adds for all rows.
func (vs *views) size(pairs []rowPair) (clauses int) {
	for i, p := range pairs {
		columns := len(vs.columns(p.row))
		if p.ordered {
			clauses += columns
		}
		if !p.last {
			clauses += 2*columns + min(i, 1)
		}
	}
	return clauses
}

// notEarlier returns the constraint that the list of columns of the board is no later than
// the list of the view.
func (vs *views) notEarlier(v view) group {
	pairs := vs.rowPairs(v)
	return group{
		comment: func() string { return "symmetry class: no later in reading order than what is seen by " + vs.name(v) },
		meanings: describe(len(pairs)-1, func(i int) string {
			return fmt.Sprintf("true if board and view agree as far as %v, else false", vs.line(false, pairs[i].row))
		}),
		aux:     len(pairs) - 1,
		clauses: vs.size(pairs),
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			c := comparer{sink: sink, fresh: fresh}
			for _, p := range pairs {
				if vs.compare(v, p, &c); sink.Err() != nil {
					return
				}
			}
		},
	}
}

// compare adds clauses for one row: if board and view agree on the rows before, the column
// of this row is no greater than in the view. Unless it is the last row, it also defines a
// variable: they agree on this row, too.
func (vs *views) compare(v view, p rowPair, c *comparer) {
	var next dimacs.Lit
	if !p.last {
		next = c.next()
	}
	columns := vs.columns(p.row)
	var seen []dimacs.Lit
	for _, col := range columns {
		seen = append(seen, vs.at(v, p.row, col))
	}
	for i, col := range columns {
		here := vs.square(false, p.row, col).Neg()
		if p.ordered {
			c.ifAgreed(append([]dimacs.Lit{here}, seen[i:]...)...)
		}
		if !p.last {
			c.ifAgreed(here, seen[i].Neg(), next)
			c.sink.Clause(next.Neg(), here, seen[i])
		}
	}
	c.agreed = next
}
