package enginetest

import (
	"testing"

	"queens/cmd/qsat/internal/engine"
)

// CheckAccepted fails the test if the checker rejected an argument. A wrong argument is a
// fault of the search that made it, even if the answer is right.
func CheckAccepted(t testing.TB, stats *engine.Stats) {
	t.Helper()
	for _, w := range stats.Work() {
		if w.Rejected > 0 {
			t.Errorf("%s: %d arguments were rejected", w.Engine, w.Rejected)
		}
	}
}
