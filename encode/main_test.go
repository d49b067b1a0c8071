package encode

import (
	"os"
	"runtime/debug"
	"testing"
)

// long reports whether tests are to take the time for everything.
func long() bool { return os.Getenv("QUEENS_LONG") != "" }

// TestMain lets garbage wait: at the usual growth of the small heap that tests need, collecting
// it would take a third of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}
