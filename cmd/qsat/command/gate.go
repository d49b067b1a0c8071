package command

import "sync"

// A gate lies between a search and its outputs: models, lines of a proof, and partial
// results. After it is shut, nothing passes. So a search that was left behind writes no
// half line, and nothing after the status.
type gate struct {
	mu     sync.Mutex
	isShut bool
}

// pass calls write and returns its error, or returns errStopped if the gate is shut. Only
// one write runs at a time.
func (g *gate) pass(write func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.isShut {
		return errStopped
	}
	return write()
}

// shut waits for the end of a running write, and then shuts the gate. All later calls of
// pass return errStopped.
func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.isShut = true
}
