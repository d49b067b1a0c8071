package cmd

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"

	"queens/cmd/internal/program"
	"queens/encode/atmostone"
)

var flagInHelp = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^  (?:-., |    )(--[a-z-]+)`)
})

var commandsOf = map[string][]string{"qbench": {"run", "report", "submit", "shuffle", "fuzz", "reduce"}}

// TestManuals checks that the manual page of each program explains its flags and has the sections
// of a manual page, and that the page of qgen names every encoding.
func TestManuals(t *testing.T) {
	sections := []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT CODES", "FILES", "BUGS", "SEE ALSO"}
	for _, p := range programs {
		page := manual(t, p)
		text := strings.NewReplacer(`\-`, "-", `\fB`, "", `\fP`, "").Replace(string(page))
		flags := flagInHelp().FindAllSubmatch(output(t, p, "--help"), -1)
		for _, command := range commandsOf[p] {
			flags = append(flags, flagInHelp().FindAllSubmatch(output(t, p, command, "--help"), -1)...)
		}
		if len(flags) < 7 {
			t.Errorf("%s: %d flags in the help", p, len(flags))
		}
		for _, f := range flags {
			if !regexp.MustCompile(`(?m)^\.TP\n(-., )?` + string(f[1]) + `( .*)?\n.`).MatchString(text) {
				t.Errorf("%s: the manual page lacks %s", p, f[1])
			}
		}
		for _, s := range sections {
			if !strings.Contains(text, "\n.SH "+s+"\n") {
				t.Errorf("%s: the manual page lacks %s", p, s)
			}
		}
	}
	for _, e := range atmostone.All() {
		if !bytes.Contains(manual(t, "qgen"), []byte(e.Name)) {
			t.Errorf("qgen: the manual page lacks the encoding %s", e.Name)
		}
	}
}

// TestOtherSolvers checks that qsat has the flags that its manual lists as replacements for flags
// of other solvers.
func TestOtherSolvers(t *testing.T) {
	known := map[string]bool{}
	for _, f := range regexp.MustCompile(`(?m)^  (?:(-.), |    )(--[a-z-]+)`).FindAllSubmatch(output(t, "qsat", "--help"), -1) {
		known[string(f[1])], known[string(f[2])] = true, true
	}
	text, err := os.ReadFile("qsat/command/manual.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = bytes.Cut(text, []byte("# Coming from other solvers"))
	text, _, _ = bytes.Cut(text, []byte("\n# "))
	flags := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		for _, flag := range regexp.MustCompile(`(^| )(-[a-z]|--[a-z-]+)\b`).FindAllStringSubmatch(cells[2], -1) {
			flags++
			if !known[flag[2]] {
				t.Errorf("qsat has no flag %s: %s", flag[2], line)
			}
		}
	}
	if flags == 0 {
		t.Error("the manual names no flags")
	}
}

// TestManualsAreRoff lets groff search for mistakes and for hyphens that a reader could not copy.
func TestManualsAreRoff(t *testing.T) {
	need(t, "groff")
	for _, p := range programs {
		cmd := exec.Command("groff", "-man", "-ww", "-t", "-Tutf8", "-Kutf8")
		cmd.Stdin = bytes.NewReader(manual(t, p))
		var warnings bytes.Buffer
		cmd.Stderr = &warnings
		text, err := cmd.Output()
		if err != nil || warnings.Len() > 0 {
			t.Errorf("%s: %v\n%s", p, err, &warnings)
		}
		if !bytes.Contains(text, []byte("User Commands")) || bytes.ContainsAny(text, "\u2010\u2018\u2019") {
			t.Errorf("%s: the page has other hyphens or quotes than those it shows:\n%s", p, text)
		}
	}
}

func manual(t *testing.T, program string) []byte { return output(t, program, "--man") }

// output returns the standard output of a program.
func output(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	var out, messages bytes.Buffer
	if code := program.Run(newProgram[name](), append([]string{name}, args...), strings.NewReader(""), &out, &messages); code != 0 {
		t.Fatalf("%s %q: exit code %d\n%s", name, args, code, &messages)
	}
	return out.Bytes()
}
