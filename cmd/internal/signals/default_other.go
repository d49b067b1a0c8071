//go:build !linux

// Package signals changes the effects of signals without the Go runtime.
package signals

import "syscall"

// Default does nothing and reports false, because this system has no call for it here.
func Default(syscall.Signal) (restore func(), ok bool) { return func() {}, false }
