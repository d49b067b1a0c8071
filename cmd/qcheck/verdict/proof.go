package verdict

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"queens/cmd/qcheck/drat"
	"queens/dimacs"
	"queens/dimacs/result"
)

// checkLRAT checks a refutation of c.formula in LRAT. Also after an error, it sets c.Statistics to the
// numbers of clauses, steps, lemmas and RAT lemmas. The errors come from drat.CheckLRAT.
func (c *check) checkLRAT(ctx context.Context, in io.Reader) error {
	n, err := drat.CheckLRAT(ctx, c.formula, in, drat.Options{Name: c.name})
	c.Statistics = []Statistic{statistics("%v clauses, %v steps, %v lemmas, %v by RAT",
		"clauses", n.Clauses, "steps", n.Steps, "lemmas", n.Lemmas, "rat", n.RAT)}
	return err
}

// checkDRAT checks a refutation of c.formula in DRAT, or the proof of a backbone, and sets c.Statistics. It
// also writes the clauses that it uses to c.Used, and the proof in LRAT to c.LRAT, unless these are nil,
// which they must be for a backbone. After an error, it sets no statistics, but c.Hint if isModel holds.
// The errors come from drat.Check, checkBackbone and the writers.
func (c *check) checkDRAT(ctx context.Context, in io.Reader) error {
	r, err := drat.Check(ctx, c.formula, in, drat.Options{Name: c.name, Hints: c.LRAT != nil, Strict: c.Claim == Backbone})
	if err == nil && c.Claim == Backbone {
		err = c.checkBackbone(r)
	}
	if err == nil && c.Used != nil {
		err = writeUsed(ctx, c.Used, c.formula.Vars, r)
	}
	if err == nil && c.LRAT != nil {
		err = r.WriteLRAT(c.LRAT)
	}
	if err != nil {
		if c.isModel(ctx) {
			c.Hint = c.name + ": it is a model of the formula: try --as model"
		}
		return err
	}
	n := r.Statistics()
	c.Statistics = []Statistic{
		statistics("%v of %v clauses used", "used", n.Used, "clauses", n.Clauses),
		statistics("%v steps, %v of %v lemmas checked, %v by RAT, %v deletions ignored",
			"steps", n.Steps, "checked", n.Checked, "lemmas", n.Lemmas, "rat", n.RAT, "ignored", n.Ignored),
	}
	return nil
}

// writeUsed writes a formula with the given number of variables and the clauses that a refutation
// needs. The error is an error of out, or the cause of ctx.
func writeUsed(ctx context.Context, out io.Writer, vars int, r *drat.Refutation) error {
	w := dimacs.NewWriter(out)
	w.Header(vars, int64(r.Statistics().Used))
	for c := range r.Used() {
		w.Clause(c...)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return w.Flush()
}

// checkBackbone returns a drat.FailedError if the proof r refutes the formula, or if a literal of
// the backbone in the answer is no unit clause of the formula or of r, or has a variable that the
// formula does not have. Otherwise it returns nil. c.Answer must not be nil. All steps of r were checked as
// with drat.Options.Strict, so no step loses a model.
func (c *check) checkBackbone(r *drat.Refutation) error {
	if r.Refuted() {
		return drat.FailedError(c.name + ": it refutes the formula, which has no backbone then")
	}
	units := map[dimacs.Lit]bool{}
	for l := range r.Units() {
		units[l] = l.Var() <= c.Formula.Vars
	}
	lits, _ := c.Answer.Backbone()
	for _, l := range lits {
		if !units[l] {
			return drat.FailedError(fmt.Sprintf("%s: it has no clause %d 0 about a variable of the formula", c.name, l))
		}
	}
	return nil
}

// isModel reports whether a certificate that was taken for a proof consists of models of the formula, at
// least one. It reports false if the certificate must prove a claim or is binary, if c.head is not the
// whole certificate, if the projection is not known, or if ctx has ended.
func (c *check) isModel(ctx context.Context) bool {
	if c.Claim != NoClaim || ctx.Err() != nil || len(c.head) == 0 || len(c.head) == drat.HeadSize || drat.IsBinary(c.head) || c.ProjectError != nil {
		return false
	}
	q := Question{Formula: c.Formula, Project: c.Project, Answer: result.NewReader(bytes.NewReader(c.head), c.name)}
	v, err := Check(ctx, q)
	return err == nil && v.Wrong() == "" && q.Answer.Models() > 0
}
