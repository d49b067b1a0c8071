package command

import (
	"context"
	"io"

	"queens/cmd/internal/parts"
	"queens/dimacs"
)

// resume opens the file of --checkpoint for the part h, or creates it, and sets r.kept and
// Checkpoint in the options of q, so that a count uses the counts in the file and adds new ones. If
// the count writes a certificate, resume copies the certificates of the counted cubes to it. If the
// file has counts, a notice gives their number. A file that belongs to another question or part is
// an error. If a write to the file fails later, a notice says so, and the count goes on without a
// checkpoint.
func (r *run) resume(ctx context.Context, q *question, h *parts.Header) error {
	cubes := len(q.options.Parts.Cubes)
	var certificates io.Writer
	if r.certifies() {
		certificates = io.MultiWriter(r.outputs.certificate, r.outputs.digest)
	}
	file, err := parts.OpenCheckpoint(ctx, r.checkpoint, *h, cubes, q.NumProjected()+1, certificates, func(err error) {
		r.call.Notice("%v: the count goes on without a checkpoint", err)
	})
	if err != nil {
		return err
	}
	if n := file.Kept(); n > 0 {
		r.call.Notice("%s: %d of %d cubes are counted", r.checkpoint, n, (cubes-h.I+h.K)/h.K)
	}
	q.options.Checkpoint = checkpoint{file, r.gate}
	return r.pass(func() error { r.kept = file; return nil })
}

// A checkpoint keeps the counts and certificates of cubes through the gate, so that it keeps
// nothing after the end of the run.
type checkpoint struct {
	*parts.Checkpoint
	gate
}

// Keep writes the count of a cube to the checkpoint, or does nothing if the gate is shut.
func (c checkpoint) Keep(cube int, n dimacs.Count) {
	c.pass(func() error { c.Checkpoint.Keep(cube, n); return nil })
}

// Write writes a piece of a certificate to the checkpoint. It is an error if the gate is shut.
func (c checkpoint) Write(p []byte) (int, error) {
	return len(p), c.pass(func() error { c.Checkpoint.Write(p); return nil })
}
