package draw_test

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

	"github.com/google/go-cmp/cmp"

	"queens/decode"
	"queens/decode/draw"
	"queens/decode/internal/boardtest"
	"queens/decode/page"
	"queens/encode"
	"queens/encode/board"
)

// rendered returns the text of the placements in a format.
func rendered(t *testing.T, f draw.Format, s draw.Style, placements ...*decode.Placement) string {
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

// regionPuzzle returns a puzzle with regions, a given queen and a blocked square.
func regionPuzzle(t *testing.T) *decode.Placement {
	in := boardtest.Regions(t, boardtest.FiveRegions)
	in.Puzzle, in.Placed, in.Blocked = encode.Easy, boardtest.Squares(5, "d5"), board.SquaresOf(boardtest.Squares(5, "e1")...)
	return decode.NewPuzzle(&in, 1)
}

// families returns a board of each family.
func families(t *testing.T) map[string]*decode.Placement {
	return map[string]*decode.Placement{
		"regions":     boardtest.Pieces(boardtest.Regions(t, boardtest.FiveRegions), "...A.", "A....", "..A..", "....A", ".A..."),
		"armies":      boardtest.Pieces(boardtest.Numbered(encode.Armies, 2), "....", "A.A.", "....", ".B.B"),
		"dominoes":    boardtest.Pieces(encode.Instance{Family: encode.Dominoes}, "AB", "AB"),
		"colouring":   boardtest.Pieces(boardtest.Numbered(encode.Colouring, 5), "ABCDE", "DEABC", "BCDEA", "EABCD", "CDEAB"),
		"domination":  boardtest.Pieces(boardtest.Numbered(encode.Domination, 2), "...A", "....", ".A..", "...."),
		"superqueens": boardtest.Pieces(boardtest.Numbered(encode.Superqueens, 3), ".....", ".A...", "....A", ".....", "A...."),
	}
}

// noPage lists the formats of package draw.
const noPage = "text compact matrix unicode box list squares names json fen latex python svg"

// pieceBoards returns boards of other pieces than queens, or with other shapes than a square.
func pieceBoards(t *testing.T) (list []*decode.Placement) {
	for _, tt := range []struct {
		in     encode.Instance
		pieces string
		rows   string
	}{
		{boardtest.Numbered(encode.DefaultFamily, 3), "knight", "A...A,.....,..A.."},
		{boardtest.Numbered(encode.DefaultFamily, 2), "rider 1,2 leaper 0,2", "A,.,A"},
		{boardtest.Numbered(encode.DefaultFamily, 2), "chancellor", "A..,..A"},
		{boardtest.Numbered(encode.Armies, 2), "rook", "A...,.BB."},
		{encode.Instance{}, "queen*1 knight*2 king*1", "A....,..BB.,.....,.C..."},
		{encode.Instance{}, "bishop*1 rook*1 amazon*1", "A..,.B.,..C"},
		{encode.Instance{Variant: board.Torus}, "", "A.....,..A...,......,.....A"},
		{boardtest.Regions(t, "AABBC,ADDBC,DDBBC,DDBCC"), "", "A....,...A.,.A...,....A"},
	} {
		if kind, err := encode.ParsePiece(tt.pieces); err == nil {
			tt.in.Pieces = []encode.Kind{kind}
		} else if tt.pieces != "" {
			if tt.in.Pieces, err = encode.ParsePieces(tt.pieces); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, boardtest.Pieces(tt.in, strings.Split(tt.rows, ",")...))
	}
	return list
}

// marking returns p with marked squares.
func marking(p *decode.Placement, m decode.Marked) *decode.Placement {
	p.Marked = &m
	return p
}

// goldenBoards are boards in one style. They are drawn in some formats, or in all that show everything.
type goldenBoards struct {
	name, formats string
	style         draw.Style
	boards        []*decode.Placement
}

// goldens returns the boards of the golden files, with their formats and styles.
func goldens(t *testing.T) []goldenBoards {
	type boards = []*decode.Placement
	four, five, torus, two := boardtest.Queens(2, 4, 1, 3), encode.Instance{N: 5}, encode.Instance{N: 5, Variant: board.Torus}, 2
	full := encode.Instance{N: 8, Placed: boardtest.Squares(8, "h8 c5"), Blocked: board.SquaresOf(boardtest.Squares(8, "h1 c6")...),
		BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 10}, {Index: -3}}}
	solved, answer := boardtest.Board(full, 8, 4, 1, 3, 6, 2, 7, 5), boardtest.Board(full, 8, 4, 1, 3, 6, 2, 7, 5)
	answer.Number = 1
	given := torus
	given.Placed = []board.Square{{Row: 2, Col: 3}, {Row: 1, Col: 1}, {Row: 1, Col: 1}}
	attacking, twelve := boardtest.Board(encode.Instance{N: 4, Placed: boardtest.Squares(4, "a4")}, 1, 2, 4), boardtest.Queens(1, 0)
	twelve.Number = 12
	star, safe := draw.SymbolByName("star"), draw.ThemeByName("safe")
	marked := marking(regionPuzzle(t), decode.Marked{Text: "Region A has one square left: queen on a4, and crosses on c3 and c4 because they touch the queen on d5.",
		Look: boardtest.Squares(5, "a5 b5 a4 b4"), Queens: boardtest.Squares(5, "a4"), Crosses: boardtest.Squares(5, "c4 c3")})
	marked.Number = 0
	step := marking(decode.NewPuzzle(&encode.Instance{N: 4, Placed: boardtest.Squares(4, "b4")}, 0),
		decode.Marked{Text: "A queen on d3 attacks no square.", Look: boardtest.Squares(4, "d3"), Queens: boardtest.Squares(4, "d3 b4")})
	coloured := marking(boardtest.Pieces(boardtest.Numbered(encode.Colouring, 4), "AB", "CD"), decode.Marked{Queens: boardtest.Squares(2, "a2"), Crosses: boardtest.Squares(2, "b2"), Look: boardtest.Squares(2, "a1 b1")})
	explained := regionPuzzle(t)
	explained.Number, explained.Steps = 0, []decode.Marked{{Text: "</script>{{data}}", Kind: "1 constraint", Look: boardtest.Squares(5, "a5"), Queens: boardtest.Squares(5, "b4")}, {Crosses: boardtest.Squares(5, "a5")}}
	hostile := marking(regionPuzzle(t), decode.Marked{Text: `<b>&"'{{title}}\x_%`})
	const title = "A & B </title><script>{{boards}}{{script}}</script> 50% of $x_1"
	list := []goldenBoards{
		{"1", "", draw.Style{}, boards{boardtest.Queens(1)}},
		{"4", "", draw.Style{}, boards{four}},
		{"8", "", draw.Style{}, boards{boardtest.Queens(8, 4, 1, 3, 6, 2, 7, 5)}},
		{"11 on a torus", "", draw.Style{}, boards{boardtest.Board(encode.Instance{N: 11, Variant: board.Torus}, 1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10)}},
		{"27", "", draw.Style{}, boards{boardtest.Queens(17, 21, 18, 16, 12, 19, 9, 3, 5, 14, 20, 23, 27, 8, 15, 22, 25, 1, 10, 13, 11, 6, 4, 2, 26, 24, 7)}},
		{"large", "svg", draw.Style{}, boards{boardtest.Queens(make([]int, 31)...), boardtest.Queens(make([]int, 101)...)}},
		{"sizes", "", draw.Style{}, boards{boardtest.Queens(1), four, boardtest.Queens(0, 0)}},
		{"several in a row", "", draw.Style{}, boards{boardtest.Pieces(five, ".A.A.", ".....", "..A..", ".....", ".....")}},
		{"solved puzzle", "", draw.Style{}, boards{solved}},
		{"worksheet", "", draw.Style{}, boards{decode.NewPuzzle(&full, 1), decode.NewPuzzle(&given, 2), answer}},
		{"answers", "latex html", draw.Style{Answers: true, Title: "Homework", Paper: draw.Letter}, boards{answer}},
		{"puzzle", "", draw.Style{}, boards{decode.NewPuzzle(&full, 0)}},
		{"puzzles", "html", draw.Style{}, boards{decode.NewPuzzle(&encode.Instance{N: 4}, 0), decode.NewPuzzle(&encode.Instance{N: 13}, 0)}},
		{"puzzle and answer", "html", draw.Style{}, boards{decode.NewPuzzle(&full, 0), solved}},
		{"played", "", draw.Style{Play: true}, boards{decode.NewPuzzle(&full, 1), decode.NewPuzzle(&encode.Instance{N: 4, Queens: &two}, 2)}},
		{"explained", "json html", draw.Style{}, boards{explained}},
		{"numbers", "", draw.Style{Numbers: true}, boards{four, decode.NewPuzzle(&full, 0)}},
		{"colours", "text compact unicode box", draw.Style{Color: true, Attacks: true}, boards{solved, attacking}},
		{"attacks", "svg html", draw.Style{Attacks: true}, boards{boardtest.Queens(1, 0, 0, 4), boardtest.Board(torus, 4, 0, 1), boardtest.Board(torus, 2, 0, 5)}},
		{"beside", "", draw.Style{Columns: 2}, boards{boardtest.Queens(1, 0), boardtest.Queens(0, 3, 0), twelve}},
		{"one beside none", "text", draw.Style{Columns: 2}, boards{four}},
		{"one after the other", "text", draw.Style{Columns: 1}, boards{boardtest.Queens(1, 0), boardtest.Queens(1, 0)}},
		{"wide enough", "text", draw.Style{Width: 9}, boards{boardtest.Queens(1, 0), boardtest.Queens(1, 0)}},
		{"too narrow", "text", draw.Style{Width: 8}, boards{boardtest.Queens(1, 0), boardtest.Queens(1, 0)}},
		{"pixels", "", draw.Style{Columns: 3, Pixels: 600, Theme: draw.ThemeByName("print")}, boards{four, four, four}},
		{"stars", "", draw.Style{Symbol: star}, boards{four}},
		{"attacked stars", "", draw.Style{Symbol: star, Attacked: true}, boards{four, families(t)["armies"], families(t)["colouring"]}},
		{"region puzzle", "", draw.Style{Letters: true, Theme: safe}, boards{regionPuzzle(t)}},
		{"region letters", "text compact unicode box latex", draw.Style{Letters: true}, boards{regionPuzzle(t)}},
		{"region steps on paper", "svg html latex", draw.Style{Theme: draw.ThemeByName("print")}, boards{marking(regionPuzzle(t), decode.Marked{Text: "Look at A."})}},
		{"shared rule", "latex html", draw.Style{Language: "de"}, boards{decode.NewPuzzle(&full, 1), decode.NewPuzzle(&full, 2), answer}},
		{"region puzzle on paper", "", draw.Style{Theme: draw.ThemeByName("print")}, boards{regionPuzzle(t)}},
		{"marked", "", draw.Style{}, boards{marked, step}},
		{"marked colours", "box", draw.Style{Color: true, Columns: 2}, boards{marked, step}},
		{"marked letters", "text svg", draw.Style{}, boards{coloured}},
		{"hostile", "svg html latex", draw.Style{Title: title}, boards{hostile, hostile}},
		{"hostile board", "svg html latex", draw.Style{Title: title}, boards{four}},
		{"hostile puzzle", "html", draw.Style{Title: title}, boards{decode.NewPuzzle(four.Instance, 0)}},
	}
	for _, b := range pieceBoards(t) {
		list = append(list, goldenBoards{b.Title(), noPage, draw.Style{}, boards{b}}, goldenBoards{b.Title() + ", attacked", "text box svg", draw.Style{Attacks: true, Attacked: true}, boards{b}})
	}
	list = append(list, goldenBoards{"knights as stars", noPage, draw.Style{Symbol: star}, pieceBoards(t)[:1]},
		goldenBoards{"numbered knights", "text box", draw.Style{Numbers: true}, pieceBoards(t)[:1]},
		goldenBoards{"marked knights", "text svg latex", draw.Style{}, boards{marking(pieceBoards(t)[0], decode.Marked{Text: "A knight on c3.", Queens: boardtest.Squares(3, "c3"), Look: boardtest.Squares(3, "d1 e1")})}})
	for _, name := range slices.Sorted(maps.Keys(families(t))) {
		list = append(list, goldenBoards{name, "", draw.Style{Attacked: true}, boards{families(t)[name]}},
			goldenBoards{name + " in colours", "text", draw.Style{Color: true}, boards{families(t)[name]}})
	}
	blocked := encode.Instance{Family: encode.Dominoes, Blocked: board.SquaresOf(boardtest.Squares(4, "a4 b4")...)}
	return append(list, goldenBoards{"attacked dominoes", "", draw.Style{Attacked: true}, boards{boardtest.Pieces(blocked, "..AB", "ABCC", "CCDD", "DDAB")}})
}

