package encode

import (
	"cmp"
	"context"
	"io"

	"queens/dimacs"
)

// wcnf is the format of the MaxSAT Evaluations since 2022. A file consists of the comments that
// describe the instance and the clauses: `h l1 .. ln 0` is a hard clause, and `1 l1 .. ln 0` is a
// soft clause of weight 1. The best model violates the fewest soft clauses.
var wcnf = Format{
	Name:   "wcnf",
	Suffix: ".wcnf",
	About:  "MaxSAT, for --minimum and --maximum",
	size:   Instance.Size,
	write:  writeWCNF,
}

func writeWCNF(ctx context.Context, f File, w io.Writer) error {
	out := &softSink{Writer: f.begin(ctx, w)}
	f.explain(out.Writer, nil)
	err := f.Instance.encode(out, func(g group, last int) {
		out.soft = g.soft
		if f.Annotate {
			annotate(out.Writer, g, last)
		}
	})
	return cmp.Or(err, out.Flush())
}

// A softSink is a dimacs.Sink that writes hard clauses, or soft clauses of weight 1.
type softSink struct {
	*dimacs.Writer
	soft bool
}

func (s *softSink) Clause(lits ...dimacs.Lit) {
	if s.soft {
		s.SoftClause(1, lits...)
	} else {
		s.HardClause(lits...)
	}
}

func (s *softSink) Binary(a, b dimacs.Lit) { s.Clause(a, b) }

func (s *softSink) Pairs(lits []dimacs.Lit) {
	for i, a := range lits {
		for _, b := range lits[i+1:] {
			s.Clause(a, b)
		}
		if s.Err() != nil {
			return
		}
	}
}
