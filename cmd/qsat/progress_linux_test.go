package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// openTerminal returns the two ends of a pseudo-terminal.
func openTerminal(t *testing.T) (screen, program *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { screen.Close() })
	if err := unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip(err)
	}
	number, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	return screen, program
}

// onTerminal runs qsat with a terminal as its standard error, and as its standard
// output if that is asked for, and returns what is on the screen.
func onTerminal(t *testing.T, formula string, stdout bool, args ...string) string {
	t.Helper()
	screen, tty := openTerminal(t)
	cmd, _ := process(t, args...)
	cmd.Stdin, cmd.Stderr = strings.NewReader(formula), tty
	if stdout {
		cmd.Stdout = tty
	}
	shown := make(chan string)
	go func() {
		text, _ := io.ReadAll(screen) // until the program's end is closed everywhere
		shown <- string(text)
	}()
	cmd.Run() // each answer has an exit code
	tty.Close()
	return <-shown
}

// A long search shows how far it is, and the line is gone before the answer.
func TestProgressOnTerminal(t *testing.T) {
	const line = `\r\x1b\[Kqsat: `
	for _, test := range []struct{ args, shows string }{
		{"-e cdcl", `\d+ conflicts, \d+ a second, \d+ variables left, \d+ irredundant and \d+ learned clauses`},
		{"-e dpll", `\d+ conflicts, \d+ decisions`},
		{"-e cover --count", `\d+\.\d % of the search closed, 0 models`},
		{"", `\d+ conflicts, `},
	} {
		t.Run("qsat "+test.args, func(t *testing.T) {
			got := onTerminal(t, pigeons(16), true, append(strings.Fields(test.args), "-t", "1.5")...)
			want := regexp.MustCompile(`(?s)^(` + line + `[^\r\n]*)*` + line + test.shows + `[^\r\n]*\r\x1b\[Ks UNKNOWN\r\n`)
			if !want.MatchString(got) {
				t.Errorf("on the screen: %q, want %v", got, want)
			}
		})
	}
}

// Nothing is shown with -q, nor between models that go to the terminal.
func TestNoProgressOnTerminal(t *testing.T) {
	for _, args := range []string{"-q", "--all"} {
		if got := onTerminal(t, pigeons(16), true, args, "-t", "0.6", "-e", "cdcl"); got != "s UNKNOWN\r\n" {
			t.Errorf("%s: on the screen: %q", args, got)
		}
	}
	if got := onTerminal(t, pigeons(16), false, "--all", "-t", "0.6", "-e", "cdcl"); !strings.Contains(got, " conflicts, ") {
		t.Errorf("--all to a file: on the screen: %q", got)
	}
}