// shows reports whether a format shows everything of g.
func (g goldenBoards) shows(f draw.Format) bool {
	needs := map[draw.Feature]bool{draw.Columns: g.style.Columns > 0, draw.Numbers: g.style.Numbers, draw.Pixels: g.style.Pixels > 0, draw.Colors: g.style.Theme != nil, draw.Pieces: g.style.Attacked,
		draw.Letters: g.style.Letters, draw.Play: g.style.Play, draw.Glyphs: g.style.Symbol != nil}
	for _, p := range g.boards {
		needs[draw.Puzzles] = needs[draw.Puzzles] || p.Puzzle
		if !f.Shows(p.Instance) {
			return false
		}
	}
	for feature, needed := range needs {
		if needed && !f.Can(feature) {
			return false
		}
	}
	return g.formats == "" || strings.Contains(" "+g.formats+" ", " "+f.Name+" ")
}

// ownPart matches the parts of pages in HTML that differ between pages.
var ownPart = regexp.MustCompile(`(?s)<title>.*?</title>|<h1[^>]*>[^<]*</h1>|<p id="question">.*?</p>|<script type="application/json".*?</script>|<main>.<div class="sheet">.*</main>`)

// TestGolden compares boards in each format with a golden file. With UPDATE_GOLDEN=1 it writes the files.
func TestGolden(t *testing.T) {
	all := map[string]string{}
	for _, g := range goldens(t) {
		for _, f := range append(slices.Clone(draw.Formats), page.Format) {
			if !g.shows(f) {
				continue
			}
			text := rendered(t, f, g.style, g.boards...)
			if f.Name == page.Format.Name {
				text = strings.Join(ownPart.FindAllString(text, -1), "\n") + "\n"
			}
			if err := xml.Unmarshal([]byte(text), new(struct{})); f.Name == "svg" && err != nil {
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
