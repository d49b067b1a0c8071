package encode

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"queens/dimacs"
)

// cnf is DIMACS CNF. A file consists of the comments that describe the instance, the
// header, the projection to the variables of the board if there are auxiliary variables,
// and the clauses.
var cnf = Format{
	Name:    DefaultFormat,
	Suffix:  ".cnf",
	About:   "DIMACS CNF",
	clausal: true,
	size:    Instance.Size,
	write:   writeCNF,
}

// writeCNF writes a file in the format cnf or, for an instance with an aim, wcnf.
func writeCNF(ctx context.Context, f File, w io.Writer) error {
	size, err := f.Instance.Size()
	if err != nil {
		return err
	}
	renaming, err := f.Instance.renaming(ctx)
	if err != nil {
		return err
	}
	out := f.begin(ctx, w)
	if f.Instance.Aim == "" {
		out.Header(size.Variables, size.Clauses)
	}
	if vars := f.Instance.BoardVariables(); size.Variables > vars {
		out.Projection(projection(ctx, vars, renaming))
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if f.Annotate {
		for note := range f.Instance.Notes() {
			out.CommentText("note: " + note)
		}
	}
	f.explain(out, renaming)
	if renaming == nil {
		err = f.writeGroups(out)
	} else {
		err = f.Instance.writeShuffled(ctx, out, size, renaming)
	}
	return cmp.Or(err, out.Flush())
}

// begin returns a writer to which the comments of the file were written.
func (f File) begin(ctx context.Context, w io.Writer) *dimacs.Writer {
	out := dimacs.NewWriter(cancellable{ctx, w})
	for c := range concat(slices.Values(f.provenance()), f.Instance.comments()) {
		if out.Comment(c.Key, c.Value); out.Err() != nil {
			break
		}
	}
	return out
}

// explain writes a comment for each variable of the board, if the file is annotated.
func (f File) explain(out *dimacs.Writer, renaming *Shuffle) {
	for meaning := range f.meanings("", renaming) {
		if out.CommentText(meaning); out.Err() != nil {
			return
		}
	}
}

// writeGroups writes the clauses in the order of the groups, with comments if the file is
// annotated. Then a comment `c group NAME` precedes the clauses of a constraint, up to
// the next such comment.
func (f File) writeGroups(out *dimacs.Writer) error {
	switch {
	case f.Instance.Aim != "":
		sink := &softSink{SoftSink: out, hard: out.HardClause}
		return f.Instance.encode(sink, func(g group, last int) {
			if sink.inSoft = g.soft; f.Annotate {
				annotate(out, g, last)
			}
		})
	case !f.Annotate:
		return f.Instance.Encode(out)
	}
	named, previous := &namedUnits{Writer: out}, ""
	return f.Instance.encode(named, func(g group, last int) {
		name := g.name()
		if named.name = g.unit; g.unit == nil && name != previous {
			out.CommentText("group " + name)
		}
		previous = name
		if out.Err() == nil {
			annotate(out, g, last)
		}
	})
}

// annotate writes the comments of a group; last is the highest variable before it.
func annotate(out *dimacs.Writer, g group, last int) {
	out.CommentText(g.annotation(last))
	if g.meanings == nil {
		return
	}
	for text := range g.meanings {
		last++
		if out.CommentText(fmt.Sprintf("variable %d: %s", last, text)); out.Err() != nil {
			return
		}
	}
}

// A namedUnits is a writer that writes a comment `c group NAME` before each clause.
type namedUnits struct {
	*dimacs.Writer
	name func(dimacs.Lit) string // nil for no comment
}

func (w *namedUnits) Clause(lits ...dimacs.Lit) {
	if w.name != nil {
		w.CommentText("group " + w.name(lits[0]))
	}
	w.Writer.Clause(lits...)
}

// wcnf is the format of the MaxSAT Evaluations since 2022. A file consists of the comments that
// describe the instance and the clauses: `h l1 .. ln 0` is a hard clause, and `1 l1 .. ln 0` is a
// soft clause of weight 1. The best model violates the fewest soft clauses. A projection, as in cnf,
// follows the comments.
var wcnf = Format{
	Name:   "wcnf",
	Suffix: ".wcnf",
	About:  "MaxSAT, for --minimum and --maximum",
	size:   Instance.Size,
	write:  writeCNF,
}

// A softSink is a dimacs.Sink that calls hard with each clause, or passes it on as a soft clause of
// weight 1.
type softSink struct {
	dimacs.SoftSink
	hard   func(lits ...dimacs.Lit)
	inSoft bool // the clauses are soft
}

func (s *softSink) Clause(lits ...dimacs.Lit) {
	if s.inSoft {
		s.SoftClause(1, lits...)
	} else {
		s.hard(lits...)
	}
}

func (s *softSink) Binary(a, b dimacs.Lit) { s.Clause(a, b) }

func (s *softSink) Pairs(lits []dimacs.Lit) { dimacs.AddPairs(s, lits) }
