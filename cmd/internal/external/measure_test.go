//go:build linux

package external

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// measured runs a solver, which is a script, on the small formula.
func measured(t *testing.T, text string) Measurement {
	t.Helper()
	dir := t.TempDir()
	c, err := Parse(script(t, "solver", text))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "f.cnf"), []byte(smallText), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Measure(t.Context(), filepath.Join(dir, "f.cnf"), 2, Limits{Time: time.Hour}, dir, filepath.Join(dir, "proof"))
	if err != nil || m.Failure != nil {
		t.Error(err, m.Failure)
	}
	return m
}

// The processor time includes a process in a session of its own that outlives the solver. Other runs at the
// same time do not get it.
func TestProcessorTime(t *testing.T) {
	done, work := filepath.Join(t.TempDir(), "done"), script(t, "work", `i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done
		read -r _ _ _ _ _ _ _ _ _ _ _ _ _ user _ </proc/self/stat; echo "$user" >"$DONE.ticks"
		echo c >"$DONE.other"; echo c >"$DONE"; exec sleep 60`)
	t.Setenv("DONE", done)
	t.Setenv("WORK", work)
	if err := errors.Join(syscall.Mkfifo(done, 0o600), syscall.Mkfifo(done+".other", 0o600)); err != nil {
		t.Fatal(err)
	}
	other := make(chan Measurement)
	go func() { other <- measured(t, `cat "$DONE.other"; echo s UNKNOWN`) }()
	m, o := measured(t, `setsid "$WORK" & cat "$DONE"; echo s UNKNOWN`), <-other
	var ticks int
	written, _ := os.ReadFile(done + ".ticks")
	fmt.Sscan(string(written), &ticks)
	if used := time.Duration(ticks) * time.Second / 100; used == 0 || m.CPU < used || o.CPU > used/2 {
		t.Errorf("processor time %v and %v, want at least %v", m.CPU, o.CPU, used)
	}
}

// The time of a run ends when the solver ends, although a process that it left behind still has its output.
// The rest of the output is read.
func TestWallTime(t *testing.T) {
	old, oldDrain := quietTimeout, drainTimeout
	defer func() { quietTimeout, drainTimeout = old, oldDrain }()
	quietTimeout, drainTimeout = 300*time.Millisecond, time.Hour
	began := time.Now()
	m := measured(t, `(echo c 9 conflicts; exec sleep 60) & sleep 60 >&2 & echo s UNKNOWN`)
	if waited := time.Since(began) - m.Wall; waited < quietTimeout || waited > time.Minute || m.Conflicts != "9" {
		t.Errorf("wall time %v, %v after the end, %s conflicts", m.Wall, waited, m.Conflicts)
	}
}

// A run during which the program was stopped is repeated, without its files.
func TestContinued(t *testing.T) {
	count := filepath.Join(t.TempDir(), "count")
	t.Setenv("COUNT", count)
	m := measured(t, fmt.Sprintf(`echo run >>"$COUNT"; [ $(grep -c . "$COUNT") = 1 ] && kill -CONT %d && sleep 0.1; echo s UNKNOWN`, os.Getpid()))
	if runs, _ := os.ReadFile(count); strings.Count(string(runs), "\n") != 2 || m.State.Sys().(syscall.WaitStatus).ExitStatus() != 0 {
		t.Errorf("%q, %v", runs, m.State)
	}
}
