package external

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"queens/cmd/internal/memory"

	"golang.org/x/sys/unix"
)

// An adopted value finds the processes of a run that outlive the process that started them, even
// if they have left its process group.
type adopted struct {
	*exec.Cmd
	mark []byte // a variable in the environment of the processes of the run
}

// numberOfRuns counts the runs of this process.
var numberOfRuns atomic.Uint64

// becomeSubreaper makes this process the parent of all orphans among its descendants.
var becomeSubreaper = sync.OnceFunc(func() {
	unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) // without it, only the process group is found
})

// adopt returns an adopted value for cmd, which has not started. It adds a variable to the environment of
// cmd, which marks all its processes, and makes this process a subreaper.
func adopt(cmd *exec.Cmd) adopted {
	becomeSubreaper()
	mark := fmt.Sprintf("QUEENS_RUN_%d_%d=1", os.Getpid(), numberOfRuns.Add(1)) // a run within a run keeps both
	cmd.Env = append(cmd.Environ(), mark)
	return adopted{cmd, []byte(mark)}
}

// end waits for the end of the started process, whose children are orphans then. It kills all orphans of the
// run and waits for them. It returns their processor time, also for orphans that had already ended. It
// leaves the state of the started process to cmd.Wait: a signal may call end while another goroutine calls
// cmd.Wait.
func (a adopted) end() (cpu time.Duration) {
	leader := a.Process.Pid
	unix.Waitid(unix.P_PID, leader, nil, unix.WEXITED|unix.WNOWAIT, nil)
	for found := true; found; {
		found = false
		for _, pid := range children() {
			if pid == leader || !a.owns(pid) {
				continue
			}
			syscall.Kill(pid, syscall.SIGKILL)
			var usage syscall.Rusage
			syscall.Wait4(pid, nil, 0, &usage)
			cpu += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
			found = true // its children are orphans now
		}
	}
	return cpu
}

// owns reports whether a child of this process belongs to the run: it is in the process group of the
// run, or has the mark in its environment. A process that has ended has no environment any more. So a
// process that left the group and ended before the run belongs to no run.
func (a adopted) owns(pid int) bool {
	if group, err := syscall.Getpgid(pid); err == nil && group == a.Process.Pid {
		return true
	}
	var env []byte
	for i := 0; i < 10 && len(env) == 0 && !isZombie(pid); i++ { // the process may be replacing its program
		time.Sleep(time.Duration(min(i, 1)) * time.Millisecond)
		env, _ = os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	}
	return bytes.Contains(append([]byte{0}, env...), slices.Concat([]byte{0}, a.mark, []byte{0}))
}

// isZombie reports whether a process has ended, or does not exist.
func isZombie(pid int) bool {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, _ := bytes.Cut(stat, []byte(") "))
	return len(state) == 0 || state[0] == 'Z'
}

// children returns the process numbers of the children of this process. They include children that have
// ended but were not waited for.
func children() (pids []int) {
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, name := range lists {
		pids = append(pids, memory.Pids(name)...)
	}
	return pids
}
