//go:build unix

package program

import (
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"queens/cmd/internal/signals"
)

// limitSignals are the signals that announce the time limit of `ulimit -S -t` or of an alarm.
var limitSignals = []os.Signal{syscall.SIGXCPU, syscall.SIGALRM}

// fatalSignals end a program at once. SIGPIPE does so only if a standard stream has lost its reader; see
// heed. The Go runtime would ignore SIGUSR1 and SIGUSR2, and print its goroutines on SIGQUIT, SIGABRT and
// the signals in the last line. These report faults of the program; they arrive here only if another
// process sends them.
var fatalSignals = []os.Signal{
	syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGPIPE, syscall.SIGUSR1, syscall.SIGUSR2,
	syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGILL, syscall.SIGTRAP, syscall.SIGSYS,
}

// dieOf ends the process by the default effect of a signal, so that the parent process sees the
// signal. If this fails, it exits with the code that a shell uses for the signal.
func dieOf(s os.Signal) {
	signal.Reset(s)
	if _, ok := signals.Default(s); ok || s == os.Interrupt { // the runtime itself restores the default for SIGINT
		syscall.Kill(syscall.Getpid(), s.(syscall.Signal))
		time.Sleep(time.Second) // another thread may receive the signal
	}
	os.Exit((&signalError{s}).ExitCode())
}

// isReaderGone reports whether standard output or standard error has lost its reader, such as a pipe whose
// other end is closed.
func isReaderGone() bool {
	streams := []unix.PollFd{{Fd: 1, Events: unix.POLLOUT}, {Fd: 2, Events: unix.POLLOUT}}
	unix.Poll(streams, 0)
	return (streams[0].Revents|streams[1].Revents)&(unix.POLLERR|unix.POLLHUP) != 0
}

// heedCPULimit waits until the process has almost used up its processor time, sends SIGXCPU to caught and
// returns. At the hard limit, which `ulimit -t` sets, the system kills the process without a warning.
// heedCPULimit does nothing if the soft limit is lower, because the system sends SIGXCPU then, or if there
// is no limit up to 2^32 seconds.
func heedCPULimit(caught chan<- os.Signal) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_CPU, &limit); err != nil || limit.Cur < limit.Max || uint64(limit.Max) > 1<<32 {
		return
	}
	hard, processors := time.Duration(limit.Max)*time.Second, time.Duration(runtime.NumCPU())
	hard -= min(processors*lastWords, hard/2)
	for {
		var used syscall.Rusage
		syscall.Getrusage(syscall.RUSAGE_SELF, &used)
		left := hard - time.Duration(used.Utime.Nano()+used.Stime.Nano())
		if left <= 0 {
			caught <- syscall.SIGXCPU
			return
		}
		time.Sleep(max(left/processors, time.Millisecond))
	}
}

// lastWords is the processor time per processor that is reserved for printing results and cleaning up, but
// all together at most half of the limit. Removing a file of some gigabytes can take a tenth of a second.
const lastWords = 250 * time.Millisecond
