package format

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/encode"
	"queens/encode/board"
)

func fileText(t *testing.T, f File) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(context.Background(), &b); err != nil {
		t.Fatalf("%v, %s: %v", f.Instance, f.Format, err)
	}
	return b.String()
}

// The annotated files are documentation for learners, so they are tested literally.
func TestFormats(t *testing.T) {
	three := 3
	in := encode.Instance{N: 2, Queens: &three, Placed: []board.Square{{Row: 1, Col: 2}}, BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 4}}}
	for _, format := range []string{"knf", "opb", "lp", "mzn"} {
		want, err := os.ReadFile("testdata/three-queens." + format)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), fileText(t, File{Instance: in, Format: format})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", format, diff)
		}
	}
	one, torus := encode.Instance{N: 2, Queens: new(1)}, encode.Instance{N: 2, Variant: board.Torus, Queens: &three}
	for _, tt := range []struct {
		in           encode.Instance
		format, want string
	}{
		{one, "knf", "\n1 2 3 4 0\nk 3 -1 -2 -3 -4 0\n"}, {one, "cnf+", "p cnf+ 4 8\n-1 -2 0\n-3 -4 0\n-1 -3 0\n-2 -4 0\n-1 -4 0\n-2 -3 0\n1 2 3 4 0\n1 2 3 4 <= 1\n"}, {in, "cnf+", "1 2 3 4 >= 3\n"}, {encode.Instance{N: 2}, "opb", "\n+1 x1 +1 x2 = 1 ;\n"},
		{encode.Instance{N: 2, Minimal: true}, "opb", "\n+1 x1 +1 x3 >= 1 ;\n"}, {encode.Instance{N: 11}, "lp", "+ x10\n  + x11 <= 1\n"},
		{encode.Instance{N: 4, Family: encode.Regions, Regions: partition(t, "AABB,AABB,CCDD,CCDD"), Stars: 2}, "lp", "\n row_1: x1 + x2 + x3 + x4 <= 2\n"},
		{torus, "mzn", "if q[r] = 0 then 0 else (q[r] + r) mod n + 1 endif | r in 1..n]"},
	} {
		if got := fileText(t, File{Instance: tt.in, Format: tt.format}); !strings.Contains(got, tt.want) {
			t.Errorf("%s: no %q in\n%s", tt.format, tt.want, got)
		}
	}
}

func TestFormatsAnnotated(t *testing.T) {
	in := encode.Instance{N: 1, Variant: board.Torus, Placed: []board.Square{{Row: 1, Col: 1}}}
	for format, want := range map[string]string{
		"cnf": "c board: 1\nc variant: torus\nc form: full\nc encoding: pairwise\nc placed: 1:1\np cnf 1 1\n" +
			"c variable 1: a queen on a1\nc group row 1\nc row 1: at least one queen\n1 0\n",
		"knf": "c board: 1\nc variant: torus\nc form: full\nc placed: 1:1\np knf 1 1\n" +
			"c variable 1: a queen on a1\nc row 1: at least one queen\n1 0\n",
		"opb": "* #variable= 1 #constraint= 1\n* board: 1\n* variant: torus\n* form: full\n* placed: 1:1\n" +
			"* variable x1: a queen on a1\n* row 1: at least one queen\n+1 x1 = 1 ;\n",
		"lp": "\\ board: 1\n\\ variant: torus\n\\ placed: 1:1\n\\ variable x1: a queen on a1\n" +
			"Maximize\n queens: x1\nSubject To\n\\ row 1: at most one queen\n row_1: x1 <= 1\n\\ placed square a1\n placed_1_1: x1 = 1\nBinary\n x1\nEnd\n",
	} {
		if diff := cmp.Diff(want, fileText(t, File{Instance: in, Format: format, Annotate: true})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", format, diff)
		}
	}
	mzn := fileText(t, File{Instance: in, Format: "mzn", Annotate: true})
	for _, line := range []string{
		"% q[r]: the column of the queen in row r\n", "% rising diagonals: at most one queen each\nconstraint all_different([(q[r] + r) mod n | r in 1..n]);\n",
		"% placed square a1\nconstraint q[1] = 1;\n",
	} {
		if !strings.Contains(mzn, line) {
			t.Errorf("no %q in\n%s", line, mzn)
		}
	}
}

