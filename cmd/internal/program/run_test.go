package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"queens/cmd/internal/output"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
)

func TestExitCodes(t *testing.T) {
	tests := []struct {
		name   string
		err    error
		code   int
		stderr string
	}{
		{"done", nil, 0, ""},
		{"failure", errors.New("q8.cnf:1:2: expected a literal"), 1, "solver: q8.cnf:1:2: expected a literal\n"},
		{"system call", fmt.Errorf("plan: %w", &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}), 1, "solver: plan: x: file does not exist\n"},
		{"no program", fmt.Errorf("--solver: %w", &exec.Error{Name: "x", Err: exec.ErrNotFound}), 1, "solver: --solver: x: executable file not found in $PATH\n"},
		{"two lines", errors.New("one\ntwo"), 1, "solver: one\nsolver: two\n"},
		{"control characters", errors.New("a\x1b[2J\xffé\u0085"), 1, "solver: a\\x1b[2J\\xffé\\u0085\n"},
		{"usage", Usagef("expected N"), 2, "solver: expected N\ntry 'solver --help'\n"},
		{"wrapped usage", fmt.Errorf("--place: %w", Usagef("bad")), 2, "solver: --place: bad\ntry 'solver --help'\n"},
		{"satisfiable", ExitCode(10), 10, ""},
		{"wrapped code", fmt.Errorf("x: %w", ExitCode(20)), 20, ""},
		{"reader gone", fmt.Errorf("fifo: %w", output.ErrReaderGone), 141, ""},
		{"canceled by itself", context.Canceled, 1, "solver: context canceled\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := solver(&settings{}, func(context.Context, *Invocation) error { return test.err })
			code, stdout, stderr := run(p)
			if code != test.code || stdout != "" || stderr != test.stderr {
				t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
			}
		})
	}
}

func TestPanicIsAnInternalError(t *testing.T) {
	cleaned := false
	p := solver(&settings{}, func(context.Context, *Invocation) error {
		defer func() { cleaned = true }()
		var row []int
		_ = row[len(row)]
		return nil
	})
	code, stdout, stderr := run(p)
	if code != 1 || stdout != "" || !strings.HasPrefix(stderr, "solver: internal error: runtime error: index out of range") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if !cleaned || !strings.Contains(stderr, "TestPanicIsAnInternalError") {
		t.Errorf("cleaned %v, stderr %q without the stack", cleaned, stderr)
	}
}

func TestHelp(t *testing.T) {
	want, err := os.ReadFile("testdata/help.txt")
	if err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := run(solver(&settings{}, nil), "--help")
	if d := cmp.Diff(string(want), stdout); d != "" || code != 0 || stderr != "" {
		t.Errorf("exit code %d, stderr %q, help (-want +got):\n%s", code, stderr, d)
	}
}

// Long names of keywords have a column of their own in the help and in the manual page, which
// includes the keywords of commands.
func TestLongValues(t *testing.T) {
	p := Program{Name: "sub", Flags: []cli.Flag{&cli.GenericFlag{Name: "family", Usage: "the `FAMILY`",
		Value: OneOf(new(string), Keyword{Name: "armies", About: "two colours"}, Keyword{Name: "superqueens", About: "also move as knights", Also: []string{"maharajahs"}})}}}
	if _, _, message := run(p, "--family", "Maharajahs"); !strings.Contains(message, `found "Maharajahs", did you mean superqueens?`) {
		t.Errorf("another name: %s", message)
	}
	if _, help, _ := run(p, "--help"); !strings.Contains(help, "\nFamilies:\n  armies      two colours\n  superqueens also move as knights\n") {
		t.Errorf("help:\n%s", help)
	}
	_, page, _ := run(Program{Name: "several", Commands: []Program{p}}, "--man")
	if _, values, _ := strings.Cut(page, ".SH SEVERAL SUB\n"); !strings.Contains(values, "\\fBsuperqueens\\fP\nalso move") {
		t.Errorf("manual page:\n%s", page)
	}
}

// Flags may precede a command, and help means --help.
func TestCommands(t *testing.T) {
	for args, want := range map[string]string{
		"solver -q a":        "[a] true ",
		"-q solver a":        "[a] true ",
		"-o solver solver a": "[a] false solver",
		"-- solver a":        "[a] false ",
		"solver solver":      "[solver] false ",
		"help":               "several: ",
		"-q --help":          "several: ",
		"help solver":        "several solver: solve a formula",
	} {
		var s settings
		p := Program{Name: "several", Commands: []Program{{Name: "check"}, solver(&s, nil)}}
		code, stdout, stderr := run(p, split(args)...)
		if got := stdout + fmt.Sprint(s.Args, s.Quiet, " ", s.Output); code != 0 || stderr != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%q: exit code %d, stderr %q, %q, want %q", args, code, stderr, got, want)
		}
	}
}

