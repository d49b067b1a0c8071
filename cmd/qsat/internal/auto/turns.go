package auto

import "context"

// turns let main and the steps beside it take turns on one processor, so that the course of both
// depends on their work alone. Main begins.
type turns struct {
	toBeside, toMain chan struct{}
	length           int64 // of a turn beside main, in words of cover
	end              int64 // of the next such turn
	*search
}

// give lets the steps beside main have a turn, and returns when main has the next one.
func (t *turns) give(ctx context.Context) {
	select {
	case t.toBeside <- struct{}{}:
	case <-t.spare:
		return
	case <-ctx.Done():
		return
	}
	select {
	case <-t.toMain:
	case <-t.spare:
	case <-ctx.Done():
	}
}

// await returns when the steps beside main have a turn.
func (t *turns) await(ctx context.Context) {
	select {
	case <-t.toBeside:
	case <-t.mainEnded:
	case <-ctx.Done():
	}
}

// pause is the Pause of a task beside main.
func (t *turns) pause(ctx context.Context, work int64) (next int64) {
	if work < t.end {
		return t.end
	}
	t.end = work + t.length
	select {
	case t.toMain <- struct{}{}:
		t.await(ctx)
	case <-t.mainEnded:
	case <-ctx.Done():
	}
	return t.end
}
