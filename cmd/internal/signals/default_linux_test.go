package signals

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
)

// The runtime does not catch these signals until a channel is notified of them.
func TestDefault(t *testing.T) {
	for _, s := range []os.Signal{syscall.SIGXCPU, syscall.SIGALRM, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGQUIT, syscall.SIGABRT} {
		atStart := isCaught(t, s)
		Notify(make(chan os.Signal, 1), s)
		notified := isCaught(t, s)
		restore, ok := Default(s)
		byDefault := isCaught(t, s)
		if restore(); atStart || !notified || !ok || byDefault || !isCaught(t, s) {
			t.Errorf("%v is caught: %v at the start, %v after Notify, %v by default, %v after restore", s, atStart, notified, byDefault, isCaught(t, s))
		}
	}
}

// isCaught reports whether the process has a handler for a signal.
func isCaught(t *testing.T, s os.Signal) bool {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	_, mask, _ := strings.Cut(string(text), "SigCgt:")
	var caught uint64
	if _, err := fmt.Sscanf(mask, "%x", &caught); err != nil {
		t.Fatal(err)
	}
	return caught>>(s.(syscall.Signal)-1)&1 == 1
}
