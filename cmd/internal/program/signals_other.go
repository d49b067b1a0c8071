//go:build !unix

package program

import "os"

var limitSignals, fatalSignals []os.Signal // this system has no such signals

func dieOf(s os.Signal) { os.Exit((&signalError{s}).ExitCode()) }

func heedCPULimit(chan<- os.Signal) {}

func isReaderGone() bool { return false }
