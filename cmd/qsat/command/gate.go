package command

import "sync"

// A gate is between a search and what it writes: models, lines of a proof, what is known until
// then. Nothing passes once it is shut, so that a search that was left behind writes no half line
// and nothing after the status.
type gate struct {
	mu     sync.Mutex
	isShut bool
}

// pass calls write while nobody else writes. It returns errStopped if the gate is shut.
func (g *gate) pass(write func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.isShut {
		return errStopped
	}
	return write()
}

// shut waits until nobody writes and keeps it so.
func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.isShut = true
}
