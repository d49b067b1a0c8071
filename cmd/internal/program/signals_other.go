//go:build !unix

package program

import "os"

var limitSignals, fatalSignals []os.Signal // this system has no such signals

func dieOf(s os.Signal) { os.Exit((&signalError{s}).ExitCode()) }

func restoreUncaught() {}

func heedCPULimit(stopped <-chan struct{}, end func(os.Signal)) {}