// The names of linear constraints are unique, and their number is that of Size, on rectangles, for pieces and mixtures.
func TestNamesOfConstraints(t *testing.T) {
	amazon, err := encode.ParsePiece("amazon")
	camel, err2 := encode.ParsePiece("leaper 1,3 leaper 0,1 leaper 1,1")
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	mixed := must(encode.ParsePieces("king*1 queen*2 archbishop*1"))
	for _, in := range []encode.Instance{
		{N: 3, Columns: 5}, {N: 4, Columns: 3, Variant: board.Torus}, {N: 3, Columns: 4, Pieces: []encode.Kind{amazon}}, {N: 5, Columns: 4, Pieces: []encode.Kind{camel}, Queens: new(2)},
		{N: 4, Columns: 5, Pieces: mixed}, {N: 4, Pieces: mixed, AllowSame: true}, {N: 3, Columns: 4, Family: encode.Domination, Pieces: []encode.Kind{camel}, Aim: encode.Minimum},
		{N: 3, Columns: 4, Family: encode.Armies, Pieces: []encode.Kind{amazon}, Aim: encode.Maximum}, {N: 3, Columns: 4, Family: encode.Regions, Regions: partition(t, "AAAB,CAAB,CCBB"), Queens: new(3)},
	} {
		f := File{Instance: in, Format: "lp"}
		size, err := f.Size()
		if err != nil {
			t.Errorf("%+v: %v", in, err)
			continue
		}
		names := map[string]bool{}
		_, text, _ := strings.Cut(fileText(t, f), "\nSubject To\n")
		for line := range strings.Lines(text) {
			if name, _, ok := strings.Cut(line, ": "); ok {
				if names[name] {
					t.Errorf("%+v: name %q", in, name)
				}
				names[name] = true
			}
		}
		if size.Clauses != int64(len(names)) || size.Variables < in.BoardVariables() {
			t.Errorf("%+v: %d constraints, but Size returns %+v", in, len(names), size)
		}
	}
}

func TestFileSizes(t *testing.T) {
	seven := 7
	for _, tt := range []struct {
		file File
		want encode.Size
	}{
		{File{Instance: encode.Instance{N: 1}}, encode.Size{Variables: 1, Clauses: 1}},
		{File{Instance: encode.Instance{N: 8}}, encode.Size{Variables: 64, Clauses: 744}},
		{File{Instance: encode.Instance{N: 8, Minimal: true}}, encode.Size{Variables: 64, Clauses: 512}},
		{File{Instance: encode.Instance{N: board.MaxN}}, encode.Size{Variables: 268_402_689, Clauses: 7_328_198_655_994}},
		{File{Instance: encode.Instance{N: 8, Encoding: "product"}, Format: "cnf"}, encode.Size{Variables: 196, Clauses: 632}},
		{File{Instance: encode.Instance{N: 8}, Format: "knf"}, encode.Size{Variables: 64, Clauses: 58}},
		{File{Instance: encode.Instance{N: 8}, Format: "cnf+"}, encode.Size{Variables: 64, Clauses: 58}},
		{File{Instance: encode.Instance{N: 8, Minimal: true}, Format: "knf"}, encode.Size{Variables: 64, Clauses: 42}},
		{File{Instance: encode.Instance{N: 8}, Format: "opb"}, encode.Size{Variables: 64, Clauses: 42}},
		{File{Instance: encode.Instance{N: 8}, Format: "lp"}, encode.Size{Variables: 64, Clauses: 42}},
		{File{Instance: encode.Instance{N: 8}, Format: "mzn"}, encode.Size{Variables: 8, Clauses: 3}},
		{File{Instance: encode.Instance{N: 8, Queens: &seven, Placed: []board.Square{{Row: 1, Col: 1}}}, Format: "mzn"}, encode.Size{Variables: 8, Clauses: 5}},
	} {
		if got, err := tt.file.Size(); err != nil || got != tt.want {
			t.Errorf("%v, %s: %v, %v; want %v", tt.file.Instance, tt.file.Format, got, err, tt.want)
		}
	}
}

func TestFileStopsAtTheFirstError(t *testing.T) {
	for _, f := range decisionFormats() {
		w := &limited{room: 100_000}
		if err := (File{Instance: encode.Instance{N: 300}, Format: f.Name}).Write(context.Background(), w); f.Name != "mzn" && err != errFull {
			t.Errorf("%s: Write returns %v, want %v", f.Name, err, errFull)
		}
	}
}

// encode.ParseComments does not mistake annotations for the comments of the instance.
func TestAnnotationsTellNothingElse(t *testing.T) {
	three, nine, seed := 3, 9, int64(2)
	for _, in := range []encode.Instance{
		{N: 5, Queens: &three, Placed: []board.Square{{Row: 1, Col: 1}}, Blocked: board.SquaresOf([]board.Square{{Row: 2, Col: 5}}...), BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 4}}},
		{N: 5, Queens: &nine, SymmetryBroken: true, Encoding: "ladder"}, {N: 5, SymmetryBroken: true, Shuffle: &seed},
	} {
		for _, f := range decisionFormats() {
			d := File{Instance: in, Format: f.Name, Annotate: true}
			if f.Name != DefaultFormat {
				d.Instance.Shuffle, d.Instance.SymmetryBroken, d.Instance.Encoding = nil, false, ""
			}
			allowed := map[string]bool{}
			for _, c := range d.Instance.Comments() {
				allowed[c.Key+": "+c.Value] = true
			}
			for line := range strings.Lines(fileText(t, d)) {
				_, comment, _ := strings.Cut(strings.TrimSpace(line), " ")
				key, _, ok := strings.Cut(comment, ":")
				if ok && slices.Contains(encode.Keys, key) && !allowed[comment] {
					t.Errorf("%v, %s: line %q", in, f.Name, line)
				}
			}
		}
	}
}

