//go:build !unix

package external

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {} // this system has no process groups

func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }

// notifyContinued does nothing, because this system has no Ctrl-Z.
func notifyContinued(chan<- os.Signal) {}
