package encode

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"queens/dimacs"
)

// Write is WriteCNF without arguments and annotations.
func (in Instance) Write(ctx context.Context, w io.Writer) error {
	return in.WriteCNF(ctx, w, nil, false)
}

// WriteCNF writes the instance to w as DIMACS CNF or, with an aim, as WCNF: the comments that describe it,
// the header of a CNF, the projection to the variables of the board if there are auxiliary variables, and the
// clauses. With a shuffle, variables are renamed and clauses are in random order. The comments of Provenance
// for the arguments come first. If annotate is set, further comments are the Notes, the meanings of the
// variables and, without a shuffle, the groups of clauses; there must be no transform. It returns an error if
// Size does or if there are too many clauses to shuffle, the error of w, or the cause of ctx.
func (in Instance) WriteCNF(ctx context.Context, w io.Writer, arguments []string, annotate bool) error {
	size, err := in.Size()
	if err != nil {
		return err
	}
	renaming, err := in.renaming(ctx)
	if err != nil {
		return err
	}
	out := dimacs.NewWriter(cancellable{ctx, w})
	for c := range concat(slices.Values(Provenance(arguments)), in.CommentsWithout()) {
		if out.Comment(c.Key, c.Value); out.Err() != nil {
			break
		}
	}
	if in.Aim == "" {
		out.Header(size.Variables, size.Clauses)
	}
	if vars := in.BoardVariables(); size.Variables > vars {
		out.Projection(projection(ctx, vars, renaming))
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if annotate {
		for note := range in.Notes() {
			out.CommentText("note: " + note)
		}
		for meaning := range in.Meanings("", renaming) {
			if out.CommentText(meaning); out.Err() != nil {
				break
			}
		}
	}
	if renaming == nil {
		err = in.writeGroups(out, annotate)
	} else {
		err = in.writeShuffled(ctx, out, size, renaming)
	}
	return cmp.Or(err, out.Flush())
}

// writeGroups writes the clauses in the order of the groups. If annotate is set, comments describe each group.
// Without an aim, a comment `c group NAME` then precedes the clauses of each constraint. It holds up to the next such
// comment.
func (in Instance) writeGroups(out *dimacs.Writer, annotate bool) error {
	switch {
	case in.Aim != "":
		sink := &softSink{SoftSink: out, hard: out.HardClause}
		return in.encode(sink, func(g group, last int) {
			if sink.inSoft = g.soft; annotate {
				writeComments(out, g, last)
			}
		})
	case !annotate:
		return in.Encode(out)
	}
	named, previous := &namedUnits{Writer: out}, ""
	return in.encode(named, func(g group, last int) {
		name := g.name()
		if named.name = g.unit; g.unit == nil && name != previous {
			out.CommentText("group " + name)
		}
		previous = name
		if out.Err() == nil {
			writeComments(out, g, last)
		}
	})
}

// writeComments writes the annotation of a group and a comment for each of its auxiliary variables that it
// describes; last is the highest variable before the group.
func writeComments(out *dimacs.Writer, g group, last int) {
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

// A namedUnits is a writer that writes a comment `c group NAME` before each call of Clause.
type namedUnits struct {
	*dimacs.Writer
	name func(dimacs.Lit) string // returns NAME for the first literal of the clause; nil for no comment
}

func (w *namedUnits) Clause(lits ...dimacs.Lit) {
	if w.name != nil {
		w.CommentText("group " + w.name(lits[0]))
	}
	w.Writer.Clause(lits...)
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

// A cancellable writes to w until its context is done. Then Write returns the cause.
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
