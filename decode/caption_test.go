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
	of := func(piece string, f encode.Family) encode.Instance {
		in := boardtest.Numbered(f, 2)
		k, err := encode.ParsePiece(piece)
		if err != nil {
			t.Fatal(err)
		}
		in.Pieces = []encode.Kind{k}
		return in
	}
	kinds, err := encode.ParsePieces("rook*1 king*2")
	if err != nil {
		t.Fatal(err)
	}
	mixture, same := encode.Instance{Pieces: kinds}, encode.Instance{Pieces: kinds, AllowSame: true}
	few := boardtest.Regions(t, "AAA,BBB,BBB")
	few.Queens = &two
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
		{of("knight", encode.DefaultFamily), true, "Place 2 knights so that no two attack each other."},
		{of("archbishop", encode.Armies), true, "Place 2 archbishops of each colour so that no piece attacks a piece of the other colour. An archbishop moves like a bishop or a knight."},
		{of("chancellor", encode.Domination), true, "Place 2 chancellors so that every empty square is attacked. A chancellor moves like a rook or a knight."},
		{of("amazon", encode.Colouring), true, "Give each square one of 2 colours so that no two squares that are an amazon's move apart have the same colour. An amazon moves like a queen or a knight."},
		{of("rider 1,2", encode.DefaultFamily), true, "Place 2 pieces so that no two attack each other. The pieces move as rider 1,2."},
		{of("leaper 0,2", encode.Colouring), true, "Give each square one of 2 colours so that no two squares that are a piece's move apart have the same colour. The pieces move as leaper 0,2."},
		{few, true, "Place 1 queen in each region so that no two are in a row or column and no two touch, not even diagonally."},
		{mixture, true, "Place 1 rook and 2 kings so that no two attack each other."},
		{same, true, "Place 1 rook and 2 kings so that no two of different kinds attack each other."},
	} {
		tt.in.N = max(tt.in.N, 1)
		if got := decode.NewPuzzle(&tt.in, 0).Caption("", "%d: ", "", tt.dashed, nil); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestRegionsByPlace(t *testing.T) {
	p, err := board.ParsePartition("ABBB,ABCC,DDCC,DDCC", "", true)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"Region A lies in column a only, so no other region has a queen there: cross a1.":       "The region at a4 lies in column a only, so no other region has a queen there: cross a1.",
		"Because of regions B, C and D and row 1, a queen on a1 would leave region A no square": "Because of the regions at b4, c3 and a2 and row 1, a queen on a1 would leave the region at a4 no square",
		"each of the 4 regions has exactly 1 queen; region E":                                   "each of the 4 regions has exactly 1 queen; region E",
	} {
		if got := decode.RegionsByPlace(text, p); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
	if got := decode.RegionsByPlace("region A", nil); got != "region A" {
		t.Error(got)
	}
}
