package decode

import (
	"fmt"
	"strings"
	"testing"

	"queens/encode"
)

// markedBoards returns boards of several families with squares to point at.
func markedBoards() []*Placement {
	square := func(row, col int) encode.Square { return encode.Square{Row: row, Col: col} }
	regions := regionPuzzle()
	regions.Number = 0
	regions.Marked = &Marked{Text: "Region A has one square left: queen on a4, and crosses on c3 and c4 because they touch the queen on d5.",
		Look: []encode.Square{square(1, 1), square(1, 2), square(2, 1), square(2, 2)}, Queens: []encode.Square{square(2, 1)}, Crosses: []encode.Square{square(2, 3), square(3, 3)}}
	queens := NewPuzzle(&encode.Instance{N: 4, Placed: []encode.Square{square(1, 2)}}, 0)
	queens.Marked = &Marked{Text: "A queen on d3 attacks no square.", Look: []encode.Square{square(2, 4)}, Queens: []encode.Square{square(2, 4), square(1, 2)}}
	return []*Placement{regions, queens}
}

// TestMarkedGolden compares marked boards with golden files.
func TestMarkedGolden(t *testing.T) {
	for _, f := range Formats {
		if f.Can(Letters) {
			compareGolden(t, f.Name+"-marked", mainPart(rendered(t, f, Style{}, markedBoards()...)))
		}
	}
	compareGolden(t, "box-marked-color", rendered(t, boxFormat, Style{Color: true, Columns: 2}, markedBoards()...))
	colouring := pieces(numbered(encode.Colouring, 4), "AB", "CD")
	colouring.Marked = &Marked{Queens: colouring.Queens[:1], Crosses: colouring.Queens[1:2], Look: colouring.Queens[2:]}
	if got := rendered(t, textFormat, Style{}, colouring); got != "[A][B]\n(C)(D)\n" {
		t.Errorf("colouring: %q", got)
	}
	if got := rendered(t, svgFormat, Style{}, colouring); strings.Contains(got, "<use") {
		t.Errorf("a queen on a colouring: %s", got)
	}
}

func TestMarkedLines(t *testing.T) {
	var none *Marked
	for _, tt := range []struct {
		m    *Marked
		want []string
	}{
		{none, nil}, {&Marked{}, nil}, {&Marked{Text: " one  two\nthree "}, []string{"one two", "three"}}, {&Marked{Text: "a\x1b[1m \u202eb\xff"}, []string{"a[1m b\ufffd"}}, {&Marked{Text: "é é é é abcdefghij k"}, []string{"é é é é", "abcdefghij", "k"}},
	} {
		if got := tt.m.lines(8); fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%+v: got %q, want %q", tt.m, got, tt.want)
		}
	}
}

// The difficulty of a puzzle is in its caption. The text of a Marked takes its place.
func TestCaption(t *testing.T) {
	p := regionPuzzle()
	question := "1: Place 1 queen in each row, column and region so that no two touch, not even diagonally. Squares with a cross stay empty. Difficulty: easy."
	if got := p.Caption("", "%d: ", true, strings.ToUpper); got != question {
		t.Errorf("got %q", got)
	}
	p.Marked = &Marked{Text: "see"}
	if got := p.Caption("", "%d: ", true, strings.ToUpper); got != "1: SEE" {
		t.Errorf("got %q", got)
	}
	unique := encode.Instance{N: 4, Puzzle: encode.Unique}
	if got := NewPuzzle(&unique, 0).Caption("", "%d: ", true, nil); got != "Place 4 queens so that no two attack each other." {
		t.Errorf("got %q", got)
	}
}
