package program

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestArguments(t *testing.T) {
	tests := []struct {
		args string // separated by blanks; _ means a blank, ! an empty argument
		want settings
	}{
		{"", settings{}},
		{"-", settings{Args: []string{"-"}}},
		{"--", settings{}},
		{"-a f", settings{All: true, Args: []string{"f"}}},
		{"f -a g --quiet", settings{All: true, Quiet: true, Args: []string{"f", "g"}}},
		{"-- -a", settings{Args: []string{"-a"}}},
		{"f -- --all -- -", settings{Args: []string{"f", "--all", "--", "-"}}},
		{"./help", settings{Args: []string{"./help"}}},
		{"-n 3", settings{Models: 3}},
		{"-n3", settings{Models: 3}},
		{"-aqn 3 f", settings{Models: 3, Quiet: true, All: true, Args: []string{"f"}}},
		{"-n 010", settings{Models: 10}},
		{"-n +7", settings{Models: 7}},
		{"--models=3", settings{Models: 3}},
		{"-n 3 --models 4 -n5", settings{Models: 5}},
		{"--models=0", settings{}},
		{"-o x", settings{Output: "x"}},
		{"-o=x", settings{Output: "=x"}},
		{"-o-x", settings{Output: "-x"}},
		{"-o -", settings{Output: "-"}},
		{"--output=--quiet", settings{Output: "--quiet"}},
		{"--output==", settings{Output: "="}},
		{"-oq", settings{Output: "q"}},
		{"--assume -3_4", settings{Assume: []string{"-3 4"}}},
		{"--assume=", settings{Assume: []string{""}}},
		{"--assume !", settings{Assume: []string{""}}},
		{"--assume 1,2 f --assume -3", settings{Assume: []string{"1,2", "-3"}, Args: []string{"f"}}},
		{"-x kissat_-q", settings{Solver: "kissat -q"}},
		{"-ecover", settings{Engine: "cover"}},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			want := test.want
			if want.Engine == "" {
				want.Engine = "auto"
			}
			if want.Models == 0 && !strings.Contains(test.args, "=0") {
				want.Models = 1
			}
			if want.Args == nil {
				want.Args = []string{}
			}
			var got settings
			code, stdout, stderr := run(solver(&got, nil), split(test.args)...)
			if code != 0 || stdout != "" || stderr != "" {
				t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("settings (-want +got):\n%s", d)
			}
		})
	}
}

func split(args string) []string {
	words := strings.Fields(args)
	for i, w := range words {
		words[i] = strings.NewReplacer("_", " ", "!", "").Replace(w)
	}
	return words
}

func TestUsageErrors(t *testing.T) {
	tests := []struct{ args, want string }{
		{"--foo", "unknown flag --foo"},
		{"--modles 3", "unknown flag --modles, did you mean --models?"},
		{"--=x", "unknown flag --"},
		{"---all", "unknown flag ---all, did you mean --all?"},
		{"-é", "unknown flag -é"},
		{"-az3", "unknown flag -z in -az3"},
		{"-q\xff", `unknown flag -\xff in -q\xff`},
		{"-quiet", "unknown flag -quiet, did you mean --quiet?"},
		{"-models=3", "unknown flag -models, did you mean --models?"},
		{"-qiet", "unknown flag -i in -qiet, did you mean --quiet?"},
		{"--\x1b[31m", `unknown flag --\x1b[31m`},
		{"--quiet=true", `flag --quiet takes no value, found "true"`},
		{"--models", "flag --models needs a value K"},
		{"-qn", "flag -n needs a value K"},
		{"--output --quiet", "flag --output needs a value FILE, found --quiet (if that is the value, write --output=--quiet)"},
		{"--output -a&b'c", `flag --output needs a value FILE, found -a&b'c (if that is the value, write --output='-a&b'\''c')`},
		{"-o -q", "flag -o needs a value FILE, found -q (if that is the value, write --output=-q)"},
		{"-n 0x8", `--models: expected a whole number from 0 to 9223372036854775807, found "0x8"`},
		{"-n -1", `--models: expected a whole number from 0 to 9223372036854775807, found "-1"`},
		{"-n 9223372036854775808", `--models: expected a whole number from 0 to 9223372036854775807, found "9223372036854775808"`},
		{"-n=3", `--models: expected a whole number from 0 to 9223372036854775807, found "=3" (a short flag takes its value without "=")`},
		{"--models=", "--models: expected a whole number from 0 to 9223372036854775807, found nothing"},
		{"-e fast", `--engine: expected auto, dpll or cover, found "fast"`},
		{"-e !", `--engine: expected auto, dpll or cover, found nothing`},
		{"-e=cover", `--engine: expected auto, dpll or cover, found "=cover" (a short flag takes its value without "="), did you mean cover?`},
		{"-e covr", `--engine: expected auto, dpll or cover, found "covr", did you mean cover?`},
		{"-o !", "--output: expected a file name, found nothing"},
		{"f !", "expected [FILE], found an empty argument"},
		{"--completion csh", `--completion: expected bash, zsh or fish, found "csh"`},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			code, stdout, stderr := run(solver(&settings{}, nil), split(test.args)...)
			want := "solver: " + test.want + "\ntry 'solver --help'\n"
			if code != 2 || stdout != "" {
				t.Errorf("exit code %d, stdout %q", code, stdout)
			}
			if d := cmp.Diff(want, stderr); d != "" {
				t.Errorf("stderr (-want +got):\n%s", d)
			}
		})
	}
}

