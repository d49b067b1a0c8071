package read

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
	"queens/encode/format"
)

// TestResultsFiles reads outputs of CBC 2.10, GLPK 5.0 and MiniZinc 2.6 for N = 4.
func TestResultsFiles(t *testing.T) {
	for name, want := range map[string]string{
		"cbc.sol": fourOther, "cbc-all.sol": fourOther,
		"glpk.out":     fourOther,
		"minizinc.out": fourBoard + fourOther, "minizinc.json": fourOther + fourBoard,
	} {
		text, err := os.ReadFile(filepath.Join("testdata", "results", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int{0, 4} {
			if got, err := readAll(string(text), Options{Size: board.Board{N: size}}); got != want || err != nil {
				t.Errorf("%s, size %d: got %q, error %v", name, size, got, err)
			}
		}
		// Two concatenated outputs give both boards. A truncated output is an error, or gives
		// no other board.
		if got, err := readAll(string(text)+"\n"+string(text), Options{}); got != want+want || err != nil {
			t.Errorf("%s twice: got %q, error %v", name, got, err)
		}
		for cut := range len(text) {
			if got, _ := readAll(string(text[:cut]), Options{}); !strings.HasPrefix(want, got) {
				t.Errorf("%s cut after %d bytes: %q", name, cut, got)
			}
		}
	}
}

func TestResults(t *testing.T) {
	tests := []struct {
		name, in string
		size     int
		want     string
		status   dimacs.Status
		err      string
	}{
		{"cbc by number", "Optimal - objective value 1.00\n 0 x1 1 0\n", 0, "1[1:1]\n", dimacs.Satisfiable, ""},
		{"cbc zeros left out, by number", "Optimal - objective value 4.00\n 1 x2 1 0\n 7 x8 1 0\n 8 x9 0.9999999 0\n 14 x15 1 0\n", 0, fourBoard, dimacs.Satisfiable, ""},
		{"cbc zeros left out, size", "Optimal - objective value 4.00\n 1 x2 1 0\n 7 x8 1 0\n 8 x9 1 0\n 14 x15 1 0\n", 4, fourBoard, dimacs.Satisfiable, ""},
		{"cbc fewer queens", "Optimal - objective value 2.00\n 0 x1 1 0\n 5 x6 1 0\n", 3, "", dimacs.Satisfiable,
			"in: model 1: the board of size 3 has 2 queens, expected 3 (the model has no values beyond variable 6 of the board's 9)"},
		{"cbc cut off", "Optimal - objective value 4.00\n 1 x2 1 0\n 7 x8 1 0\n", 4, "", dimacs.Satisfiable,
			"in: model 1: the board of size 4 has 2 queens, expected 4 (the model has no values beyond variable 8 of the board's 16)"},
		{"cbc cut off after the status", "Optimal - objective value 4.00\n", 4, "", dimacs.Satisfiable,
			"in: model 1: the board of size 4 has 0 queens, expected 4 (the model has no values for the squares of the board)"},
		{"cbc stopped, a part of the queens", "Stopped on time - objective value 1\n 0 x1 1 0\n", 4, "", dimacs.Satisfiable,
			"in: model 1: the board of size 4 has 1 queen, expected 4 (the model has no values beyond variable 1 of the board's 16)"},
		{"glpk report, fewer queens", "Problem:\nStatus:     INTEGER OPTIMAL\n   No. Column name\n     1 x1 * 1 0 1\nEnd of output\n", 2, "", dimacs.Satisfiable,
			"in: model 1: the board of size 2 has 1 queen, expected 2 (the model has no values beyond variable 1 of the board's 4)"},
		{"minizinc fewer queens", "{\"q\": [2, 0, 1]}\n----------\n", 3, "", dimacs.Satisfiable, "in: model 1: the board of size 3 has 2 queens, expected 3"},
		{"cbc not a board", "Optimal - objective value 2.00\n 0 x1 1 0\n 5 x6 1 0\n", 0, "", dimacs.Satisfiable,
			"in: model 1: the size of the board is not known: 5 values, which is not a square number"},
		{"cbc other names", "Optimal - objective value 1\n 0 x1 1 0\n 1 slack7 3 0\n 2 rest 7 0\n", 0, "1[1:1]\n", dimacs.Satisfiable, ""},
		{"cbc infeasible", "Infeasible - objective value 0.00000000\n 0 x1 0.5 0\n", 0, "", dimacs.Unsatisfiable, ""},
		{"cbc integer infeasible", "Integer infeasible - objective value 0.00000000\n", 0, "", dimacs.Unsatisfiable, ""},
		{"cbc stopped", "Stopped on time (no integer solution - continuous used) - objective value 4.0\n 0 x1 0.5 0\n", 0, "", dimacs.Unknown, ""},
		{"cbc stopped with a solution", "Stopped on time - objective value 1\n 0 x1 1 0\n", 0, "1[1:1]\n", dimacs.Satisfiable, ""},
		{"cbc fraction", "Optimal - objective value 1\n 0 x1 0.5 0\n", 0, "", dimacs.Satisfiable,
			`in:2:7: expected the value 0 or 1, found "0.5"`},
		{"cbc tabs", "Optimal - objective value 1\r\n\t0\tx1\t 2 0\r\n", 0, "", dimacs.Satisfiable,
			`in:2:8: expected the value 0 or 1, found "2"`},
		{"cbc infeasible value", "Optimal - objective value 1\n** 0 x1 1 0\n", 0, "1[1:1]\n", dimacs.Satisfiable, ""},
		{"cbc a variable out of range", "Optimal - objective value 1\n 0 x99999999999 1 0\n", 0, "", dimacs.Satisfiable,
			`in:2:4: expected a variable, counted from 1, in the name, found "x99999999999"`},
		{"cbc counted from 0", "Optimal - objective value 1\n 0 x0 1 0\n", 0, "", dimacs.Satisfiable,
			`in:2:4: expected a variable, counted from 1, in the name, found "x0"`},
		{"cbc twice", "Optimal - objective value 1\n 0 x1 1 0\n 0 x1 0 0\n", 0, "", dimacs.Satisfiable,
			`in:3:4: expected one value for each variable, found "x1"`},
		{"cbc junk", "Optimal - objective value 1\njunk\n", 0, "", dimacs.Satisfiable,
			`in:2:1: expected a number, a name, a value and a reduced cost, found "junk"`},

		{"glpk empty", "Problem:\nStatus:     INTEGER EMPTY\n   No. Column name\nEnd of output\n", 0, "", dimacs.Unsatisfiable, ""},
		{"glpk name on a line of its own", "Problem:\nStatus:     INTEGER OPTIMAL\n   No. Column name\n     1 a_long_name_of_another\n           *    1    0   1\n     2 x1 * 1 0 1\nEnd of output\n", 0, "1[1:1]\n", dimacs.Satisfiable, ""},
		{"glpk other status", "Problem:\nStatus:     OPTIMAL\n", 0, "", dimacs.Unknown,
			`in:2:1: expected the status of an integer program, found "Status:     OPTIMAL"`},
		{"glpk cut in the head", "Problem:\nStatus:     INTEGER OPTIMAL\n", 0, "", dimacs.Unknown,
			"in:3:1: expected the table of columns, found end of file (the input seems to be cut off)"},

		{"minizinc unsatisfiable", "=====UNSATISFIABLE=====\n", 0, "", dimacs.Unsatisfiable, ""},
		{"minizinc unknown", "=====UNKNOWN=====\n", 0, "", dimacs.Unknown, ""},
		{"minizinc json", "{\"obj\": 3, \"q\": [2, 4, 1, 3]}\n----------\n", 0, fourBoard, dimacs.Satisfiable, ""},
		{"minizinc notes", "% Time limit exceeded!\n{\n  \"q\" :\n\n% note\n [2, 4, 1, 3]\n}\n----------\n%%%mzn-stat: nodes=7\n", 0, fourBoard, dimacs.Satisfiable, ""},
		{"minizinc truth values", `{"b": [[true, false], [false, false]]}` + "\n----------\n", 0, "", dimacs.Satisfiable,
			"in: model 1: the model is not a board: 4 values, but 1 queen"},
		{"minizinc 0 and 1", `{"board": "2", "queens": "1", "b": [0, 0, 1, 0]}` + "\n----------\n", 0, "2[2:1]\n", dimacs.Satisfiable, ""},
		{"minizinc empty rows", `{"board": "4", "queens": "1", "b": [0, 0, 1, 0]}` + "\n----------\n", 0, "4[3:1]\n", dimacs.Satisfiable, ""},
		{"minizinc another board", `{"board": "1", "q": [1]}` + "\n----------\n" + `{"board": "2", "queens": "1", "q": [0, 2]}` + "\n----------\n", 0,
			"1[1:1]\n2[2:2]\n", dimacs.Satisfiable, ""},
		{"minizinc placed", `{"board": "4", "placed": "1:2 2:4", "q": [3, 1, 4, 2]}` + "\n----------\n", 0, "", dimacs.Satisfiable,
			"in: model 1: square b4 must hold a queen, but is empty"},
		{"minizinc the array q", `{"a": [3, 1, 4, 2], "q": [2, 4, 1, 3]}` + "\n----------\n", 0, fourBoard, dimacs.Satisfiable, ""},
		{"minizinc another array", `{"a": [-1, 7], "b": ["x", null, {"y": [1]}], "board": [2, 4, 1, 3]}` + "\n----------\n", 0, fourBoard, dimacs.Satisfiable, ""},
		{"minizinc no board", "\n" + `{"x": [1.5]}` + "\n----------\n", 0, "", dimacs.Satisfiable,
			`in:2:1: expected a board: an array of the column of each row, or of a truth value for each square, found "{\"x\": [1.5]}"`},
		{"minizinc no such board", `{"board": "none", "q": [1]}` + "\n----------\n", 0, "", dimacs.Satisfiable,
			`in:1:1: expected a board size from 1 to 16383, or rows and columns such as 8x5, found "none"`},
		{"minizinc unfinished array", "{\n  \"x\" : [1,\n----------\n", 0, "", dimacs.Satisfiable,
			`in:2:12: expected an object in JSON, found the end of the solution (as minizinc --output-mode json writes it)`},
		{"minizinc wrong JSON", "{\n% note\n  \"x\" : [1; 2]\n}\n----------\n", 0, "", dimacs.Satisfiable,
			`in:3:11: expected an object in JSON, found "; 2]" (as minizinc --output-mode json writes it)`},
		{"minizinc array", "[2,4,1,3]\n----------\n", 0, "", dimacs.Satisfiable,
			`in:1:1: expected an object in JSON, found "[2,4,1,3]" (as minizinc --output-mode json writes it)`},
		{"minizinc nothing", "----------\n", 0, "", dimacs.Satisfiable,
			`in:1:1: expected an object in JSON, found "----------" (as minizinc --output-mode json writes it)`},
		{"minizinc syntax", "q = array1d(1..4, [2, 4, 1, 3]);\n----------\n", 0, "", dimacs.Satisfiable,
			`in:1:1: expected an object in JSON, found "q = array1d(1..4, [2, 4, 1, 3]);" (as minizinc --output-mode json writes it)`},
		{"minizinc cut off", `{"q": [2, 4, 1, 3]}` + "\n", 0, "", dimacs.Unknown,
			"in:2:1: expected the line ---------- after a solution, found end of file (the input seems to be cut off)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := NewResults(strings.NewReader(tt.in), "in")
			got, err := readResults(r, Options{Size: board.Board{N: tt.size}})
			if got != tt.want || text(err) != tt.err {
				t.Errorf("got %q, error\n%s, want %q,\n%s", got, text(err), tt.want, tt.err)
			}
			if r.Status() != tt.status {
				t.Errorf("got %v, want %v", r.Status(), tt.status)
			}
		})
	}
}

// If an instance has an aim, a solution may have any number of queens. In CBC's file, the objective
// value must be that number.
func TestResultsOptimum(t *testing.T) {
	puzzle := []dimacs.Comment{{Key: "board", Value: "5"}, {Key: "blocked", Value: "1:1"}, {Key: "optimum", Value: "maximum"}}
	for text, want := range map[string]string{
		"Optimal - objective value 2.000\n 1 x2 1 0\n 7 x9 1 0\n":                                   "[1:2 2:4] true <nil>",
		"Stopped on time - objective value 2\n 1 x2 1 0\n 7 x9 1 0\n":                               "[1:2 2:4] false <nil>",
		"Optimal - objective value 2.000\n 1 x2 1 0\n":                                              "in: model 1: the solution has 1 queen, but its objective value is 2 (the input seems to be cut off)",
		"Optimal - objective value nan\n 1 x2 1 0\n":                                                `in:1:1: expected a status with an objective value, found "Optimal - objective value nan"`,
		"Problem:\nStatus:     INTEGER OPTIMAL\n   No. Column name\n     1 x7 * 1\nEnd of output\n": "[2:2] true <nil>",
		"o 23\ns OPTIMUM FOUND\nv 0000001000000000000000000\n":                                      "[2:2] true <nil>",
	} {
		d, err := NewReader(NewResults(strings.NewReader(text), "in"), Options{Puzzle: puzzle})
		if err != nil {
			t.Fatal(err)
		}
		p, err := d.Read()
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(p.Queens, d.Optimal(), err)
		}
		if got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// The objective value of a colouring is its number of colours.
func TestResultsColours(t *testing.T) {
	puzzle := []dimacs.Comment{{Key: "board", Value: "2"}, {Key: "family", Value: "colouring"}, {Key: "optimum", Value: "minimum"}}
	const squares = " 0 x1 1 0\n 5 x6 1 0\n 10 x11 1 0\n 15 x16 1 0\n 20 x21 1 1\n 21 x22 1 1\n 22 x23 1 1\n 23 x24 1 1\n"
	for value, want := range map[string]string{
		"4.000": "4 colours <nil>",
		"5.000": "4 colours in: model 1: the solution has 4 colours, but its objective value is 5 (the input seems to be cut off)",
	} {
		d, err := NewReader(NewResults(strings.NewReader("Optimal - objective value "+value+"\n"+squares), "in"), Options{Puzzle: puzzle})
		if err != nil {
			t.Fatal(err)
		}
		_, err = d.Read()
		if got := fmt.Sprint(d.placement.Objective(), " ", err); got != want {
			t.Errorf("%s: got %s, want %s", value, got, want)
		}
	}
}

// Lines may be longer than the buffer, but not longer than lineBytesMax.
func TestResultsLongLines(t *testing.T) {
	const n = 3000
	columns := make([]string, n)
	for i := range columns {
		columns[i] = "0"
	}
	columns[n-1] = "7"
	text := `{"board": "3000", "queens": "1", "q": [` + strings.Join(columns, ", ") + "]}\n----------\n"
	if got, err := readAll(text, Options{}); got != "3000[3000:7]\n" || err != nil {
		t.Errorf("got %q, error %v", got, err)
	}
	broken := io.MultiReader(strings.NewReader("{\"q\": [1]}\n"), iotest.ErrReader(io.ErrClosedPipe))
	if _, err := NewResults(broken, "in").Read(); err != io.ErrClosedPipe {
		t.Errorf("a broken reader: %v", err)
	}
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("a line without end takes seconds: QUEENS_LONG is not set")
	}
	endless := io.MultiReader(strings.NewReader(`{"q": [`), io.LimitReader(zeros{}, 2*lineBytesMax))
	if _, err := NewResults(endless, "in").Read(); err == nil || err.Error() != "in:1:1: expected a line of at most 64 MB, found a longer one" {
		t.Errorf("a line without end: %v", err)
	}
}

// zeros is a reader of "0,0,0,.." without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "0,"[i%2]
	}
	return len(p), nil
}

