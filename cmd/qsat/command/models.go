package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"runtime"
	"time"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findModels prints the models of --models, --all or --sample.
func (r *request) findModels(ctx context.Context) (tell answer, err error) {
	n, err := r.each(ctx)
	enough := err == errEnough
	var found result
	if err == nil {
		found, err = r.complete(ctx, n == 0)
	}
	if err != nil && !enough {
		return nil, err
	}
	return func() (int, error) { return r.report.tellModels(found, enough), nil }, nil
}

// errEnough ends an enumeration after K models with --models K.
var errEnough = errors.New("enough models")

// each prints the models and returns their number. With --models K it returns errEnough after K
// models. With --sample the models are drawn at random. One goroutine searches and checks while
// another prints, unless there is one processor or nothing to print.
func (r *request) each(ctx context.Context) (n int64, err error) {
	q := r.question
	processors := runtime.GOMAXPROCS(0)
	if r.noModel {
		processors = 1
	}
	printer := newPrinter(processors, func(a *dimacs.Assignment) error { return r.report.model(ctx, q, a) })
	var models iter.Seq2[*dimacs.Assignment, error]
	switch {
	case q.graph != nil && r.samples > 0:
		models = q.graph.Sample(r.seed, r.samples)
	case q.graph != nil:
		models = q.graph.Models()
	case r.samples > 0:
		models = sat.Sample(ctx, q.Problem, q.options, r.samples)
	default:
		models = sat.Models(ctx, q.Problem, q.options)
	}
	for a, modelErr := range models {
		if err = modelErr; err == nil {
			err = printer.print(a)
		}
		if err != nil {
			break
		}
		if n++; n == r.models {
			err = errEnough
			break
		}
	}
	return n, cmp.Or(printer.close(), err)
}

// complete returns whether there is a model, after all models were found or counted; none
// means that their number or the sum of their weights is 0. Then it writes the proof if one is
// requested.
func (r *request) complete(ctx context.Context, none bool) (found result, err error) {
	q := r.question
	switch {
	case none && r.fromGraph != "":
		found.Answer = sat.Answer{Status: dimacs.Unsatisfiable, Failed: q.Assume}
		for range q.graph.Models() { // the weights of the models add up to 0
			found.Answer = sat.Answer{Status: dimacs.Satisfiable}
			break
		}
		return found, nil
	case none && r.count && q.Weighted(): // a sum of weights may be 0 although there are models
		unweighted := *q
		unweighted.options.Engine = ""
		return r.solve(ctx, &unweighted)
	case none && r.outputs.proof != nil:
		found, err = r.confirm(ctx, q)
	}
	if found.Status = dimacs.Satisfiable; none && err == nil {
		found.Answer = q.failed(ctx, r.assumes)
	}
	return found, err
}

// confirm writes the proof that q has no model. It is an internal error if there is one.
func (r *request) confirm(ctx context.Context, q *question) (found result, err error) {
	found, err = r.solve(ctx, q)
	if err == nil && found.Status != dimacs.Unsatisfiable {
		err = errors.New("internal error: there is a model, but none was found")
	}
	return found, err
}

// tellModels reports the end of an enumeration, and whether there may be more models. It
// returns the exit code. If no model was printed, it reports the failed assumptions of
// found.
func (r *report) tellModels(found result, more bool) int {
	switch {
	case r.models == 0 && more && !r.optimal:
		return r.unknown()
	case r.models == 0 && !more:
		return r.unsatisfiable(found)
	}
	r.tellVerified(found)
	if r.samples > 0 {
		r.w.Samples(r.models, more)
	} else {
		r.w.Models(dimacs.Count{M: big.NewInt(r.models)}, more)
	}
	return program.ExitSatisfiable
}

// stoppedModels reports the number of models that were printed, for an enumeration that was
// stopped, and returns the exit code.
func (r *report) stoppedModels(*question) int { return r.tellModels(result{}, true) }

// model prints one of several models, at the latest after flushEvery. If ctx has ended, it
// does not begin a model of more than shortModel variables, and returns errStopped.
func (r *report) model(ctx context.Context, q *question, a *dimacs.Assignment) error {
	return r.pass(func() error {
		if q.NumProjected() > shortModel && !r.noModel && ctx.Err() != nil {
			return errStopped
		}
		if r.models == 0 {
			r.status(dimacs.Satisfiable)
		}
		r.models++
		if err := r.values(ctx, a, q.NumProjected(), q.Projected); err != nil {
			return err
		}
		return r.shown()
	})
}

// shown flushes the first of several models or literals, and begins to flush regularly.
func (r *report) shown() error {
	if r.flushing == nil {
		r.flushing = time.AfterFunc(flushEvery, r.keepFlushing)
		return r.w.Flush()
	}
	return r.w.Err()
}

// flushEvery is the longest time that a model waits to be printed together with later ones.
// A flush per model would take longer than the search for it.
const flushEvery = 10 * time.Millisecond

// keepFlushing flushes now, and again every flushEvery, until the gate is shut.
func (r *report) keepFlushing() {
	r.pass(func() error {
		r.flushing.Reset(flushEvery)
		return r.w.Flush()
	})
}

// values prints the values of the variables variable(0) to variable(n-1), as a model. With
// --no-model it prints nothing. When ctx ends after shortModel values, or when the output
// fails, it cuts off the model without the final 0. Part of a model is not an answer. So it
// then returns an error, even if a signal was the cause.
func (r *report) values(ctx context.Context, a *dimacs.Assignment, n int, variable func(i int) int) error {
	if r.noModel {
		return nil
	}
	r.w.BeginModel()
	for i := 0; i < n; {
		if r.w.Err() != nil {
			return r.w.Err()
		}
		if i >= shortModel && ctx.Err() != nil {
			r.w.Cut()
			return fmt.Errorf("the model is cut off after %d of %d variables: %v", i, n, context.Cause(ctx))
		}
		r.lits = r.lits[:0]
		for ; i < n && len(r.lits) < valuesAtOnce; i++ {
			r.lits = append(r.lits, a.Lit(variable(i)))
		}
		r.w.Values(r.lits)
	}
	r.w.EndModel()
	return r.w.Err()
}

const (
	// valuesAtOnce is the number of values that are printed at once, which bounds the
	// memory for a model.
	valuesAtOnce = 1 << 12
	// shortModel is the number of variables that can be printed in a few milliseconds. A
	// model of at most that size is printed even after the end of the context.
	shortModel = 1 << 17
)
