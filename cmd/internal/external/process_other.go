//go:build !unix

package external

import (
	"os/exec"
	"time"
)

func ownGroup(*exec.Cmd) {} // this system has no process groups

func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }

// followJobControl does nothing, because this system has no Ctrl-Z.
func followJobControl(*exec.Cmd) (release func()) { return func() {} }

func suspended() time.Duration { return 0 }