// No text makes a reader panic or return an illegal board.
func FuzzResults(f *testing.F) {
	for _, name := range []string{"cbc.sol", "glpk.out", "minizinc.out", "minizinc.json"} {
		text, err := os.ReadFile(filepath.Join("testdata", "results", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), uint8(0))
		f.Add(string(text), uint8(4))
	}
	f.Fuzz(func(t *testing.T, text string, size uint8) {
		d, err := NewReader(NewResults(strings.NewReader(text), "in"), Options{Size: board.Board{N: int(size)}})
		checkAll(t, d, err)
	})
}

// The output of MiniZinc for a model of qgen's format mzn is read correctly.
func TestMiniZincOutput(t *testing.T) {
	queens := 1
	in := encode.Instance{N: 40, Queens: &queens, Variant: board.Torus, Placed: []board.Square{{Row: 40, Col: 2}},
		BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 7}, {Index: -3}}}
	for v := range 300 { // too many for one comment
		in.Blocked.Add(board.Square{Row: v/40 + 1, Col: v%40 + 1})
	}
	var model strings.Builder
	if err := (format.File{Instance: in, Format: "mzn"}).Write(t.Context(), &model); err != nil {
		t.Fatal(err)
	}
	_, item, _ := strings.Cut(model.String(), `output ["`)
	item, _, found := strings.Cut(item, "\"];\n")
	columns := strings.Repeat("0, ", 39) + "2"
	text := strings.NewReplacer(`\"`, `"`, `\n`, "\n", `\(q)`, "["+columns+"]").Replace(item) + "----------\n"
	d, err := NewReader(NewResults(strings.NewReader(text), "in"), Options{})
	if err != nil || !found {
		t.Fatal(err, model.String())
	}
	p, err := d.Read()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(in, *p.Instance); diff != "" || fmt.Sprint(p.Queens) != "[40:2]" {
		t.Errorf("queens on %v, instance (-want +got)\n%s", p.Queens, diff)
	}
}

