package decode

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"queens/encode"

	"github.com/google/go-cmp/cmp"
)

// rendered returns the text of the placements in a format.
func rendered(t *testing.T, f Format, s Style, placements ...*Placement) string {
	t.Helper()
	var b bytes.Buffer
	w := bufio.NewWriterSize(&b, 16)
	r := f.New(w, s)
	for _, p := range placements {
		if err := r.Render(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	return b.String()
}

// board returns the placement with a queen in each of these columns, from the top row down; 0
// means no queen in the row.
func board(in encode.Instance, columns ...int) *Placement {
	p := &Placement{Instance: &in}
	for row, col := range columns {
		if col > 0 {
			p.Queens = append(p.Queens, encode.Square{Row: row + 1, Col: col})
		}
	}
	return p
}

// queens is board for a board with as many rows as columns are given.
func queens(columns ...int) *Placement { return board(encode.Instance{N: len(columns)}, columns...) }

// pieces returns the placement that rows of text show: a dot is an empty square, and A, B and
// so on are the layers.
func pieces(in encode.Instance, rows ...string) *Placement {
	in.N = len(rows)
	p := &Placement{Instance: &in}
	for row, text := range rows {
		for col, c := range text {
			if c != '.' {
				p.Queens = append(p.Queens, encode.Square{Row: row + 1, Col: col + 1})
				if in.Layers() > 1 {
					p.Layers = append(p.Layers, int(c-'A'))
				}
			}
		}
	}
	return p
}

// squares returns the squares with these names on a board of size n.
func squares(n int, names string) (list []encode.Square) {
	for name := range strings.FieldsSeq(names) {
		list = append(list, encode.Square{Row: n - int(name[1]-'1'), Col: int(name[0]-'a') + 1})
	}
	return list
}

func numbered(f encode.Family, number int) encode.Instance {
	if f == encode.Colouring {
		return encode.Instance{Family: f, Colours: &number}
	}
	return encode.Instance{Family: f, Queens: &number}
}

// regions returns an instance with regions.
func regions(t *testing.T, rows string) encode.Instance {
	t.Helper()
	p, err := encode.ParsePartition(rows, "", true)
	if err != nil {
		t.Fatal(err)
	}
	return encode.Instance{N: p.N(), Family: encode.Regions, Regions: p}
}

// fiveRegions are regions with the solution d5 a4 c3 e2 b1.
const fiveRegions = "AABBB,AABBC,DDDCC,DEECC,EEEEC"

// regionPuzzle returns a puzzle with regions, a given queen and a blocked square.
func regionPuzzle(t *testing.T) *Placement {
	in := regions(t, fiveRegions)
	in.Puzzle, in.Placed, in.Blocked = encode.Easy, squares(5, "d5"), encode.SquaresOf(squares(5, "e1")...)
	return NewPuzzle(&in, 1)
}

// families returns a board of each family.
func families(t *testing.T) map[string]*Placement {
	return map[string]*Placement{
		"regions":     pieces(regions(t, fiveRegions), "...A.", "A....", "..A..", "....A", ".A..."),
		"armies":      pieces(numbered(encode.Armies, 2), "....", "A.A.", "....", ".B.B"),
		"dominoes":    pieces(encode.Instance{Family: encode.Dominoes}, "AB", "AB"),
		"colouring":   pieces(numbered(encode.Colouring, 5), "ABCDE", "DEABC", "BCDEA", "EABCD", "CDEAB"),
		"domination":  pieces(numbered(encode.Domination, 2), "...A", "....", ".A..", "...."),
		"superqueens": pieces(numbered(encode.Superqueens, 3), ".....", ".A...", "....A", ".....", "A...."),
	}
}

// marking returns p with marked squares.
func marking(p *Placement, m Marked) *Placement {
	p.Marked = &m
	return p
}

// goldenBoards are boards in one style. They are drawn in some formats, or in all that show everything.
type goldenBoards struct {
	name, formats string
	style         Style
	boards        []*Placement
}

// goldens returns the boards of the golden files, with their formats and styles.
func goldens(t *testing.T) []goldenBoards {
	type boards = []*Placement
	four, five, torus, two := queens(2, 4, 1, 3), encode.Instance{N: 5}, encode.Instance{N: 5, Variant: encode.Torus}, 2
	full := encode.Instance{N: 8, Placed: squares(8, "h8 c5"), Blocked: encode.SquaresOf(squares(8, "h1 c6")...),
		BlockedDiagonals: []encode.Diagonal{{Rising: true, Index: 10}, {Index: -3}}}
	solved, answer := board(full, 8, 4, 1, 3, 6, 2, 7, 5), board(full, 8, 4, 1, 3, 6, 2, 7, 5)
	answer.Number = 1
	given := torus
	given.Placed = []encode.Square{{Row: 2, Col: 3}, {Row: 1, Col: 1}, {Row: 1, Col: 1}}
	attacking, twelve := board(encode.Instance{N: 4, Placed: squares(4, "a4")}, 1, 2, 4), queens(1, 0)
	twelve.Number = 12
	star, safe := SymbolByName("star"), ThemeByName("safe")
	marked := marking(regionPuzzle(t), Marked{Text: "Region A has one square left: queen on a4, and crosses on c3 and c4 because they touch the queen on d5.",
		Look: squares(5, "a5 b5 a4 b4"), Queens: squares(5, "a4"), Crosses: squares(5, "c4 c3")})
	marked.Number = 0
	step := marking(NewPuzzle(&encode.Instance{N: 4, Placed: squares(4, "b4")}, 0),
		Marked{Text: "A queen on d3 attacks no square.", Look: squares(4, "d3"), Queens: squares(4, "d3 b4")})
	coloured := marking(pieces(numbered(encode.Colouring, 4), "AB", "CD"), Marked{Queens: squares(2, "a2"), Crosses: squares(2, "b2"), Look: squares(2, "a1 b1")})
	explained := regionPuzzle(t)
	explained.Number, explained.Steps = 0, []Marked{{Text: "</script>{{data}}", Kind: "1 constraint", Look: squares(5, "a5"), Queens: squares(5, "b4")}, {Crosses: squares(5, "a5")}}
	hostile := marking(regionPuzzle(t), Marked{Text: `<b>&"'{{title}}\x_%`})
	const title = "A & B </title><script>{{boards}}{{script}}</script> 50% of $x_1"
	list := []goldenBoards{
		{"1", "", Style{}, boards{queens(1)}},
		{"4", "", Style{}, boards{four}},
		{"8", "", Style{}, boards{queens(8, 4, 1, 3, 6, 2, 7, 5)}},
		{"11 on a torus", "", Style{}, boards{board(encode.Instance{N: 11, Variant: encode.Torus}, 1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10)}},
		{"27", "", Style{}, boards{queens(17, 21, 18, 16, 12, 19, 9, 3, 5, 14, 20, 23, 27, 8, 15, 22, 25, 1, 10, 13, 11, 6, 4, 2, 26, 24, 7)}},
		{"large", "svg", Style{}, boards{queens(make([]int, 31)...), queens(make([]int, 101)...)}},
		{"sizes", "", Style{}, boards{queens(1), four, queens(0, 0)}},
		{"several in a row", "", Style{}, boards{pieces(five, ".A.A.", ".....", "..A..", ".....", ".....")}},
		{"solved puzzle", "", Style{}, boards{solved}},
		{"worksheet", "", Style{}, boards{NewPuzzle(&full, 1), NewPuzzle(&given, 2), answer}},
		{"answers", "latex html", Style{Answers: true, Title: "Homework", Paper: Letter}, boards{answer}},
		{"puzzle", "", Style{}, boards{NewPuzzle(&full, 0)}},
		{"puzzles", "html", Style{}, boards{NewPuzzle(&encode.Instance{N: 4}, 0), NewPuzzle(&encode.Instance{N: 13}, 0)}},
		{"puzzle and answer", "html", Style{}, boards{NewPuzzle(&full, 0), solved}},
		{"played", "", Style{Play: true}, boards{NewPuzzle(&full, 1), NewPuzzle(&encode.Instance{N: 4, Queens: &two}, 2)}},
		{"explained", "json html", Style{}, boards{explained}},
		{"numbers", "", Style{Numbers: true}, boards{four, NewPuzzle(&full, 0)}},
		{"colours", "text compact unicode box", Style{Color: true, Attacks: true}, boards{solved, attacking}},
		{"attacks", "svg html", Style{Attacks: true}, boards{queens(1, 0, 0, 4), board(torus, 4, 0, 1), board(torus, 2, 0, 5)}},
		{"beside", "", Style{Columns: 2}, boards{queens(1, 0), queens(0, 3, 0), twelve}},
		{"one beside none", "text", Style{Columns: 2}, boards{four}},
		{"one after the other", "text", Style{Columns: 1}, boards{queens(1, 0), queens(1, 0)}},
		{"wide enough", "text", Style{Width: 9}, boards{queens(1, 0), queens(1, 0)}},
		{"too narrow", "text", Style{Width: 8}, boards{queens(1, 0), queens(1, 0)}},
		{"pixels", "", Style{Columns: 3, Pixels: 600, Theme: printTheme}, boards{four, four, four}},
		{"stars", "", Style{Symbol: star}, boards{four}},
		{"attacked stars", "", Style{Symbol: star, Attacked: true}, boards{four, families(t)["armies"], families(t)["colouring"]}},
		{"region puzzle", "", Style{Letters: true, Theme: safe}, boards{regionPuzzle(t)}},
		{"region letters", "text compact unicode box latex", Style{Letters: true}, boards{regionPuzzle(t)}},
		{"region puzzle on paper", "", Style{Theme: printTheme}, boards{regionPuzzle(t)}},
		{"marked", "", Style{}, boards{marked, step}},
		{"marked colours", "box", Style{Color: true, Columns: 2}, boards{marked, step}},
		{"marked letters", "text svg", Style{}, boards{coloured}},
		{"hostile", "svg html latex", Style{Title: title}, boards{hostile, hostile}},
		{"hostile board", "svg html latex", Style{Title: title}, boards{four}},
		{"hostile puzzle", "html", Style{Title: title}, boards{NewPuzzle(four.Instance, 0)}},
	}
	for _, name := range slices.Sorted(maps.Keys(families(t))) {
		list = append(list, goldenBoards{name, "", Style{Attacked: true}, boards{families(t)[name]}},
			goldenBoards{name + " in colours", "text", Style{Color: true}, boards{families(t)[name]}})
	}
	blocked := encode.Instance{Family: encode.Dominoes, Blocked: encode.SquaresOf(squares(4, "a4 b4")...)}
	return append(list, goldenBoards{"attacked dominoes", "", Style{Attacked: true}, boards{pieces(blocked, "..AB", "ABCC", "CCDD", "DDAB")}})
}

// shows reports whether a format shows everything of g.
func (g goldenBoards) shows(f Format) bool {
	needs := map[Feature]bool{Columns: g.style.Columns > 0, Numbers: g.style.Numbers, Pixels: g.style.Pixels > 0, Colors: g.style.Theme != nil, Pieces: g.style.Attacked,
		Letters: g.style.Letters, Play: g.style.Play, Glyphs: g.style.Symbol != nil}
	for _, p := range g.boards {
		needs[Puzzles] = needs[Puzzles] || p.Puzzle
		needs[Pieces] = needs[Pieces] || p.Instance.Layers() > 1
	}
	for feature, needed := range needs {
		if needed && !f.Can(feature) {
			return false
		}
	}
	return g.formats == "" || strings.Contains(" "+g.formats+" ", " "+f.Name+" ")
}

// ownPart matches the parts of pages in HTML that differ between pages.
var ownPart = regexp.MustCompile(`(?s)<title>.*?</title>|<h1[^>]*>[^<]*</h1>|<p id="question">.*?</p>|<script type="application/json".*?</script>|<main>.<header>.*</main>`)

// TestGolden compares boards in each format with a golden file. With UPDATE_GOLDEN=1 it writes the files.
func TestGolden(t *testing.T) {
	all := map[string]string{}
	for _, g := range goldens(t) {
		for _, f := range Formats {
			if !g.shows(f) {
				continue
			}
			text := rendered(t, f, g.style, g.boards...)
			if f.Name == htmlFormat.Name {
				text = strings.Join(ownPart.FindAllString(text, -1), "\n") + "\n"
			}
			if err := xml.Unmarshal([]byte(text), new(struct{})); f.Name == svgFormat.Name && err != nil {
				t.Errorf("%s is no XML: %v", g.name, err)
			}
			all[f.Name] += "-- " + g.name + " --\n" + text
		}
	}
	for format, text := range all {
		file := filepath.Join("testdata", "golden", format+".txt")
		if os.Getenv("UPDATE_GOLDEN") != "" {
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), text); diff != "" {
			t.Errorf("%s (-want +got)\n%s", format, diff)
		}
	}
}
