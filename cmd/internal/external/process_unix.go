//go:build unix

package external

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// ownGroup makes the command the leader of a new process group, and makes the end of its context
// kill the whole group, so that children of a wrapper script end, too.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return killGroup(cmd) }
}

// killGroup kills the processes that are left in the group of cmd, or returns os.ErrProcessDone if there is
// no such process.
func killGroup(cmd *exec.Cmd) error {
	err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	if err == syscall.ESRCH {
		err = os.ErrProcessDone
	}
	return err
}

// notifyContinued makes the channel receive a signal when this program continues, as after Ctrl-Z in a
// terminal, which stops the process group of the program, but not the groups of its solvers.
func notifyContinued(to chan<- os.Signal) { signal.Notify(to, syscall.SIGCONT) }
