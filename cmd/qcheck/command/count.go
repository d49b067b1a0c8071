package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"queens/cmd/internal/answers"
	"queens/cmd/qcheck/cpog"
	"queens/dimacs"
)

// checkCPOG checks a CPOG certificate for f, which it reads from in. The verdict has the count that
// the certificate proves: the number of models, or the sum of their weights if f has weights. The
// count is projected on the variables in project, in ascending order, unless project is nil. In
// messages, f is called name and the certificate is called certificate.
//
// If the certificate is wrong, the error is a cpog.FailedError. There is also an error if a weight
// in f is wrong, or if the certificate is right but does not prove the projected count.
func checkCPOG(ctx context.Context, f *dimacs.Formula, name string, project []int, in io.Reader, certificate string) (v verdict, err error) {
	q, err := cpog.QuestionOf(f, project)
	if wrong := (*dimacs.WeightError)(nil); errors.As(err, &wrong) {
		return v, fmt.Errorf("%s:%d: %s", name, wrong.Line, wrong.Reason)
	}
	graph, err := cpog.Check(ctx, f, in, certificate)
	if err != nil {
		return v, err
	}
	n, err := graph.Count(ctx, q)
	if ctx.Err() != nil {
		return v, context.Cause(ctx)
	} else if err != nil {
		return v, fmt.Errorf("%s: the certificate is right, but does not prove the count over the projection: %w", certificate, err)
	}
	v.count = func(w answers.Writer) {
		if f.Weighted() {
			w.CountWeighted(project != nil, n.Rat())
		} else {
			w.Count(project != nil, n)
		}
	}
	v.stats = []line{countSteps(graph.Counts())}
	return v, nil
}

// countSteps returns the line of statistics about the lines of certificates.
func countSteps(c cpog.Counts) line {
	return statistics("%s products, %s sums, %s clauses asserted, %s deletions",
		value{"products", c.Products}, value{"sums", c.Sums}, value{"asserted", c.Asserted}, value{"deletions", c.Deleted})
}