// --help and --version act at once: later arguments and earlier values are ignored.
func TestImmediateFlags(t *testing.T) {
	for _, args := range []string{"-h", "--help", "-qh", "-hz", "f --help --foo", "-n x --help", "--help --version"} {
		code, stdout, stderr := run(solver(&settings{}, nil), split(args)...)
		if code != 0 || !strings.HasPrefix(stdout, "solver: solve a formula\n") || stderr != "" {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
	}
	code, stdout, stderr := run(solver(&settings{}, nil), "f", "--version", "--help")
	if code != 0 || !strings.HasPrefix(stdout, "solver (queens) ") || strings.Count(stdout, "\n") != 1 || stderr != "" {
		t.Errorf("--version: exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

func TestRules(t *testing.T) {
	for args, want := range map[string]string{
		"-a -n 3":                            "",
		"--all --out-dir d -p x":             "--all excludes --out-dir",
		"--out-dir d":                        "--out-dir needs --proof or --format fen",
		"--out-dir d --format text":          "--out-dir needs --proof or --format fen",
		"--out-dir d --format fen":           "",
		"--out-dir d -p x":                   "",
		"-p x f":                             "",
		"-p x --format fen":                  "--proof with --format fen needs FILE: fen has no board",
		"-x a --format=fen":                  "--solver with --format fen needs FILE: fen has no board",
		"-p x --format fen f":                "",
		"-e auto -x a":                       "--engine excludes --solver",
		"-x a -o y":                          "--solver excludes --output",
		"-x a -- -e auto --output --out-dir": "",
		"--assume 1 -n 2 -q":                 "",
		"--assume 1 -n 2 -o x":               "--assume excludes --output",
		"--foo -e auto -o y":                 "unknown flag --foo",
		"-e auto -o y --help":                "",
	} {
		code, _, stderr := run(solver(&settings{}, nil), split(args)...)
		if want != "" {
			want = "solver: " + want + "\ntry 'solver --help'\n"
		}
		if (code == ExitUsage) != (want != "") || stderr != want {
			t.Errorf("%s: exit code %d, stderr %q, want %q", args, code, stderr, want)
		}
	}
}

// The manual page lists the rules of each flag.
func TestRulesInManual(t *testing.T) {
	_, page, _ := run(solver(&settings{}, nil), "--man")
	page = strings.NewReplacer(`\-`, "-", `\(aq`, "'").Replace(page)
	for _, want := range []string{
		"with --proof or --format fen: write into DIR. It excludes --all\n",
		"write a proof to FILE. --proof with --format fen needs FILE: fen has no board\n",
		"as in \\fB1 -3\\fR\\&. --assume excludes all flags except --models and --quiet\n",
		"let NAME solve: auto, dpll or cover (default auto). It excludes --output and --solver\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
}

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"5": 5 * time.Second, "2.5": 2500 * time.Millisecond, "500ms": 500 * time.Millisecond, "1h30m": 90 * time.Minute, ".5": time.Second / 2,
		"": 0, "0": 0, "-1": 0, "5x": 0, ".": 0, "99999999999": 0, "soon": 0,
	} {
		var d time.Duration
		if err := Duration(&d).Set(text); (err == nil) != (want > 0) || err == nil && d != want {
			t.Errorf("%q: %v, want %v; %v", text, d, want, err)
		}
	}
	err := Duration(new(time.Duration)).Set("0")
	if err == nil || err.Error() != `expected seconds above 0 and up to 9223372036, or a duration like 500ms, found "0"` {
		t.Error(err)
	}
}

func TestSomeOf(t *testing.T) {
	list := []string{"gz"}
	v := SomeOf(&list, Names("gz", "xz", "zst")...)
	if v.String() != "gz" {
		t.Errorf("the default is %q", v)
	}
	for text, want := range map[string]string{
		"xz":     "",
		"xz,zst": "",
		"xz,zzt": `expected gz, xz or zst, found "zzt"`,
		"xz,":    "expected gz, xz or zst, found nothing",
		"":       "expected gz, xz or zst, found nothing",
	} {
		says := ""
		if err := v.Set(text); err != nil {
			says = err.Error()
		}
		if says != want {
			t.Errorf("%q: error %q, want %q", text, says, want)
		}
	}
	if v.Set("zst,gz") != nil || !slices.Equal(list, []string{"zst", "gz"}) {
		t.Errorf("the list is %q", list)
	}
}

// Text is valid UTF-8 on one line.
func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"Übung ♕ 👑": "Übung ♕ 👑", "D\xe9j\xe0": "D\ufffdj\ufffd", "a\xe2\x99": "a\ufffd", "\xf0\x9f\x91": "\ufffd", "a\x1b[31m\nb\x00": "a [31m b ", "\ufffe\u0085": "  ", "": "",
	} {
		got := "before"
		if err := Text(&got).Set(text); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
}
