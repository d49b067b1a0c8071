//go:build unix

package external

import (
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"queens/cmd/internal/signals"
)

// jobs are the process groups of the solvers that run. A terminal stops and continues the process
// group of the program alone.
var jobs struct {
	sync.Mutex
	leaders   map[int]bool  // process ids; nil before the first solver
	suspended time.Duration // the time for which the groups were stopped, in all
}

// followJobControl stops the process group of cmd when Ctrl-Z stops the program, and continues
// them together, until release is called.
func followJobControl(cmd *exec.Cmd) (release func()) {
	jobs.Lock()
	defer jobs.Unlock()
	if jobs.leaders == nil {
		jobs.leaders = map[int]bool{}
		if !signal.Ignored(syscall.SIGTSTP) { // for good, because Go would ignore the signal after signal.Stop
			stops := make(chan os.Signal, 1)
			signal.Notify(stops, syscall.SIGTSTP)
			go func() {
				for range stops {
					suspend()
				}
			}()
		}
	}
	pid := cmd.Process.Pid
	jobs.leaders[pid] = true
	return func() {
		jobs.Lock()
		defer jobs.Unlock()
		delete(jobs.leaders, pid)
	}
}

// suspend stops the groups and the program, and continues the groups when the program continues.
func suspend() {
	jobs.Lock()
	defer jobs.Unlock()
	began := time.Now()
	signalJobs(syscall.SIGSTOP) // SIGTSTP may be ignored
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	effect := syscall.SIGSTOP
	restore, ok := signals.Default(syscall.SIGTSTP)
	if ok {
		effect = syscall.SIGTSTP // which does not stop a program that no shell could continue
	}
	syscall.Kill(syscall.Getpid(), effect)
	select {
	case <-continued:
	case <-time.After(100 * time.Millisecond):
	}
	restore()
	signalJobs(syscall.SIGCONT)
	jobs.suspended += time.Since(began)
}

func signalJobs(s syscall.Signal) {
	for pid := range jobs.leaders {
		syscall.Kill(-pid, s)
	}
}

// suspended returns the time for which solvers were stopped with the program so far.
func suspended() time.Duration {
	jobs.Lock()
	defer jobs.Unlock()
	return jobs.suspended
}
