// Package boardtest builds boards for the tests of package decode and the packages below it.
package boardtest

import (
	"strings"
	"testing"

	"queens/decode"
	"queens/encode"
	"queens/encode/board"
)

// Board returns the placement with a queen in each of these columns, from the top row down; 0
// means no queen in the row.
func Board(in encode.Instance, columns ...int) *decode.Placement {
	p := &decode.Placement{Instance: &in}
	for row, col := range columns {
		if col > 0 {
			p.Queens = append(p.Queens, board.Square{Row: row + 1, Col: col})
		}
	}
	return p
}

// Queens is Board for a board with as many rows as columns are given.
func Queens(columns ...int) *decode.Placement {
	return Board(encode.Instance{N: len(columns)}, columns...)
}

// Pieces returns the placement that rows of text show: a dot is an empty square, and A, B and so on are the
// layers. The board gets the size of the text.
func Pieces(in encode.Instance, rows ...string) *decode.Placement {
	size := board.Sized(len(rows), len(rows[0]))
	in.N, in.Columns = size.N, size.Columns
	p := &decode.Placement{Instance: &in}
	for row, text := range rows {
		for col, c := range text {
			if c != '.' {
				p.Queens = append(p.Queens, board.Square{Row: row + 1, Col: col + 1})
				if in.Layers() > 1 {
					p.Layers = append(p.Layers, int(c-'A'))
				}
			}
		}
	}
	return p
}

// Squares returns the squares with these names on a board of size n. A name is a letter and one digit;
// blanks separate the names.
func Squares(n int, names string) (list []board.Square) {
	for name := range strings.FieldsSeq(names) {
		list = append(list, board.Square{Row: n - int(name[1]-'1'), Col: int(name[0]-'a') + 1})
	}
	return list
}

// Numbered returns an instance of a family with a number of queens or, for colourings, of colours.
func Numbered(f encode.Family, number int) encode.Instance {
	if f == encode.Colouring {
		return encode.Instance{Family: f, Colours: &number}
	}
	return encode.Instance{Family: f, Queens: &number}
}

// Regions returns an instance with the regions in rows, a text that board.ParsePartition reads. An error
// ends the test.
func Regions(t *testing.T, rows string) encode.Instance {
	t.Helper()
	p, err := board.ParsePartition(rows, "", true)
	if err != nil {
		t.Fatal(err)
	}
	return encode.Instance{N: p.Board().N, Columns: p.Board().Columns, Family: encode.Regions, Regions: p}
}

// FiveRegions are regions with the solution d5 a4 c3 e2 b1.
const FiveRegions = "AABBB,AABBC,DDDCC,DEECC,EEEEC"
