package cmd

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// optional lists the programs of others that examples use.
var optional = []string{
	"minisat", "cadical", "kissat", "picosat", "cryptominisat5", "clasp", "z3", "drat-trim", "parallel", "make", "xz", "python3",
}

// fixtures holds commands that create the files that examples of the help read, indexed by file
// name.
var fixtures = map[string]string{
	"kissat":     "qgen 3 >q.cnf",
	"big.cnf.xz": "qgen 30 | xz >big.cnf.xz",
	"q.cnf":      "qgen 3 >q.cnf",
}

// TestHelpExamples runs every example of every --help. An example may find no answer, but its
// flags and files must be right; its output is not checked. Measurements that several examples
// use for a report are made once.
func TestHelpExamples(t *testing.T) {
	need(t, "bash")
	run := map[string]bool{} // programs share some examples
	measured := map[string]string{}
	for _, program := range programs {
		examples := helpExamples(string(output(t, program, "--help")))
		for _, command := range commandsOf[program] {
			examples = append(examples, helpExamples(string(output(t, program, command, "--help")))...)
		}
		if len(examples) < 3 {
			t.Errorf("%s --help has %d examples", program, len(examples))
		}
		for _, line := range examples {
			if run[line] || program == "qpage" { // it builds a module of WebAssembly
				continue
			}
			run[line] = true
			before, report, _ := strings.Cut(line, " && qbench report ")
			if report != "" && missing("$ "+line) == "" && measured[before] == "" {
				measured[before] = t.TempDir()
				runExample(t, measured[before], before)
			}
			t.Run(line, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				if from := measured[before]; from != "" && report != "" {
					if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
						t.Fatal(err)
					}
					line = "qbench report " + report
				}
				runExample(t, dir, line)
			})
		}
	}
}

// No line of a help is wider than a terminal, or ends in a blank.
func TestHelpWidth(t *testing.T) {
	for _, program := range programs {
		for _, command := range append([]string{""}, commandsOf[program]...) {
			help := string(output(t, program, append(strings.Fields(command), "--help")...))
			if !strings.Contains(help, "\n\nFlags") {
				t.Errorf("%s %s --help: no empty line before the flags", program, command)
			}
			for line := range strings.Lines(help) {
				if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > 80 || strings.HasSuffix(line, " ") {
					t.Errorf("%s %s --help: %q", program, command, line)
				}
			}
		}
	}
}

// -h prints about twenty lines: the usage, commands or five examples, exit codes, and where the rest is.
func TestShortHelp(t *testing.T) {
	for _, program := range programs {
		for _, command := range append([]string{""}, commandsOf[program]...) {
			help := string(output(t, program, append(strings.Fields(command), "-h")...))
			name, most := strings.TrimSpace(program+" "+command), 28
			if command == "" && commandsOf[program] != nil {
				most = 35
			}
			lines := strings.Count(help, "\n")
			if examples := helpExamples(help); lines > most || len(examples) < 1 || len(examples) > 5 || !strings.Contains(help, "\nusage: "+name) ||
				command == "" && !strings.Contains(help, "\nExit codes:\n") || !strings.HasSuffix(help, "\nFlags, and more examples: "+name+" --help\n") || strings.Contains(help, "\n\n\n") {
				t.Errorf("%s -h: %d lines\n%s", name, lines, help)
			}
		}
	}
}

// Each flag for a number, a time or a size names both bounds of its range.
func TestBoundsOfFlags(t *testing.T) {
	number, bounds := regexp.MustCompile(`number|seconds|size|I/K`), regexp.MustCompile(`(from|above) -?[0-9]+.* (to|up to) [0-9]+`)
	for name, create := range newProgram {
		p, checked := create(), 0
		for _, of := range append(p.Commands, p) {
			for _, f := range of.Flags {
				if g, is := f.(*cli.GenericFlag); is {
					err := g.Value.Set("99999999999999999999")
					if err == nil || !number.MatchString(err.Error()) {
						continue
					}
					if checked++; !bounds.MatchString(err.Error()) {
						t.Errorf("%s %s --%s: %v", name, of.Name, g.Name, err)
					}
				}
			}
		}
		if checked == 0 && name != "qpage" {
			t.Errorf("%s has no such flag", name)
		}
	}
}

// helpExamples returns the commands under "Examples:", which are indented by two blanks. The
// explanation of a command comes after two blanks or is indented by six. A command may go on, indented
// by four.
func helpExamples(help string) []string {
	_, rest, _ := strings.Cut(help, "\nExamples:\n")
	text, _, _ := strings.Cut(rest, "\n\n")
	var commands []string
	for line := range strings.SplitSeq(text, "\n") {
		if command, ok := strings.CutPrefix(line, "  "); ok && !strings.HasPrefix(command, " ") {
			command, _, _ = strings.Cut(command, "  ")
			commands = append(commands, command)
		} else if rest, ok := strings.CutPrefix(line, "    "); ok && !strings.HasPrefix(rest, " ") {
			commands[len(commands)-1] += " " + rest
		}
	}
	return commands
}

// runExample runs a command line in a directory.
func runExample(t *testing.T, dir, line string) {
	t.Helper()
	if program := missing("$ " + line); program != "" {
		t.Skipf("%s is not installed", program)
	}
	for name, command := range fixtures {
		if strings.Contains(line, name) {
			if out, err := bash(t, dir, command); err != nil {
				t.Fatalf("%s: %v\n%s", command, err, out)
			}
		}
	}
	out, err := bash(t, dir, line+"\n"+`for s in "${PIPESTATUS[@]}"; do case $s in 0 | 10 | 20 | 30) ;; *) exit 1 ;; esac; done`)
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for _, bad := range []string{"panic", "internal error", "unknown flag"} {
		if bytes.Contains(out, []byte(bad)) {
			t.Errorf("%s", out)
		}
	}
}

// bash runs a script and returns its output and error messages.
func bash(t *testing.T, dir, script string) ([]byte, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TMPDIR="+filepath.Clean(dir), "LC_ALL=C")
	return cmd.CombinedOutput()
}

// runLine runs a line of bash in a directory and returns its outputs and its exit code.
func runLine(t *testing.T, dir, line string) (stdout, stderr string, code int) {
	t.Helper()
	var out, messages strings.Builder
	cmd := exec.CommandContext(t.Context(), "bash", "-c", line)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &messages
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return out.String(), messages.String(), cmd.ProcessState.ExitCode()
}
