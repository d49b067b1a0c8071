package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// script writes a completion script for three programs and returns its name. The programs are
// solver; sizer, which takes no files; and several, with solver as a command. The test is skipped
// if the shell is missing, and for shells other than bash unless QUEENS_LONG is set.
func script(t *testing.T, shell string) string {
	t.Helper()
	if shell != "bash" && os.Getenv("QUEENS_LONG") == "" {
		t.Skipf("%s takes its time: QUEENS_LONG is not set", shell)
	}
	if _, err := exec.LookPath(shell); err != nil {
		t.Skipf("%s is not installed", shell)
	}
	sizer := solver(&settings{}, nil)
	sizer.Name, sizer.Args = "sizer", "N"
	several := Program{Name: "several", Args: "DIR", Commands: []Program{{Name: "check"}, solver(&settings{}, nil)}}
	var text string
	for _, p := range []Program{sizer, several, solver(&settings{}, nil)} {
		code, stdout, stderr := run(p, "--completion", shell)
		if code != 0 || stderr != "" {
			t.Fatalf("exit code %d, stderr %q", code, stderr)
		}
		text += stdout
	}
	name := filepath.Join(t.TempDir(), "completion."+shell)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// commandOutput runs a command and returns its output. Any error fails the test.
func commandOutput(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

// TestBashCompletion calls the completion function as bash does, with the words into which bash
// splits the line. For bash, "=" is a word of its own.
func TestBashCompletion(t *testing.T) {
	t.Parallel()
	file := script(t, "bash")
	tests := []struct{ words, want string }{
		{"solver --e", "--engine"},
		{"solver --mo", "--models"},
		{"solver f --a", "--all --assume"},
		{"solver -", "-e --engine --format -n --models -a --all --assume -p --proof -x --solver --out-dir -o --output -q --quiet --completion --man -V --version -h --help"},
		{"solver -e ''", "auto dpll cover"},
		{"solver --engine d", "dpll"},
		{"solver --engine =", "auto dpll cover"},
		{"solver --engine = c", "cover"},
		{"solver --completion z", "zsh"},
		{"solver --models ''", ""},
		{"solver -- -", ""},
		{"solver q8", ""},
		{"solver --output q8", ""},
		{"solver --zzz", ""},
		{"solver -x bash", "bash"},
		{"several ''", "check solver"},
		{"several --eng", ""},
		{"several check --eng", ""},
		{"several solver --eng", "--engine"},
		{"several solver -e c", "cover"},
	}
	args := []string{"--norc", "-uc", `
		. "$0"
		for line in "$@"; do
			eval "COMP_WORDS=($line)"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _${COMP_WORDS[0]}
			printf '%s\n' "${COMPREPLY[@]-}" .
		done`, file}
	for _, test := range tests {
		args = append(args, test.words)
	}
	offers := strings.Split(commandOutput(t, "bash", args...), ".\n")
	for i, test := range tests {
		got := slices.DeleteFunc(strings.Fields(offers[i]), func(word string) bool { return strings.HasPrefix(word, "bash") && len(word) > 4 }) // other programs whose names begin with bash
		if d := cmp.Diff(sorted(strings.Fields(test.want)), slices.Compact(sorted(got))); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.words, d)
		}
	}
	if got := commandOutput(t, "bash", "--norc", "-c", `. "$0"; complete -p solver`, file); got != "complete -o default -F _solver solver\n" {
		t.Errorf("bash completes with %q", got)
	}
}

func TestFishCompletion(t *testing.T) {
	t.Parallel()
	file := script(t, "fish")
	tests := []struct{ line, want string }{
		{"solver --e", "--engine"},
		{"solver --a", "--all --assume"},
		{"solver -e ", "auto dpll cover"},
		{"solver --engine=", "--engine=auto --engine=dpll --engine=cover"},
		{"solver --format ", "text fen"},
		{"solver --models ", ""},
		{"several ", "check solver"},
		{"several check --eng", ""},
		{"several solver --eng", "--engine"},
		{"several solver -e ", "auto dpll cover"},
	}
	complete := func(line string) string {
		return commandOutput(t, "fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", file, line)
	}
	for _, test := range tests {
		out := complete(test.line)
		var got []string
		for line := range strings.Lines(out) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			got = append(got, word)
		}
		if d := cmp.Diff(sorted(strings.Fields(test.want)), sorted(got)); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.line, d)
		}
	}
	if got := complete("solver --form") + complete("solver --format t"); got != "--format\twrite in this FORMAT\ntext\ta grid: . Q\n" {
		t.Errorf("a flag and its value are described as %q", got)
	}
}

// TestZshCompletion types lines into an interactive zsh on a pseudo-terminal made by zsh itself.
// It compares the line and the screen after the first Tab.
func TestZshCompletion(t *testing.T) {
	t.Parallel()
	file := script(t, "zsh")
	commandOutput(t, "zsh", "-fn", file)
	tests := []struct{ line, want, shown string }{
		{"solver --eng", "solver --engine=", ""},
		{"solver --engine=d", "solver --engine=dpll", ""},
		{"solver --engine co", "solver --engine cover", ""},
		{"solver -ed", "solver -edpll", ""},
		{"solver f --mod", "solver f --models=", ""},
		{"solver --qu", "solver --quiet", ""},
		{"solver --format=f", "solver --format=fen", ""},
		{"solver --out", "solver --out", ""},
		{"solver -a --out", "solver -a --output=", ""}, // because --all excludes --out-dir
		{"solver --format ", "solver --format", "fen   -- for chess: 'Q1'"},
		{"solver -p " + file[:len(file)-3], "solver -p " + file, ""},
		{"solver " + file[:len(file)-3], "solver " + file, ""},
		{"several sol", "several solver", ""},
		{"several --qu", "several --quiet", ""},
		{"several check --eng", "several check --eng", ""},
		{"several check --qu", "several check --quiet", ""},
		{"several solver --eng", "several solver --engine=", ""},
		{"several solver f --format ", "several solver f --format", "fen   -- for chess: 'Q1'"},
		{"several solver -ed", "several solver -edpll", ""},
		{"sizer --eng", "sizer --engine=", ""},
		{"sizer 8 --qu", "sizer 8 --quiet", ""},
		{"sizer 8 -ed", "sizer 8 -edpll", ""},
		{"sizer " + file[:len(file)-3], "sizer " + file[:len(file)-3], ""},
	}
	const driver = `
		zmodload zsh/zpty
		zpty z "TERM=dumb zsh -fi"
		zpty -w z "PS1=; unsetopt zle_bracketed_paste 2>/dev/null; autoload -Uz compinit; compinit -D; . $1"
		zpty -w z "show() { print -r -- \"<<\$BUFFER>>\"; BUFFER= }; zle -N show; bindkey '^T' show; print rea''dy"
		zpty -r z out '*ready*'
		for line in "${@:2}"; do
			zpty -n -w z "$line"$'\t\C-T'
			zpty -r z out '*<<*>>*'
			print -r -- "$out"
		done`
	args := []string{"-fc", driver, "zsh", file}
	for _, test := range tests {
		args = append(args, test.line)
	}
	terminal := strings.SplitAfter(commandOutput(t, "zsh", args...), ">>")
	for i, test := range tests {
		_, got, _ := strings.Cut(terminal[i], "<<")
		got = strings.TrimSpace(strings.TrimSuffix(got, ">>"))
		if got != test.want || !strings.Contains(terminal[i], test.shown) {
			t.Errorf("%q is completed to %q, want %q; want %q on the terminal: %q", test.line, got, test.want, test.shown, terminal[i])
		}
	}
}
