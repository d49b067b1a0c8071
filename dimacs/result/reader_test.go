package result

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"queens/dimacs"
)

// A result holds everything that a Reader reports at the end.
type result struct {
	Models    [][]dimacs.Lit
	Status    dimacs.Status
	Announced string
	Count     string
	Err       string
}

func readResult(r io.Reader) result {
	var res result
	rr := NewReader(r, "in", "board", "queens")
	for {
		model, err := rr.Read()
		if err == nil {
			res.Models = append(res.Models, append([]dimacs.Lit{}, model...))
			continue
		}
		if err != io.EOF {
			res.Err = err.Error()
		}
		break
	}
	res.Status = rr.Status()
	if n, more := rr.Announced(); n != nil {
		res.Announced = n.String()
		if more {
			res.Announced += "+"
		}
	}
	if n := rr.Count(); n != nil {
		res.Count = n.String()
	}
	return res
}

func models(m ...[]dimacs.Lit) [][]dimacs.Lit { return m }

// TestReaderForms has a row for each form of answer, and for each error.
func TestReaderForms(t *testing.T) {
	one := models([]dimacs.Lit{-1, 2, -3})
	two := models([]dimacs.Lit{1, -2}, []dimacs.Lit{-1, 2})
	sat := result{Models: one, Status: dimacs.Satisfiable}
	tests := []struct {
		name, in string
		want     result
	}{
		{"competition", "c x\ns SATISFIABLE\nv -1 2\nv -3 0\n", sat},
		{"values before status", "v -1 2 -3 0\ns SATISFIABLE\n", sat},
		{"minisat result file", "SAT\n-1 2 -3 0\n", sat},
		{"minisat result file unsat", "UNSAT\n", result{Status: dimacs.Unsatisfiable}},
		{"minisat result file unknown", "INDET\n", result{}},
		{"minisat stdout", "====\n| x |\nrestarts : 1\n\nSATISFIABLE\n", result{Status: dimacs.Satisfiable}},
		{"minisat stdout unknown", "INDETERMINATE\n", result{}},
		{"glucose result file", "-1 2 -3 0\n", sat},
		{"glucose unknown", "s INDETERMINATE\n", result{}},
		{"cadical unknown", "c ---\nc UNKNOWN\nc exit 0\n", result{}},
		{"kissat unknown", "s UNKNOWN\n", result{}},
		{"z3 without 0", "s SATISFIABLE\nv -1 2 -3 \n", sat},
		{"z3 without 0 or line end", "s SATISFIABLE\nv -1 2 -3 ", sat},
		{"z3 empty model", "s SATISFIABLE\nv \n", result{Models: models([]dimacs.Lit{}), Status: dimacs.Satisfiable}},
		{"pseudo-Boolean", "s OPTIMUM FOUND\nv -x1 x2\nv -x3\n", sat},
		{"pseudo-Boolean, values first", "c Answer: 1\nv -x1 x2 -x3\ns SATISFIABLE\n", sat},
		{"pseudo-Boolean, several", "c Answer: 1\nv x1 -x2\nc Answer: 2\nv -x1 x2\ns SATISFIABLE\n", result{Models: two, Status: dimacs.Satisfiable}},
		{"pseudo-Boolean, no variable", "v x0\n", result{Err: `in:1:3: expected a literal or 0, found "x0"`}},
		{"pseudo-Boolean, other name", "v -xx1\n", result{Err: `in:1:3: expected a literal or 0, found "-xx1"`}},
		{"letter alone", "v 1 x", result{Err: `in:1:5: expected a literal or 0, found "x"`}},
		{"bare literals over lines", "-1\n2 -3\n0", sat},
		{"bare literals without 0", "-1 2 -3\n", sat},
		{"bare models, one per line", "1 -2 0\n-1 2 0\n", result{Models: two, Status: dimacs.Satisfiable}},
		{"several models on a line", "v 1 -2 0 -1 2 0\n", result{Models: two, Status: dimacs.Satisfiable}},
		{"picosat enumeration", "s SATISFIABLE\nv 1 -2 0\ns SATISFIABLE\nv -1 2 0\ns SOLUTIONS 2\n",
			result{Models: two, Status: dimacs.Satisfiable, Announced: "2"}},
		{"picosat enumeration of nothing", "s SOLUTIONS 0\n", result{Status: dimacs.Unsatisfiable, Announced: "0"}},
		{"cryptominisat enumeration", "s SATISFIABLE\nv 1 -2 0\ns SATISFIABLE\nv -1 2 0\ns UNSATISFIABLE\n",
			result{Models: two, Status: dimacs.Satisfiable}},
		{"clasp enumeration", "c Answer: 1\nv 1 -2 0\nc Answer: 2\nv -1 2 0\ns SATISFIABLE\nc \nc Models         : 2\n",
			result{Models: two, Status: dimacs.Satisfiable, Announced: "2"}},
		{"our enumeration", "c board: 8\ns SATISFIABLE\nv 1 -2 0\nv -1 2 0\nc models 2\n",
			result{Models: two, Status: dimacs.Satisfiable, Announced: "2"}},
		{"our enumeration stopped", "s SATISFIABLE\nv 1 -2 0\nv -1 2 0\nc models 2+\n",
			result{Models: two, Status: dimacs.Satisfiable, Announced: "2+"}},
		{"interrupted enumeration", "v 1 -2 0\nv -1 2 0\ns UNKNOWN\n", result{Models: two, Status: dimacs.Satisfiable}},
		{"count", "s SATISFIABLE\nc s type mc\nc s log10-estimate 1.96\nc s exact arb int 92\n",
			result{Status: dimacs.Satisfiable, Count: "92"}},
		{"count beyond 64 bits", "s SATISFIABLE\nc s exact arb int 1" + strings.Repeat("0", 40) + "\n",
			result{Status: dimacs.Satisfiable, Count: "1" + strings.Repeat("0", 40)}},
		{"count without status", "c s exact arb int 0\n", result{Count: "0"}},
		{"estimated count", "s SATISFIABLE\nc s exact double prec-sci 9.2e1\n", result{Status: dimacs.Satisfiable}},
		{"empty model", "s SATISFIABLE\nv 0\n", result{Models: models([]dimacs.Lit{}), Status: dimacs.Satisfiable}},
		{"minisat's empty model", "SAT\n 0\n", result{Models: models([]dimacs.Lit{}), Status: dimacs.Satisfiable}},
		{"CRLF", "s SATISFIABLE\r\nv -1 2\r\nv -3 0\r\n\r\n", sat},
		{"tabs and blanks", "s\tSATISFIABLE \nv\t-1  2 -3\t0 \n", sat},
		{"no final line end", "s SATISFIABLE\nv -1 2 -3 0", sat},
		{"comments between values", "s SATISFIABLE\nv -1 2\nc\nc x\nv -3 0\n", sat},
		{"a status ends a model without 0", "v -1 2 -3\ns SATISFIABLE\n", sat},
		{"a status ends bare literals", "-1 2 -3\nUNSAT\n", result{Models: one, Status: dimacs.Satisfiable}},
		{"repeated literals", "v -1 -1 2 -3 -1 2 0\n", sat},
		{"descending literals", "v 70000 -3 2 0\n",
			result{Models: models([]dimacs.Lit{70000, -3, 2}), Status: dimacs.Satisfiable}},
		{"largest variable", "v 2147483647 -2147483647 0\n",
			result{Err: "in:1:14: expected no second value for variable 2147483647, found \"-2147483647\" (a 0 has to end a model before the next one)"}},
		{"unsatisfiable", "s UNSATISFIABLE\n", result{Status: dimacs.Unsatisfiable}},
		{"values on both sides of the status", "v -1 2\nc x\ns SATISFIABLE\nc y\nv -3 0\n", sat},
		{"bare literals on both sides", "-1\nSAT\n\n2 -3\n", sat},
		{"pseudo-Boolean on both sides", "v -x1\ns OPTIMUM FOUND\nv x2\nv -x3\n", sat},
		{"the end of the model after the status", "v -1 2 -3\ns SATISFIABLE\nv 0\n", sat},
		{"another model after the status", "v 1 -2\ns SATISFIABLE\nv -1 2\ns SATISFIABLE\n", result{Models: two, Status: dimacs.Satisfiable}},
		{"another model on both sides", "v 1\ns SATISFIABLE\nv -2\ns SATISFIABLE\nv -1 2\n", result{Models: two, Status: dimacs.Satisfiable}},
		{"two models without 0", "s SATISFIABLE\nv 1 -2\ns SATISFIABLE\nv -1 2\n", result{Models: two, Status: dimacs.Satisfiable}},
		{"no more models after the last", "v 1 -2\nv 3\ns UNSATISFIABLE\n", result{Models: models([]dimacs.Lit{1, -2, 3}), Status: dimacs.Satisfiable}},
		{"objective", "c x\no 17\no -2.50\ns OPTIMUM FOUND\nv -x1 x2 -x3\n", sat},
		{"objective after the status", "s SATISFIABLE\no 2\nv -1 2 -3 0\n", sat},
		{"no objective", "o two\n", result{Err: `in:1:3: expected the value of an objective, a number such as 3 or -0.5, found "two"`}},
		{"empty objective", "o\n", result{Err: "in:1:2: expected the value of an objective, a number such as 3 or -0.5, found end of line"}},
		{"byte order mark", "\xef\xbb\xbfs SATISFIABLE\n", result{Err: "in:1:1: expected the result of a solver, found a byte order mark (save the file without one)"}},
		{"objective alone", "o 2\n", result{Err: "in:2:1: expected the result of a solver, found end of file"}},
		{"old z3", "sat\n-1 2 -3\n", sat},
		{"old z3 unsat", "unsat\n", result{Status: dimacs.Unsatisfiable}},
		{"concatenation", "s UNSATISFIABLE\ns SATISFIABLE\nv -1 2 -3 0\n", sat},
		{"concatenation, values first", "s UNSATISFIABLE\nv -1 2 -3 0\ns SATISFIABLE\n", sat},
		{"empty", "", result{Err: "in:1:1: expected the result of a solver, found end of file"}},
		{"comments only", "c x\n", result{Err: "in:2:1: expected the result of a solver, found end of file"}},
		{"formula", "c x\np cnf 1 1\n1 0\n", result{Err: `in:2:1: expected the result of a solver, found "p" (this is a formula; a solver has to read it first)`}},
		{"junk", "s SATISFIABLE\nhello\n", result{Err: `in:2:1: expected the result of a solver, found "hello"`}},
		{"control characters", "\x1b[31m\n", result{Err: `in:1:1: expected the result of a solver, found "\x1b[31m"`}},
		{"unknown status", "s MAYBE\n", result{Err: `in:1:3: expected SATISFIABLE, UNSATISFIABLE or UNKNOWN, found "MAYBE"`}},
		{"no status", "s\n", result{Err: `in:1:2: expected SATISFIABLE, UNSATISFIABLE or UNKNOWN, found end of line`}},
		{"cut status", "s SATISF", result{Err: `in:1:3: expected SATISFIABLE, UNSATISFIABLE or UNKNOWN, found "SATISF"`}},
		{"junk among values", "v 1 2x 3 0\n", result{Err: `in:1:5: expected a literal or 0, found "2x"`}},
		{"vertical tab", "v 1 2\v3 0\n", result{Err: `in:1:5: expected a literal or 0, found "2\v3"`}},
		{"sign alone", "v 1 - 3 0\n", result{Err: `in:1:5: expected a literal or 0, found "-"`}},
		{"plus", "v +1 0\n", result{Err: `in:1:3: expected a literal or 0, found "+1"`}},
		{"minus zero", "v -0\n", result{Err: `in:1:3: expected a literal or 0, found "-0"`}},
		{"leading zero", "v 01 0\n", result{Err: `in:1:3: expected a literal or 0, found "01"`}},
		{"NUL", "v 1 \x00 0\n", result{Err: `in:1:5: expected a literal or 0, found "\x00"`}},
		{"beyond int32", "v 1\nv 2147483648 0\n", result{Err: `in:2:3: expected a literal from -2147483647 to 2147483647, found "2147483648"`}},
		{"beyond int64", "v -99999999999999999999 0\n", result{Err: `in:1:3: expected a literal from -2147483647 to 2147483647, found "-99999999999999999999"`}},
		{"far beyond", "v " + strings.Repeat("9", 1000) + " 0\n", result{Err: `in:1:3: expected a literal from -2147483647 to 2147483647, found "` + strings.Repeat("9", 24) + `"..`}},
		{"two values", "v 1 2 -1 0\n", result{Err: `in:1:7: expected no second value for variable 1, found "-1" (a 0 has to end a model before the next one)`}},
		{"two values, one far", "v 1 2000000000 2 -2000000000 0\n", result{Err: `in:1:18: expected no second value for variable 2000000000, found "-2000000000" (a 0 has to end a model before the next one)`}},
		{"cut within a line", "s SATISFIABLE\nv 1 2 3", result{Err: `in:2:8: expected the final 0 of the model, found the end of the input within a line (the input seems to be cut off)`}},
		{"cut after a sign", "v 1 -", result{Err: `in:1:6: expected the final 0 of the model, found the end of the input within a line (the input seems to be cut off)`}},
		{"model of an unsatisfiable formula", "s UNSATISFIABLE\nv 1 0\n", result{Err: `in:2:6: expected no model after status UNSATISFIABLE, found a model`}},
		{"two counts", "c s exact arb int 1\nc s exact arb int 2\n", result{Err: `in:2:1: expected one exact count, found a second one`}},
	}
	for _, tt := range tests {
		for _, in := range []io.Reader{strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in))} {
			got := readResult(in)
			if tt.want.Err != "" {
				got = result{Err: got.Err}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s, %T (-want +got)\n%s", tt.name, in, diff)
			}
		}
	}
}

