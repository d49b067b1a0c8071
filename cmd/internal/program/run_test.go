package program

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"strings"
	"testing"

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
	const want = `solver: solve a formula

usage: solver [flags] [FILE]

Reads a formula.

Prints a model.

Flags:
  -e, --engine NAME           let NAME solve: auto, dpll or cover (default auto)
      --format FORMAT         write in this FORMAT
  -n, --models K              stop after K models (default 1)
  -a, --all                   don't stop: [all] models
      --assume LITS           the literals of LITS hold, as in ` + "`1 -3`" + `
  -p, --proof FILE            write a proof to FILE
  -x, --solver CMD            run the program CMD
      --out-dir DIR           with --proof or --format fen: write into DIR
  -o, --output FILE           write the output to FILE, compressed if its name
                              ends in .gz, .xz or .zst
  -q, --quiet                 print no messages except errors
      --completion SHELL      print completions for SHELL: bash, zsh or fish
      --man                   print the manual page, to read with man -l -
  -h, --help                  print this help
  -V, --version               print the version

Formats:
  text      a grid: . Q
  fen       for chess: 'Q1'

Examples:
  solver -n 2 q8.cnf                two models
  solver x                          one

Exit codes:
  10  satisfiable
  20  unsatisfiable
`
	code, stdout, stderr := run(solver(&settings{}, nil), "--help")
	if d := cmp.Diff(want, stdout); d != "" || code != 0 || stderr != "" {
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
