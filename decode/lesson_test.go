package decode

import (
	"slices"
	"strings"
	"testing"

	"queens/encode"
)

// A lesson names lines by the coordinates on the edge of the board, and diagonals by their
// first square.
func TestLineNames(t *testing.T) {
	regular, torus := encode.Board{N: 5}, encode.Board{N: 5, Variant: encode.Torus}
	for _, tt := range []struct {
		board      encode.Board
		text, want string
	}{
		{regular, "row 2: at least one queen", "row 2 (rank 4): at least one queen"},
		{regular, "on b4 in row 1: up to column 3 none", "on b4 in row 1 (rank 5): up to column 3 (file c) none"},
		{regular, "falling diagonal d1: at most one", "falling diagonal through a4: at most one"},
		{regular, "falling diagonal d-2", "falling diagonal through c5"},
		{regular, "rising diagonal s3, rising diagonal s8", "rising diagonal through b5, rising diagonal through e3"},
		{torus, "falling diagonal d1", "falling diagonal through e5"},
		{torus, "falling diagonal d0, rising diagonal s6", "falling diagonal through a5, rising diagonal through e5"},
		{encode.Board{N: 30}, "column 28", "column 28 (file ab)"},
		{regular, "qgen --annotate -e sequential 6, 4 clauses, arrow 1", "qgen --annotate -e sequential 6, 4 clauses, arrow 1"},
	} {
		if got := asOnBoard(tt.text, tt.board); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
	for _, variant := range []encode.Variant{encode.Regular, encode.Torus} {
		b := encode.Board{N: 4, Variant: variant}
		for line := range b.Lines() {
			vars := line.AppendVars(nil)
			first, _ := b.SquareOf(slices.Min(vars).Var())
			got := asOnBoard(line.String(), b)
			if _, through, ok := strings.Cut(got, "through "); ok && through != first.Algebraic(4) || strings.HasSuffix(got, line.String()) {
				t.Errorf("%v: %s, but its first square is %s", line, got, first.Algebraic(4))
			}
		}
	}
}
