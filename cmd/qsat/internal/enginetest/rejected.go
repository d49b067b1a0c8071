package enginetest

import (
	"testing"

	"queens/cmd/qsat/internal/engine"
)

// CheckAccepted fails if the checker rejected an argument: a search that makes a wrong argument
// has a fault, though the answer is right.
func CheckAccepted(t testing.TB, stats *engine.Stats) {
	t.Helper()
	for _, w := range stats.Work() {
		if w.Rejected > 0 {
			t.Errorf("%s: %d arguments were rejected", w.Engine, w.Rejected)
		}
	}
}