// Families refuse formats that cannot express them.
func TestFamiliesRefuseFormats(t *testing.T) {
	for _, f := range []File{
		{Instance: encode.Instance{N: 4, Family: encode.Armies}, Format: "lp"}, {Instance: encode.Instance{N: 4, Family: encode.Superqueens}, Format: "mzn"},
		{Instance: encode.Instance{N: 4, Family: encode.Colouring}, Format: "mzn"}, {Instance: encode.Instance{N: 4, Family: encode.Domination}, Format: "lp"},
	} {
		if err := f.Check(); err == nil || !strings.Contains(err.Error(), "family") {
			t.Errorf("%+v: %v", f, err)
		}
	}
}

// decisionFormats returns the formats of an instance without an aim.
func decisionFormats() []Format {
	return slices.DeleteFunc(Formats(), func(f Format) bool { return f.Name == wcnf.Name })
}

// TestObjectives shows the text of objectives and of constraints with complements.
func TestObjectives(t *testing.T) {
	for _, tt := range []struct {
		in           encode.Instance
		format, want string
	}{
		{encode.Instance{N: 2, Family: encode.Domination, Aim: encode.Minimum}, "opb", "\nmin: +1 x1 +1 x2 +1 x3 +1 x4 ;\n"},
		{encode.Instance{N: 2, Aim: encode.Maximum}, "opb", "\nmin: -1 x1 -1 x2 -1 x3 -1 x4 ;\n"},
		{encode.Instance{N: 2, Family: encode.Armies, Aim: encode.Maximum}, "opb", "\n+1 x1 -1 x5 +1 x2 -1 x6 +1 x3 -1 x7 +1 x4 -1 x8 = 0 ;\n"},
		{encode.Instance{N: 2, Family: encode.Colouring, Aim: encode.Minimum}, "opb", "\n-1 x1 +1 x17 >= 0 ;\n"},
		{encode.Instance{N: 2, Family: encode.Domination, Aim: encode.Minimum}, "lp", "Minimize\n queens: x1 + x2 + x3 + x4\nSubject To\n"},
		{encode.Instance{N: 2, Family: encode.Domination, Aim: encode.Minimum}, "lp", ": x1 + x2 + x3 + x4 >= 1\n"},
		{encode.Instance{N: 2, Family: encode.Colouring, Aim: encode.Minimum}, "lp", "Minimize\n colours: x17 + x18 + x19 + x20\n"},
		{encode.Instance{N: 2, Family: encode.Colouring, Aim: encode.Minimum}, "lp", " used_1_1: x1 - x17 <= 0\n"},
		{encode.Instance{N: 2, Family: encode.Armies, Aim: encode.Maximum}, "lp", " same_size: x1 - x5 + x2 - x6 + x3 - x7 + x4 - x8 = 0\n"},
		{encode.Instance{N: 2, Aim: encode.Maximum}, "wcnf", "\n1 1 2 0\n1 3 4 0\n"},
		{encode.Instance{N: 2, Aim: encode.Maximum}, "wcnf", "\nc optimum: maximum\n"},
	} {
		if got := fileText(t, File{Instance: tt.in, Format: tt.format, Annotate: true}); !strings.Contains(got, tt.want) {
			t.Errorf("%+v, %s: no %q in\n%s", tt.in, tt.format, tt.want, got)
		}
	}
}

func TestAimsRefused(t *testing.T) {
	for _, tt := range []struct {
		in           encode.Instance
		format, want string
	}{
		{encode.Instance{N: 4, Aim: encode.Minimum}, "wcnf", "expected a maximum"},
		{encode.Instance{N: 4, Family: encode.Dominoes, Aim: encode.Minimum}, "wcnf", "it has no optimum"},
		{encode.Instance{N: 4, Aim: encode.Maximum, Queens: new(3)}, "wcnf", "expected no number"},
		{encode.Instance{N: 4, Family: encode.Colouring, Aim: encode.Minimum, Colours: new(3)}, "wcnf", "expected no number"},
		{encode.Instance{N: 4, Aim: encode.Maximum, Minimal: true}, "wcnf", "excludes the minimal form"},
		{encode.Instance{N: 4, Aim: encode.Maximum, SymmetryBroken: true}, "opb", "expected cnf or wcnf"},
		{encode.Instance{N: 4, Aim: encode.Maximum}, "cnf", "format cnf has no objective"},
		{encode.Instance{N: 4, Aim: encode.Maximum}, "mzn", "format mzn has no objective"},
		{encode.Instance{N: 4}, "wcnf", "needs an objective"},
		{encode.Instance{N: 4, Aim: encode.Maximum, Encoding: "sequential"}, "opb", "expected no encoding"},
	} {
		err := File{Instance: tt.in, Format: tt.format}.Check()
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v, %s: %v, want %q", tt.in, tt.format, err, tt.want)
		}
	}
}

// partition parses rows separated by commas.
func partition(t *testing.T, rows string) *board.Partition {
	t.Helper()
	p, err := board.ParsePartition(rows, "", true)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A limited is a writer that fails after room bytes.
type limited struct{ room int }

var errFull = errors.New("no room left")

func (l *limited) Write(p []byte) (int, error) {
	if l.room -= len(p); l.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}
