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

// A printer prints models in the order in which they arrive. With several processors it
// prints in its own goroutine. On one processor, the search and that goroutine would only
// take turns. During that the scheduler keeps all other goroutines waiting, for example a
// signal handler for 0.4 s.
type printer struct {
	write  func(*dimacs.Assignment) error
	models chan *dimacs.Assignment // models to print; nil: print prints them itself
	spare  chan *dimacs.Assignment // printed models, for reuse
	done   chan struct{}           // closed when all models are printed, or after the first error
	err    error
}

// printerRoom is the number of models that may wait to be printed. If more come, print
// waits.
const printerRoom = 256

// newPrinter returns a printer that calls write with each model until write fails. It uses
// its own goroutine unless processors is 1.
func newPrinter(processors int, write func(*dimacs.Assignment) error) *printer {
	if processors == 1 {
		return &printer{write: write}
	}
	p := &printer{
		write:  write,
		models: make(chan *dimacs.Assignment, printerRoom), spare: make(chan *dimacs.Assignment, printerRoom),
		done: make(chan struct{}),
	}
	go func() {
		defer close(p.done)
		for a := range p.models {
			if p.err = p.write(a); p.err != nil {
				return
			}
			select {
			case p.spare <- a:
			default:
			}
		}
	}()
	return p
}

// print prints a model, or copies it to be printed later, and waits if there is no room. It returns
// the first error of write so far. If the printer has its own goroutine, a later call of print or
// close returns the error about this model.
func (p *printer) print(a *dimacs.Assignment) error {
	if p.models == nil {
		if p.err == nil {
			p.err = p.write(a)
		}
		return p.err
	}
	var b *dimacs.Assignment
	select {
	case b = <-p.spare:
	default:
		b = &dimacs.Assignment{}
	}
	b.Copy(a)
	select {
	case <-p.done: // before there is room, so that an error is not overlooked
		return p.err
	default:
	}
	select {
	case p.models <- b:
		return nil
	case <-p.done:
		return p.err
	}
}

// close waits until all models are printed or write has failed, and returns the first error of
// write. It ends the goroutine of the printer. It must be called once, after the last print.
func (p *printer) close() error {
	if p.models == nil {
		return p.err
	}
	close(p.models)
	<-p.done
	return p.err
}
