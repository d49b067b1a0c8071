package cmd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"

	"queens/cmd/internal/generate"
)

func init() { scriptCommands["screen"] = screen }

// screen implements
//
//	screen FILE LINE [PATTERN]
//
// which runs a line of bash with a terminal as standard output and standard error, and writes the
// final contents of the screen to a file. With a pattern, the line has a time limit of $T
// seconds, as for timed, so that it can show its progress.
func screen(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: screen FILE LINE [PATTERN]")
	}
	var shown string
	if len(args) == 2 {
		shown = show(ts, args[1])
	} else {
		withGrowingLimit(ts, args[2], 300*time.Millisecond, func() string {
			shown = show(ts, args[1])
			return shown
		})
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(shown), 0o666))
}

// show returns the output of a line of bash on a terminal.
func show(ts *testscript.TestScript, line string) string {
	screen, tty, err := openTerminal()
	ts.Check(err)
	defer screen.Close()
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), tty, tty
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "T"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	err = cmd.Start()
	tty.Close()
	ts.Check(err)
	shown, _ := io.ReadAll(screen) // reading ends with an error when the other end is closed everywhere
	cmd.Wait()                     // the exit code depends on the answer
	return string(shown)
}

// A line of progress is one column shorter than the terminal, also after a change of the width.
func TestProgressFitsTheTerminal(t *testing.T) {
	var hard bytes.Buffer
	screen, tty, err := openTerminal()
	if err = errors.Join(err, generate.Pigeonhole(16, 15).Write(t.Context(), &hard)); err != nil {
		t.Fatal(err)
	}
	defer screen.Close()
	cmd := exec.Command("qsat", "-e", "cdcl", "-j", "1")
	cmd.Env, cmd.Stdin, cmd.Stderr = append(os.Environ(), "TERM=xterm"), &hard, tty
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	shown := bufio.NewReader(screen)
	for _, width := range []int{40, 20} {
		if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(width)}); err != nil {
			t.Fatal(err)
		}
		for length := 0; length != width-1; {
			line, err := shown.ReadString('\r')
			if length = len(strings.TrimPrefix(strings.TrimSuffix(line, "\r"), "\x1b[K")); err != nil || length >= 40 {
				t.Fatalf("%d columns: %q, %v", width, line, err)
			}
		}
	}
}

// openTerminal returns the two ends of a pseudo-terminal.
func openTerminal() (screen, tty *os.File, err error) {
	if screen, err = os.OpenFile("/dev/ptmx", os.O_RDWR, 0); err != nil {
		return nil, nil, err
	}
	number, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	return screen, tty, err
}
