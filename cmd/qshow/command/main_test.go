package command

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/program"
	"queens/decode/draw"
)

// A runResult is the exit code and the output of a run.
type runResult struct {
	Code           int
	Stdout, Stderr string
}

// qshow runs the program in this process.
func qshow(stdin string, args ...string) runResult {
	var stdout, stderr bytes.Buffer
	code := program.Run(New(), append([]string{"qshow"}, args...), strings.NewReader(stdin), &stdout, &stderr)
	return runResult{code, stdout.String(), stderr.String()}
}

// file writes text to a file called name in a new directory.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

const (
	first     = "v 2 8 9 15 0\n"
	second    = "v 3 5 12 14 0\n"
	both      = "c board: 4\ns SATISFIABLE\n" + first + second + "c models 2\n"
	attacking = "v 1 6 0\n"
	firstText = `. Q . .
. . . Q
Q . . .
. . Q .
`
	secondText = `. . Q .
Q . . .
. . . Q
. Q . .
`
)

// A run is a run of the program with its result.
type run struct {
	name, stdin string
	args        []string
	want        runResult
}

// check compares the results of runs.
func check(t *testing.T, runs []run) {
	t.Helper()
	for _, r := range runs {
		if diff := cmp.Diff(r.want, qshow(r.stdin, r.args...)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", r.name, diff)
		}
	}
}

