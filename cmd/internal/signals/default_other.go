//go:build !linux

// Package signals changes the effects of signals past the runtime of Go.
package signals

import "syscall"

// Default reports that it cannot give a signal its default effect.
func Default(syscall.Signal) (restore func(), ok bool) { return func() {}, false }
