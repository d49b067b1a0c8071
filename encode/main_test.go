package encode

import (
	"os"
	"runtime/debug"
	"testing"
)

// long reports whether the tests run completely, which takes minutes.
func long() bool { return os.Getenv("QUEENS_LONG") != "" }

// TestMain lets the heap grow before the first garbage collection, which would otherwise
// take a third of the time of the tests.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}
