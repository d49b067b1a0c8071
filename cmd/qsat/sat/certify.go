package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Certify does what Compile does, and writes a certificate in the format CPOG: the graph,
// and the proof that it is equivalent to the formula, from which the count follows. A
// projection has to define all variables.
func Certify(ctx context.Context, p Problem, o Options, w io.Writer) (*Graph, error) {
	s, err := newCompilation(p, o)
	switch {
	case err != nil:
		return nil, public(err)
	case len(p.Assume) > 0:
		return nil, &ProblemError{Reason: "a certificate is of a formula without assumptions"}
	case p.Formula.Vars == 0 && p.Formula.NumClauses() > 0:
		return nil, &ProblemError{Reason: "there is no certificate without a variable"}
	}
	var derived derivation
	t := s.task.With(s.task.Options, &derived)
	t.Project = nil
	g, err := count.New().Compile(ctx, t)
	if err != nil {
		return nil, public(err)
	}
	if err := s.defines(ctx, g); err != nil {
		return nil, public(err)
	}
	if err := dnnf.Certify(ctx, g, p.Formula, derived, w); err != nil {
		return nil, err
	}
	return s.graph(g), nil
}

// A derivation takes the clauses that were derived.
type derivation [][]dimacs.Lit

func (d *derivation) Add(clause []dimacs.Lit) error {
	*d = append(*d, slices.Clone(clause))
	return nil
}

func (d *derivation) Delete([]dimacs.Lit) error { return nil }

// defines returns an error unless models that agree on the projection agree on all
// variables, so that they are as many as those of a graph of all variables.
func (s *search) defines(ctx context.Context, g *dnnf.Graph) error {
	if s.task.Project == nil {
		return nil
	}
	t := s.task.With(s.task.Options, nil)
	t.Weights, t.Stats = nil, nil
	n, err := count.New().Count(ctx, t)
	if all := g.Count(); err != nil || n.Int().Cmp(all.Int()) == 0 {
		return err
	}
	v, err := undefined(ctx, s.task)
	if err != nil {
		return err
	}
	return &ProblemError{Reason: fmt.Sprintf("the projection does not define variable %d, so that there is no certificate of the count", v)}
}

// undefined returns a variable that may have both values where those of the projection
// stay the same: one in which two models differ that agree on the
// projection.
//
// Source: A. Padoa, "Essai d'une théorie algébrique des nombres entiers", 1900.
func undefined(ctx context.Context, t *engine.Task) (int, error) {
	n := dimacs.Lit(t.Formula.Vars)
	second := func(l dimacs.Lit) dimacs.Lit { // of the second model
		switch {
		case t.IsProjected(l.Var()):
			return l
		case l < 0:
			return l - n
		}
		return l + n
	}
	f, differ := &dimacs.Formula{}, []dimacs.Lit(nil)
	for lits := range t.Formula.Clauses() {
		other := make([]dimacs.Lit, len(lits))
		for i, l := range lits {
			other[i] = second(l)
		}
		f.Add(lits...)
		f.Add(other...)
	}
	for v := dimacs.Lit(1); v <= n; v++ {
		if !t.IsProjected(int(v)) {
			d := 2*n + v
			f.Add(-d, v, second(v))
			f.Add(-d, -v, -second(v))
			differ = append(differ, d)
		}
	}
	f.Add(differ...)
	a, err := engine.Solve(ctx, auto.New(), &engine.Task{Problem: engine.Problem{Formula: f}, Options: t.Options})
	if err != nil || a.Model == nil {
		return 0, cmp.Or(err, errEqual)
	}
	i := slices.IndexFunc(differ, func(d dimacs.Lit) bool { return a.Model.Holds(d) })
	return int(differ[i] - 2*n), nil
}

var errEqual = errors.New("internal error: the counts of a projection and of all models differ, but it defines all variables")
