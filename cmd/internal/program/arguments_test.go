package program

import (
	"strings"
	"testing"

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
