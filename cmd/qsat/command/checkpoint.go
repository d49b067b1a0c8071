package command

import (
	"context"

	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
)

// openCheckpoint opens the file of --checkpoint; without that flag it returns nil.
func (s *settings) openCheckpoint(ctx context.Context) (*parts.Checkpoint, error) {
	if s.kept == "" {
		return nil, nil
	}
	return parts.OpenCheckpoint(ctx, s.kept)
}

// resume has the count go on from a checkpoint.
func (s *settings) resume(call *program.Invocation, q *question, kept *parts.Checkpoint, h *parts.Header) error {
	cubes := len(q.options.Parts.Cubes)
	err := kept.Begin(*h, cubes, q.NumProjected()+1, func(err error) {
		call.Notice("%v: the count goes on without a checkpoint", err)
	})
	if n := kept.Kept(); err == nil && n > 0 {
		call.Notice("%s: %d of %d cubes are counted", s.kept, n, (cubes-h.I+h.K)/h.K)
	}
	q.options.Checkpoint = kept
	return err
}
