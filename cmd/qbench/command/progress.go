package command

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"queens/cmd/internal/program"
)

// A progress shows on a terminal the number of runs made and an estimate of the remaining time. It is
// safe for concurrent use.
type progress struct {
	status *program.Status // nil shows nothing

	mu        sync.Mutex
	now       string
	made, all int // numbers of runs, including earlier calls
	ended     int // number of runs of this call
	began     time.Time
}

func newProgress(call *program.Invocation, all, missing int) *progress {
	p := &progress{made: all - missing, all: all, began: time.Now()}
	if !call.Quiet {
		p.status = program.NewStatus(call.Stderr)
	}
	return p
}

// start shows the line of progress every 250 ms until stop is called. Then stop removes the line.
// If p.status is nil, because there is no terminal, start does nothing.
func (p *progress) start() (stop func()) {
	if p.status == nil {
		return func() {}
	}
	ended := make(chan struct{})
	go func() {
		for ticks := time.Tick(time.Second / 4); ; {
			select {
			case <-ticks:
				p.status.Show(p.line)
			case <-ended:
				return
			}
		}
	}()
	return func() {
		ended <- struct{}{} // waits for the end of Show
		p.status.Clear()
	}
}

func (p *progress) begin(j job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = j.solver + " on " + j.Name
}

func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.made++
	p.ended++
}

// line returns the status line: qbench: [==== ] 12 of 60 runs, 3m20s left: minisat on q.cnf
//
// The time left is estimated from the runs that have ended since the start, and is ? before the
// first of them ends.
func (p *progress) line() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	const width = 20
	left := "?"
	if p.ended > 0 {
		left = (time.Since(p.began) / time.Duration(p.ended) * time.Duration(p.all-p.made)).Round(time.Second).String()
	}
	return fmt.Sprintf("qbench: [%-*s] %d of %d runs, %s left: %s", width, strings.Repeat("=", width*p.made/p.all), p.made, p.all, left, p.now)
}
