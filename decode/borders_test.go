package decode

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"queens/encode"
)

// grown returns connected regions of random shapes, which grow from the squares of the diagonal.
func grown(t *testing.T, n int, seed uint64) *encode.Partition {
	t.Helper()
	random, cells := rand.New(rand.NewPCG(seed, 0)), make([]string, n*n)
	for i := range n {
		cells[i*n+i] = columnLetters(i + 1)
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
	p, err := encode.NewPartition(n, cells)
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
						t.Fatalf("%v: regions %d and %d have the colour %s", p, i, j, hex(m.colour(i)))
					}
				}
			}
			if theme == nil && len(all) != min(p.Count(), len(regionColours)) {
				t.Errorf("%v: %d colours", p, len(all))
			}
		}
	}
	if got := hex(xtermColour(16)) + hex(xtermColour(231)) + hex(xtermColour(104)); got != "#000000#ffffff#8787d7" {
		t.Error(got)
	}
}

// Names are in lower case in grids, unless two would be equal or one would be a blocked square.
func TestLowerCase(t *testing.T) {
	for rows, want := range map[string]string{"AB,AB": "[a b]", "Aa,Aa": "[A a]", "X1,X1": "[X 1]", "QXx,QXx,QXx": "[q X x]"} {
		p, err := encode.ParsePartition(rows, "", true)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(lowerCase(p)); got != want {
			t.Errorf("%s: got %s, want %s", rows, got, want)
		}
	}
}

// regionPuzzle returns a puzzle with regions, a given queen and a blocked square.
func regionPuzzle() *Placement {
	return NewPuzzle(&encode.Instance{N: 5, Family: encode.Regions, Regions: fiveRegions(), Puzzle: encode.Easy,
		Placed: []encode.Square{{Row: 1, Col: 4}}, Blocked: encode.SquaresOf(encode.Square{Row: 5, Col: 5})}, 1)
}

// TestRegionPuzzleGolden compares a puzzle with regions and letters with golden files.
func TestRegionPuzzleGolden(t *testing.T) {
	for _, f := range Formats {
		if f.Can(Letters) {
			compareGolden(t, f.Name+"-regions-puzzle", mainPart(rendered(t, f, Style{Letters: true, Theme: ThemeByName("safe")}, regionPuzzle())))
		}
	}
}

// mainPart returns a worksheet without its style, or another text unchanged.
func mainPart(text string) string {
	if _, body, found := strings.Cut(text, "<main>"); found {
		return body
	}
	return text
}

// A board with regions has no dark squares. With the theme print it has letters and no colours.
func TestRegionThemes(t *testing.T) {
	for _, theme := range Themes {
		picture := rendered(t, svgFormat, Style{Theme: theme}, &Placement{Instance: regionPuzzle().Instance})
		if strings.Contains(picture, "evenodd") {
			t.Errorf("%s: dark squares", theme.Name)
		}
		for _, fill := range regexp.MustCompile(`fill="#(..)(..)(..)"`).FindAllStringSubmatch(picture, -1) {
			if theme == printTheme && (fill[1] != fill[2] || fill[2] != fill[3]) {
				t.Errorf("print: the colour %s", fill[0])
			}
		}
		if names := strings.Contains(picture, ">A</text>"); names != (theme == printTheme) {
			t.Errorf("%s: letters without Style.Letters: %v", theme.Name, names)
		}
	}
}

// Pictures are XML whatever the text of a Marked is, and hold this text.
func TestMarkedEscaped(t *testing.T) {
	p := regionPuzzle()
	p.Marked = &Marked{Text: `<b>&"'{{title}}\x_%`}
	for _, placements := range [][]*Placement{{p}, {p, p}} {
		var all strings.Builder
		for d := xml.NewDecoder(strings.NewReader(rendered(t, svgFormat, Style{}, placements...))); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if text, ok := token.(xml.CharData); ok {
				all.Write(text)
			}
		}
		if got := strings.Count(all.String(), p.Marked.Text); got != 2*len(placements) {
			t.Errorf("the text is there %d times in %s", got, all.String())
		}
	}
	if text := rendered(t, htmlFormat, Style{}, p, p); strings.Contains(text, "<b>&") || strings.Count(text, "<figcaption><b>1.</b> &lt;b&gt;&amp;") != 2 {
		t.Errorf("worksheet: %s", mainPart(text))
	}
	if text := rendered(t, latexFormat, Style{}, p); !strings.Contains(text, `\textless{}b\textgreater{}\&\textquotedbl{}'\{\{title\}\}\textbackslash{}x\_\%`) {
		t.Errorf("latex: %s", text)
	}
}