// TestReaderPrograms reads outputs of solvers for three formulas: (1 or 2)(-1 or 2)(-3 or
// -4), which has six models, (1)(-1), and the empty formula, and outputs of solvers that gave
// up. The file name gives the solver and the formula.
func TestReaderPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/results/*.txt")
	if err != nil || len(files) < 34 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		status, models := dimacs.Satisfiable, 1
		switch {
		case strings.HasSuffix(name, "-unsat"):
			status, models = dimacs.Unsatisfiable, 0
		case strings.HasSuffix(name, "-unknown"):
			status, models = dimacs.Unknown, 0
		case strings.HasSuffix(name, "-all-sat"):
			models = 6
		case name == "minisat-stdout": // its output has only the status
			models = 0
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := readResult(bytes.NewReader(text))
		if got.Err != "" || got.Status != status || len(got.Models) != models {
			t.Errorf("%s: %d models, %v, error %q; want %d, %v", name, len(got.Models), got.Status, got.Err, models, status)
		}
		for _, m := range got.Models {
			if models == 6 && (len(m) != 4 || m[1] != 2 && m[1] != -2) {
				t.Errorf("%s: model %d", name, m)
			}
		}
	}
}

// Positions are right in a text longer than the buffer.
func TestReaderErrorPosition(t *testing.T) {
	var b strings.Builder
	for i := range 200000 {
		fmt.Fprintf(&b, "v %d\n", i+1)
	}
	b.WriteString("v " + strings.Repeat("7 ", 300000) + "x\n")
	rr := NewReader(strings.NewReader(b.String()), "in")
	_, err := rr.Read()
	var syntax *dimacs.SyntaxError
	if !errors.As(err, &syntax) || syntax.Line != 200001 || syntax.Column != 600003 {
		t.Errorf("got %v, want an error at 200001:600003", err)
	}
	if _, again := rr.Read(); again != err {
		t.Errorf("the second error is %v, want the first", again)
	}
}

func TestReaderReadError(t *testing.T) {
	broken := errors.New("broken")
	for _, in := range []string{"", "v 1", "v 1 2 ", "s SATISFIABLE", "c x"} {
		rr := NewReader(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)), "in")
		if _, err := rr.Read(); !errors.Is(err, broken) {
			t.Errorf("after %q: got %v, want the error of the reader", in, err)
		}
	}
}

func TestReaderComments(t *testing.T) {
	in := "c board: 8\nc seed: 3\nc queens:  7 \ns SATISFIABLE\nv 1 0\nc queens: 9\n" +
		"c board: 4\nv 2 0\n"
	rr := NewReader(strings.NewReader(in), "in", "board", "queens")
	comment := func(key, value string, line, column int) dimacs.Comment {
		return dimacs.Comment{Key: key, Value: value, Line: line, Column: column}
	}
	want := [][]dimacs.Comment{{comment("board", "8", 1, 10), comment("queens", "7", 3, 12)}, {comment("board", "4", 7, 10)}}
	for i := range want {
		if _, err := rr.Read(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[i], rr.Comments()); diff != "" {
			t.Errorf("comments at model %d (-want +got)\n%s", i, diff)
		}
	}
}

// Memory follows the number of literals, even if variables or repetitions make a text hostile. Long lines
// are read in pieces, and long comments are skipped.
func TestReaderLongLines(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	rr := NewReader(strings.NewReader("v 2147483647 1 -2147483646 0\n"), "in")
	m, err := rr.Read()
	if runtime.ReadMemStats(&after); err != nil || len(m) != 3 || after.TotalAlloc-before.TotalAlloc > 8<<20 {
		t.Errorf("%d literals, error %v, %d bytes", len(m), err, after.TotalAlloc-before.TotalAlloc)
	}
	for _, tt := range []struct {
		text     string
		times    int
		end      string
		literals int
	}{
		{"5 -7 ", 1 << 20, "0", 2},
		{" -7\t\t\t\r \t5", 1 << 20, " 0", 2},
		{"01", 5 << 19, "", 5 << 20},
	} {
		text := io.MultiReader(strings.NewReader("c board: "), &repeated{text: "x", times: 2*lineMax + 10},
			strings.NewReader("\nv "), &repeated{text: tt.text, times: tt.times}, strings.NewReader(tt.end+"\nx"))
		rr = NewReader(text, "in", "board")
		m, err := rr.Read()
		if err != nil || len(m) != tt.literals || len(rr.Comments()) != 0 {
			t.Errorf("%d literals, error %v, comments %v; want %d", len(m), err, rr.Comments(), tt.literals)
		}
		if _, err := rr.Read(); err == nil || !strings.HasPrefix(err.Error(), "in:3:1: ") {
			t.Errorf("error %v, want one in line 3", err)
		}
	}
}

// repeated is a reader of a text repeated many times.
type repeated struct {
	text  string
	times int
	off   int
}

func (r *repeated) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) && r.times > 0 {
		c := copy(b[n:], r.text[r.off:])
		n += c
		if r.off += c; r.off == len(r.text) {
			r.off = 0
			r.times--
		}
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// CountPower returns counts that are written as a product, and Count nil for them. WeightedCount returns
// a fraction, or an integer after a type of weighted counts. Objective returns the last value, whatever
// its length.
func TestReaderNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"c s exact 2^31 * 3\n":                                 "3 31 <nil> <nil>",
		"c s exact arb int 12\n":                               "12 0 12 <nil>",
		"c s exact 2^2147483648 * 3\n":                         "<nil> 0 <nil> <nil>",
		"c s exact 2^-1 * 3\n":                                 "<nil> 0 <nil> <nil>",
		"c s exact 2^3 *\n":                                    "<nil> 0 <nil> <nil>",
		"c s exact 2^3 * 1\nc s exact 2^3 * 1\n":               "1 3 <nil> <nil>",
		"c s exact 2^3 * 1\nc s exact 2^4 * 1\n":               "error",
		"c s exact arb int 2\nc s exact 2^1 * 2\n":             "error",
		"c s log10-estimate 9\nc s exact 2^30 * 50\n":          "50 30 <nil> <nil>",
		"c s exact arb frac 38/30\n":                           "<nil> 0 <nil> 19/15",
		"c s exact arb frac -4\n":                              "<nil> 0 <nil> -4/1",
		"c s type wmc\nc s exact arb int 3\n":                  "3 0 3 3/1",
		"c s exact arb int 3\nc s type pwmc\n":                 "3 0 3 3/1",
		"c s type mc\nc s exact arb int 3\n":                   "3 0 3 <nil>",
		"c s exact arb frac 1/0\n":                             "<nil> 0 <nil> <nil>",
		"c s exact arb frac 1/-2\n":                            "<nil> 0 <nil> <nil>",
		"c s exact arb frac 1/2\nc s exact arb frac 2/4\n":     "<nil> 0 <nil> 1/2",
		"c s exact arb frac 1/2\nc s exact arb frac 1\n":       "error",
		"c s exact double prec-sci 1.5e0\nc s type wmc\n":      "<nil> 0 <nil> <nil>",
		"s SATISFIABLE\n":                                      "<nil> 0 <nil> <nil>",
		"o 3\no 2\ns UNKNOWN\n":                                "<nil> 0 <nil> <nil> 2",
		"o -123456789012345678901234567890\ns OPTIMUM FOUND\n": "<nil> 0 <nil> <nil> -123456789012345678901234567890",
	} {
		r := NewReader(strings.NewReader(text), "name")
		_, err := r.Read()
		n := r.CountPower()
		got := strings.TrimSpace(fmt.Sprint(n.M, n.Shift, r.Count(), r.WeightedCount(), " ", r.Objective()))
		if err != io.EOF {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %s, want %s (%v)", text, got, want, err)
		}
	}
}

// parseCount parses counts of any length.
// Lines b may stand between other lines. They end with b 0.
func TestReaderBackbone(t *testing.T) {
	for text, want := range map[string]string{
		"b 3\nc x\nb\t-2147483647 \nb 0\ns SATISFIABLE\n": "[3 -2147483647] true EOF",
		"b 0\ns SATISFIABLE":                              "[] true EOF",
		"b 3\ns UNKNOWN\n":                                "[3] false EOF",
		"b 3\nb 0\n":                                      "[3] true in:3:1: expected the result of a solver, found end of file",
		"b 3 4\n":                                         `[] false in:1:3: expected a literal of a backbone, or 0 after the last, found "3"`,
		"b 2147483648\n":                                  `[] false in:1:3: expected a literal of a backbone, or 0 after the last, found "2147483648"`,
		"b -2147483648":                                   `[] false in:1:3: expected a literal of a backbone, or 0 after the last, found "-2147483648"`,
		"b\n":                                             "[] false in:1:2: expected a literal of a backbone, or 0 after the last, found end of line",
		"b 0\nb 3\n":                                      `[] true in:2:3: expected a literal of a backbone, or 0 after the last, found "3"`,
		"b " + strings.Repeat("1", 9999):                  `[] false in:1:3: expected a literal of a backbone, or 0 after the last, found "111111111111111111111111"..`,
	} {
		r := NewReader(strings.NewReader(text), "in")
		_, err := r.Read()
		lits, complete := r.Backbone()
		if got := fmt.Sprint(lits, complete, " ", err); got != want {
			t.Errorf("%.20q: %s, want %s", text, got, want)
		}
	}
}

func TestParseCount(t *testing.T) {
	for _, n := range []int{1, 2047, 2048, 2049, 4096, 4097, 6144, 10_000, 30_001} {
		digits := strings.Repeat("1234567890", n/10+1)[:n]
		if got := parseCount([]byte(digits)); got == nil || got.String() != digits {
			t.Errorf("%d digits: %.40v", n, got)
		}
	}
	if got := parseCount([]byte(strings.Repeat("0", 5000) + "7")); got == nil || got.String() != "7" {
		t.Errorf("leading zeros: %.40v", got)
	}
}

// Each deviation from the output format of the competitions has a name and a line, for any
// size of the reads.
func TestDeviations(t *testing.T) {
	for text, want := range map[string]string{
		"c x\ns SATISFIABLE\nv 1\nv -2 0\nc y\n":                  "",
		"o 2\ns OPTIMUM FOUND\nv 1 -2 0\n":                        "2: OPTIMUM FOUND without soft clauses",
		"w\no 2\ns OPTIMUM FOUND\nv 1 -2 3 0\n":                   "1: line other than c, s and v",
		"w\ns OPTIMUM FOUND\nv 01\n":                              "1: line other than c, s and v",
		"\ns UNKNOWN\n \n":                                        "1: empty line",
		"s  UNKNOWN\n":                                            "1: other than one blank after s or v",
		"s\tSATISFIABLE\nv\t1 2 0\n":                              "1: other than one blank after s or v",
		"s SATISFIABLE\nv\t1 2 0\n":                               "2: other than one blank after s or v",
		"s SATISFIABLE \nv 1 2 0\nc x \n":                         "1: blank at the end of a line",
		"s SATISFIABLE\nv 1 \nv 2 0\n":                            "2: blank at the end of a line",
		"s SATISFIABLE\nv 1 2 0\nc x":                             "3: last line without its end",
		"s SATISFIABLE\nv 1 2 0":                                  "2: last line without its end",
		"Starting\ns UNKNOWN\nEnding\n":                           "1: line other than c, s and v",
		"v\ns SATISFIABLE\nEnding\n":                              "1: model before the line s; 2: model without a final 0; 3: line other than c, s and v",
		"Starting\n":                                              "in:1:1: expected the result of a solver, found \"Starting\"",
		"c UNKNOWN\n":                                             "",
		"s SATISFIABLE\nv 1 2 0\nv -1 2 0\n":                      "",
		"s SATISFIABLE\nc s type mc\nc s exact arb int 2\n":       "",
		"s SATISFIABLE\nv 1 2\n":                                  "2: model without a final 0",
		"s SATISFIABLE\nv 1 2":                                    "in:2:6: expected the final 0 of the model, found the end of the input within a line (the input seems to be cut off)",
		"s SATISFIABLE\n1 2 0\n":                                  "2: model line without v",
		"s UNSATISFIABLE\ns UNSATISFIABLE\n":                      "2: second line s",
		"s SATISFIABLE\nv 1\ns SATISFIABLE\nv 2 0\n":              "3: second line s; 3: model without a final 0",
		"v 1 2 0\ns SATISFIABLE\n":                                "1: model before the line s",
		"s SATISFIABLE\r\nv 1 2 0\r\n":                            "1: line end CR LF",
		"s SATISFIABLE\nv 1 \r\nv 2 0\n":                          "2: blank at the end of a line; 2: line end CR LF",
		"c x\r\ns UNSATISFIABLE\n":                                "1: line end CR LF",
		"s SATISFIABLE\nv 1 -3 0\n":                               "2: variable above the header",
		"s SATISFIABLE\nv 3 -1 0\nv 4 0\n":                        "3: variable above the header",
		"SATISFIABLE\nv 1 2 0\n":                                  "1: line other than c, s and v; 2: model before the line s",
		"sat\n1 2\n":                                              "1: line other than c, s and v; 2: model line without v; 2: model before the line s; 2: model without a final 0",
		"s UNSATISFIABLE\n====\n":                                 "2: line other than c, s and v",
		"s SATISFIABLE\n v 1 2 0\n":                               "2: blank at the beginning of a line",
		"s INDETERMINATE\n":                                       "1: status other than SATISFIABLE, UNSATISFIABLE and UNKNOWN",
		"s SATISFIABLE\nv 1 2 0\ns SOLUTIONS 1\n":                 "3: second line s; 3: status other than SATISFIABLE, UNSATISFIABLE and UNKNOWN",
		"c Answer: 1\nv 1 2 0\nc Answer: 2\nv 1\ns SATISFIABLE\n": "2: model before the line s; 5: model without a final 0",
	} {
		for _, in := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			r := NewReader(in, "in")
			r.Tolerant = true
			_, err := r.Read()
			for err == nil {
				_, err = r.Read()
			}
			f, got := &dimacs.Formula{Vars: 2}, []string(nil)
			if text[0] == 'w' {
				f.Soft = []dimacs.SoftClause{}
			}
			for _, d := range r.Deviations(f) {
				got = append(got, fmt.Sprintf("%d: %s", d.Line, d.Name))
			}
			if err != io.EOF {
				got = []string{err.Error()}
			}
			if strings.Join(got, "; ") != want {
				t.Errorf("%q: %q, %v, want %q", text, got, err, want)
			}
		}
	}
}

// An error about another format names it.
func TestForeignResults(t *testing.T) {
	for text, want := range map[string]string{
		"o 1 1 2 0\n":                        "t:1:3: expected the value of an objective, a number such as 3 or -0.5, found \"1\" (this looks like FRAT)",
		"o 1 2\n":                            "found \"1\"",
		"pseudo-Boolean proof version 2.0\n": "(this looks like VeriPB)",
	} {
		if _, err := NewReader(strings.NewReader(text), "t").Read(); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// The names of an OPB are literals, in any place, and other words are not.
func TestReaderNames(t *testing.T) {
	for text, want := range map[string]string{
		"s SATISFIABLE\nv -Wheel x1\nv Bell -x9\n":  "[-1 2 3 -9]",
		"v Bell -Wheel 0\nv -Bell\ts SATISFIABLE 0": `[3 -1] in:2:9: expected a literal or 0, found "s"`,
		"v -x1 Wheel -x1":                           "in:1:16: expected the final 0 of the model, found the end of the input within a line (the input seems to be cut off)",
		"v Wheel -Wheel\n":                          `in:1:9: expected no second value for variable 1, found "-Wheel" (a 0 has to end a model before the next one)`,
		"v Whee\n":                                  `in:1:3: expected a literal or 0, found "Whee"`,
		"v Bell x2 Wheel\r":                         "[3 2 1]",
	} {
		r := NewReader(strings.NewReader(text), "in")
		r.Names = map[string]int{"Wheel": 1, "x1": 2, "Bell": 3}
		got := ""
		model, err := r.Read()
		for ; err == nil; model, err = r.Read() {
			got += fmt.Sprint(model, " ")
		}
		if err != io.EOF {
			got += err.Error()
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestFailed(t *testing.T) {
	for text, want := range map[string][]dimacs.Lit{
		"c failed 3 -7 0": {3, -7}, "c failed 0": {}, "c failed 3 -7": nil, "c failed 3 0 -7 0": nil, "c failed x 0": nil, "c failed": nil, "c failed -2147483648 0": nil,
	} {
		r := NewReader(strings.NewReader(text+"\ns UNSATISFIABLE\n"), "in")
		if _, err := r.Read(); err != io.EOF || !slices.Equal(r.Failed(), want) || (r.Failed() == nil) != (want == nil) {
			t.Errorf("%q: %v, error %v, want %v", text, r.Failed(), err, want)
		}
	}
}
