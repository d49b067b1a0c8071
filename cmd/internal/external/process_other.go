//go:build !unix

package external

import (
	"os/exec"
	"time"
)

const onlyFile = 0 // there are no FIFOs among files

func ownGroup(*exec.Cmd) {} // there are no process groups

func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }

// followJobControl does nothing: there is no Ctrl-Z.
func followJobControl(*exec.Cmd) (release func()) { return func() {} }

func suspended() time.Duration { return 0 }
