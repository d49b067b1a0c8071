//go:build unix

package external

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"queens/dimacs"
)

// script writes a shell script and returns its name.
func script(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// small returns the formula (1 or 2) and not 1, whose only model is -1 2.
func small() *dimacs.Formula {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	f.Add(-1)
	return f
}

const smallText = "p cnf 2 2\n1 2 0\n-1 0\n"

// checked returns a command, whose models checkModel checks.
func checked(c Command, err error) (Command, error) {
	c.Check = checkModel
	return c, err
}

// checkModel returns an error unless the model of a satisfies f when all other variables are false.
func checkModel(_ context.Context, f *dimacs.Formula, a Answer) error {
	var model dimacs.Assignment
	for _, l := range a.Model {
		model.SetLit(l)
	}
	if clause := f.Falsified(&model); clause != nil {
		return fmt.Errorf("wrong model: it does not satisfy the clause %v", clause)
	}
	return nil
}

// temporary makes this test put temporary files into a directory of its own, which it returns.
func temporary(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	return dir
}

func TestSolve(t *testing.T) {
	const sat, unsat, unknown = dimacs.Satisfiable, dimacs.Unsatisfiable, dimacs.Unknown
	tests := []struct {
		name   string
		args   string // after the name of the script
		script string
		status dimacs.Status
		err    string // part of it
	}{
		{"competition", "", `cat >/dev/null; echo c hello; echo s SATISFIABLE; echo v -1; echo v 2 0; exit 10`, sat, ""},
		{"values first", "", `cat >/dev/null; echo v -1 2 0; echo s SATISFIABLE; exit 30`, sat, ""},
		{"does not read", "", `echo s SATISFIABLE; echo v -1 2 0`, sat, ""},
		{"short model", "", `echo s SATISFIABLE; echo v 2 0`, sat, ""},
		{"no final 0", "", `echo s SATISFIABLE; echo v 2`, sat, ""},
		{"unsatisfiable", "", `echo s UNSATISFIABLE; exit 20`, unsat, ""},
		{"unknown", "", `echo c timeout; echo s UNKNOWN`, unknown, ""},
		{"file in", "{in}", `[ "$(cat)" = "" ] && [ "$(cat "$1")" = "` + strings.TrimSpace(smallText) + `" ] && echo s SATISFIABLE && echo v 2 0`, sat, ""},
		{"both files", "-o={out} {in}", `echo hello; { echo SAT; echo -1 2 0; } >"${1#-o=}"`, sat, ""},
		{"both files, unsatisfiable", "{in} {out}", `echo UNSAT >"$2"; exit 20`, unsat, ""},
		{"both files, unknown", "{in} {out}", `echo INDET >"$2"`, unknown, ""},
		{"result file alone", "{out}", `[ "$(wc -c)" -eq ` + fmt.Sprint(len(smallText)) + ` ] && echo SAT >"$1" && echo -1 2 0 >>"$1"`, sat, ""},
		{"unsatisfiable on the screen, no file", "{in} {out}", `echo UNSATISFIABLE; exit 20`, unsat, ""},
		{"no result file", "{in} {out}", `echo SATISFIABLE; exit 10`, unknown, "it wrote no result file (exit status 10)"},
		{"FIFO for a result file", "{in} {out}", `mkfifo "$2"`, unknown, "its result file is not a regular file (exit status 0)"},
		{"link for a result file", "{in} {out}", `printf 's SATISFIABLE\nv 2 0\n' >"$2.txt"; ln -s "$2.txt" "$2"`, unknown, "its result file is not a regular file"},
		{"link to a device for a result file", "{in} {out}", `ln -s /dev/zero "$2"`, unknown, "its result file is not a regular file"},
		{"directory for a result file", "{in} {out}", `mkdir "$2"`, unknown, "its result file is not a regular file"},
		{"prints on after its error", "", `cat >/dev/null; echo junk; yes c junk | head -c 1000000; exit 3`, unknown, "output:1:1: expected the result of a solver, found \"junk\" (exit status 3)"},
		{"wrong model", "", `echo s SATISFIABLE; echo v 1 2 0`, unknown, "wrong model: it does not satisfy the clause [-1]"},
		{"wrong by omission", "", `echo s SATISFIABLE; echo v -1 0`, unknown, "wrong model: it does not satisfy the clause [1 2]"},
		{"no model", "", `echo s SATISFIABLE; exit 10`, unknown, "wrong model"},
		{"more variables than there are", "", `echo s SATISFIABLE; echo v -1 2 3 -4 0`, sat, ""},
		{"nothing", "", `exit 0`, unknown, "(exit status 0)"},
		{"garbage", "", `echo "Segmentation fault"`, unknown, "output:1:1"},
		{"contradiction", "", `echo s SATISFIABLE; echo v 1 -1 2 0`, unknown, "output:2:"},
		{"failure", "", `echo "no memory" >&2; printf 'cannot \033allocate\n' >&2; exit 3`, unknown, `(exit status 3): no memory .. cannot \x1ballocate`},
		{"failure told on standard output", "", `echo "usage: solver FILE"; exit 1`, unknown, `found "usage:" (exit status 1): usage: solver FILE`},
		{"killed", "", `kill -9 $$`, unknown, "(signal: killed)"},
		{"answers and fails", "", `echo s UNSATISFIABLE; echo oops >&2; exit 99`, unsat, ""},
		{"leaves a child with its output", "", `sleep 60 & echo s UNSATISFIABLE`, unsat, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			left := temporary(t)
			c, err := checked(Parse(script(t, "solver", test.script) + " " + test.args))
			if err != nil {
				t.Fatal(err)
			}
			a, status, err := c.Solve(t.Context(), small(), nil)
			switch {
			case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
				t.Errorf("error %v, want %q in it", err, test.err)
			case test.err == "" && err != nil:
				t.Errorf("error %v", err)
			case status != test.status || (a != nil) != (status == sat):
				t.Errorf("status %v, a model: %v, want status %v", status, a != nil, test.status)
			case a != nil && (a.Value(1) || !a.Value(2)):
				t.Errorf("model %v %v", a.Lit(1), a.Lit(2))
			}
			if files, err := os.ReadDir(left); len(files) > 0 || err != nil {
				t.Errorf("left %v, %v", files, err)
			}
		})
	}
}

