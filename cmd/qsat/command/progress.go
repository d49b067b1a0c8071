package command

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"queens/cmd/internal/program"
)

// A watch on a search shows on a terminal how far it is, and tells it in the end if
// the search was cut off.
type watch struct {
	status *program.Status // nil if nothing is shown meanwhile
	start  time.Time

	mu   sync.Mutex
	last string // how far the search was, empty if it does not tell
	next time.Time
}

// watchEvery is how often a search is asked how far it is.
const watchEvery = 50 * time.Millisecond

// watch returns nil if there is nobody to tell. Models that go to a terminal as they
// are found say enough until the end.
func (s *settings) watch(call *program.Invocation) *watch {
	status := program.NewStatus(call.Stderr)
	if call.Quiet || status == nil && !s.verbose {
		return nil
	}
	if s.enumerate && call.PrintsToTerminal() {
		status = nil
	}
	return &watch{status: status, start: time.Now(), last: "the formula was not read to its end"}
}

// searching says that the formula has been read.
func (w *watch) searching() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = ""
}

// show is engine.Task.Progress.
func (w *watch) show(text func() string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	if now.Before(w.next) {
		return
	}
	w.last, w.next = text(), now.Add(watchEvery)
	w.status.Show(func() string { return "qsat: " + w.last })
}

// stopped says how far a search was when it was cut off, and how long the rest of it
// might take. models were printed.
func (w *watch) stopped(call *program.Invocation, models int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := w.last
	switch {
	case text == "":
		text = "how far the search came is not known"
	case !w.next.IsZero() && !strings.Contains(text, "about "): // an estimate
		text += "; how long the rest takes is not known"
	}
	if models > 0 {
		text = fmt.Sprintf("%d models printed; %s", models, text)
	}
	call.Notice("stopped after %v: %s", time.Since(w.start).Round(10*time.Millisecond), text)
}
