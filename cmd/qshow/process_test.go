//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestMain lets the test binary stand in for qshow, for what only a process of
// its own shows.
func TestMain(m *testing.M) {
	if os.Getenv("QSHOW_TEST_MAIN") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestReaderGoneIsQuiet closes the pipe after the first bytes.
func TestReaderGoneIsQuiet(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), "QSHOW_TEST_MAIN=1")
	cmd.Stdin = strings.NewReader("c board: 4\n" + strings.Repeat(first, 100000))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := stdout.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	stdout.Close()
	if err := cmd.Wait(); err == nil {
		t.Error("exit code 0 though boards were lost")
	}
	if stderr.Len() > 0 {
		t.Errorf("standard error: %s", &stderr)
	}
}