// An answer UNSATISFIABLE is not accepted without a proof if the solver crashes or contradicts it
// by its exit code.
func TestDoubt(t *testing.T) {
	tests := []struct{ name, script, doubt string }{
		{"signal", `echo s UNSATISFIABLE; kill -9 $$`, "signal: killed"},
		{"signal seen by a shell", `echo s UNSATISFIABLE; exit 139`, "exit status 139"},
		{"exit code of the other answer", `echo s UNSATISFIABLE; exit 10`, "exit status 10"},
		{"in a file", `echo UNSAT >"$2"; exit 10`, "exit status 10"},
		{"its own exit code", `echo s UNSATISFIABLE; exit 255`, ""},
		{"a proof", `echo s UNSATISFIABLE; kill -9 $$`, ""},
	}
	for _, test := range tests {
		line := script(t, "solver", test.script)
		switch test.name {
		case "in a file":
			line += " {in} {out}"
		case "a proof":
			line += " {proof}"
		}
		c, err := checked(Parse(line))
		if err != nil {
			t.Fatal(err)
		}
		doubt := ""
		c.Doubt = func(err error) { doubt += err.Error() }
		want, says := dimacs.Unsatisfiable, ""
		if test.doubt != "" {
			want, says = dimacs.Unknown, c.words[0]+": it printed UNSATISFIABLE and then ended with "+test.doubt+": the answer is not accepted without a proof"
		}
		if a, status, err := c.Solve(t.Context(), small(), nil); a != nil || status != want || err != nil || doubt != says {
			t.Errorf("%s: status %v, error %v, doubt %q", test.name, status, err, doubt)
		}
	}
}

func TestAssumptions(t *testing.T) {
	seen := filepath.Join(t.TempDir(), "seen")
	c, err := checked(Parse(script(t, "solver", "cat >"+seen+"; echo s SATISFIABLE; echo v 2 0")))
	if err != nil {
		t.Fatal(err)
	}
	if a, _, err := c.Solve(t.Context(), small(), []dimacs.Lit{2, -1}); a == nil || err != nil {
		t.Errorf("a model: %v, error %v", a != nil, err)
	}
	if got, err := os.ReadFile(seen); string(got) != "p cnf 2 4\n1 2 0\n-1 0\n2 0\n-1 0\n" {
		t.Errorf("the solver read %q, %v", got, err)
	}
	if a, _, err := c.Solve(t.Context(), small(), []dimacs.Lit{-2}); a != nil || err == nil || !strings.Contains(err.Error(), "clause [-2]") {
		t.Errorf("a model: %v, error %v", a != nil, err)
	}
}

// A solver may end before it has read the whole formula.
func TestLargeFormulaUnread(t *testing.T) {
	f := small()
	for range 200_000 {
		f.Add(1, 2)
	}
	for _, text := range []string{"echo s UNSATISFIABLE", "exec <&-; sleep 0.1; echo s UNSATISFIABLE"} {
		c, err := checked(Parse(script(t, "solver", text)))
		if err != nil {
			t.Fatal(err)
		}
		if _, status, err := c.Solve(t.Context(), f, nil); status != dimacs.Unsatisfiable || err != nil {
			t.Errorf("%s: status %v, error %v", text, status, err)
		}
	}
}

