package decode_test

import (
	"testing"

	"queens/decode"
	"queens/decode/internal/boardtest"
	"queens/encode"
	"queens/encode/board"
)

// Each puzzle has its own question. It ends in the difficulty, if that is known.
func TestQuestions(t *testing.T) {
	two, none := 2, 0
	corner, diagonal := boardtest.Squares(4, "a4"), []board.Diagonal{{Rising: true, Index: 4}}
	independent := boardtest.Numbered(encode.Domination, 3)
	independent.Independent = true
	for _, tt := range []struct {
		in     encode.Instance
		dashed bool
		want   string
	}{
		{encode.Instance{N: 4, Puzzle: encode.Unique}, true, "Place 4 queens so that no two attack each other."},
		{encode.Instance{N: 4, Puzzle: encode.Easy, Placed: corner, Queens: &two}, true, "Place 1 more queen so that no two attack each other. Difficulty: easy."},
		{encode.Instance{N: 1, Placed: corner}, true, "Check that no two queens attack each other."},
		{encode.Instance{N: 1, Queens: &none}, true, "Check that no two queens attack each other."},
		{encode.Instance{N: 4, Blocked: board.SquaresOf(corner...), BlockedDiagonals: diagonal}, true,
			"Place 4 queens so that no two attack each other. Squares with a cross stay empty. Dashed diagonals stay empty."},
		{encode.Instance{N: 4, BlockedDiagonals: diagonal}, false, "Place 4 queens so that no two attack each other. Squares with a cross stay empty."},
		{encode.Instance{N: 4, Variant: board.Torus}, true, "Place 4 queens so that no two attack each other. Rows, columns and diagonals continue at the opposite edge."},
		{boardtest.Numbered(encode.Domination, 3), true, "Place 3 queens so that every empty square is attacked."},
		{independent, true, "Place 3 queens so that every empty square is attacked and no two queens attack each other."},
		{boardtest.Numbered(encode.Armies, 9), true, "Place 9 white queens and 9 black queens so that no queen attacks a queen of the other colour."},
		{boardtest.Numbered(encode.Colouring, 9), true, "Give each square one of 9 colours so that no two squares in a row, column or diagonal have the same colour."},
		{boardtest.Numbered(encode.Superqueens, 1), true, "Place 1 queen so that no two attack each other. Queens also move like knights."},
	} {
		tt.in.N = max(tt.in.N, 1)
		if got := decode.NewPuzzle(&tt.in, 0).Caption("", "%d: ", tt.dashed, nil); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.in, got, tt.want)
		}
	}
}
