package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/random"
	"queens/dimacs"
)

// maxListed is the largest number of variables in the projection for which Models and Sample list
// models. A graph needs memory for each of them, although it may name only a few.
const maxListed = 1 << 26

// Models yields each model under assumptions. Variables outside of the projection are false. The
// last pair is nil and an error if the models have more than 2^26 variables, or if a model violates
// a clause of the formula, because the graph is wrong. With a projection, the clauses are not
// checked. A model is valid until the next one. Models panics if assume does not pass Check.
func (g *Graph) Models(assume ...dimacs.Lit) iter.Seq2[*dimacs.Assignment, error] {
	return g.list(assume, func(h *dnnf.Graph, found func(*dimacs.Assignment) bool) error {
		a := &dimacs.Assignment{}
		h.Models(a, func() bool { return found(a) })
		return nil
	})
}

// Sample yields k models under assumptions, but no model if there is none or k is at most 0. As
// for the function Sample, all models are equally likely, or as likely as their weights say. The
// seed determines the draws. The last pair is nil and an error if a weight is negative, if the
// weights of all models are 0, or for a reason of the method Models. Sample panics if assume does
// not pass Check.
func (g *Graph) Sample(seed, k int64, assume ...dimacs.Lit) iter.Seq2[*dimacs.Assignment, error] {
	return g.list(assume, func(h *dnnf.Graph, found func(*dimacs.Assignment) bool) error {
		if h.Root == dnnf.False {
			return nil
		}
		if err := nonnegative(g.task.Formula, g.task.Weights); err != nil {
			return err
		}
		s, err := dnnf.NewSampler(context.Background(), h, g.weight)
		if err == nil && s.IsEmpty() {
			err = errWeightless
		}
		a, d := &dimacs.Assignment{}, random.New(seed)
		for more := err == nil; k > 0 && more; k-- {
			s.Draw(d, a)
			more = found(a)
		}
		return err
	})
}

// list yields the models that search passes to found, which are models of h: the graph under
// assumptions with all variables of the projection named. It checks each model before. search must
// return when found returns false. The last pair is nil and an error for a wrong model, an error of
// search, or a *ProblemError if a model has more than maxListed variables.
func (g *Graph) list(assume []dimacs.Lit, search func(h *dnnf.Graph, found func(*dimacs.Assignment) bool) error) iter.Seq2[*dimacs.Assignment, error] {
	n := g.task.NumProjected()
	if n > maxListed {
		return func(yield func(*dimacs.Assignment, error) bool) {
			yield(nil, &ProblemError{Reason: fmt.Sprintf("a model has %d variables, but a graph lists models of at most %d", n, maxListed)})
		}
	}
	named := make([]dimacs.Lit, n)
	for i := range named {
		named[i] = dimacs.Lit(g.task.Projected(i))
	}
	h := g.under(assume, named...)
	return func(yield func(*dimacs.Assignment, error) bool) {
		var wrong error
		err := search(h, func(a *dimacs.Assignment) bool {
			if wrong = g.check(h, a); wrong != nil {
				return false
			}
			return yield(a, nil)
		})
		if err = cmp.Or(err, wrong); err != nil {
			yield(nil, err)
		}
	}
}

// check returns an error if a is not a model of h, or, without a projection, if it violates a
// clause of the formula.
func (g *Graph) check(h *dnnf.Graph, a *dimacs.Assignment) error {
	if !h.Holds(a) {
		return errors.New("internal error: a model of a graph violates it")
	}
	if g.task.Project == nil {
		if clause := g.task.Formula.Falsified(a); clause != nil {
			return fmt.Errorf("the graph is wrong: it has a model that violates the clause %v", clause)
		}
	}
	return nil
}