// Memory depends neither on the output of a solver nor on its names of variables.
func TestMemory(t *testing.T) {
	c, err := checked(Parse(script(t, "solver", `cat >/dev/null; yes "c $(printf %01000d 1)" | head -n 50000; echo s SATISFIABLE; echo v -1 2 -2147483646 2147483647 0; exit 10`)))
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	a, status, err := c.Solve(t.Context(), small(), nil)
	runtime.ReadMemStats(&after)
	if a == nil || status != dimacs.Satisfiable || err != nil {
		t.Errorf("a model: %v, status %v, error %v", a != nil, status, err)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 8<<20 {
		t.Errorf("%d bytes allocated for an output of 50 MB", n)
	}
}

// The end of the context kills the solver and its children at any point.
func TestStop(t *testing.T) {
	tests := []struct{ name, args, script string }{
		{"searching", "", `cat >/dev/null; touch "$READY"; sleep 1000`},
		{"not reading", "", `touch "$READY"; sleep 1000`},
		{"with files", "{in} {out}", `touch "$READY"; sleep 1000`},
		{"in a child", "", `sh -c 'echo $$ >"$CHILD"; touch "$READY"; exec sleep 1000'; true`},
		{"printing", "", `touch "$READY"; yes c hello`},
		{"with a result file that takes long to read", "{in} {out}", `truncate -s 8E "$2" || truncate -s 15T "$2"; touch "$READY"; echo s UNKNOWN`},
		{"deaf", "", `trap "" TERM INT HUP; touch "$READY"; while :; do sleep 1000; done`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			left := temporary(t)
			notes := t.TempDir()
			ready, child := filepath.Join(notes, "ready"), filepath.Join(notes, "child")
			t.Setenv("READY", ready)
			t.Setenv("CHILD", child)
			c, err := checked(Parse(script(t, "solver", test.script) + " " + test.args))
			if err != nil {
				t.Fatal(err)
			}
			f := small()
			for range 200_000 {
				f.Add(1, 2)
			}
			cause := errors.New("stopped by the test")
			ctx, cancel := context.WithCancelCause(t.Context())
			go func() {
				waitFor(func() bool { _, err := os.Stat(ready); return err == nil })
				cancel(cause)
			}()
			a, status, err := c.Solve(ctx, f, nil)
			if a != nil || status != dimacs.Unknown || err != cause {
				t.Errorf("a model: %v, status %v, error %v, want %v", a != nil, status, err, cause)
			}
			if files, err := os.ReadDir(left); len(files) > 0 || err != nil {
				t.Errorf("left %v, %v", files, err)
			}
			if pid, err := os.ReadFile(child); err == nil && !waitFor(func() bool { return !runs(strings.TrimSpace(string(pid))) }) {
				t.Errorf("child %s still runs", pid)
			}
		})
	}
}

// A solver that fails with --version or takes too long has no version. It gets temporary files,
// which it may replace.
func TestVersion(t *testing.T) {
	left := temporary(t)
	for _, test := range []struct{ args, script, want string }{
		{"", "echo solver 1.2; echo more", "solver 1.2"},
		{"-q {in} --out={out} {proof}", `echo "$#:$*" | sed "s|$TMPDIR/qbench-[0-9]*|DIR|g"`, "5:-q DIR/formula.cnf --out=DIR/result DIR/proof --version"},
		{"{in} {out} {proof}", `cat "$1" "$2" "$3" && [ -f "$1" ] && [ -f "$2" ] && [ -f "$3" ] && echo new >"$2.tmp" && mv "$2.tmp" "$2" && echo 2`, "2"},
		{"", `[ "$(cat)" = "" ] && printf '1\033\n'`, `1\x1b`},
		{"", "echo unknown option; exit 1", ""},
		{"", "sleep 60 & echo 3", "3"},
		{"", "echo c parsing; echo s UNSATISFIABLE", ""},
		{"", "echo s UNKNOWN", ""},
		{"", "echo c 4; exec sleep 60", ""},
		{"", `trap "" TERM; while :; do yes c; done`, ""},
	} {
		c, err := checked(Parse(script(t, "solver", test.script) + " " + test.args))
		if err != nil {
			t.Fatal(err)
		}
		limit := time.Minute
		if test.want == "" {
			limit = 50 * time.Millisecond
		}
		if got := c.Version(t.Context(), limit); got != test.want {
			t.Errorf("%s: %q, want %q", test.script, got, test.want)
		}
	}
	if files, err := os.ReadDir(left); len(files) > 0 || err != nil {
		t.Errorf("left %v, %v", files, err)
	}
	c, err := checked(Parse("./no-such-solver"))
	if err != nil || c.Version(t.Context(), time.Minute) != "" {
		t.Error("a solver that is not there has a version")
	}
}

// waitFor waits until the condition holds, for a limited time.
func waitFor(is func() bool) bool {
	for range 20_000 {
		if is() {
			return true
		}
		time.Sleep(5 * time.Millisecond)
	}
	return false
}

// runs reports whether the process exists and is not a zombie.
func runs(pid string) bool {
	n, err := strconv.Atoi(pid)
	if err != nil || syscall.Kill(n, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	return err != nil || !strings.Contains(string(stat), ") Z ")
}
