package decode

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
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

// lightness returns L* of a colour (CIE 1976), from 0 to 100.
func lightness(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 116*math.Cbrt(0.2126*linear(c.R)+0.7152*linear(c.G)+0.0722*linear(c.B)) - 16
}

// Regions with a common side differ in lightness, and black text contrasts with all colours.
func TestRegionColours(t *testing.T) {
	for seed := range uint64(60) {
		p := grown(t, 4+int(seed%17), seed)
		m := regionMap{partition: p}
		for row := 1; row <= p.N(); row++ {
			for col := 1; col < p.N(); col++ {
				for _, pair := range [][2]encode.Square{{{Row: row, Col: col}, {Row: row, Col: col + 1}}, {{Row: col, Col: row}, {Row: col + 1, Col: row}}} {
					a, b := m.colourAt(pair[0]), m.colourAt(pair[1])
					if m.separates(pair[0], pair[1]) && math.Abs(lightness(a)-lightness(b)) < 3 {
						t.Fatalf("%v: %v and %v have the colours %s and %s", p, pair[0], pair[1], hex(a), hex(b))
					}
				}
			}
		}
	}
	for level, row := range regionColours {
		for _, i := range row {
			if l := lightness(xtermColour(i)); l < 55 || math.Abs(l-[...]float64{96, 89, 82, 75, 69, 61}[level]) > 3 {
				t.Errorf("level %d: colour %d has the lightness %.1f", level, i, l)
			}
		}
	}
	if got := hex(xtermColour(16)) + hex(xtermColour(231)) + hex(xtermColour(104)); got != "#000000#ffffff#8787d7" {
		t.Error(got)
	}
}

// Adjacent vertices have different colours, and a path needs two.
func TestGreedyColouring(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for n := range 12 {
		adjacent := make([][]bool, n)
		for i := range adjacent {
			adjacent[i] = make([]bool, n)
			for j := range i {
				adjacent[i][j] = random.IntN(2) == 0
				adjacent[j][i] = adjacent[i][j]
			}
		}
		got := greedyColouring(adjacent)
		for i := range adjacent {
			for j := range adjacent {
				if adjacent[i][j] && got[i] == got[j] {
					t.Fatalf("%v: %v", adjacent, got)
				}
			}
		}
	}
	path := [][]bool{{false, true, false, false}, {true, false, true, false}, {false, true, false, true}, {false, false, true, false}}
	if got := slices.Max(greedyColouring(path)); got != 1 {
		t.Errorf("a path needs 2 colours, found %d", got+1)
	}
}

// Names are in lower case in grids, unless two would be equal or one would be a blocked square.
func TestLowerCase(t *testing.T) {
	for rows, want := range map[string]string{"AB,AB": "[a b]", "Aa,Aa": "[A a]", "X1,X1": "[X 1]", "QXx,QXx,QXx": "[q X x]"} {
		p, err := encode.ParseRows(rows)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint((&regionMap{partition: p}).lowerCase()); got != want {
			t.Errorf("%s: got %s, want %s", rows, got, want)
		}
	}
}

// The lines of a box meet in one character each, and its heavy lines are the borders.
func TestBoxBorders(t *testing.T) {
	for seed := range uint64(20) {
		p := grown(t, 3+int(seed%9), seed)
		m := &regionMap{partition: p}
		text := rendered(t, boxFormat, Style{}, &Placement{Instance: &encode.Instance{N: p.N(), Family: encode.Regions, Regions: p}})
		across, down := segments(p.N(), m.separates)
		heavy := 0
		for _, s := range across {
			heavy += s.last.Col - s.first.Col + 1
		}
		if got := strings.Count(text, "━"); got != 3*heavy {
			t.Errorf("%d heavy lines, want %d\n%s", got, 3*heavy, text)
		}
		heavy = 0
		for _, s := range down {
			heavy += s.last.Row - s.first.Row + 1
		}
		if got := strings.Count(text, "┃"); got != heavy {
			t.Errorf("%d heavy lines, want %d\n%s", got, heavy, text)
		}
		for line := range strings.Lines(text) {
			if n := len([]rune(line)); strings.ContainsAny(line, "┃━") && n != len(fmt.Sprint(p.N()))+1+4*p.N()+2 {
				t.Errorf("%d characters in %q", n, line)
			}
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

// A board with regions has no dark squares. With the theme print it has no colours.
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
		if names := strings.Contains(picture, ">A</text>"); names {
			t.Errorf("%s: letters without Style.Letters", theme.Name)
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
