package command

import (
	"context"
	"fmt"
	"io"

	"queens/cmd/qcheck/drat"
	"queens/dimacs"
)

// readBackbone returns the backbone in an answer, or nil if the answer is UNSATISFIABLE. It is an error
// if there is no backbone, or if it may be cut off.
func (s *settings) readBackbone(ctx context.Context, r *dimacs.ResultReader) (_ []dimacs.Lit, err error) {
	for err == nil && ctx.Err() == nil {
		_, err = r.Read()
	}
	lits, complete := r.Backbone()
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != io.EOF:
		return nil, err
	case r.Status() == dimacs.Unsatisfiable:
		return nil, nil
	case lits == nil && !complete:
		return nil, fmt.Errorf("%s: expected a backbone (lines b) between a formula without soft clauses and a proof, found %v", r.Name(), r.Status())
	case !complete && r.Status() != dimacs.Unknown:
		return nil, fmt.Errorf("%s: the backbone has no line b 0: it may be cut off", r.Name())
	case s.used != "" || s.lrat != "" || s.strict:
		return nil, fmt.Errorf("%s: --used-clauses, --lrat and --strict-answer are not about a backbone", r.Name())
	}
	return append([]dimacs.Lit{}, lits...), nil
}

// checkBackbone returns a drat.FailedError unless each literal of the backbone is a variable of f, and a
// unit clause of f or of its proof r. All steps of r were checked as with drat.Options.Strict, so no step
// loses a model.
func checkBackbone(f *dimacs.Formula, backbone []dimacs.Lit, r *drat.Refutation, name string) error {
	if r.Refuted() {
		return drat.FailedError(name + ": it refutes the formula, which has no backbone then")
	}
	units := map[dimacs.Lit]bool{}
	for l := range r.Units() {
		units[l] = l.Var() <= f.Vars
	}
	for _, l := range backbone {
		if !units[l] {
			return drat.FailedError(fmt.Sprintf("%s: it has no clause %d 0 about a variable of the formula", name, l))
		}
	}
	return nil
}
