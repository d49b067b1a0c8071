package command

import (
	"bytes"
	"cmp"
	"context"

	"queens/cmd/qcheck/drat"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/dimacs/proof"
)

// findCertificate turns the certificate of another program about the simplified formula into a certificate about the
// formula: a refutation in LRAT, or a count in CPOG.
func (r *run) findCertificate(ctx context.Context) (a answer, err error) {
	q, to := r.question, r.outputs.certificate
	m, file, err := r.openOther(ctx)
	if err != nil {
		return a, err
	}
	defer file.Close()
	var step bytes.Buffer
	steps := proof.NewWriter(&step, true)
	if m.Kept == sat.KeepModel {
		q.options.Proof = steps
	}
	s, err := m.Repeat(ctx, q.Problem, q.options)
	if err != nil {
		return a, err
	}
	if m.Kept == sat.KeepModel {
		a.Status = dimacs.Unsatisfiable
		err = cmp.Or(steps.Flush(), drat.Join(ctx, q.Formula, &step, s.Formula, file.Reader, drat.Options{Name: file.Name}, to))
		return a, to.CompleteAfter(err)
	}
	g, err := s.Certify(ctx, q.Problem, file.Reader, file.Name, to)
	if err = to.CompleteAfter(err); err == nil {
		a.count, a.counted = g.Count(), true
		err = r.decide(ctx, &a)
	}
	return a, err
}
