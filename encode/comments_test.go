package encode

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// commentsOf parses lines of the form `key: value` as comments.
func commentsOf(text string) []dimacs.Comment {
	var cs []dimacs.Comment
	for i, line := range strings.Split(text, "\n") {
		key, value, _ := strings.Cut(line, ":")
		column := len("c "+line) - len(strings.TrimLeft(value, " \t")) + 1
		cs = append(cs, dimacs.Comment{Key: key, Value: strings.TrimSpace(value), Line: i + 1, Column: column})
	}
	return cs
}

func textOf(cs []dimacs.Comment) string {
	var lines []string
	for _, c := range cs {
		lines = append(lines, c.Key+": "+c.Value)
	}
	return strings.Join(lines, "\n")
}

func TestComments(t *testing.T) {
	tests := []struct {
		name string
		in   Instance
		want string
	}{
		{"plain", Instance{N: 8, Encoding: "pairwise"},
			"board: 8\nvariant: regular\nform: full\nencoding: pairwise"},
		{"everything", Instance{N: 8, Variant: board.Torus, Minimal: true, Encoding: "product", Queens: new(7),
			Placed: []board.Square{{Row: 1, Col: 5}, {Row: 2, Col: 3}}, Blocked: board.SquaresOf([]board.Square{{Row: 8, Col: 8}}...),
			BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 7}, {Rising: false, Index: -2}}, Shuffle: new(int64(-3)), Seed: new(int64(1)), SymmetryBroken: true,
			Transform: &Transform{"xor", 2}},
			"board: 8\nvariant: torus\nform: minimal\nencoding: product\nqueens: 7\nplaced: 1:5 2:3\nblocked: 8:8\n" +
				"blocked-diagonals: s7 d-2\nshuffle: -3\nseed: 1\nsymmetry: broken\ntransform: xor:2"},
		{"puzzle", Instance{N: 8, Variant: board.Torus, Encoding: "pairwise", Placed: []board.Square{{Row: 1, Col: 5}}, Seed: new(int64(1)), Puzzle: Hard,
			SymmetryBroken: true},
			"board: 8\nvariant: torus\nform: full\nencoding: pairwise\nplaced: 1:5\nseed: 1\npuzzle: hard\nsymmetry: broken"},
		{"zeros", Instance{N: 1, Encoding: "pairwise", Queens: new(0), Shuffle: new(int64(0)), Seed: new(int64(0))},
			"board: 1\nvariant: regular\nform: full\nencoding: pairwise\nqueens: 0\nshuffle: 0\nseed: 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, textOf(tt.in.Comments())); diff != "" {
				t.Errorf("Comments (-want +got):\n%s", diff)
			}
			got, err := ParseComments(commentsOf(tt.want))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.in, got); diff != "" {
				t.Errorf("ParseComments (-want +got):\n%s", diff)
			}
		})
	}
	if got := (Instance{}).Comments(); got != nil {
		t.Errorf("no board has the comments %q", textOf(got))
	}
	if got := (Instance{N: 8}).Comments()[3].Value; got != atmostone.Default {
		t.Errorf("no encoding is written %q, want %q", got, atmostone.Default)
	}
}

func TestCommentsWrap(t *testing.T) {
	in := Instance{N: 1000, Encoding: "pairwise"}
	for i := 1; i <= 1000; i++ {
		in.Placed = append(in.Placed, board.Square{Row: i, Col: 1001 - i})
		in.BlockedDiagonals = append(in.BlockedDiagonals, board.Diagonal{Rising: false, Index: i - 500})
	}
	cs := in.Comments()
	longest := 0
	for _, c := range cs {
		longest = max(longest, len("c "+c.Key+": "+c.Value))
	}
	if longest > 900 || longest < 880 {
		t.Errorf("the longest line has %d bytes, want close to 900", longest)
	}
	got, err := ParseComments(cs)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(in, got); diff != "" {
		t.Errorf("lists do not survive (-want +got):\n%s", diff)
	}
}

