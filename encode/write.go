package encode

import (
	"context"
	"fmt"
	"io"
	"slices"

	"queens/dimacs"
)

// Write writes the instance as a CNF file to w: the comments, the header and
// the clauses. It stops soon after ctx is done and returns its error then.
//
// With a shuffle, variables are renamed and flipped, and clauses and the
// literals in them come in random order. Then all clauses are in memory at
// once; otherwise memory does not grow with their number.
func (in Instance) Write(ctx context.Context, w io.Writer) error {
	return cnf{in: in}.write(ctx, w)
}

// Bytes returns the exact length of the file that Write produces. What has a
// closed form, as all lines have, is not encoded for that; the rest is encoded
// and counted, but not written.
func (in Instance) Bytes(ctx context.Context) (int64, error) {
	return cnf{in: in}.bytes(ctx)
}

// A cnf is an instance as a CNF file.
type cnf struct {
	in       Instance
	annotate bool // with comments for learners
}

func (f cnf) write(ctx context.Context, w io.Writer) error {
	size, err := f.in.Size()
	if err != nil {
		return err
	}
	renaming, err := f.in.Renaming()
	if err != nil {
		return err
	}
	out := dimacs.NewWriter(cancellable{ctx, w})
	f.writeHead(out, size)
	f.writeProjection(out, size, renaming)
	f.writeMap(out, renaming)
	if renaming == nil {
		err = f.writeGroups(out)
	} else {
		err = f.writeShuffled(ctx, out, renaming)
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// writeHead writes the comments and the header.
func (f cnf) writeHead(out *dimacs.Writer, size Size) {
	for _, c := range f.in.Comments() {
		out.Comment(c.Key, c.Value)
	}
	out.Header(size.Variables, size.Clauses)
}

// writeProjection names the variables of the board if there are others, in
// ascending order, which tells nothing about what a shuffle has done.
func (f cnf) writeProjection(out *dimacs.Writer, size Size, renaming *Shuffle) {
	switch {
	case size.Variables == f.in.N*f.in.N:
	case renaming == nil:
		out.Projection(f.in.Board().Vars())
	default:
		vars := make([]dimacs.Lit, 0, f.in.N*f.in.N)
		for v := range f.in.Board().Vars() {
			vars = append(vars, dimacs.Lit(renaming.Shuffled(v).Var()))
		}
		slices.Sort(vars)
		out.Projection(slices.Values(vars))
	}
}

// writeGroups writes the clauses in the order of the groups.
func (f cnf) writeGroups(out *dimacs.Writer) error {
	if !f.annotate {
		return f.in.Encode(out)
	}
	groups, err := f.in.groups()
	if err != nil {
		return err
	}
	aux := &variables{last: dimacs.Lit(f.in.N * f.in.N)}
	for g := range groups {
		if err := out.Err(); err != nil {
			return err
		}
		out.CommentText(g.annotation(int64(aux.last)))
		g.add(out, aux)
	}
	return out.Err()
}

// bytes returns the length of what write writes.
func (f cnf) bytes(ctx context.Context) (int64, error) {
	size, err := f.in.Size()
	if err != nil {
		return 0, err
	}
	renaming, err := f.in.Renaming()
	if err != nil {
		return 0, err
	}
	var head byteCount
	out := dimacs.NewWriter(cancellable{ctx, &head})
	f.writeHead(out, size)
	if n := f.in.N * f.in.N; renaming == nil && size.Variables > n {
		head += byteCount(len("c p show 0\n")) + byteCount(progression{1, 1, n}.digits()) + byteCount(n)
	} else {
		f.writeProjection(out, size, renaming)
	}
	f.writeMap(out, renaming)
	if err := out.Flush(); err != nil {
		return 0, err
	}
	body, err := f.measure(ctx, renaming)
	return int64(head) + body.bytes, err
}

// measure counts the literals and bytes of the clauses and of the comments
// among them. Literals are counted with a renaming only.
func (f cnf) measure(ctx context.Context, renaming *Shuffle) (textLength, error) {
	var counted textLength
	groups, err := f.in.groups()
	if err != nil {
		return counted, err
	}
	aux := &variables{last: dimacs.Lit(f.in.N * f.in.N)}
	for g := range groups {
		if err := context.Cause(ctx); err != nil {
			return counted, err
		}
		if f.annotate && renaming == nil {
			counted.bytes += int64(len("c \n") + len(g.annotation(int64(aux.last))))
		}
		if renaming != nil {
			g.add(&renamed{sink: &counted, renaming: renaming}, aux)
		} else if n := g.length(int64(aux.last)); n == unknown {
			g.add(&counted, aux)
		} else {
			counted.bytes += n
			aux.last += dimacs.Lit(g.aux)
		}
	}
	return counted, nil
}

// annotation says what the group says, given the last variable before it.
func (g group) annotation(last int64) string {
	switch g.aux {
	case 0:
		return g.says()
	case 1:
		return fmt.Sprintf("%s (auxiliary variable %d)", g.says(), last+1)
	}
	return fmt.Sprintf("%s (auxiliary variables %d to %d)", g.says(), last+1, last+g.aux)
}

// writeMap says, for learners, what each variable of the board stands for.
func (f cnf) writeMap(out *dimacs.Writer, renaming *Shuffle) {
	if !f.annotate {
		return
	}
	for v := range f.in.Board().Vars() {
		l, what := v, "a queen"
		if renaming != nil {
			l = renaming.Shuffled(v)
		}
		if l < 0 {
			l, what = -l, "no queen"
		}
		out.CommentText("variable " + describe(l, what, v, f.in.Board()))
	}
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
