package decode

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"queens/encode"
)

// parsers parse the formats for programs. They return the queens on each board of size n.
var parsers = map[string]func(t *testing.T, text string, n int) []encode.Square{
	"list": func(t *testing.T, text string, n int) (queens []encode.Square) {
		for r, word := range strings.Fields(text) {
			for c := range strings.SplitSeq(strings.TrimPrefix(word, "-"), ",") {
				if c != "" {
					queens = append(queens, encode.Square{Row: r + 1, Col: parsed(t, c)})
				}
			}
		}
		return queens
	},
	"squares": func(t *testing.T, text string, n int) (queens []encode.Square) {
		for word := range strings.FieldsSeq(text) {
			i := strings.IndexAny(word, "0123456789")
			col := 0
			for _, letter := range word[:i] {
				col = 26*col + int(letter-'a') + 1
			}
			queens = append(queens, encode.Square{Row: n + 1 - parsed(t, word[i:]), Col: col})
		}
		return queens
	},
	"names": func(t *testing.T, text string, n int) (queens []encode.Square) {
		for _, m := range regexp.MustCompile(`Q<(\d+),(\d+)>`).FindAllStringSubmatch(text, -1) {
			queens = append(queens, encode.Square{Row: parsed(t, m[1]), Col: parsed(t, m[2])})
		}
		return queens
	},
	"fen": func(t *testing.T, text string, n int) (queens []encode.Square) {
		ranks, _, _ := strings.Cut(text, " ")
		for r, rank := range strings.Split(ranks, "/") {
			col := 0
			for _, run := range regexp.MustCompile(`\d+|Q`).FindAllString(rank, -1) {
				if run != "Q" {
					col += parsed(t, run)
					continue
				}
				col++
				queens = append(queens, encode.Square{Row: r + 1, Col: col})
			}
		}
		return queens
	},
	"matrix": func(t *testing.T, text string, n int) (queens []encode.Square) {
		for i, word := range strings.Fields(text) {
			if word == "1" {
				queens = append(queens, encode.Square{Row: i/n + 1, Col: i%n + 1})
			}
		}
		return queens
	},
	"json": func(t *testing.T, text string, n int) (queens []encode.Square) {
		var b struct {
			N       int
			Queens  [][2]int
			Squares []string
		}
		if err := json.Unmarshal([]byte(text), &b); err != nil || b.N != n || len(b.Squares) != len(b.Queens) {
			t.Errorf("%s: %v", text, err)
		}
		for _, q := range b.Queens {
			queens = append(queens, encode.Square{Row: q[0], Col: q[1]})
		}
		return queens
	},
}

// A JSON object contains the family, the puzzle and every piece.
func TestJSONFamilies(t *testing.T) {
	for _, tt := range []struct {
		p    *Placement
		want string
	}{
		{pieces(numbered(encode.Armies, 2), "....", "A.A.", "....", ".B.B"),
			`{"family":"armies","n":4,"variant":"regular","k":2,"white":[[2,1],[2,3]],"black":[[4,2],[4,4]]}`},
		{pieces(numbered(encode.Colouring, 4), "AB", "CD"),
			`{"family":"colouring","n":2,"variant":"regular","colours":[["A","B"],["C","D"]]}`},
		{pieces(encode.Instance{Family: encode.Dominoes}, "AB", "AB"),
			`{"family":"dominoes","n":2,"variant":"regular","dominoes":[[[1,1],[1,2]],[[2,1],[2,2]]]}`},
		{pieces(numbered(encode.Domination, 1), "...", ".A.", "..."),
			`{"family":"domination","n":3,"variant":"regular","k":1,"queens":[[2,2]],"squares":["b2"]}`},
	} {
		if got := rendered(t, jsonFormat, Style{}, tt.p); got != tt.want+"\n" {
			t.Errorf("got  %swant %s", got, tt.want)
		}
	}
}

func parsed(t *testing.T, text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Error(err)
	}
	return n
}

// The formats for programs contain every queen of every board.
func TestRoundTrip(t *testing.T) {
	for format, parse := range parsers {
		f := Formats[slices.IndexFunc(Formats, func(f Format) bool { return f.Name == format })]
		for name, placements := range golden() {
			between := "\n"
			if format == "matrix" {
				between = "\n\n"
			}
			boards := strings.Split(strings.TrimSuffix(rendered(t, f, Style{}, placements...), "\n"), between)
			if len(boards) != len(placements) {
				t.Errorf("%s, %s: %d boards, want %d", format, name, len(boards), len(placements))
				continue
			}
			for i, p := range placements {
				got, want := parse(t, boards[i], p.Instance.N), slices.Clone(p.Queens)
				slices.SortFunc(got, inReadingOrder)
				slices.SortFunc(want, inReadingOrder)
				if diff := gocmp.Diff(want, got); diff != "" && len(got)+len(want) > 0 {
					t.Errorf("%s, %s: (-want +got)\n%s", format, name, diff)
				}
			}
		}
	}
}

func inReadingOrder(a, b encode.Square) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) }

// The format list is ordered by rows, and python by columns, as the manual says.
func TestOrder(t *testing.T) {
	p := board(encode.Instance{N: 4}, 3, 1, 4, 2)
	for _, test := range []struct {
		format Format
		want   string
	}{
		{listFormat, "3 1 4 2\n"}, {squaresFormat, "c4 a3 d2 b1\n"}, {namesFormat, "Q<1,3> Q<2,1> Q<3,4> Q<4,2>\n"}, {pythonFormat, "[1, 3, 0, 2]\n"},
		{jsonFormat, `{"family":"queens","n":4,"variant":"regular","queens":[[1,3],[2,1],[3,4],[4,2]],"squares":["c4","a3","d2","b1"]}` + "\n"},
	} {
		if got := rendered(t, test.format, Style{}, p); got != test.want {
			t.Errorf("%s: got %q, want %q", test.format.Name, got, test.want)
		}
	}
}
