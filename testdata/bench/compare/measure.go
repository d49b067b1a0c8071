package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// A measurement is what one run took, and what it said.
type measurement struct {
	wall, cpu time.Duration // cpu: user and system time of all processes
	anonymous int64         // peak of anonymous memory in bytes, see anonymousBytes; 0 if unknown
	output    []byte        // the beginning and the end of standard output
	timedOut  bool
	failure   string // why the run does not count, or empty
}

// measure runs the command with bash and stops it, with all the processes it
// started, after the limit. The error is about measuring; that the command
// fails is part of the measurement.
func measure(ctx context.Context, command string, limit time.Duration, discard bool) (measurement, error) {
	var m measurement
	output, err := os.CreateTemp("", "compare-*")
	if err != nil {
		return m, err
	}
	defer os.Remove(output.Name())
	defer output.Close()
	var messages bytes.Buffer
	cmd := exec.Command("bash", "-c", command)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Stderr = &messages
	if !discard {
		cmd.Stdout = output // discarded by default
	}
	if err := m.watch(ctx, cmd, limit); err != nil {
		return m, err
	}
	m.output, err = ends(output)
	if !m.timedOut && !answered(cmd.ProcessState.ExitCode()) {
		m.failure = cmd.ProcessState.String()
		if first, _, _ := strings.Cut(strings.TrimSpace(messages.String()), "\n"); first != "" {
			m.failure += ": " + first
		}
	}
	return m, err
}

// watch runs cmd and looks at its memory as it goes: often at first, and later
// in steps that are short beside the time passed.
func (m *measurement) watch(ctx context.Context, cmd *exec.Cmd, limit time.Duration) error {
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		cmd.Wait() // its error is the exit code, which answered judges
		m.wall = time.Since(start)
		close(ended)
	}()
	stop := func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	look := time.NewTimer(0)
	defer look.Stop()
	timeout := time.NewTimer(limit)
	defer timeout.Stop()
	for {
		select {
		case <-ended:
			m.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			return nil
		case <-look.C:
			m.anonymous = max(m.anonymous, anonymousBytes(cmd.Process.Pid))
			look.Reset(min(max(time.Since(start)/100, time.Millisecond), 20*time.Millisecond))
		case <-timeout.C:
			m.timedOut = true
			stop()
		case <-ctx.Done():
			stop()
			<-ended
			return context.Canceled
		}
	}
}

// answered reports whether the exit code is one of a solver that did its work:
// 10 and 20 are the usual ones, and clasp's 30 is 10 and 20 at once.
func answered(code int) bool {
	return code == 0 || code == 10 || code == 20 || code == 30
}

// ends returns the first and the last megabyte of the file; between them are
// only models.
func ends(f *os.File) ([]byte, error) {
	const piece = 1 << 20
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() <= 2*piece {
		return read(f, 0, info.Size())
	}
	head, err := read(f, 0, piece)
	if err != nil {
		return nil, err
	}
	tail, err := read(f, info.Size()-piece, piece)
	return append(append(head, '\n'), tail...), err
}

func read(f *os.File, offset, size int64) ([]byte, error) {
	text := make([]byte, size)
	if _, err := f.ReadAt(text, offset); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return text, nil
}
