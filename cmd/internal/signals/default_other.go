//go:build !linux

// Package signals changes the effects of signals without the Go runtime.
package signals

import (
	"os"
	"os/signal"
)

// Notify is signal.Notify.
func Notify(caught chan<- os.Signal, s os.Signal) { signal.Notify(caught, s) }

// Default does nothing and reports false, because this system has no call for it here.
func Default(os.Signal) (restore func(), ok bool) { return nil, false }
