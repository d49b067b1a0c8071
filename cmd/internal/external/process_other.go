//go:build !unix

package external

import "os/exec"

const onlyFile = 0 // there are no FIFOs among files

func ownGroup(*exec.Cmd) {} // there are no process groups

func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