func TestUsageErrorsOfCommands(t *testing.T) {
	p := Program{Name: "several", Commands: []Program{{Name: "check"}, solver(&settings{}, nil)}}
	for args, want := range map[string]string{
		"":          "several: command: expected check or solver, found nothing\ntry 'several --help'\n",
		"a solver":  "several: command: expected check or solver, found \"a\"\ntry 'several --help'\n",
		"--foo":     "several: unknown flag --foo\ntry 'several --help'\n",
		"solver -z": "several: unknown flag -z\ntry 'several solver --help'\n",
	} {
		if code, stdout, stderr := run(p, split(args)...); code != 2 || stdout != "" || stderr != want {
			t.Errorf("%q: exit code %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
	}
}

// settings holds the values that the program under test reads from its command line.
type settings struct {
	Engine string
	Format string
	Models int64
	All    bool
	Assume []string
	Proof  string
	Solver string
	Dir    string

	Args   []string
	Output string
	Quiet  bool
}

const testManual = `Reads a formula.

Prints a model.

# Files

A *file* is a file.

# Examples

` + "`solver -n 2 q8.cnf`" + `
:   two models

` + "`solver x`" + `
:   one

# Exit codes

    10  satisfiable
    20  unsatisfiable
`

// solver returns a program with a flag of every kind that runs act.
func solver(s *settings, act func(context.Context, *Invocation) error) Program {
	s.Engine, s.Models = "auto", 1
	return Program{
		Name:    "solver",
		Summary: "solve a formula",
		Args:    "[FILE]",
		Manual:  testManual,
		Flags: []cli.Flag{
			&cli.GenericFlag{Name: "engine", Aliases: []string{"e"}, Usage: "let `NAME` solve", Value: OneOf(&s.Engine, Names("auto", "dpll", "cover")...)},
			&cli.GenericFlag{Name: "format", Usage: "write in this `FORMAT`", Value: OneOf(&s.Format, Keyword{Name: "text", About: "a grid: . Q"}, Keyword{Name: "fen", About: "for chess: 'Q1'"})},
			&cli.GenericFlag{Name: "models", Aliases: []string{"n"}, Usage: "stop after `K` models", Value: Integer(&s.Models, 0, math.MaxInt64)},
			&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "don't stop: [all] models", Destination: &s.All},
			&cli.GenericFlag{Name: "assume", Usage: "the literals of `LITS` hold, as in `1 -3`", Value: List(&s.Assume)},
			&cli.PathFlag{Name: "proof", Aliases: []string{"p"}, TakesFile: true, Usage: "write a proof to `FILE`", Destination: &s.Proof},
			&cli.GenericFlag{Name: "solver", Aliases: []string{"x"}, Usage: "run the program `CMD`", Value: Func(func(text string) error { s.Solver = text; return nil })},
			&cli.PathFlag{Name: "out-dir", Usage: "write into `DIR`", Destination: &s.Dir},
		},
		Rules: []Rule{
			{Flags: "all", Excludes: "out-dir"},
			{Flags: "out-dir", Needs: "proof format=fen"},
			{Flags: "proof solver", With: "format=fen", Needs: "FILE", Why: "fen has no board"},
			{Flags: "assume", Only: "models quiet"},
			{Flags: "engine solver", Excludes: "engine solver output"},
		},
		Action: func(ctx context.Context, in *Invocation) error {
			s.Args, s.Output, s.Quiet = in.Args, in.Output, in.Quiet
			if act == nil {
				return nil
			}
			return act(ctx, in)
		},
	}
}

// run runs the program with these arguments and returns its exit code and output.
func run(p Program, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = Run(p, append([]string{p.Name}, args...), strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

func sorted(words []string) []string {
	return slices.Sorted(slices.Values(words))
}

func TestIsTerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if IsTerminal(null) || IsTerminal(&bytes.Buffer{}) || (&Invocation{Stderr: null}).Status() != nil {
		t.Error("a terminal where there is none")
	}
	var none *Status
	none.Show(func() string { t.Error("a line for nobody"); return "" })
	none.Clear()
}

func TestStatus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // otherwise time could pass between two lines
		var b bytes.Buffer
		s := &Status{w: &b, at: time.Now()}
		s.Show(func() string { return "too early" })
		s.Clear()
		time.Sleep(statusEvery)
		s.Show(func() string { return "half" })
		s.Show(func() string { return "too early" })
		time.Sleep(statusEvery)
		s.Show(func() string { return "a\x1b" + strings.Repeat("é", unknownWidth) })
		s.Clear()
		s.Clear()
		if want := "\r\x1b[Khalf\r\x1b[Ka\\x1b" + strings.Repeat("é", unknownWidth-6) + "\r\x1b[K"; b.String() != want {
			t.Errorf("%q, want %q", b.String(), want)
		}
	})
}
