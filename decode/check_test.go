package decode

import (
	"testing"

	"queens/encode"
)

// board returns the placement with a queen in each of these columns, from the top row down; 0
// means no queen in the row.
func board(in encode.Instance, columns ...int) *Placement {
	p := &Placement{Instance: &in}
	for row, col := range columns {
		if col > 0 {
			p.Queens = append(p.Queens, encode.Square{Row: row + 1, Col: col})
		}
	}
	return p
}

func TestCheck(t *testing.T) {
	queens := func(k int) *int { return &k }
	plain := func(n int) encode.Instance { return encode.Instance{N: n} }
	tests := []struct {
		name string
		p    *Placement
		want string
	}{
		{"one", board(plain(1), 1), ""},
		{"four", board(plain(4), 2, 4, 1, 3), ""},
		{"eight", board(plain(8), 8, 4, 1, 3, 6, 2, 7, 5), ""},
		{"falling diagonal", board(plain(8), 1, 5, 3),
			"queens on a8 and c6 attack each other along a diagonal"},
		{"rising diagonal", board(plain(4), 4, 0, 0, 1),
			"queens on d4 and a1 attack each other along a diagonal"},
		{"column", board(plain(4), 2, 4, 0, 2),
			"queens on b4 and b1 attack each other along a column"},
		{"row", &Placement{Instance: &encode.Instance{N: 4}, Queens: []encode.Square{{Row: 2, Col: 1}, {Row: 2, Col: 4}}},
			"queens on a3 and d3 attack each other along a row"},
		{"too few", board(plain(4), 2, 4, 1), "the board of size 4 has 3 queens, expected 4"},
		{"none", board(plain(4)), "the board of size 4 has 0 queens, expected 4"},
		{"fewer wanted", board(encode.Instance{N: 4, Queens: queens(3)}, 2, 4, 1), ""},
		{"too many", board(encode.Instance{N: 4, Queens: queens(3)}, 2, 4, 1, 3),
			"the board of size 4 has 4 queens, expected 3"},
		{"torus", board(encode.Instance{N: 5, Variant: encode.Torus}, 1, 3, 5, 2, 4), ""},
		{"torus diagonal", board(encode.Instance{N: 4, Variant: encode.Torus}, 2, 4, 1, 3),
			"queens on d3 and a2 attack each other along a diagonal that wraps around the torus"},
		{"torus without wrapping", board(encode.Instance{N: 5, Variant: encode.Torus}, 1, 2),
			"queens on a5 and b4 attack each other along a diagonal"},
		{"placed", board(encode.Instance{N: 4, Placed: []encode.Square{{Row: 1, Col: 2}}}, 2, 4, 1, 3), ""},
		{"not placed", board(encode.Instance{N: 4, Placed: []encode.Square{{Row: 1, Col: 3}}}, 2, 4, 1, 3),
			"square c4 must hold a queen, but is empty"},
		{"blocked", board(encode.Instance{N: 4, Blocked: encode.SquaresOf([]encode.Square{{Row: 2, Col: 4}}...)}, 2, 4, 1, 3),
			"the queen on d3 stands on a blocked square"},
		{"not blocked", board(encode.Instance{N: 4, Blocked: encode.SquaresOf([]encode.Square{{Row: 4, Col: 2}}...)}, 2, 4, 1, 3), ""},
		{"blocked rising diagonal", board(encode.Instance{N: 4, BlockedDiagonals: []encode.Diagonal{{Rising: true, Index: 6}}}, 2, 4, 1, 3),
			"the queen on d3 stands on the blocked rising diagonal through d3"},
		{"blocked falling diagonal", board(encode.Instance{N: 4, BlockedDiagonals: []encode.Diagonal{{Index: -1}}}, 2, 4, 1, 3),
			"the queen on b4 stands on the blocked falling diagonal through b4"},
		{"blocked diagonal of the torus", board(encode.Instance{N: 5, Variant: encode.Torus, BlockedDiagonals: []encode.Diagonal{{Index: -3}}}, 1, 3, 5, 2, 4),
			"the queen on b2 stands on the blocked falling diagonal through d5"},
		{"free diagonal", board(encode.Instance{N: 4, BlockedDiagonals: []encode.Diagonal{{Index: 0}}}, 2, 4, 1, 3), ""},
		{"off the board", board(plain(2), 3), "square 1:3 is not on the board of size 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if err := Check(tt.p); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func forEachPlacement(n int, visit func(columns []int)) {
	columns := make([]int, n)
	var fill func(row int)
	fill = func(row int) {
		if row == n {
			visit(columns)
			return
		}
		for columns[row] = 1; columns[row] <= n; columns[row]++ {
			fill(row + 1)
		}
	}
	fill(0)
}

func hasNoAttacks(columns []int, n int, variant encode.Variant) bool {
	for a := range columns {
		for b := range a {
			rows, cols := a-b, columns[a]-columns[b]
			if cols == 0 || rows == cols || rows == -cols {
				return false
			}
			if variant == encode.Torus && ((rows-cols)%n == 0 || (rows+cols)%n == 0) {
				return false
			}
		}
	}
	return true
}
