package command

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"runtime"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findModels finds the models of --models, --all or --sample, and prints them unless --no-model is
// given. With --models K it ends after K models, and sets more in the answer. With --sample the models
// are drawn at random. The answer has the number of models, also with an error. If the models have
// ended, the rest of the answer is the answer of complete. One goroutine searches and checks while
// another prints, unless there is one processor or nothing to print.
func (r *run) findModels(ctx context.Context) (a answer, err error) {
	q := r.question
	var models iter.Seq2[*dimacs.Assignment, error]
	switch {
	case q.graph != nil && r.samples > 0:
		models = q.graph.Sample(r.seed, r.samples)
	case q.graph != nil:
		models = q.graph.Models()
	case r.orbits:
		orbits, err := r.findOrbits(ctx)
		if err != nil {
			return a, err
		}
		models = orbits.Models(ctx)
	case r.samples > 0:
		models = sat.Sample(ctx, q.Problem, q.options, r.samples)
	default:
		models = sat.Models(ctx, q.Problem, q.options)
	}
	processors := runtime.GOMAXPROCS(0)
	if r.noModel {
		processors = 1
	}
	printer := newPrinter(processors, func(m *dimacs.Assignment) error { return r.reporter.next(ctx, q, m) })
	n, enough := int64(0), false
	for m, modelErr := range models {
		if err = modelErr; err == nil {
			err = printer.print(m)
		}
		if err != nil {
			break
		}
		if n++; n == r.models {
			enough = true
			break
		}
	}
	if err = cmp.Or(printer.close(), err); err == nil && !enough {
		a, err = r.complete(ctx, n == 0)
	}
	a.models, a.more = n, enough
	return a, err
}

// findOrbits finds the symmetries of the question, and prints their number.
func (r *run) findOrbits(ctx context.Context) (*sat.Orbits, error) {
	orbits, err := sat.FindOrbits(ctx, r.question.Problem, r.question.options)
	if err == nil {
		order := orbits.Order().String()
		err = r.pass(func() error { r.reporter.w.Remark("symmetries "+order, "symmetries", order); return nil })
	}
	return orbits, err
}

// complete returns the answer after all models were found or counted, with the status, and the
// failed assumptions if there is no model. If none is false, the status is SATISFIABLE. If none is
// true, there was no model, or the number of models or the sum of their weights is 0. A sum of
// weights may be 0 although there are models, so complete then looks for a model. If there is no
// model, it writes the proof for --proof or --verify, except for a graph of --from-graph.
func (r *run) complete(ctx context.Context, none bool) (a answer, err error) {
	q := r.question
	switch {
	case none && r.fromGraph != "":
		a.Answer = sat.Answer{Status: dimacs.Unsatisfiable, Failed: q.Assume}
		for range q.graph.Models() { // the weights of the models add up to 0
			a.Answer = sat.Answer{Status: dimacs.Satisfiable}
			break
		}
		return a, nil
	case none && r.count && q.Weighted(): // a sum of weights may be 0 although there are models
		unweighted := *q
		unweighted.options.Engine = ""
		return r.solve(ctx, &unweighted)
	case none && r.outputs.proof != nil:
		a, err = r.confirm(ctx, q)
	}
	if a.Status = dimacs.Satisfiable; none && err == nil {
		a.Answer = q.failed(ctx, q.assumes)
	}
	return a, err
}

// confirm refutes q and writes the proof. It is an internal error if there is a model.
func (r *run) confirm(ctx context.Context, q *question) (a answer, err error) {
	a, err = r.solve(ctx, q)
	if err == nil && a.Status != dimacs.Unsatisfiable {
		err = errors.New("internal error: there is a model, but none was found")
	}
	return a, err
}

// reportModels reports the number of models, and whether there may be more, and returns the exit
// code. If no model was printed, it reports that there is no model, with the failed assumptions. If
// no model was printed before the search was stopped, the status is UNKNOWN, unless it is OPTIMUM
// FOUND already.
func (r *reporter) reportModels(_ context.Context, q *question, a answer) (int, error) {
	more := a.stopped || a.more
	switch {
	case a.models == 0 && more && !r.optimal:
		return r.unknown(), nil
	case a.models == 0 && !more:
		return r.unsatisfiable(q, a), nil
	}
	r.verified(a)
	r.w.Total(map[bool]string{true: "samples", false: "models"}[r.samples > 0], a.models, more)
	return program.ExitSatisfiable, nil
}
