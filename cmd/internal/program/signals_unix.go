//go:build unix

package program

import (
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"queens/cmd/internal/signals"
)

// limitSignals tell that the time is over that `ulimit -S -t` or an alarm has set.
var limitSignals = []os.Signal{syscall.SIGXCPU, syscall.SIGALRM}

// fatalSignals end a program at once. The runtime of Go would print its goroutines on SIGQUIT and
// SIGABRT, and ignore the others.
var fatalSignals = append([]os.Signal{syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGVTALRM}, systemSignals()...)

// dieOf ends the process by the default effect of a signal, so that its parent sees that signal.
// Where the runtime of Go stands in the way, the exit code is what a shell makes of the signal.
func dieOf(s os.Signal) {
	number := s.(syscall.Signal)
	signal.Reset(s)
	if _, ok := signals.Default(number); ok || s == os.Interrupt { // for which the runtime does so
		syscall.Kill(syscall.Getpid(), number)
		time.Sleep(time.Second) // another thread may get the signal
	}
	os.Exit((&signalError{s}).ExitCode())
}

// restoreUncaught gives SIGPROF its default effect: the runtime takes it for a profile of its own,
// and hands it to nobody else.
func restoreUncaught() { signals.Default(syscall.SIGPROF) }

// heedCPULimit calls end when the processor time of the process has almost reached its hard limit,
// as `ulimit -t` sets it, where the system kills without a warning. The warning comes with the soft
// limit, unless both are the same. heedCPULimit returns when stopped is closed.
func heedCPULimit(stopped <-chan struct{}, end func(os.Signal)) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_CPU, &limit); err != nil || limit.Cur < limit.Max || uint64(limit.Max) > 1<<32 {
		return
	}
	hard, processors := time.Duration(limit.Max)*time.Second, time.Duration(runtime.NumCPU())
	hard -= min(processors*lastWords, hard/2)
	for {
		var used syscall.Rusage
		if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
			return
		}
		left := hard - time.Duration(used.Utime.Nano()+used.Stime.Nano())
		if left <= 0 {
			end(syscall.SIGXCPU)
			return
		}
		select {
		case <-stopped:
			return
		case <-time.After(max(left/processors, time.Millisecond)):
		}
	}
}

// lastWords is the time that each processor may need while a program prints its results and cleans up.
// To remove a file of some gigabytes alone can take the system a tenth of a second.
const lastWords = 250 * time.Millisecond