func TestParseCommentsIsLenient(t *testing.T) {
	tests := []struct {
		name, text string
		want       Instance
	}{
		{"nothing", "", Instance{}},
		{"no board: the comments of others", "seed: twelve\nform: CNF\nplaced: randomly", Instance{}},
		{"unknown keys", "author: me\nboard: 3\nqueen: yes", Instance{N: 3}},
		{"board last", "placed: 2:2\nboard: 3", Instance{N: 3, Placed: []board.Square{{Row: 2, Col: 2}}}},
		{"board twice", "board: 3\nboard: 3", Instance{N: 3}},
		{"list in two", "board: 3\nblocked: 1:1\nblocked: 2:2", Instance{N: 3, Blocked: board.SquaresOf([]board.Square{{Row: 1, Col: 1}, {Row: 2, Col: 2}}...)}},
		{"blanks", "board: 3\nblocked: 1:1 \t 2:2", Instance{N: 3, Blocked: board.SquaresOf([]board.Square{{Row: 1, Col: 1}, {Row: 2, Col: 2}}...)}},
		{"empty list", "board: 3\nblocked:", Instance{N: 3}},
		{"algebraic", "board: 3\nplaced: a1", Instance{N: 3, Placed: []board.Square{{Row: 3, Col: 1}}}},
		{"encoding of a later version", "board: 3\nencoding: not-yet", Instance{N: 3, Encoding: "not-yet"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseComments(commentsOf(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseCommentsRefuses(t *testing.T) {
	tests := []struct{ text, want string }{
		{"board: 99999999999", `:1:10: expected a board size from 1 to 16383, or rows and columns such as 8x5, found "99999999999"`},
		{"board: 16384", `:1:10: expected a board size from 1 to 16383, or rows and columns such as 8x5, found "16384"`},
		{"board: 4\nfamily: dominoes\npiece: knight", `:3:10: expected no piece, because of the family dominoes, found "knight"`},
		{"board: 4\npieces: queen*1 rook*1\npiece: knight", `:2:11: expected no comment "pieces" beside "piece", found "queen*1 rook*1"`},
		{"board: 0", `:1:10: expected a board size from 1 to 16383, or rows and columns such as 8x5, found "0"`},
		{"board: -8", `:1:10: expected a board size from 1 to 16383, or rows and columns such as 8x5, found "-8"`},
		{"board:", `:1:9: expected a board size from 1 to 16383, or rows and columns such as 8x5, found nothing`},
		{"board: 8 8", `:1:10: expected a board size from 1 to 16383, or rows and columns such as 8x5, found "8 8"`},
		{"board: 8\nboard: 9", `:2:10: expected "8" as before, found "9"`},
		{"board: 8\nvariant: sphere", `:2:12: expected regular or torus, found "sphere"`},
		{"board: 8\nform: FULL", `:2:9: expected full or minimal, found "FULL"`},
		{"board: 8\nform: full\nform: minimal", `:3:9: expected "full" as before, found "minimal"`},
		{"board: 8\nencoding: \x1b[31m", `:2:13: expected the name of an encoding, found "\x1b[31m"`},
		{"board: 8\nqueens: 65", `:2:11: expected a number of queens from 0 to 64, found "65"`},
		{"board: 8\nqueens: -1", `:2:11: expected a number of queens from 0 to 64, found "-1"`},
		{"board: 8\nplaced: 1:1 1:9", `:2:15: expected a square of a board of size 8, found "1:9"`},
		{"board: 8\nplaced:     zz", `:2:15: expected a square such as 3:5 or e6, found "zz"`},
		{"board: 8\nblocked: 1:1 x", `:2:16: expected a square such as 3:5 or e6, found "x"`},
		{"board: 8\nblocked-diagonals: s7 s17", `:2:25: expected a diagonal of a board of size 8, found "s17"`},
		{"board: 1\nplaced: 1:1 1:1", `:2:15: expected at most 1 items, found "1:1"`},
		{"board: 8\nshuffle: x", `:2:12: expected a seed, a whole number of 64 bits, found "x"`},
		{"board: 8\nseed: 9223372036854775808", `:2:9: expected a seed, a whole number of 64 bits, found "9223372036854775808"`},
		{"board: 8\nsymmetry: kept", `:2:13: expected broken, found "kept"`},
		{"board: 700\nfamily: colouring", `:2:11: expected a family with at most 2^28-1 variables on a board of that size, found "colouring"`},
		{"board: 16383\nfamily: armies", `:2:11: expected a family with at most 2^28-1 variables on a board of that size, found "armies"`},
		{"board: 4\nfamily: rooks", `:2:11: expected a family of problems that this version knows, found "rooks"`},
		{"board: 4\ncolours: 17", `:2:12: expected a number of colours from 1 to 16, found "17"`},
		{"board: 4\ndomination: total", `:2:15: expected independent, found "total"`},
		{"board: 8\npuzzle: cosy", `:2:11: expected solvable, unique, easy, medium or hard, found "cosy"`},
		{"board: " + strings.Repeat("7", 1000), `:1:10: expected a board size from 1 to 16383, or rows and columns such as 8x5, found "` + strings.Repeat("7", 40) + `..."`},
	}
	for _, tt := range tests {
		in, err := ParseComments(commentsOf(tt.text))
		var syntax *dimacs.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%.60q: got %v, %v; want a syntax error", tt.text, in, err)
			continue
		}
		if want := "<input>" + tt.want; err.Error() != want {
			t.Errorf("%.60q:\ngot  %s\nwant %s", tt.text, err, want)
		}
	}
}

// An instance that was parsed is written so that it parses to the same instance; lines have
// bounded length, and errors have positions.
func FuzzParseComments(f *testing.F) {
	f.Add("board: 8\nvariant: torus\nform: minimal\nencoding: product\nqueens: 7\nplaced: 1:5 2:3\nblocked: 8:8\n" +
		"blocked-diagonals: s7 d-2\nshuffle: -3\nseed: 1\nsymmetry: broken")
	f.Add("placed: e6 xfc1\nboard: 16383\nboard: 16383")
	f.Add("board: 99999999999")
	f.Fuzz(func(t *testing.T, text string) {
		first, err := ParseComments(commentsOf(text))
		if err != nil {
			var syntax *dimacs.SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 || len(err.Error()) > 1000 {
				t.Fatalf("error without a position or without bounds: %v", err)
			}
			return
		}
		cs := first.Comments()
		for _, c := range cs {
			if len(c.Key)+len(c.Value)+4 > maxCommentLine {
				t.Fatalf("line of %d bytes", len(c.Value))
			}
			if !slices.Contains(Keys, c.Key) {
				t.Fatalf("key %q", c.Key)
			}
		}
		second, err := ParseComments(cs)
		if err != nil {
			t.Fatalf("%v: %v", textOf(cs), err)
		}
		if first.N > 0 && first.Encoding == "" {
			first.Encoding = atmostone.Default
		}
		if diff := cmp.Diff(first, second); diff != "" {
			t.Fatalf("(-first +second):\n%s", diff)
		}
		if got := fmt.Sprint(second.Comments()); got != fmt.Sprint(cs) {
			t.Fatalf("got %v, want %v", got, cs)
		}
	})
}