// A deeply nested array takes no more time than a flat one. The limit is generous: with quadratic time,
// the test would take minutes.
func TestMiniZincNestedArray(t *testing.T) {
	const depth = 9000
	text := `{"a": ` + strings.Repeat("[", depth) + strings.Repeat("1, ", 1<<20) + "1" + strings.Repeat("]", depth) + "}\n----------\n"
	start := time.Now()
	d, err := NewReader(NewResults(strings.NewReader(text), "in"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = d.Read(); err == nil || !strings.Contains(err.Error(), "expected a board") || time.Since(start) > 10*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

// The size of a rectangle comes from the options, or from a solution of MiniZinc.
func TestResultsOfRectangles(t *testing.T) {
	sized, known := Options{Size: board.Sized(2, 3)}, Options{Puzzle: []dimacs.Comment{{Key: "board", Value: "2x3"}}, FormulaName: "f"}
	const want = "2[1:1 2:3]\n"
	for _, tt := range []struct {
		in      string
		options Options
		want    string // the boards, or the error
	}{
		{"v 1 -2 -3 -4 -5 6 0\n", sized, want},
		{"c board: 2x3\nv 1 -2 -3 -4 -5 6 0\n", sized, want},
		{"Optimal - objective value 2.00\n 1 x1 1 0\n 6 x6 1 0\n", sized, want},
		{"{\"q\": [1, 3]}\n----------\n", sized, want},
		{"{\"q\": [1, 3]}\n----------\n", known, want},
		{"{\"board\": \"2x3\", \"q\": [[1, 0, 0], [0, 0, 1]]}\n----------\n", Options{}, want},
		{"{\"q\": [1, 4]}\n----------\n", sized, "in:1:1: expected a board: an array of the column of each row, or of a truth value for each square, found \"{\\\"q\\\": [1, 4]}\""},
		{"c board: 3x2\nv 1 6 0\n", sized, "in: model 1: the size of the board is 2x3, but in says 3x2"},
		{"c board: 2\nv 1 6 0\n", known, "in: model 1: the result is of a board of size 2, but f is of size 2x3"},
	} {
		if got, err := readAll(tt.in, tt.options); got+text(err) != tt.want {
			t.Errorf("%q: got %s%v", tt.in, got, err)
		}
	}
}