func TestShow(t *testing.T) {
	check(t, []run{
		{"text", both, nil, runResult{0, firstText + "\n" + secondText, ""}},
		{"list", both, []string{"-f", "list"}, runResult{0, "2 4 1 3\n3 1 4 2\n", ""}},
		{"second model", both, []string{"-qm2"}, runResult{0, secondText, ""}},
		{"size from bare values", "SAT\n1 0\n", nil, runResult{0, "Q\n", ""}},
		{"count", both, []string{"--count"}, runResult{0, "2\n", ""}},
		{"count up to symmetry", both, []string{"-cu"}, runResult{0, "1\n", ""}},
		{"up to the symmetry of the instance", "c blocked: 1:1 2:3\n" + both, []string{"-cu"}, runResult{0, "2\n", ""}},
		{"up to symmetry", both + both, []string{"--up-to-symmetry", "-flist"}, runResult{0, "2 4 1 3\n", ""}},
		{"up to symmetry, second model", both, []string{"-u", "-m2", "-flist"}, runResult{0, "3 1 4 2\n", ""}},
		{"verify only", both, []string{"--verify-only"}, runResult{0, "", ""}},
		{"verify only, attack", "c board: 4\n" + first + attacking, []string{"--verify-only"},
			runResult{1, "", "qshow: <stdin>: model 2: queens on a4 and b3 attack each other along a diagonal (the model has no values beyond variable 6 of the board's 16)\n"}},
		{"verify only, unsatisfiable", "s UNSATISFIABLE\n", []string{"--verify-only"}, runResult{20, "", "qshow: no solution\n"}},
		{"boards counted, none", "s UNSATISFIABLE\n", []string{"-c"}, runResult{20, "0\n", "qshow: no solution\n"}},
		{"boards counted, unknown", "s UNKNOWN\n", []string{"-c"}, runResult{1, "", "qshow: <stdin>: the solver found no answer (UNKNOWN)\n"}},
		{"unsatisfiable, picture", "s UNSATISFIABLE\n", []string{"-f", "svg"}, runResult{20, "", "qshow: no solution\n"}},
		{"too many for a picture", "c board: 1\n" + strings.Repeat("v 1 0\n", 1001), []string{"-f", "svg"},
			runResult{1, "", "qshow: too many boards for one picture: there are more than 1000 boards (choose one with --model K, or show all with --format html)\n"}},
		{"columns of lines", both, []string{"--columns", "2", "-flist"},
			runResult{2, "", "qshow: --columns has no effect in the format list: expected one of text, compact, unicode, box, latex, svg, png, pdf, html\ntry 'qshow --help'\n"}},
		{"pixels of text", both, []string{"--pixels", "100"}, runResult{2, "", "qshow: --pixels has no effect in the format text: expected one of svg, png\ntry 'qshow --help'\n"}},
		{"title of text", both, []string{"--title", "T"}, runResult{2, "", "qshow: --title has no effect in the format text: expected one of latex, svg, pdf, html\ntry 'qshow --help'\n"}},
		{"theme of text", both, []string{"--theme=print"}, runResult{2, "", "qshow: --theme has no effect in the format text: expected one of svg, png, pdf, html, lesson\ntry 'qshow --help'\n"}},
		{"unsatisfiable", "s UNSATISFIABLE\n", nil, runResult{20, "", "qshow: no solution\n"}},
		{"unsatisfiable by minisat", "UNSAT\n", []string{"-m", "3"}, runResult{20, "", "qshow: no solution\n"}},
		{"count of none", "s UNSATISFIABLE\nc s exact arb int 0\n", nil, runResult{20, "", "qshow: no solution\n"}},
		{"unknown by minisat", "INDET\n", nil, runResult{1, "", "qshow: <stdin>: the solver found no answer (UNKNOWN)\n"}},
		{"count", "s SATISFIABLE\nc s type mc\nc s exact arb int 92\n", nil,
			runResult{1, "", "qshow: <stdin>: expected a model, found only a count (92 models); run the solver without counting to see boards\n"}},
		{"count without end", "s UNKNOWN\nc models 57+\n", nil,
			runResult{1, "", "qshow: <stdin>: expected a model, found only a count that is not complete (57+ models); run the solver without counting to see boards\n"}},
		{"junk after a board", "c board: 4\n" + first + "\x1b[2J\n", []string{"-flist"},
			runResult{1, "2 4 1 3\n", "qshow: <stdin>:3:1: expected the result of a solver, found \"\\x1b[2J\"\n"}},
		{"empty", "", nil, runResult{1, "", "qshow: <stdin>:1:1: expected the result of a solver, found end of file\n"}},
		{"pseudo-Boolean", "c Answer: 1\nv x1\ns OPTIMUM FOUND\n", nil, runResult{0, "Q\n", ""}},
		{"size unknown", first, nil,
			runResult{1, "", "qshow: <stdin>: model 1: the size of the board is not known: 4 values, but one of them is for variable 8 (give it with --size N or RxC, or the instance with --cnf FILE)\n"}},
		{"no board", "v 1 2 -3 -4 0\n", nil, runResult{1, "", "qshow: <stdin>: model 1: on a board of size 2, queens on a2 and b2 attack each other along a row " +
			"(if the instance was shuffled or is not the puzzle of N queens, give it with --cnf FILE)\n"}},
		{"no board of the size given", "v 1 2 -3 -4 0\n", []string{"-n2"}, runResult{1, "", "qshow: <stdin>: model 1: queens on a2 and b2 attack each other along a row " +
			"(if the instance was shuffled or is not the puzzle of N queens, give it with --cnf FILE)\n"}},
		{"exit zero", "s UNSATISFIABLE\n", []string{"--exit-zero"}, runResult{0, "", "qshow: no solution\n"}},
		{"exit zero, unknown", "s UNKNOWN\n", []string{"--exit-zero"}, runResult{1, "", "qshow: <stdin>: the solver found no answer (UNKNOWN)\n"}},
		{"result and instance from standard input", "", []string{"--cnf", "-"},
			runResult{2, "", "qshow: only one input can come from standard input\ntry 'qshow --help'\n"}},
		{"puzzle of nothing", "", []string{"--puzzle"}, runResult{2, "", "qshow: --puzzle needs a formula: FILE, --cnf FILE or standard input\ntry 'qshow --help'\n"}},
		{"puzzle as a list", "", []string{"--puzzle", "--cnf=q.cnf", "-flist"},
			runResult{2, "", "qshow: --puzzle has no effect in the format list: expected one of text, compact, unicode, box, json, latex, svg, png, pdf, html\ntry 'qshow --help'\n"}},
		{"fewer answers than instances", "", []string{"--cnf=p.cnf", "--cnf=q.cnf"},
			runResult{2, "", "qshow: expected an answer for each of the 2 instances, found 1\ntry 'qshow --help'\n"}},
		{"no such color", "", []string{"--color", "red"}, runResult{2, "", "qshow: --color: expected auto, always or never, found \"red\"\ntry 'qshow --help'\n"}},
		{"size out of range", "", []string{"-n0"}, runResult{2, "", "qshow: --size: expected a board size from 1 to 16383, or rows and columns such as 8x5, found \"0\"\ntry 'qshow --help'\n"}},
	})
}

