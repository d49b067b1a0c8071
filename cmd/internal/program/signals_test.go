//go:build unix

package program

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"queens/cmd/internal/output"
)

// actionVariable names the action that the test binary runs as a program of
// its own, to be at the receiving end of real signals.
const actionVariable = "QUEENS_TEST_ACTION"

func TestMain(m *testing.M) {
	act, ok := actions[os.Getenv(actionVariable)]
	if !ok {
		os.Exit(m.Run())
	}
	code := Main(solver(&settings{}, act))
	for range 100 { // until one of them has come
		if os.Getenv(actionVariable) == "end" {
			syscall.Kill(os.Getpid(), syscall.SIGINT)
			runtime.Gosched()
		}
	}
	os.Exit(code)
}

var actions = map[string]func(context.Context, *Invocation) error{
	"end": func(context.Context, *Invocation) error { return nil },
	"wait": func(ctx context.Context, in *Invocation) error {
		io.WriteString(in.Stdout, "ready\n")
		<-ctx.Done()
		io.WriteString(in.Stdout, "cleaned up\n")
		return ctx.Err()
	},
	"answer": func(ctx context.Context, in *Invocation) error {
		io.WriteString(in.Stdout, "ready\n")
		<-ctx.Done()
		io.WriteString(in.Stdout, "cleaned up\n")
		return nil
	},
	"hang": func(ctx context.Context, in *Invocation) error {
		io.WriteString(in.Stdout, "ready\n")
		<-ctx.Done()
		io.WriteString(in.Stdout, "cleaned up\n")
		io.Copy(io.Discard, in.Stdin)
		return nil
	},
	"hang writing": func(ctx context.Context, in *Invocation) error {
		out, err := output.Create(ctx, in.Output, in.Stdout, "")
		if err != nil {
			return err
		}
		defer out.Abort()
		io.WriteString(out, "half")
		io.WriteString(in.Stdout, "ready\n")
		io.Copy(io.Discard, in.Stdin)
		return out.Commit()
	},
	"write": func(ctx context.Context, in *Invocation) error {
		out, err := output.Create(ctx, in.Output, in.Stdout, "")
		if err != nil {
			return err
		}
		defer out.Abort()
		for {
			if _, err := io.WriteString(out, "1 0\n"); err != nil {
				return err
			}
		}
	},
}

// process is a program under test that runs on its own.
type process struct {
	*exec.Cmd
	t       *testing.T
	stdout  *bufio.Reader // of reading
	reading io.Closer
	stdin   io.Closer // open for as long as the process runs
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

// end waits for the end and checks that nothing was said; code is negative for
// an end by that signal.
func (p *process) end(code int) {
	p.t.Helper()
	p.Wait()
	got := p.ProcessState.ExitCode()
	if s := p.ProcessState.Sys().(syscall.WaitStatus); s.Signaled() {
		got = -int(s.Signal())
	}
	if got != code || p.stderr.Len() > 0 {
		p.t.Errorf("exit code %d, want %d; stderr %q", got, code, p.stderr.String())
	}
}

func TestSignalEndsTheContext(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(s) {
			continue // as the children inherit, under nohup for instance
		}
		p := start(t, "wait", os.Args[0])
		p.expect("ready")
		p.Process.Signal(s)
		p.expect("cleaned up")
		p.end(128 + int(s))
	}
}

// An action that has an answer although it was interrupted chooses the code.
func TestActionMayAnswerASignal(t *testing.T) {
	p := start(t, "answer", os.Args[0])
	p.expect("ready")
	p.Process.Signal(syscall.SIGTERM)
	p.expect("cleaned up")
	p.end(0)
}

// A signal that comes once the answer is there does not make it look like none.
func TestSignalAtTheEnd(t *testing.T) {
	t.Parallel()
	start(t, "end", os.Args[0]).end(0)
}

func TestSecondSignalKills(t *testing.T) {
	t.Parallel()
	p := start(t, "hang", os.Args[0])
	p.expect("ready")
	p.Process.Signal(syscall.SIGTERM)
	p.expect("cleaned up")
	go func() {
		for p.Process.Signal(syscall.SIGTERM) == nil {
			time.Sleep(echo / 10)
		}
	}()
	p.end(128 + int(syscall.SIGTERM))
}

// Neither an action that was left behind nor a second signal leaves a part of a
// file.
func TestForcedEndLeavesNoFile(t *testing.T) {
	t.Parallel()
	kinds := []bool{true}
	if os.Getenv("QUEENS_LONG") != "" { // for it takes long
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

func TestClosedStandardOutput(t *testing.T) {
	p := start(t, "write", os.Args[0])
	p.expect("1 0")
	p.reading.Close()
	p.end(-int(syscall.SIGPIPE))
}

func TestClosedFIFO(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	p := start(t, "write", os.Args[0], "-o", fifo)
	r, err := os.Open(fifo)
	if err == nil {
		_, err = io.ReadFull(r, make([]byte, 4))
	}
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	p.end(141)
}

func TestSignalWhileAFIFOHasNoReader(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(&signalError{Signal: syscall.SIGINT})
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := output.Create(ctx, fifo, nil, "")
	var s *signalError
	if !errors.As(err, &s) || (&Invocation{Stderr: io.Discard}).exitCode(ctx, err) != 130 {
		t.Errorf("error %v", err)
	}
}
