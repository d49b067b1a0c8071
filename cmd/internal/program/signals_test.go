//go:build unix

package program

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"queens/cmd/internal/output"
)

// actionVariable is the environment variable with the name of an action. The test binary runs
// this action as a program of its own, which can receive real signals.
const actionVariable = "QUEENS_TEST_ACTION"

func TestMain(m *testing.M) {
	act, ok := actions[os.Getenv(actionVariable)]
	if !ok {
		os.Exit(m.Run())
	}
	Main(solver(&settings{}, act))
}

var actions = map[string]func(context.Context, *Invocation) error{
	"wait": func(ctx context.Context, in *Invocation) error {
		wait(ctx, in)
		return ctx.Err()
	},
	"answer": func(ctx context.Context, in *Invocation) error {
		wait(ctx, in)
		return nil
	},
	"hang writing": func(ctx context.Context, in *Invocation) error {
		return output.Write(ctx, in.Output, in.Stdout, "", func(out io.Writer) error {
			io.WriteString(out, "half")
			io.WriteString(in.Stdout, "ready\n")
			io.Copy(io.Discard, in.Stdin)
			return nil
		})
	},
	"print at the end": func(ctx context.Context, in *Invocation) error {
		return output.Write(ctx, "", in.Stdout, "", func(out io.Writer) error {
			io.WriteString(out, "ready\n")
			<-ctx.Done()
			io.WriteString(out, "s UNKNOWN\n")
			return nil
		})
	},
	"print": func(ctx context.Context, in *Invocation) error {
		out, err := output.Create(ctx, in.Output, in.Stdout, "")
		if err != nil {
			return err
		}
		defer out.Abort()
		if r, w, err := os.Pipe(); err == nil { // a pipe to another program
			r.Close()
			w.WriteString("x")
		}
		for { // ignores errors
			io.WriteString(in.Stdout, "ready\n")
		}
	},
}

func wait(ctx context.Context, in *Invocation) {
	io.WriteString(in.Stdout, "ready\n")
	<-ctx.Done()
	io.WriteString(in.Stdout, "cleaned up\n")
}

// A process is a program under test that runs on its own.
type process struct {
	*exec.Cmd
	t       *testing.T
	stdout  *bufio.Reader // reads from reading
	reading io.Closer
	stdin   io.Closer // stays open while the process runs
	stderr  bytes.Buffer
}

func start(t *testing.T, action string, command ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(command[0], command[1:]...), t: t}
	p.Env = append(os.Environ(), actionVariable+"="+action)
	p.Stderr = &p.stderr
	stdout, err := p.StdoutPipe()
	if err == nil {
		p.stdin, err = p.StdinPipe()
	}
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	p.stdout, p.reading = bufio.NewReader(stdout), stdout
	return p
}

func (p *process) expect(line string) {
	p.t.Helper()
	got, err := p.stdout.ReadString('\n')
	if got != line+"\n" {
		p.t.Fatalf("printed %q (%v), want %q; stderr %q", got, err, line, p.stderr.String())
	}
}

// end waits for the process and checks the exit code and the messages. A negative code means
// death by the signal -code.
func (p *process) end(code int, messages ...string) {
	p.t.Helper()
	p.Wait()
	got := p.ProcessState.ExitCode()
	if s := p.ProcessState.Sys().(syscall.WaitStatus); s.Signaled() {
		got = -int(s.Signal())
	}
	if said := p.stderr.String(); got != code || said != strings.Join(messages, "") {
		p.t.Errorf("exit code %d, want %d; stderr %q, want %q", got, code, said, messages)
	}
}

// A signal ends the context. An action that then returns an answer chooses the exit code. After
// SIGINT the program dies of the signal all the same, because a loop in a shell stops only then.
func TestSignalEndsTheContext(t *testing.T) {
	const died = -int(syscall.SIGINT)
	for _, test := range []struct {
		signal         syscall.Signal
		code, answered int
		stderr         string // without an answer
	}{
		{syscall.SIGINT, died, died, ""},
		{syscall.SIGTERM, 143, 0, ""},
		{syscall.SIGHUP, 129, 0, ""},
		{syscall.SIGXCPU, 1, 0, fmt.Sprintf("solver: stopped by a signal: %v\n", syscall.SIGXCPU)},
		{syscall.SIGALRM, 1, 0, "solver: stopped by a signal: alarm clock\n"},
	} {
		if signal.Ignored(test.signal) {
			continue // child processes ignore it, too, for example under nohup
		}
		for _, action := range []string{"wait", "answer"} {
			p := start(t, action, os.Args[0])
			p.expect("ready")
			p.Process.Signal(test.signal)
			p.expect("cleaned up")
			if action == "answer" {
				p.end(test.answered)
			} else {
				p.end(test.code, test.stderr)
			}
		}
	}
}

