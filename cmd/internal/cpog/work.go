package cpog

import "context"

// A work value counts the work of a check, in literals and in words of sets and of numbers, and
// polls its context meanwhile, because a single line of a certificate may take long.
type work struct {
	ctx      context.Context
	done     int
	nextPoll int
	ended    error // the cause of the end of ctx, as of the last poll
}

// pollEvery is the amount of work between two polls of the context, about 0.1 ms.
const pollEvery = 1 << 14

// spend adds n to the work. It returns the cause of the end of ctx, or nil.
func (w *work) spend(n int) error {
	if w.done += n; w.done >= w.nextPoll && w.ended == nil {
		w.nextPoll = w.done + pollEvery
		w.ended = context.Cause(w.ctx)
	}
	return w.ended
}
