//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test binary stand in for qsat, for what only a process of
// its own shows.
func TestMain(m *testing.M) {
	if os.Getenv("QSAT_TEST_MAIN") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// process returns qsat as a command of its own. It is killed, and the test
// fails, if it takes longer than any stop may.
func process(t *testing.T, args ...string) (cmd *exec.Cmd, stdout *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	cmd = exec.CommandContext(ctx, self, args...)
	cmd.Env = append(os.Environ(), "QSAT_TEST_MAIN=1")
	stdout = &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = stdout, os.Stderr
	return cmd, stdout
}

// pigeons returns a formula that no engine answers soon: n pigeons in n-1
// holes.
func pigeons(n int) string {
	var b strings.Builder
	clauses := 0
	for p := range n {
		for h := range n - 1 {
			fmt.Fprintf(&b, "%d ", p*(n-1)+h+1)
		}
		b.WriteString("0\n")
		clauses++
		for q := range p {
			for h := range n - 1 {
				fmt.Fprintf(&b, "-%d -%d 0\n", p*(n-1)+h+1, q*(n-1)+h+1)
				clauses++
			}
		}
	}
	return fmt.Sprintf("p cnf %d %d\n%s", n*(n-1), clauses, &b)
}

func TestStopped(t *testing.T) {
	dir := t.TempDir()
	hard := write(t, dir, "hard.cnf", pigeons(30))
	wide := write(t, dir, "wide.cnf", "p cnf 60 1\n1 2 0\n")
	proof := filepath.Join(dir, "proof")
	for _, e := range []string{"auto", "cdcl", "gophersat"} {
		for _, test := range []struct {
			name string
			args []string
			want string
			code int
		}{
			{"search", []string{hard}, "s UNKNOWN\n", 0},
			{"proof", []string{hard, "-p", proof}, "s UNKNOWN\n", 0},
			{"count", []string{hard, "-c"}, "s UNKNOWN\nc models 0+\n", 0},
			{"enumeration without models", []string{hard, "-a"}, "s UNKNOWN\n", 0},
			{"enumeration", []string{wide, "-a", "--no-model"}, "s SATISFIABLE\nc models ", 10},
		} {
			if e == "cdcl" && test.name == "count" {
				continue // it does not count
			}
			cmd, stdout := process(t, append(test.args, "-e", e, "-t", "0.1")...)
			cmd.Run()
			if code := cmd.ProcessState.ExitCode(); code != test.code || !strings.HasPrefix(stdout.String(), test.want) {
				t.Errorf("%s, %s: exit code %d, %q", e, test.name, code, stdout)
			}
		}
		if _, err := os.Stat(proof); err != nil {
			t.Errorf("%s: %v", e, err)
		}
		os.Remove(proof)
	}
}

func TestSignalsAreAnswered(t *testing.T) {
	hard := write(t, t.TempDir(), "hard.cnf", pigeons(30))
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		for _, e := range []string{"auto", "cdcl", "gophersat"} {
			// The proof goes to a FIFO, which tells when the search has begun.
			fifo := filepath.Join(t.TempDir(), "fifo")
			if err := syscall.Mkfifo(fifo, 0o600); err != nil {
				t.Fatal(err)
			}
			cmd, stdout := process(t, hard, "-e", e, "-p", fifo)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			r, err := os.Open(fifo)
			if err != nil {
				t.Fatal(err)
			}
			cmd.Process.Signal(s)
			go io.Copy(io.Discard, r)
			cmd.Wait()
			r.Close()
			if code := cmd.ProcessState.ExitCode(); code != 0 || stdout.String() != "s UNKNOWN\n" {
				t.Errorf("%v, %s: exit code %d, %q", s, e, code, stdout)
			}
		}
	}
}