func TestFormulaFile(t *testing.T) {
	comments := file(t, "q4.cnf", "c board: 4\np cnf 16 1\n2 3 0\n")
	plain := file(t, "plain.cnf", "p cnf 16 2\n2 3 0\n-3 0\n")
	broken := file(t, "broken.cnf", "p cnf 16 1\n2 x 0\n")
	short := file(t, "short.cnf", "c board: 4\np cnf 14 1\n2 3 0\n")
	chain := file(t, "chain.cnf", "c board: 4\nc p show 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 0\np cnf 17 2\n17 -3 0\n-17 -3 0\n")
	open := file(t, "open.cnf", "c board: 4\nc p show 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 0\np cnf 18 2\n17 18 -3 0\n-17 -18 -3 0\n")
	program := file(t, "q4.lp", "\\ board: 4\n\\ placed: 1:2\nMaximize\n")
	silent := file(t, "silent.lp", "\\ nothing\nMaximize\n")
	for _, r := range []run{
		{"other language", first + second, []string{"--cnf", program},
			runResult{1, "2 4 1 3\n", "qshow: <stdin>: model 2: square b4 must hold a queen, but is empty\n"}},
		{"other language, silent", first + second, []string{"--cnf", silent},
			runResult{1, "", "qshow: " + silent + ": expected comments that describe the board, found none\n"}},
		{"comments", first + second, []string{"--cnf", comments}, runResult{0, "2 4 1 3\n3 1 4 2\n", ""}},
		{"falsified clause", first + second, []string{"--cnf", plain},
			runResult{1, "2 4 1 3\n", "qshow: <stdin>: model 2: the model violates " + plain + ": it does not satisfy -3 0\n"}},
		{"variable that the formula lacks", first + second, []string{"--cnf", short},
			runResult{1, "", "qshow: <stdin>: model 1: the model has a value for variable 15, but " + short + " has only 14 variables\n"}},
		{"falsified through a variable without a value", first + second, []string{"--cnf", chain},
			runResult{1, "2 4 1 3\n", "qshow: <stdin>: model 2: the model violates " + chain + ": no extension of it satisfies -17 -3 0\n"}},
		{"free variable", first + second, []string{"--cnf", open}, runResult{0, "2 4 1 3\n3 1 4 2\n", ""}},
		{"other size", first + second, []string{"--cnf", comments, "-n", "5"},
			runResult{1, "", "qshow: the size of the board is 5, but " + comments + " says 4\n"}},
		{"syntax", first + second, []string{"--cnf", broken}, runResult{1, "", "qshow: " + broken + ":2:3: expected a literal, found \"x\"\n"}},
		{"none", first + second, []string{"--cnf", "no-such-file"}, runResult{1, "", "qshow: no-such-file: no such file or directory\n"}},
	} {
		r.args = append(r.args, "-f", "list")
		check(t, []run{r})
	}
}

// In every format, a title of any bytes is valid text in the output, even if it is in Latin-1
// or ends within a character.
func TestTitleOfAnyBytes(t *testing.T) {
	for _, title := range []string{"D\xe9j\xe0", "a\xc3", "a\xe2", "a\xe2\x99", "a\xf0\x9f\x91", "\xf0\x9f\x91\x91", "a\x00b\x1b"} {
		for _, format := range formatsThat(func(f draw.Format) bool { return f.Can(draw.Titles) }) {
			got := qshow(both, "-f", format, "--title", title)
			if got.Code != 0 || got.Stderr != "" {
				t.Errorf("%s of %q: %d, %s", format, title, got.Code, got.Stderr)
			}
			if !slices.Contains(binary, format) && (!utf8.ValidString(got.Stdout) || strings.ContainsAny(got.Stdout, "\x00\x1b")) {
				t.Errorf("%s of %q: no text", format, title)
			}
		}
	}
}
