package decode

import (
	"fmt"
	"image/color"

	"queens/encode"
)

// regions: queens in each row, column and region, of which no two touch.
var regions = family{
	name:   encode.Regions,
	check:  func(_ *checker, p *Placement) error { return checkRegions(p) },
	letter: func(int) string { return "Q" }, symbol: func(int) string { return "♛" },
	attacksAllowed: func(*encode.Instance) bool { return true },
	draw:           drawQueen, attackedLetter: func(uint8) string { return "*" }, drawAttacked: drawAttackedSquare,
	addToPage: addRegions,
	title:     func(p *Placement) string { return p.queensOnBoard("") },
	question: func(p *Placement) string {
		return fmt.Sprintf("Place %s in each row, column and region so that no two touch, not even diagonally.", count(p.Instance.StarCount(), "queen"))
	},
}

// addRegions adds the regions to the data of a page, with their colours except in the theme print.
func addRegions(entry *htmlPuzzle, in *encode.Instance, s Style) {
	entry.Stars = in.StarCount()
	for v := range in.Board().Vars() {
		square, _ := in.Board().SquareOf(v.Var())
		entry.Regions = append(entry.Regions, in.Regions.Region(square))
	}
	for i := range in.N {
		entry.RegionNames = append(entry.RegionNames, in.Regions.Name(i))
		if s.Theme != printTheme {
			entry.RegionFills = append(entry.RegionFills, hex(regionPalette[i%len(regionPalette)]))
		}
	}
}

// regionPalette holds light colours for regions.
var regionPalette = []color.NRGBA{rgb(0xf2b8b5), rgb(0xfff3c4), rgb(0xa9c8f0), rgb(0xe4f2d0), rgb(0xd0b3e6), rgb(0xffd9a8), rgb(0x9fd8cb), rgb(0xfbe0ee), rgb(0xc2c2c2), rgb(0xf7f7f7)}

// checkRegions returns an error if two queens touch, or if a row, column or region has another
// number of queens than the instance asks for.
func checkRegions(p *Placement) error {
	in, n := p.Instance, p.Instance.N
	rows, columns, inRegion := make([]int, n+1), make([]int, n+1), make([]int, n)
	on := make(map[encode.Square]bool, len(p.Queens))
	for _, q := range p.Queens {
		for _, s := range [...]encode.Square{{Row: q.Row, Col: q.Col - 1}, {Row: q.Row - 1, Col: q.Col - 1}, {Row: q.Row - 1, Col: q.Col}, {Row: q.Row - 1, Col: q.Col + 1}} {
			if on[s] {
				return fmt.Errorf("the queens on %s and %s touch", name(s, n), name(q, n))
			}
		}
		on[q] = true
		rows[q.Row]++
		columns[q.Col]++
		inRegion[in.Regions.Region(q)]++
	}
	want := in.StarCount()
	for i := range n {
		for _, scope := range [...]struct {
			name  string
			found int
		}{{fmt.Sprintf("row %d", i+1), rows[i+1]}, {fmt.Sprintf("column %d", i+1), columns[i+1]}, {"region " + in.Regions.Name(i), inRegion[i]}} {
			if scope.found != want {
				return fmt.Errorf("%s has %s, expected %d", scope.name, count(scope.found, "queen"), want)
			}
		}
	}
	return nil
}
