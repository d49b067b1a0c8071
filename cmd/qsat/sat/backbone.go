package sat

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/dimacs"
)

// ErrNoModel is the error of Backbone if there is no model.
var ErrNoModel = errors.New("there is no model")

// Backbone yields each literal that is true in every model, as soon as it is known; of a projection,
// the literals of its variables only. If there is no model, the only pair is 0 and ErrNoModel. If the
// search fails, the last pair is 0 and the error, as of Solve. The method [Solver.Backbone] describes
// the search. The engine must be auto or cdcl, and the formula must have no cubes.
//
// If there is a model, Options.Proof takes a DRAT derivation, from the formula with the assumptions as
// unit clauses, that adds each literal before Backbone yields it.
func Backbone(ctx context.Context, p Problem, o Options) iter.Seq2[dimacs.Lit, error] {
	return func(yield func(dimacs.Lit, error) bool) {
		proof := o.Proof
		o.Proof = nil
		s := NewSolver(o)
		defer s.Close()
		j, ctx, err := newJob(ctx, p, o)
		if err = cmp.Or(s.err, err); err == nil {
			defer j.release()
			err = s.begins(ctx, j, proof)
		}
		if err != nil {
			yield(0, public(err))
			return
		}
		s.Backbone(ctx, j.task.Project)(yield)
	}
}

// begins gives a new solver the formula and the assumptions of j, a model of them, and a session that
// writes to proof.
func (s *Solver) begins(ctx context.Context, j *job, proof dimacs.Proof) error {
	if j.cubes != nil {
		return &ProblemError{Reason: "a backbone needs a formula without cubes"}
	}
	a, err := j.answer(j.solve(ctx, j.ask))
	switch {
	case err != nil:
		return err
	case a.Model == nil:
		return ErrNoModel
	}
	var units [][]dimacs.Lit
	for i := range j.task.Assume {
		units = append(units, j.task.Assume[i:i+1])
	}
	s.formula, s.model = j.task.Formula.With(units...), a.Model
	var kept []dimacs.Lit // all variables, so that none is eliminated
	for v := range s.formula.Vars {
		kept = append(kept, dimacs.Lit(v+1))
	}
	s.task = j.task.About(s.formula).Under(kept).With(proof)
	s.task.Memory = 0 // ctx has the limit
	s.session, err = cdcl.NewOpen(s.task)
	return err
}

// Backbone yields each literal that is true in every model in which the assumptions are true, as soon
// as it is known. It yields only literals of the variables in project; nil means all variables. If there
// is no model, the only pair is 0 and ErrNoModel. If the search fails, the last pair is 0 and the error,
// as of the method Solve. The loop may call the other methods, and clauses that it adds hold for the
// later literals.
//
// The candidates are the true literals of a first model. Backbone asks for a model without the first
// candidate. If there is none, the candidate belongs to the backbone. A model drops the candidates that
// are false in it, and those that could be false: no clause needs them to be true.
//
// Sources: M. Janota, I. Lynce and J. Marques-Silva, "Algorithms for computing backbones of
// propositional formulae", AI Communications 28, 2015; A. Biere, N. Froleyks and W. Wang, "CadiBack:
// Extracting Backbones with CaDiCaL", SAT 2023.
func (s *Solver) Backbone(ctx context.Context, project []int, assume ...dimacs.Lit) iter.Seq2[dimacs.Lit, error] {
	return func(yield func(dimacs.Lit, error) bool) {
		candidates, err := s.candidates(ctx, project, assume)
		var guard []dimacs.Lit // begins the clauses that hold only under the assumptions
		if err == nil && len(assume) > 0 {
			var release func()
			assume, release = s.guard(assume)
			defer release()
			guard = []dimacs.Lit{-assume[len(assume)-1]}
		}
		without := append(slices.Clip(assume), 0)
		for err == nil && len(candidates) > 0 {
			var a Answer
			l := candidates[0]
			without[len(assume)] = -l
			switch a, err = s.Solve(ctx, without...); {
			case err != nil:
			case a.Model != nil:
				_, needed := s.needed(a.Model, assume)
				candidates = slices.DeleteFunc(candidates, func(l dimacs.Lit) bool { return !needed.Value(l.Var()) || !a.Model.Holds(l) })
			default:
				candidates = candidates[1:]
				if err = s.exclude(append(guard, l)...); err == nil && !yield(l, nil) {
					return
				}
			}
		}
		if err != nil {
			yield(0, err)
		}
	}
}

// candidates returns the literals that the model of Solve needs, of the variables in project or of all,
// in the order of the variables. The errors are ErrNoModel and those of Solve.
func (s *Solver) candidates(ctx context.Context, project []int, assume []dimacs.Lit) ([]dimacs.Lit, error) {
	if err := checkVars(project); err != nil {
		return nil, err
	}
	a, err := s.Solve(ctx, assume...)
	if err != nil {
		return nil, err
	}
	if a.Model == nil {
		return nil, ErrNoModel
	}
	lits, _ := s.needed(a.Model, assume)
	slices.SortFunc(lits, func(k, l dimacs.Lit) int { return k.Var() - l.Var() })
	among := slices.Sorted(slices.Values(project))
	return slices.DeleteFunc(lits, func(l dimacs.Lit) bool {
		_, in := slices.BinarySearch(among, l.Var())
		return project != nil && !in
	}), nil
}

// needed returns the literals without which a, a model, would falsify a clause or an assumption, each
// once, and the set of their variables.
func (s *Solver) needed(a *dimacs.Assignment, assume []dimacs.Lit) (lits []dimacs.Lit, set *dimacs.Assignment) {
	set = &dimacs.Assignment{}
	add := func(l dimacs.Lit) {
		if !set.Value(l.Var()) {
			set.Set(l.Var(), true)
			lits = append(lits, l)
		}
	}
	for c := range s.formula.Clauses() {
		if l := onlyTrue(a, c); l != 0 {
			add(l)
		}
	}
	for _, l := range assume {
		add(l)
	}
	return lits, set
}

// onlyTrue returns the only literal of c that is true in a, or 0 if several are.
func onlyTrue(a *dimacs.Assignment, c []dimacs.Lit) (only dimacs.Lit) {
	for _, l := range c {
		if a.Holds(l) {
			if only != 0 && only != l {
				return 0
			}
			only = l
		}
	}
	return only
}