// Signals that Go would ignore, or answer with a dump of its goroutines, end a program at once
// and leave no file, whether or not it has created one.
func TestFatalSignals(t *testing.T) {
	for _, signal := range fatalSignals {
		for _, action := range []string{"hang writing", "wait"} {
			dir := t.TempDir()
			p := start(t, action, "sh", "-c", `ulimit -c 0; exec "$@"`, "sh", os.Args[0], "-o", filepath.Join(dir, "file"))
			p.expect("ready")
			if signal == syscall.SIGPIPE { // only if standard output is closed
				p.reading.Close()
			}
			p.Process.Signal(signal)
			p.end(endedBy(signal.(syscall.Signal)))
			if files, err := os.ReadDir(dir); len(files) > 0 || err != nil {
				t.Errorf("%s, %v: left %v, %v", action, signal, files, err)
			}
		}
	}
}

// endedBy returns the code of method end for a process that a fatal signal ended.
func endedBy(s syscall.Signal) int {
	if runtime.GOOS != "linux" { // Go lets no program die of these signals on these systems
		return 128 + int(s)
	}
	return -int(s)
}

// Neither an action that was left behind nor a second signal leaves an incomplete file.
func TestForcedEndLeavesNoFile(t *testing.T) {
	t.Parallel()
	kinds := []bool{true}
	if os.Getenv("QUEENS_LONG") != "" { // because it takes long
		kinds = []bool{false, true}
	}
	for _, twice := range kinds {
		dir := t.TempDir()
		p := start(t, "hang writing", os.Args[0], "-o", filepath.Join(dir, "file"))
		p.expect("ready")
		if files, err := os.ReadDir(dir); len(files) != 1 || err != nil {
			t.Fatalf("while it writes: %v, %v", files, err)
		}
		p.Process.Signal(syscall.SIGTERM)
		if twice {
			go func() {
				for p.Process.Signal(syscall.SIGTERM) == nil {
					time.Sleep(echo / 10)
				}
			}()
		}
		p.end(128 + int(syscall.SIGTERM))
		if files, err := os.ReadDir(dir); len(files) > 0 || err != nil {
			t.Errorf("second signal %v: left %v, %v", twice, files, err)
		}
	}
}

func TestIgnoredSignalsStayIgnored(t *testing.T) {
	p := start(t, "wait", "sh", "-c", `trap "" HUP INT; exec "$0"`, os.Args[0])
	p.expect("ready")
	p.Process.Signal(syscall.SIGHUP)
	p.Process.Signal(syscall.SIGINT)
	p.Process.Signal(syscall.SIGTERM)
	p.expect("cleaned up")
	p.end(128 + int(syscall.SIGTERM))
}

// The shell sees death by SIGINT even if the rest of the pipeline has died of it before.
func TestInterruptedPipeline(t *testing.T) {
	if signal.Ignored(syscall.SIGINT) {
		t.Skip("SIGINT is ignored")
	}
	p := start(t, "print at the end", os.Args[0])
	p.expect("ready")
	p.reading.Close()
	p.Process.Signal(syscall.SIGINT)
	p.end(-int(syscall.SIGINT))
}

// A closed standard output ends the program like any other signal, without its files. Another pipe
// that is closed does not.
func TestClosedPipeLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	p := start(t, "print", os.Args[0], "-o", filepath.Join(dir, "file"))
	p.expect("ready")
	p.reading.Close()
	p.end(endedBy(syscall.SIGPIPE))
	if files, err := os.ReadDir(dir); len(files) > 0 || err != nil {
		t.Errorf("left %v, %v", files, err)
	}
}
