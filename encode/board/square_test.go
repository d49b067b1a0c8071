package board

import (
	"strings"
	"testing"
)

func TestParseSquare(t *testing.T) {
	tests := []struct {
		text string
		n    int
		want Square
	}{
		{"1:1", 1, Square{1, 1}},
		{"3:5", 8, Square{3, 5}},
		{"e6", 8, Square{3, 5}},
		{"a1", 8, Square{8, 1}},
		{"h8", 8, Square{1, 8}},
		{"z26", 26, Square{1, 26}},
		{"aa1", 27, Square{27, 27}},
		{"az52", 52, Square{1, 52}},
		{"ba1", 53, Square{53, 53}},
		{"xfc16383", MaxN, Square{1, 16383}},
		{"03:5", 8, Square{3, 5}},
	}
	for _, tt := range tests {
		got, err := ParseSquare(tt.text, Board{N: tt.n})
		if err != nil || got != tt.want {
			t.Errorf("ParseSquare(%q, %d) = %v, %v; want %v", tt.text, tt.n, got, err, tt.want)
		}
	}
}

func TestParseSquareRefuses(t *testing.T) {
	for _, text := range []string{"", ":", "3", "3:", ":5", "a", "a0", "0:1", "1:0", "9:1", "1:9", "a9", "i1", "-1:2",
		"+1:2", "1:2:3", "A1", "a-1", "1 :2", "99999999999:1", "zzzzzzzzzz1", "a99999999999", "1:2\n", strings.Repeat("a", 1000)} {
		if got, err := ParseSquare(text, Board{N: 8}); err == nil {
			t.Errorf("ParseSquare(%q, 8) = %v", text, got)
		} else if len(err.Error()) > 120 {
			t.Errorf("ParseSquare(%.10q..): message of %d bytes", text, len(err.Error()))
		}
	}
}

func TestSquareNames(t *testing.T) {
	for _, n := range []int{1, 8, 26, 27, 60} {
		for v := range n * n {
			s, _ := Board{N: n}.SquareOf(v + 1)
			for _, name := range []string{s.String(), s.Algebraic(n)} {
				if got, err := ParseSquare(name, Board{N: n}); err != nil || got != s {
					t.Fatalf("ParseSquare(%q, %d) = %v, %v; want %v", name, n, got, err, s)
				}
			}
		}
	}
	if got := (Square{3, 5}).Algebraic(8); got != "e6" {
		t.Errorf("row 3, column 5 of 8 is %q, want e6", got)
	}
}

func TestParseDiagonal(t *testing.T) {
	for text, want := range map[string]Diagonal{
		"s7": {true, 7}, "s2": {true, 2}, "s16": {true, 16},
		"d-2": {false, -2}, "d0": {false, 0}, "d7": {false, 7}, "d-7": {false, -7},
	} {
		got, err := ParseDiagonal(text, Board{N: 8})
		if err != nil || got != want {
			t.Errorf("ParseDiagonal(%q, 8) = %v, %v; want %v", text, got, err, want)
		}
		if got.String() != text {
			t.Errorf("%v is written %q, want %q", want, got, text)
		}
	}
	for _, text := range []string{"", "s", "d", "d-", "7", "s1", "s17", "s-3", "d8", "d-8", "x3", "s7 ", "d--2", "d+2", "s99999999999"} {
		if got, err := ParseDiagonal(text, Board{N: 8}); err == nil {
			t.Errorf("ParseDiagonal(%q, 8) = %v", text, got)
		}
	}
}
