package command

import (
	"fmt"
	"strings"
	"time"

	"queens/cmd/internal/program"
)

// progress shows on a terminal how far a search is, and tells it in the end if
// the search was cut off. A nil progress tells nothing.
type progress struct {
	*gate
	call   *program.Invocation
	status *program.Status // nil if nothing is shown meanwhile
	start  time.Time
	last   string // how far the search was, empty if it does not tell
	next   time.Time
}

// progressEvery is how often a search is asked how far it is.
const progressEvery = 50 * time.Millisecond

// newProgress returns nil if there is nobody to tell. Models that go to a terminal as they
// are found say enough until the end.
func newProgress(r *request) *progress {
	status := program.NewStatus(r.call.Stderr)
	if r.call.Quiet || status == nil && !r.verbose {
		return nil
	}
	if r.several && r.call.PrintsToTerminal() {
		status = nil
	}
	return &progress{gate: r.gate, call: r.call, status: status, start: r.start, last: "the formula was not read to its end"}
}

// searching says that the formula has been read.
func (p *progress) searching() {
	if p != nil {
		p.pass(func() error { p.last = ""; return nil })
	}
}

// show is sat.Options.Progress.
func (p *progress) show(text func() string) {
	p.pass(func() error {
		if now := time.Now(); now.After(p.next) {
			p.last, p.next = text(), now.Add(progressEvery)
			p.status.Show(func() string { return "qsat: " + p.last })
		}
		return nil
	})
}

// clear removes the line on how far the search is.
func (p *progress) clear() {
	if p != nil {
		p.status.Clear()
	}
}

// stopped says how far a search was when it was cut off, and how long the rest of it
// might take. models were printed.
func (p *progress) stopped(models int64) {
	if p == nil {
		return
	}
	text := p.last
	switch {
	case text == "":
		text = "how far the search came is not known"
	case !p.next.IsZero() && !strings.Contains(text, "about "): // an estimate
		text += "; how long the rest takes is not known"
	}
	if models > 0 {
		text = fmt.Sprintf("%d models printed; %s", models, text)
	}
	p.call.Notice("stopped after %v: %s", time.Since(p.start).Round(10*time.Millisecond), text)
}
