//go:build unix

package external

import (
	"os"
	"os/exec"
	"syscall"
)

// onlyFile makes opening a link fail, and that of a FIFO not wait.
const onlyFile = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// ownGroup makes the command the leader of a process group, and the whole
// group be killed, so that the children of a wrapper script end as well.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return killGroup(cmd) }
}

// killGroup kills what is left of the group.
func killGroup(cmd *exec.Cmd) error {
	err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	if err == syscall.ESRCH {
		err = os.ErrProcessDone
	}
	return err
}
