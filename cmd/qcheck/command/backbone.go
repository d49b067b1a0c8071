package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"queens/cmd/internal/input"
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/drat"
	"queens/dimacs"
)

// checkBackbone checks the backbone in the second argument, an answer: each literal must be a unit clause
// of f or of the DRAT proof in the third argument. All steps of the proof are checked, as with
// drat.Options.Strict. So no step loses a model: a step by RAT must define a variable that f does not
// have.
func (s *settings) checkBackbone(ctx context.Context, call *program.Invocation, f *dimacs.Formula) (v verdict, err error) {
	if s.used != "" || s.lrat != "" || s.strict {
		return v, errors.New("--used-clauses, --lrat and --strict-answer are not about a backbone")
	}
	lits, answer, err := readBackbone(ctx, call)
	if err != nil {
		return v, err
	}
	in, err := input.Open(ctx, call.Args[2], call.Stdin)
	if err != nil {
		return v, err
	}
	defer in.Close()
	kind, head, err := s.kind(in.Reader, f.NumClauses())
	if err == nil && kind != "drat" {
		err = fmt.Errorf("%s: expected a proof in DRAT for a backbone, found %s", in.Name, kind)
	}
	if err != nil {
		return v, err
	}
	r, err := drat.Check(ctx, f, io.MultiReader(bytes.NewReader(head), in.Reader), drat.Options{Name: in.Name, Strict: true})
	if failed, is := errors.AsType[drat.FailedError](err); is {
		return verdict{wrong: string(failed)}, nil
	} else if err != nil {
		return v, err
	}
	units := map[dimacs.Lit]bool{}
	for l := range r.Units() {
		units[l] = l.Var() <= f.Vars
	}
	for _, l := range lits {
		if !units[l] && v.wrong == "" {
			v.wrong = fmt.Sprintf("%s: b %d: the proof has no clause %[2]d 0 about a variable of the formula", answer, l)
		}
	}
	if r.Refuted() {
		v.wrong = fmt.Sprintf("%s: it refutes the formula, which has no backbone then", in.Name)
	}
	v.stats = dratStatistics(r.Counts())
	return v, nil
}

// readBackbone returns the backbone in the second argument, and the name of the answer. It is an error if
// there is none, or if the backbone may be cut off.
func readBackbone(ctx context.Context, call *program.Invocation) (lits []dimacs.Lit, name string, err error) {
	in, err := input.Open(ctx, call.Args[1], call.Stdin)
	if err != nil {
		return nil, "", err
	}
	defer in.Close()
	r := dimacs.NewResultReader(in.Reader, in.Name)
	for err == nil && ctx.Err() == nil {
		_, err = r.Read()
	}
	lits, complete := r.Backbone()
	switch {
	case ctx.Err() != nil:
		return nil, "", context.Cause(ctx)
	case err != io.EOF:
		return nil, "", err
	case lits == nil && !complete:
		return nil, "", fmt.Errorf("%s: expected a backbone (lines b) between a formula without soft clauses and a proof, found %v", in.Name, r.Status())
	case !complete && r.Status() != dimacs.Unknown:
		return nil, "", fmt.Errorf("%s: the backbone has no line b 0: it may be cut off", in.Name)
	}
	return lits, in.Name, nil
}
