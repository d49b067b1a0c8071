package encode

import (
	"testing"

	"queens/encode/board"
)

func TestConflict(t *testing.T) {
	one, nine := 1, 9
	row3 := []board.Square{{Row: 3, Col: 1}, {Row: 3, Col: 2}, {Row: 3, Col: 3}, {Row: 3, Col: 4}}
	tests := []struct {
		in   Instance
		want string
	}{
		{Instance{N: 4}, ""},
		{Instance{N: 3}, ""}, // no solution, but nothing is placed or blocked
		{Instance{N: 1, Family: Superqueens, Variant: board.Torus, Placed: []board.Square{{Row: 1, Col: 1}}}, ""},
		{Instance{N: 3, Family: Superqueens, Variant: board.Torus, Placed: []board.Square{{Row: 1, Col: 1}, {Row: 2, Col: 3}}},
			"the queens placed on a3 and c2 attack each other on rising diagonal through a3"},
		{Instance{N: 4, Family: Superqueens, Variant: board.Torus, Placed: []board.Square{{Row: 1, Col: 1}, {Row: 2, Col: 3}}},
			"the queens placed on c3 and a4 attack each other by a knight's move"},
		{Instance{N: 4, Family: Superqueens, Placed: []board.Square{{Row: 1, Col: 1}, {Row: 2, Col: 3}}}, "the queens placed on c3 and a4 attack each other by a knight's move"},
		{Instance{N: 4, Family: Domination, Placed: []board.Square{{Row: 1, Col: 1}, {Row: 1, Col: 2}}}, ""},
		{Instance{N: 8, Queens: &nine}, ""},
		{Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 2}, {Row: 1, Col: 2}, {Row: 2, Col: 4}}}, ""},
		{Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 2}, {Row: 1, Col: 4}}}, "the queens placed on b4 and d4 attack each other on row 4"},
		{Instance{N: 4, Placed: []board.Square{{Row: 4, Col: 2}, {Row: 2, Col: 2}}}, "the queens placed on b1 and b3 attack each other on column b"},
		{Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 1}, {Row: 3, Col: 3}}}, "the queens placed on a4 and c2 attack each other on falling diagonal through a4"},
		{Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 4}, {Row: 4, Col: 1}}}, "the queens placed on d4 and a1 attack each other on rising diagonal through d4"},
		{Instance{N: 5, Placed: []board.Square{{Row: 1, Col: 2}, {Row: 4, Col: 5}}}, "the queens placed on b5 and e2 attack each other on falling diagonal through b5"},
		{Instance{N: 5, Placed: []board.Square{{Row: 1, Col: 2}, {Row: 5, Col: 1}}}, ""},
		{Instance{N: 5, Variant: board.Torus, Placed: []board.Square{{Row: 1, Col: 2}, {Row: 5, Col: 1}}}, "the queens placed on b5 and a1 attack each other on falling diagonal through b5"},
		{Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 2}}, Blocked: board.SquaresOf([]board.Square{{Row: 2, Col: 2}, {Row: 1, Col: 2}}...)}, "square b4 holds a placed queen and is blocked"},
		{Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 2}}, BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 4}, {Rising: false, Index: -1}}},
			"square b4 holds a placed queen and lies on the blocked falling diagonal through b4"},
		{Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 2}}, BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 7}}}, ""},
		{Instance{N: 4, Variant: board.Torus, Placed: []board.Square{{Row: 1, Col: 2}}, BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 7}}},
			"square b4 holds a placed queen and lies on the blocked rising diagonal through b4"},
		{Instance{N: 4, Queens: &one, Placed: []board.Square{{Row: 1, Col: 2}, {Row: 2, Col: 4}}}, "2 queens are placed, but their number is 1"},
		{Instance{N: 4, Blocked: board.SquaresOf(row3...)}, "all squares of row 2 are blocked, but it needs a queen"},
		{Instance{N: 4, Queens: &one, Blocked: board.SquaresOf(row3...)}, ""},
		{Instance{N: 2, Blocked: board.SquaresOf([]board.Square{{Row: 1, Col: 2}}...), BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 4}}}, "all squares of column b are blocked, but it needs a queen"},
	}
	for _, tt := range tests {
		got := ""
		if err := tt.in.Conflict(); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%v:\ngot  %q\nwant %q", tt.in, got, tt.want)
		}
		if n := len(byRules(tt.in)); n > 0 && tt.want != "" {
			t.Errorf("%v: %d boards in spite of that", tt.in, n)
		}
	}
}
