package drat

import "context"

// Work counts what a check does, in literals, and looks at its context as it goes: a single
// step of a proof may take long.
type work struct {
	ctx      context.Context
	done     int
	nextLook int
	stopped  bool // ctx had ended at the last look: results since then are void
}

// lookEvery is the work between two looks at the context, about 0.1 ms.
const lookEvery = 1 << 14

// spend adds to the work, and reports whether the context has ended.
func (w *work) spend(n int) (stopped bool) {
	if w.done += n; w.done >= w.nextLook {
		w.look()
	}
	return w.stopped
}

// look is apart from spend, so that spend is inlined.
//
//go:noinline
func (w *work) look() {
	w.nextLook = w.done + lookEvery
	w.stopped = w.ctx.Err() != nil
}
