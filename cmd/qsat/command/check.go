package command

import (
	"context"
	"errors"
	"fmt"
	"time"

	"queens/cmd/internal/input"
	"queens/cmd/internal/memory"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/drat"
	"queens/dimacs"
)

// checkProof checks the proof of --check and reports whether it refutes the formula,
// with the assumptions.
func (s *settings) checkProof(ctx context.Context, call *program.Invocation, name string, form forms, r *report) (int, error) {
	code, err := s.verdict(ctx, call, name, form, r.w)
	if isStop(ctx, err) {
		return r.unknown(), nil
	}
	return code, err
}

// verdict checks the proof and reports it, unless the context ends.
func (s *settings) verdict(ctx context.Context, call *program.Invocation, name string, form forms, w *dimacs.ResultWriter) (int, error) {
	start := time.Now()
	used, lrat, err := s.createCertificates(ctx, call, form)
	defer used.Abort()
	defer lrat.Abort()
	if err != nil {
		return 0, err
	}
	proof, err := input.Open(ctx, s.checked, call.Stdin)
	if err != nil {
		return 0, err
	}
	defer proof.Close()
	t, err := s.readTask(ctx, call, name)
	if err != nil {
		return 0, err
	}
	if len(t.Formula.Cubes) > 0 {
		return 0, fmt.Errorf("%s: a proof is about clauses, not cubes", shown(name))
	}
	r, err := drat.Check(ctx, withUnits(t.Formula, t.Assume), proof.Reader, drat.Options{Name: proof.Name, Hints: lrat != nil})
	var failed *drat.FailedError
	switch {
	case errors.As(err, &failed):
		w.CommentText(failed.Error())
		w.Verdict(false)
		return program.ExitFailure, nil
	case err != nil:
		return 0, err
	}
	if err := writeUsed(ctx, used, t.Formula.Vars, r); err != nil {
		return 0, err
	}
	if err := writeLRAT(lrat, r); err != nil {
		return 0, err
	}
	w.Verdict(true)
	if s.stats || s.verbose {
		reportCheck(w, r, time.Since(start))
	}
	return program.ExitDone, nil
}

// createCertificates opens the files of --used-clauses and --lrat, nil without these.
func (s *settings) createCertificates(ctx context.Context, call *program.Invocation, form forms) (used, lrat *output.File, err error) {
	if s.used != "" {
		if used, err = output.Create(ctx, s.used, call.Stdout, form.used); err != nil {
			return nil, nil, err
		}
	}
	if s.lrat != "" {
		lrat, err = output.Create(ctx, s.lrat, call.Stdout, form.lrat)
	}
	return used, lrat, err
}

// writeUsed writes the clauses that a refutation needs, unless nobody wants them.
func writeUsed(ctx context.Context, out *output.File, vars int, r *drat.Refutation) error {
	if out == nil {
		return nil
	}
	w := dimacs.NewWriter(out)
	w.Header(vars, int64(r.Counts().Used))
	for c := range r.Used() {
		w.Clause(c...)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return out.Commit()
}

// writeLRAT writes a refutation with hints, unless nobody wants it.
func writeLRAT(out *output.File, r *drat.Refutation) error {
	if out == nil {
		return nil
	}
	if err := r.WriteLRAT(out); err != nil {
		return err
	}
	return out.Commit()
}

func reportCheck(w *dimacs.ResultWriter, r *drat.Refutation, took time.Duration) {
	n := r.Counts()
	line := func(format string, args ...any) { w.CommentText("stats: " + fmt.Sprintf(format, args...)) }
	line("%d of %d clauses used", n.Used, n.Clauses)
	line("%d steps, %d of %d lemmas checked, %d by RAT, %d deletions ignored", n.Steps, n.Checked, n.Lemmas, n.RAT, n.Ignored)
	line("total %s", seconds(took))
	if peak := memory.Peak(); peak > 0 {
		line("peak memory %.1f MB", float64(peak)/1e6)
	}
}

// withUnits returns the formula with assumptions as clauses.
func withUnits(f *dimacs.Formula, assume []dimacs.Lit) *dimacs.Formula {
	units := make([][]dimacs.Lit, len(assume))
	for i := range assume {
		units[i] = assume[i : i+1]
	}
	return f.With(units...)
}
