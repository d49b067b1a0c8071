//go:build !unix

package program

import "os"

var limitSignals, fatalSignals []os.Signal // this system has no such signals

func dieOf(s os.Signal) { os.Exit((&signalError{s}).ExitCode()) }

func restoreUncaught() {}

func heedCPULimit(chan<- os.Signal, <-chan struct{}) {}

func leaveToSystem(list []os.Signal) (catch func(chan<- os.Signal), caught []os.Signal) {
	return func(chan<- os.Signal) {}, list
}
