package command

import (
	"context"

	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
)

// resume has a count go on from the file of --checkpoint, or begin one.
func (s *settings) resume(ctx context.Context, call *program.Invocation, q *question, h *parts.Header, r *report) (err error) {
	cubes := len(q.options.Parts.Cubes)
	r.kept, err = parts.OpenCheckpoint(ctx, s.kept, *h, cubes, q.NumProjected()+1, func(err error) {
		call.Notice("%v: the count goes on without a checkpoint", err)
	})
	if err != nil {
		return err
	}
	if n := r.kept.Kept(); n > 0 {
		call.Notice("%s: %d of %d cubes are counted", s.kept, n, (cubes-h.I+h.K)/h.K)
	}
	q.options.Checkpoint = r.kept
	return nil
}

// forget removes that file, as the result is written.
func (r *report) forget() error {
	if r.kept == nil {
		return nil
	}
	return r.kept.Remove()
}

// leave closes that file, which stays for the next run if it keeps a count.
func (r *report) leave() {
	if r.kept != nil {
		r.kept.Close()
	}
}
