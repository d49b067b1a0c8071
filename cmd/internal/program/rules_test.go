package program

import (
	"strings"
	"testing"
)

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
