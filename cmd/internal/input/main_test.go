package input

import (
	"runtime/debug"
	"testing"
)

// TestMain makes garbage collections rarer. With the default setting and the small heap of the
// tests they would take a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}
