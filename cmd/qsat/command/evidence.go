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

// Evidence are files that say how a count comes about: that of --graph, and the
// certificate that --proof asks for. Either may be nil.
type evidence struct{ graph, certificate *output.File }

// certifies reports whether --proof asks for the certificate of a count.
func (s *settings) certifies() bool { return s.count && s.proof != "" && s.excluded == "" }

// createEvidence opens the files; without their flags it returns nil.
func (s *settings) createEvidence(ctx context.Context, call *program.Invocation, to outputs) (e *evidence, err error) {
	if s.graph == "" && !s.certifies() {
		return nil, nil
	}
	e = &evidence{}
	if s.graph != "" {
		e.graph, err = call.Create(ctx, to.graph)
	}
	if s.certifies() && err == nil {
		e.certificate, err = call.Create(ctx, to.proof)
	}
	return e, err
}

// abort gives up the files that are not complete. E may be nil.
func (e *evidence) abort() {
	if e != nil {
		e.graph.Abort()
		e.certificate.Abort()
	}
}

// count counts, and writes the files once the whole is known.
func (e *evidence) count(ctx context.Context, q *question) (n dimacs.Count, err error) {
	var g *sat.Graph
	if e.certificate != nil {
		if g, err = sat.Certify(ctx, q.Problem, q.options, e.certificate); err == nil {
			err = e.certificate.Commit()
		}
	} else {
		g, err = sat.Compile(ctx, q.Problem, q.options)
	}
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
