package input

import (
	"context"
	"io"
)

// UntilDone returns a reader of r whose Read returns the cause of ctx after ctx has ended. It
// serves code that reads a long file without checking ctx itself.
func UntilDone(ctx context.Context, r io.Reader) io.Reader { return &untilDone{ctx, r} }

type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u *untilDone) Read(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.r.Read(p)
}
