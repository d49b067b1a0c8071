package encode

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"queens/dimacs"
	"queens/encode/atmostone"
)

// cnf is DIMACS CNF: the comments that tell the instance, the header, a
// projection to the variables of the board if there are others, and the
// clauses.
var cnf = Format{
	Name:    DefaultFormat,
	Suffix:  ".cnf",
	About:   "DIMACS CNF",
	clausal: true,
	size:    Instance.Size,
	write:   writeCNF,
}

func writeCNF(ctx context.Context, f File, w io.Writer) error {
	size, err := f.Instance.Size()
	if err != nil {
		return err
	}
	renaming, err := f.Instance.renaming(ctx)
	if err != nil {
		return err
	}
	out := dimacs.NewWriter(cancellable{ctx, w})
	write := func(c dimacs.Comment) bool {
		out.Comment(c.Key, c.Value)
		return out.Err() == nil
	}
	slices.Values(f.provenance())(write)
	f.Instance.comments()(write)
	out.Header(size.Variables, size.Clauses)
	if vars := f.Instance.BoardVariables(); size.Variables > vars {
		if out.Projection(projection(ctx, vars, renaming)); ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	for note := range f.Instance.Notes() {
		if f.Annotate {
			out.CommentText("note: " + note)
		}
	}
	for meaning := range f.meanings("", renaming) {
		if out.CommentText(meaning); out.Err() != nil {
			return out.Err()
		}
	}
	if renaming == nil {
		err = f.writeGroups(out)
	} else {
		err = f.Instance.writeShuffled(ctx, out, size, renaming)
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// projection yields the variables of a board with count variables in ascending order, which
// tells nothing about what a shuffle has done. It ends early if ctx does.
func projection(ctx context.Context, count int, renaming *Shuffle) iter.Seq[dimacs.Lit] {
	last, stands := count, func(int) bool { return true } // for a variable of the board
	if renaming != nil {
		last, stands = renaming.Vars(), func(v int) bool { return renaming.Original(dimacs.Lit(v)).Var() <= count }
	}
	return func(yield func(dimacs.Lit) bool) {
		for v := 1; v <= last; v++ {
			if v&0xffff == 0 && ctx.Err() != nil || stands(v) && !yield(dimacs.Lit(v)) {
				return
			}
		}
	}
}

// writeGroups writes the clauses in the order of the groups.
func (f File) writeGroups(out *dimacs.Writer) error {
	return f.Instance.encode(out, func(g group, last int) {
		if f.Annotate {
			out.CommentText(g.annotation(last))
			for meaning := range g.auxiliary(last) {
				if out.CommentText(meaning); out.Err() != nil {
					return
				}
			}
		}
	})
}

// annotation returns the comment of the group with its auxiliary variables,
// given the last variable before them.
func (g group) annotation(last int) string {
	switch aux, _ := g.size(atmostone.One); aux {
	case 0:
		return g.comment()
	case 1:
		return fmt.Sprintf("%s (auxiliary variable %d)", g.comment(), last+1)
	default:
		return fmt.Sprintf("%s (auxiliary variables %d to %d)", g.comment(), last+1, last+aux)
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
