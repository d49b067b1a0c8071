package cpog

import "context"

// Work counts what a check does, in literals and in words of sets and numbers, and looks at its
// context as it goes: a single line of a certificate may take long.
type work struct {
	ctx      context.Context
	done     int
	nextLook int
	ended    error // the cause of the end of ctx, once it was seen
}

// lookEvery is the work between two looks at the context, about 0.1 ms.
const lookEvery = 1 << 14

// spend adds to the work. Its error is the cause of the end of ctx.
func (w *work) spend(n int) error {
	if w.done += n; w.done >= w.nextLook && w.ended == nil {
		w.nextLook = w.done + lookEvery
		w.ended = context.Cause(w.ctx)
	}
	return w.ended
}
