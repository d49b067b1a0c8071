//go:build unix

package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestMain lets the test binary stand in for qgen, for what only a process of
// its own shows.
func TestMain(m *testing.M) {
	if os.Getenv("QGEN_TEST_MAIN") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// process returns qgen as a command of its own.
func process(t *testing.T, args ...string) (cmd *exec.Cmd, stderr *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), "QGEN_TEST_MAIN=1")
	stderr = &bytes.Buffer{}
	cmd.Stderr = stderr
	return cmd, stderr
}

// started starts the command and returns once its first line is there. The
// largest board would take hours.
func started(t *testing.T, cmd *exec.Cmd) (stdout io.ReadCloser) {
	t.Helper()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReaderSize(stdout, 16).ReadString('\n')
	if err != nil || line != "c board: 16383\n" {
		t.Fatalf("first line %q, %v", line, err)
	}
	return stdout
}

func TestReaderGoneIsQuiet(t *testing.T) {
	cmd, stderr := process(t, "16383")
	started(t, cmd).Close()
	if err := cmd.Wait(); err == nil {
		t.Error("exit code 0 though the formula was cut off")
	}
	if stderr.Len() > 0 {
		t.Errorf("standard error: %s", stderr)
	}
}

func TestInterruptStops(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		cmd, stderr := process(t, "16383")
		stdout := started(t, cmd)
		if err := cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, stdout); err != nil {
			t.Fatal(err)
		}
		if cmd.Wait(); cmd.ProcessState.ExitCode() != 128+int(s) {
			t.Errorf("%v: %v, want exit code %d", s, cmd.ProcessState, 128+int(s))
		}
		if stderr.Len() > 0 {
			t.Errorf("%v: standard error: %s", s, stderr)
		}
	}
}

func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	for _, args := range [][]string{{"8"}, {"200"}, {"--stats", "8"}, {"-o", "/dev/full", "8"}} {
		cmd, stderr := process(t, args...)
		cmd.Stdout = full
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != 1 {
			t.Errorf("qgen %q: exit code %d, want 1", args, code)
		}
		if !strings.HasPrefix(stderr.String(), "qgen: ") || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("qgen %q: standard error %q", args, stderr)
		}
	}
}

// Interrupted by the size limit of the process, a run keeps the old file.
func TestFailedRunKeepsTheOldFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "q.cnf")
	if err := os.WriteFile(name, []byte("old\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	shell := exec.CommandContext(t.Context(), "sh", "-c", `ulimit -f 64; exec "$0" -o "$1" 200`, os.Args[0], name)
	shell.Env = append(os.Environ(), "QGEN_TEST_MAIN=1")
	var stderr bytes.Buffer
	shell.Stderr = &stderr
	shell.Run()
	if shell.ProcessState.Success() {
		t.Fatal("205 MB were written in spite of the limit")
	}
	checkFile(t, name, "old\n")
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("the directory holds %v, %v; standard error: %s", entries, err, &stderr)
	}
}

// An interrupted set holds the files that are complete, each in the manifest,
// and no part of another one.
func TestInterruptedSet(t *testing.T) {
	dir := t.TempDir()
	cmd, stderr := process(t, "--out-dir", dir, "16383", "4")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for begun := false; !begun; { // the second file takes hours
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			begun = begun || strings.HasPrefix(e.Name(), ".queens-16383")
		}
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if cmd.Wait(); cmd.ProcessState.ExitCode() != 130 || stderr.Len() > 0 {
		t.Errorf("%v, standard error: %s", cmd.ProcessState, stderr)
	}
	checkInterrupted(t, dir)
}

func TestSetWithoutRoom(t *testing.T) {
	dir := t.TempDir()
	shell := exec.CommandContext(t.Context(), "sh", "-c", `ulimit -f 64; exec "$0" --out-dir "$1" 4 200`, os.Args[0], dir)
	shell.Env = append(os.Environ(), "QGEN_TEST_MAIN=1")
	shell.Run()
	if shell.ProcessState.Success() {
		t.Fatal("205 MB were written in spite of the limit")
	}
	checkInterrupted(t, dir)
}

// checkInterrupted fails unless the set holds the board of size 4 alone.
func checkInterrupted(t *testing.T, dir string) {
	t.Helper()
	all := files(t, dir)
	const name = "queens-0004-pairwise.cnf"
	if len(all) != 2 || all[name] != qgen("4").stdout {
		t.Errorf("the directory holds %d files", len(all))
	}
	if rows := strings.Split(all[manifestName], "\n"); len(rows) != 3 || !strings.HasPrefix(rows[1], name+"\t") {
		t.Errorf("manifest %q", rows)
	}
}
