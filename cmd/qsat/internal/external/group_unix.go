//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the command the leader of a process group, and the whole
// group be killed, so that the children of a wrapper script end as well.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
