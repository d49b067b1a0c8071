package encode

import (
	"context"
	"io"

	"queens/dimacs"
)

// Write writes the instance as a CNF file to w: the comments, the header and
// the clauses. It stops soon after ctx is done and returns its error then.
func (in Instance) Write(ctx context.Context, w io.Writer) error {
	size, err := in.Size()
	if err != nil {
		return err
	}
	out := dimacs.NewWriter(cancellable{ctx, w})
	in.writeHead(out, size)
	if err := in.Encode(out); err != nil {
		return err
	}
	return out.Flush()
}

// writeHead writes everything before the first clause.
func (in Instance) writeHead(out *dimacs.Writer, size Size) {
	for _, c := range in.Comments() {
		out.Comment(c.Key, c.Value)
	}
	out.Header(size.Variables, size.Clauses)
	if size.Variables > in.N*in.N {
		out.Projection(in.Board().Vars())
	}
}

// Bytes returns the exact length of the file that Write produces. What has a
// closed form, as everything pairwise has, is not encoded for that; the rest is
// encoded and counted, but not written.
func (in Instance) Bytes(ctx context.Context) (int64, error) {
	size, err := in.Size()
	if err != nil {
		return 0, err
	}
	var head byteCount
	out := dimacs.NewWriter(&head)
	in.writeHead(out, size)
	if err := out.Flush(); err != nil {
		return 0, err
	}
	body, err := in.bodyBytes(ctx)
	return int64(head) + body, err
}

// bodyBytes returns the length of the clauses.
func (in Instance) bodyBytes(ctx context.Context) (int64, error) {
	groups, err := in.groups()
	if err != nil {
		return 0, err
	}
	var counted textLength
	aux := &variables{last: dimacs.Lit(in.N * in.N)}
	for g := range groups {
		if err := context.Cause(ctx); err != nil {
			return 0, err
		}
		if g.bytes == unknown {
			g.add(&counted, aux)
		} else {
			counted += textLength(g.bytes)
			aux.last += dimacs.Lit(g.aux)
		}
	}
	return int64(counted), nil
}

// A cancellable writer fails once its context is done.
type cancellable struct {
	ctx context.Context
	w   io.Writer
}

func (c cancellable) Write(p []byte) (int, error) {
	if err := context.Cause(c.ctx); err != nil {
		return 0, err
	}
	return c.w.Write(p)
}
