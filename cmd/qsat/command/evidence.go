package command

import (
	"context"
	"fmt"
	"math/big"

	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// Evidence are files that say how a count comes about: that of --graph.
type evidence struct{ graph *output.File }

// createEvidence opens the files; without their flags it returns nil.
func (s *settings) createEvidence(ctx context.Context, call *program.Invocation, to outputs) (e *evidence, err error) {
	if s.graph == "" {
		return nil, nil
	}
	e = &evidence{}
	if s.graph != "" {
		e.graph, err = call.Create(ctx, to.graph)
	}
	return e, err
}

// abort gives up the files that are not complete. E may be nil.
func (e *evidence) abort() {
	if e != nil {
		e.graph.Abort()
	}
}

// count counts, and writes the files once the whole is known.
func (e *evidence) count(ctx context.Context, q *question) (dimacs.Count, error) {
	g, err := sat.Compile(ctx, q.Problem, q.options)
	if err != nil {
		return dimacs.Count{M: new(big.Int)}, err
	}
	if e.graph != nil {
		if err = e.graph.CommitAfter(g.WriteD4(e.graph)); err != nil {
			return dimacs.Count{M: new(big.Int)}, fmt.Errorf("graph: %w", err)
		}
	}
	return g.Count(), nil
}
