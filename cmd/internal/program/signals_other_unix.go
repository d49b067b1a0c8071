//go:build unix && !linux

package program

import (
	"os"
	"syscall"
)

func systemSignals() []os.Signal { return nil }

// restoreDefault does nothing: only the runtime of Go can change the effect of a signal.
func restoreDefault(syscall.Signal) bool { return false }
