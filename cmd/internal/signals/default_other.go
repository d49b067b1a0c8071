//go:build !linux

// Package signals changes the effects of signals without the Go runtime.
package signals

import "os"

// System returns nil: there are no such signals here.
func System() []os.Signal { return nil }

// Default does nothing and reports false, because this system has no call for it here.
func Default(os.Signal) bool { return false }

// Restore does nothing.
func Restore(os.Signal) {}
