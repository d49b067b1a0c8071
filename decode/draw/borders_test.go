package draw

import (
	"fmt"
	"image/color"
	"math/rand/v2"
	"testing"

	"queens/decode"
	"queens/decode/internal/boardtest"
	"queens/encode"
	"queens/encode/board"
)

// grown returns connected regions of random shapes, which grow from the squares of the diagonal.
func grown(t *testing.T, n int, seed uint64) *board.Partition {
	t.Helper()
	random, cells := rand.New(rand.NewPCG(seed, 0)), make([]string, n*n)
	for i := range n {
		cells[i*n+i] = decode.ColumnLetters(i + 1)
	}
	for left := n*n - n; left > 0; {
		row, col := random.IntN(n), random.IntN(n)
		r, c := row, col
		switch random.IntN(4) {
		case 0:
			r = max(row-1, 0)
		case 1:
			r = min(row+1, n-1)
		case 2:
			c = max(col-1, 0)
		case 3:
			c = min(col+1, n-1)
		}
		if cells[row*n+col] == "" && cells[r*n+c] != "" {
			cells[row*n+col] = cells[r*n+c]
			left--
		}
	}
	p, err := board.NewPartition(board.Board{N: n}, cells)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Regions with a common side differ in colour, and up to as many regions as colours all differ.
func TestRegionColours(t *testing.T) {
	for seed := range uint64(60) {
		for _, theme := range []*Theme{nil, ThemeByName("safe")} {
			p := grown(t, 4+int(seed%17), seed)
			m, all := newRegionMap(&encode.Instance{Regions: p}, theme), map[color.NRGBA]bool{}
			for i, row := range neighbours(p) {
				all[m.colour(i)] = true
				for j, are := range row {
					if are && m.colour(i) == m.colour(j) {
						t.Fatalf("%v: regions %d and %d have the colour %s", p, i, j, Hex(m.colour(i)))
					}
				}
			}
			if theme == nil && len(all) != min(p.Count(), len(regionColours)) {
				t.Errorf("%v: %d colours", p, len(all))
			}
		}
	}
	if got := Hex(xtermColour(16)) + Hex(xtermColour(231)) + Hex(xtermColour(104)); got != "#000000#ffffff#8787d7" {
		t.Error(got)
	}
}

// Names are in lower case in grids, unless two would be equal or one would be a blocked square.
func TestLowerCase(t *testing.T) {
	for rows, want := range map[string]string{"AB,AB": "[a b]", "Aa,Aa": "[A a]", "X1,X1": "[X 1]", "QXx,QXx,QXx": "[q X x]"} {
		if got := fmt.Sprint(lowerCase(boardtest.Regions(t, rows).Regions)); got != want {
			t.Errorf("%s: got %s, want %s", rows, got, want)
		}
	}
}
