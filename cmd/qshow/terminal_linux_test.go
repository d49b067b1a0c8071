package main

import (
	"fmt"
	"os"
	"os/exec"
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
	t.Cleanup(func() { program.Close() })
	return screen, program
}

// TestColorOnTerminal runs the program with a terminal as its standard output.
func TestColorOnTerminal(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		args []string
		env  string
		want string // in what is on the screen
	}{
		{"auto", nil, "TERM=xterm", "\x1b[1;"},
		{"auto by name", []string{"--color=auto"}, "TERM=xterm", "\x1b[1;"},
		{"NO_COLOR", nil, "NO_COLOR=1", ". Q . ."},
		{"NO_COLOR empty", nil, "NO_COLOR=", "\x1b[1;"},
		{"NO_COLOR overruled", []string{"--color=always"}, "NO_COLOR=1", "\x1b[1;"},
		{"dumb", nil, "TERM=dumb", ". Q . ."},
		{"never", []string{"--color=never"}, "TERM=xterm", ". Q . ."},
		{"list", []string{"-f", "list"}, "TERM=xterm", "2 4 1 3"},
		{"png", []string{"-f", "png"}, "TERM=xterm", "nothing for a terminal"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			screen, tty := openTerminal(t)
			cmd := exec.CommandContext(t.Context(), self, tt.args...)
			cmd.Env = append(os.Environ(), "QSHOW_TEST_MAIN=1", "NO_COLOR=", "TERM=xterm", tt.env)
			cmd.Stdin = strings.NewReader("c board: 4\n" + first)
			cmd.Stdout, cmd.Stderr = tty, tty
			if err := cmd.Run(); (err != nil) != (tt.name == "png") {
				t.Fatal(err)
			}
			text := make([]byte, 4096)
			n, err := screen.Read(text)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text[:n]), tt.want) {
				t.Errorf("on the screen: %q, want %q in it", text[:n], tt.want)
			}
		})
	}
}
