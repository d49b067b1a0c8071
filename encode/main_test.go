package encode

import (
	"runtime/debug"
	"testing"
)

// TestMain lets garbage wait: at the usual growth of the small heap that tests need, collecting
// it would take a third of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}
