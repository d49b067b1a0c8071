package encode

import (
	"fmt"
	"strings"
	"testing"

	"queens/dimacs"
	"queens/encode/board"
)

// boardsUpTo returns the regular boards and tori with at most this number of rows and columns.
func boardsUpTo(rows, columns int) (list []board.Board) {
	for i := range rows * columns {
		b := board.Sized(i/columns+1, i%columns+1)
		list = append(list, b)
		b.Variant = board.Torus
		list = append(list, b)
	}
	return list
}

// ofPieces returns the instance of a board with pieces.
func ofPieces(t *testing.T, b board.Board, pieces ...string) Instance {
	in := Instance{N: b.N, Columns: b.Columns, Variant: b.Variant}
	for _, text := range pieces {
		k, err := ParsePiece(text)
		if err != nil {
			t.Fatal(err)
		}
		in.Pieces = append(in.Pieces, k)
	}
	return in
}

// The pieces do not attack each other, or they dominate the board, or both. On larger boards, their number is that of
// rows or columns.
func TestPieces(t *testing.T) {
	most := 12
	if long() {
		most = 16
	}
	for i, p := range walks {
		t.Run(p.text, func(t *testing.T) {
			t.Parallel()
			for number, b := range boardsUpTo(7, 9) {
				n, columns := b.Count(), b.Width()
				if (n > most || columns > 5) && (b.N != 2 || columns != 9 || !p.moves[0].rides) && (i > 0 || columns > 7) {
					continue
				}
				in, k := ofPieces(t, b, p.text), 0
				if n > 20 {
					k = b.Side()
				}
				in.Queens = &k
				for ; k <= n && checkSolutions(t, number+k, in) > 0 && n <= 20; k++ {
				}
				in.Family = Domination
				for i := 0; i < min(n, 9) && b.LongSide() < 5; i++ {
					if k, in.Independent = i, i > 3; in.Independent {
						k = i - 3
					}
					checkSolutions(t, number+i, in)
				}
			}
		})
	}
}

// Mixtures, armies and colourings of every piece.
func TestLayersOfPieces(t *testing.T) {
	for i, p := range walks {
		t.Run(p.text, func(t *testing.T) {
			t.Parallel()
			for number, b := range boardsUpTo(3, 4) {
				in, n := ofPieces(t, b, p.text), b.Count()
				for k := 1; k <= min(n, 3) && n <= 9; k++ {
					in.Family, in.Colours = Colouring, &k
					checkSolutions(t, number+k, in)
				}
				for k := 1; 2*k <= min(n, 4); k++ {
					in.Family, in.Colours, in.Queens = Armies, nil, &k
					checkSolutions(t, number+k, in)
				}
				for j, q := range walks[:min(i, 8)] {
					in := ofPieces(t, b, q.text, p.text)
					in.Pieces[0].Count, in.Pieces[1].Count = 1+j%2, 1+i%2
					for _, in.AllowSame = range []bool{false, true} {
						if in.QueenCount() <= n && n < 10 && (i+j+n)%2 == 0 {
							checkSolutions(t, number+j, in)
						}
					}
				}
			}
		})
	}
}

// Regions and dominoes on boards that are not square.
func TestRegionsAndDominoesOnRectangles(t *testing.T) {
	t.Parallel()
	for number, b := range boardsUpTo(4, 6) {
		if b.Variant == board.Torus || b.N == b.Width() {
			continue
		}
		in := ofPieces(t, b)
		in.Family = Dominoes
		checkSolutions(t, number, in)
		for k := 1; k <= b.Side(); k++ {
			text := "" // regions of about equal size, in reading order
			for s := range b.Count() {
				if text += string(rune('A' + s*k/b.Count())); s%b.Width() == b.Width()-1 {
					text += ","
				}
			}
			in.Family, in.Regions, in.Queens = Regions, partition(t, strings.TrimSuffix(text, ",")), &k
			checkSolutions(t, number, in)
		}
	}
}

// Known numbers of larger boards, as qsat counts and optimises them.
func TestKnownPieces(t *testing.T) {
	for _, c := range []struct {
		piece         string
		rows, columns int
		family        Family
		k             int
		want          string
	}{
		{"bishop", 8, 8, "", 8, "22522960"}, {"bishop", 9, 9, "", 17, "0"}, {"bishop", 11, 11, "", 11, "<nil>"}, {"rook", 5, 9, "", 3, "5040"}, {"rook", 5, 9, "", 6, "0"},
		{"king", 8, 8, "", 16, "281571"}, {"king", 7, 8, "", 17, "0"}, {"knight", 7, 7, "", 7, "8891854"}, {"knight", 2, 9, "", 11, "0"}, {"knight", 8, 8, "", 33, "0"},
		{"knight", 8, 8, Domination, 11, "0"}, {"knight", 8, 8, Domination, 12, "<nil>"}, {"king", 7, 8, Domination, 8, "0"}, {"bishop", 8, 8, Domination, 7, "0"},
	} {
		in := ofPieces(t, board.Sized(c.rows, c.columns), c.piece)
		in.Family, in.Queens = c.family, &c.k
		if status, count := in.Known(); fmt.Sprint(count) != c.want || (status == dimacs.Unsatisfiable) != (c.want == "0") {
			t.Errorf("%v: %v, %v; want %s", in, status, count, c.want)
		}
	}
}
