package drat

import "context"

// A work value counts the work of a check in literals, and polls its context meanwhile, because a
// single step of a proof may take long.
type work struct {
	ctx      context.Context
	done     int
	nextPoll int
	stopped  bool // ctx had ended at the last poll; results since then are void
}

// pollEvery is the amount of work between two polls of the context, about 0.1 ms.
const pollEvery = 1 << 14

// spend adds n to the work, and reports whether the context has ended.
func (w *work) spend(n int) (stopped bool) {
	if w.done += n; w.done >= w.nextPoll {
		w.poll()
	}
	return w.stopped
}

// poll is a function of its own so that spend is inlined.
//
//go:noinline
func (w *work) poll() {
	w.nextPoll = w.done + pollEvery
	w.stopped = w.ctx.Err() != nil
}
