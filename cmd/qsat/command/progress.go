package command

import (
	"fmt"
	"strings"
	"time"

	"queens/cmd/internal/program"
)

// progress shows the progress of a search on a terminal. If the search is stopped, it
// prints the last progress in the end. A nil progress prints nothing.
type progress struct {
	gate
	call   *program.Invocation
	status *program.Status // the line on the terminal; nil without one
	start  time.Time       // of the run
	last   string          // the last progress, or ""
	next   time.Time       // the time before which show does nothing; zero before the first text
}

// progressEvery is the shortest time between two texts that show shows.
const progressEvery = 50 * time.Millisecond

// newProgress returns the progress of a run before the formula was read, as its first text says. It
// returns nil with --quiet, and without a terminal unless --verbose is given. If the answer to
// questions of kind k is models, or there is a session, and the answer is printed on a terminal, there is no
// line of progress, but only the text of stopped.
func newProgress(r *run, k *kind) *progress {
	status := r.call.Status()
	if r.call.Quiet || status == nil && !r.verbose {
		return nil
	}
	if (k.models || r.session) && r.call.PrintsToTerminal() {
		status = nil
	}
	return &progress{gate: r.gate, call: r.call, status: status, start: r.start, last: "the formula was not read to its end"}
}

// begin clears the text that the formula was not read to its end, because the search begins. P may
// be nil.
func (p *progress) begin() {
	if p != nil {
		p.pass(func() error { p.last = ""; return nil })
	}
}

// show shows the progress text() on the terminal, if there is one, and keeps it for stopped. It
// ignores calls within progressEvery of the last text. It is the function sat.Options.Progress.
func (p *progress) show(text func() string) {
	p.pass(func() error {
		if now := time.Now(); now.After(p.next) {
			p.last, p.next = text(), now.Add(progressEvery)
			p.status.Show(func() string { return "qsat: " + p.last })
		}
		return nil
	})
}

// clear removes the line of progress from the terminal. P may be nil.
func (p *progress) clear() {
	if p != nil {
		p.status.Clear()
	}
}

// stopped prints the time since the start of the run, the last progress and, if known, the time
// that the rest might take. If models, the number of printed models, is above 0, it prints this
// number, too. P may be nil.
func (p *progress) stopped(models int64) {
	if p == nil {
		return
	}
	text := p.last
	switch {
	case text == "":
		text = "the progress of the search is not known"
	case !p.next.IsZero() && !strings.Contains(text, "about "): // the progress has no estimate of the rest
		text += "; the remaining time is not known"
	}
	if models > 0 {
		text = fmt.Sprintf("%d models printed; %s", models, text)
	}
	p.call.Notice("stopped after %v: %s", time.Since(p.start).Round(10*time.Millisecond), text)
}
