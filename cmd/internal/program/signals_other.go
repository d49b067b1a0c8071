//go:build !unix

package program

import (
	"os"
	"os/signal"
)

var limitSignals, fatalSignals []os.Signal // this system has no such signals

func dieOf(s os.Signal) { os.Exit((&signalError{s}).ExitCode()) }

func restoreUncaught() {}

func heedCPULimit(chan<- os.Signal, <-chan struct{}) {}

func leaveToSystem(list []os.Signal) (left, others []os.Signal) { return nil, list }

func notify(caught chan<- os.Signal, list []os.Signal) {
	if len(list) > 0 { // without a signal, Notify would send all
		signal.Notify(caught, list...)
	}
}

func isReaderGone() bool { return false }
