package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"queens/cmd/internal/generate"
	"queens/dimacs"
)

// TestScripts runs testdata/scripts/*.txtar; to run a single one, use
//
//	go test ./cmd -run TestScripts/NAME
//
// Scripts have the commands of testscript and of scriptCommands, and the condition [long] for
// slow parts.
func TestScripts(t *testing.T) {
	need(t, "bash")
	heedSignals()
	dir, err := filepath.Abs(filepath.Join("..", "testdata", "scripts"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		Cmds:                scriptCommands,
		Condition:           scriptCondition,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

func scriptCondition(name string) (bool, error) {
	if name != "long" {
		return false, fmt.Errorf("unknown condition %q", name)
	}
	return long(), nil
}

var scriptCommands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"sh":      shell,
	"timed":   timed,
	"await":   await,
	"send":    send,
	"formula": formula,
	"proves":  proves,
}

// shell implements
//
//	sh STATUS.. LINE
//
// which runs a line of bash. The programs of its last pipeline must have these exit statuses.
func shell(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: sh STATUS.. LINE")
	}
	last := len(args) - 1
	if got, want := statuses(ts, args[last]), strings.Join(args[:last], " "); got != want {
		ts.Fatalf("exit status %s\nwant %s", got, want)
	}
}

// statuses runs a line of bash and returns the exit statuses of its last pipeline.
func statuses(ts *testscript.TestScript, line string) string {
	if err := ts.Exec("bash", "-c", line+"\n"+`echo "${PIPESTATUS[*]}" >"$TMPDIR/status"`); err != nil {
		ts.Fatalf("bash: %v", err)
	}
	got, err := os.ReadFile(filepath.Join(ts.Getenv("TMPDIR"), "status"))
	ts.Check(err)
	return strings.TrimSpace(string(got))
}

// timed implements
//
//	timed STATUS.. PATTERN LINE
//
// which runs a line of bash with a time limit of $T seconds, as sh does, until its output matches
// the pattern. After each failure the limit grows, because a machine may be slow or busy.
func timed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: timed STATUS.. PATTERN LINE")
	}
	last := len(args) - 1
	want := strings.Join(args[:last-1], " ")
	busy, err := busyAfter()
	ts.Check(err)
	withGrowingLimit(ts, args[last-1], busy/2, func() string {
		if got := statuses(ts, args[last]); got != want {
			return "exit status " + got
		}
		return ts.ReadFile("stdout") + ts.ReadFile("stderr")
	})
}

// withGrowingLimit calls run until the result matches the pattern. It sets $T to least at first,
// and to four times as much after each failure, up to maxWait.
func withGrowingLimit(ts *testscript.TestScript, pattern string, least time.Duration, run func() string) {
	expression := regexp.MustCompile("(?m)" + pattern)
	for limit := least; ; limit *= 4 {
		ts.Setenv("T", fmt.Sprint(limit.Seconds()))
		if shown := run(); expression.MatchString(shown) {
			return
		} else if limit > maxWait {
			ts.Fatalf("within %v no %s in\n%s", limit, pattern, shown)
		}
	}
}

// formula implements
//
//	formula FILE KIND ARGUMENT..
//
// which writes a formula of a kind of cmd/internal/generate. For example, 30 pigeons in 29 holes keep
// a solver busy for longer than a test runs: there is no resolution proof of polynomial length
// (Haken, TCS 1985), and the formula is large enough for solvers that use symmetries.
func formula(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: formula FILE KIND ARGUMENT..")
	}
	f, err := generate.Make(args[1:]...)
	ts.Check(err)
	var text bytes.Buffer
	w := dimacs.NewWriter(&text)
	w.Header(f.Vars, int64(f.NumClauses()))
	ts.Check(w.Clauses(context.Background(), f))
	ts.Check(w.Flush())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text.Bytes(), 0o666))
}

// proves implements
//
//	[!] proves FORMULA PROOF
//
// which checks a proof with qcheck, and also with drat-trim if it is installed.
func proves(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: proves FORMULA PROOF")
	}
	if code := statuses(ts, "qcheck "+args[0]+" "+args[1]); (code != "0") != neg {
		ts.Fatalf("%s: exit status %s", args[1], code)
	}
	if _, err := exec.LookPath("drat-trim"); err == nil {
		out, _ := exec.Command("drat-trim", ts.MkAbs(args[0]), ts.MkAbs(args[1])).Output()
		if verified := bytes.Contains(out, []byte("s VERIFIED")); verified == neg {
			ts.Fatalf("%s: drat-trim says\n%s", args[1], out)
		}
	}
}

// maxWait limits every wait for an event that must happen soon.
const maxWait = 2 * time.Minute

// eventually waits until a condition holds.
func eventually(ts *testscript.TestScript, what string, holds func() bool) {
	for end := time.Now().Add(maxWait); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			ts.Fatalf("%s: not after %v", what, maxWait)
		}
	}
}

// await implements
//
//	await FILE
//
// which waits until a file exists.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await FILE")
	}
	eventually(ts, args[0], func() bool {
		_, err := os.Stat(ts.MkAbs(args[0]))
		return err == nil
	})
}

// send implements
//
//	send INT|TERM|QUIT [now]
//
// which sends a signal to the background process. Without "now" it first waits until the process
// has used the processor for as long as busyAfter says.
func send(ts *testscript.TestScript, neg bool, args []string) {
	signals := map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "QUIT": syscall.SIGQUIT}
	running := ts.BackgroundCmds()
	if neg || len(args) == 0 || signals[args[0]] == 0 || len(running) != 1 {
		ts.Fatalf("usage: send INT|TERM|QUIT [now], with one process in the background")
	}
	process := running[0].Process
	if len(args) == 1 {
		busy, err := busyAfter()
		ts.Check(err)
		eventually(ts, "to be busy", func() bool {
			used, err := processorTime(process.Pid)
			ts.Check(err)
			return used >= busy
		})
	}
	ts.Check(process.Signal(signals[args[0]]))
}

// busyAfter returns the processor time after which a process on this machine has finished its
// start and is doing its work.
var busyAfter = sync.OnceValues(func() (time.Duration, error) {
	cmd := exec.Command("qsat", "--version")
	if err := cmd.Run(); err != nil {
		return 0, err
	}
	return max(100*time.Millisecond, 8*(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())), nil
})

// processorTime returns the processor time of a process, which Linux provides.
func processorTime(pid int) (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := bytes.Cut(stat, []byte(") ")) // skips the name of the program
	fields := strings.Fields(string(rest))
	if len(fields) < 13 {
		return 0, errors.New("/proc/PID/stat is too short")
	}
	const tick = 10 * time.Millisecond
	var sum time.Duration
	for _, f := range fields[11:13] { // utime and stime
		n, err := strconv.Atoi(f)
		if err != nil {
			return 0, err
		}
		sum += time.Duration(n) * tick
	}
	return sum, nil
}
