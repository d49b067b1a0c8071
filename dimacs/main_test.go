package dimacs

import (
	"runtime/debug"
	"testing"
)

// TestMain makes garbage collection rare. The heap of these tests is small, so at the usual
// rate collections would take a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}
