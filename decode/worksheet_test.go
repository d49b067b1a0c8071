package decode

import (
	"testing"

	"queens/encode"
)

func TestTask(t *testing.T) {
	two, none := 2, 0
	square := []encode.Square{{Row: 1, Col: 1}}
	diagonal := []encode.Diagonal{{Rising: true, Index: 4}}
	tests := []struct {
		in     encode.Instance
		dashed bool
		want   string
	}{
		{encode.Instance{N: 4}, true, "Place 4 queens so that no two attack each other."},
		{encode.Instance{N: 4, Placed: square, Queens: &two}, true, "Place 1 more queen so that no two attack each other."},
		{encode.Instance{N: 1, Placed: square}, true, "Check that no two queens attack each other."},
		{encode.Instance{N: 1, Queens: &none}, true, "Check that no two queens attack each other."},
		{encode.Instance{N: 4, Blocked: encode.SquaresOf(square...), BlockedDiagonals: diagonal}, true,
			"Place 4 queens so that no two attack each other. Squares with a cross stay empty. Dashed diagonals stay empty."},
		{encode.Instance{N: 4, BlockedDiagonals: diagonal}, false,
			"Place 4 queens so that no two attack each other. Squares with a cross stay empty."},
		{encode.Instance{N: 4, Variant: encode.Torus}, true,
			"Place 4 queens so that no two attack each other. Rows, columns and diagonals continue at the opposite edge."},
	}
	for _, tt := range tests {
		if got := NewPuzzle(&tt.in, 0).question(tt.dashed); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestThemes(t *testing.T) {
	for _, theme := range Themes {
		if ThemeByName(theme.Name) != theme || theme.About == "" {
			t.Errorf("theme %s", theme.Name)
		}
		for _, p := range [][2]string{{hex(theme.queen), hex(theme.dark)}, {hex(theme.text), hex(theme.frame)}, {hex(theme.queen), hex(theme.attack)}} {
			if p[0] == p[1] {
				t.Errorf("%s: two colours are %s", theme.Name, p[0])
			}
		}
	}
	if ThemeByName("no-such-theme") != nil {
		t.Error("found a theme that there is not")
	}
}
