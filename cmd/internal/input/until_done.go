package input

import (
	"context"
	"io"
)

// UntilDone returns a reader of r whose Read fails with the cause of ctx once that has
// ended: for one who reads a long file without a look at ctx.
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
