package sat

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/random"
	"queens/dimacs"
)

// Models yields each model under assumptions. Variables outside of the projection are false. The
// last pair is nil and an error if a model of the graph is no model of the formula, because the
// graph is wrong. A model is valid until the next one. It panics if assume does not pass Check.
func (g *Graph) Models(assume ...dimacs.Lit) iter.Seq2[*dimacs.Assignment, error] {
	h := g.under(assume)
	free := g.free(h)
	return func(yield func(*dimacs.Assignment, error) bool) {
		a := &dimacs.Assignment{}
		more := true
		for more && h.Models(a, func() bool {
			err := g.check(h, a)
			return yield(given(a, err), err) && err == nil
		}) {
			more = false // set the free variables to their next values
			free(func(v int) bool {
				more = !a.Value(v)
				a.Set(v, more)
				return !more
			})
			more = more && h.Root != dnnf.False
		}
	}
}

func given(a *dimacs.Assignment, err error) *dimacs.Assignment {
	if err != nil {
		return nil
	}
	return a
}

// free returns the sequence of the variables of the projection that h does not name.
func (g *Graph) free(h *dnnf.Graph) iter.Seq[int] {
	named := h.Named()
	return func(yield func(int) bool) {
		for i := range g.task.NumProjected() {
			if v := g.task.Projected(i); !named[v] && !yield(v) {
				return
			}
		}
	}
}

// check returns an error if a is not a model of h, or violates a clause of the formula.
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

// Sample yields k models under assumptions, or none if there is none. As for the function Sample, all
// are equally likely, or as likely as their weights say. The seed determines them. The last pair is
// nil and an error if a weight is negative or the weights of all models are 0, and as for Models. It
// panics if assume does not pass Check.
func (g *Graph) Sample(seed, k int64, assume ...dimacs.Lit) iter.Seq2[*dimacs.Assignment, error] {
	h := g.under(assume)
	return func(yield func(*dimacs.Assignment, error) bool) {
		d, a := random.New(seed), &dimacs.Assignment{}
		s, err := g.sampler(h)
		for i := int64(0); i < k && err == nil && h.Root != dnnf.False; i++ {
			s.Draw(d, a)
			g.free(h)(func(v int) bool { s.Value(d, dimacs.Lit(v), a); return true })
			if err = g.check(h, a); err == nil && !yield(a, nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// sampler returns a sampler of h, or the error of Sample.
func (g *Graph) sampler(h *dnnf.Graph) (*dnnf.Sampler, error) {
	if g.weights != nil {
		for l, w := range g.weights.lits {
			if w.Sign() < 0 {
				return nil, &ProblemError{Reason: fmt.Sprintf("literal %d has a negative weight, so models cannot be sampled", l)}
			}
		}
	}
	s, err := dnnf.NewSampler(context.Background(), h, g.weight())
	if err == nil && s.IsEmpty() && h.Root != dnnf.False {
		err = &ProblemError{Reason: "the weights of all models are 0, so none can be drawn"}
	}
	return s, err
}
