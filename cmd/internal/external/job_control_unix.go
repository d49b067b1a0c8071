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

// jobs holds the process groups of the running solvers. Ctrl-Z in a terminal stops only the
// process group of the program, so the program passes the signal on.
var jobs struct {
	sync.Mutex
	leaders   map[int]bool  // the process ids of the group leaders; nil before the first solver
	suspended time.Duration // total time for which the groups were stopped
}

// followJobControl makes the process group of cmd stop and continue together with the program
// when the user presses Ctrl-Z, until release is called.
func followJobControl(cmd *exec.Cmd) (release func()) {
	jobs.Lock()
	defer jobs.Unlock()
	if jobs.leaders == nil {
		jobs.leaders = map[int]bool{}
		if !signal.Ignored(syscall.SIGTSTP) { // never undone, because Go would ignore the signal after signal.Stop
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
	signalJobs(syscall.SIGSTOP) // not SIGTSTP, which a solver may ignore
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	effect := syscall.SIGSTOP
	restore, ok := signals.Default(syscall.SIGTSTP)
	if ok {
		defer restore()
		effect = syscall.SIGTSTP // does not stop a program that no shell could continue
	}
	syscall.Kill(syscall.Getpid(), effect)
	select {
	case <-continued:
	case <-time.After(time.Second): // on a busy machine the stop may come late
	}
	signalJobs(syscall.SIGCONT)
	jobs.suspended += time.Since(began)
}

func signalJobs(s syscall.Signal) {
	for pid := range jobs.leaders {
		syscall.Kill(-pid, s)
	}
}

// suspended returns the total time for which the solvers were stopped.
func suspended() time.Duration {
	jobs.Lock()
	defer jobs.Unlock()
	return jobs.suspended
}
