package command

import (
	"time"

	"queens/cmd/internal/program"
)

// A gate lies between a search and its outputs: models, lines of a proof, and partial
// results. After it is shut, nothing passes. So a search that was left behind writes no
// incomplete line, and nothing after the status. While no write is running, the channel holds one
// value: whether the gate is open.
type gate chan bool

func newGate() gate {
	g := make(gate, 1)
	g <- true
	return g
}

// pass calls write and returns its error, or returns errStopped if the gate is shut. Only
// one write runs at a time.
func (g gate) pass(write func() error) error {
	open := <-g
	defer func() { g <- open }()
	if !open {
		return errStopped
	}
	return write()
}

// shut waits for the end of a running write, and then shuts the gate, so that later calls of pass
// return errStopped. If the gate is shut already, the error is program.ErrReported. If the write
// has not ended when a value arrives from late, the gate stays open and the error is errUnread. If
// late is nil, shut waits without a limit.
func (g gate) shut(late <-chan time.Time) error {
	select {
	case open := <-g:
		g <- false
		if !open {
			return program.ErrReported
		}
		return nil
	case <-late:
		return errUnread
	}
}
