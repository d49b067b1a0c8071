package sat

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/dimacs"
	"queens/dimacs/proof"
)

// ErrNoModel is the error of Backbone if there is no model.
var ErrNoModel = errors.New("there is no model")

// Backbone yields each literal that is true in every model, as soon as it is known. With a projection,
// it yields only literals of the projection. If there is no model, the only pair is 0 and ErrNoModel. If
// the search fails, the last pair is 0 and the error, as of Solve. The method [Solver.Backbone] describes
// the search. Each loop starts it anew. The engine must be auto or cdcl, and the formula must have no cubes.
//
// If there is a model, Options.Proof takes a DRAT derivation, from the formula with the assumptions as
// unit clauses, that adds each literal before Backbone yields it. Otherwise the proof stays empty.
func Backbone(ctx context.Context, p Problem, o Options) iter.Seq2[dimacs.Lit, error] {
	proof := o.Proof
	o.Proof = nil
	return sequence(ctx, p, o, func(j *job, ctx context.Context, found func(dimacs.Lit) error) error {
		s := NewSolver(o)
		defer s.Close()
		if err := s.begins(ctx, j, proof); err != nil {
			return err
		}
		for l, err := range s.Backbone(ctx, j.task.Project) {
			if err == nil {
				err = found(l)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// A backboneProof writes a proof without the deletions of clauses of at most two literals. These
// clauses imply the literals that are equivalent to the representative whose lemma the session
// adds.
type backboneProof struct{ proof.Sink }

func (p backboneProof) Delete(clause []dimacs.Lit) error {
	if len(clause) <= 2 {
		return nil
	}
	return p.Sink.Delete(clause)
}

// begins gives the new solver s the formula of j, with the assumptions of j as unit clauses, and a
// model of it. It opens a session that writes to proof, unless proof is nil. The errors are the
// error of s, ErrNoModel, and errors of the engine.
func (s *Solver) begins(ctx context.Context, j *job, proof proof.Sink) error {
	if s.err != nil {
		return s.err
	}
	a, err := j.answer(j.solve(ctx))
	switch {
	case err != nil:
		return err
	case a.Model == nil:
		return ErrNoModel
	}
	s.formula, s.model = j.task.Formula.WithUnits(j.task.Assume), a.Model
	candidates, _ := (&backbone{Solver: s}).needed(s.model)
	if proof != nil {
		proof = backboneProof{proof}
	}
	s.task = j.task.About(s.formula).Under(candidates).With(proof)
	s.task.Memory = 0 // ctx has the limit
	return s.kept.Open(s.task)
}

// Backbone yields each literal that is true in every model in which the assumptions and the literals of Hold
// are true, as soon as it is known. It yields only literals of the variables in project; nil means all variables. If there
// is no model, the only pair is 0 and ErrNoModel. If the search fails, the last pair is 0 and the error,
// as of the method Solve. A number in project that is no variable is a *ProblemError. The loop may call
// the other methods, and clauses that it adds hold for the later literals.
//
// The candidates are literals of a first model: the assumptions, and the literals that are alone in
// satisfying some clause. Backbone searches for a model in which the first candidate is false. If there
// is no such model, the candidate belongs to the backbone. Otherwise the model drops each candidate that
// is false in it or that it does not need in the same way. To drop many at once, the search begins with
// decisions against all candidates, as long as that takes little time.
//
// Each loop with assumptions takes one variable, from dimacs.MaxVar downwards, as for Models.
//
// Sources: M. Janota, I. Lynce and J. Marques-Silva, "Algorithms for computing backbones of
// propositional formulae", AI Communications 28, 2015; A. Biere, N. Froleyks and W. Wang, "CadiBack:
// Extracting Backbones with CaDiCaL", SAT 2023.
func (s *Solver) Backbone(ctx context.Context, project []int, assume ...dimacs.Lit) iter.Seq2[dimacs.Lit, error] {
	return func(yield func(dimacs.Lit, error) bool) {
		b := backbone{Solver: s, assume: slices.Clip(s.withHeld(assume))}
		err := b.first(ctx, project)
		if err == nil && len(b.assume) > 0 {
			guard, release := s.guard()
			defer release()
			b.guards = []dimacs.Lit{guard}
		}
		for err == nil && len(b.candidates) > 0 {
			var l dimacs.Lit
			if l, err = b.test(ctx); err == nil && l != 0 && !yield(l, nil) {
				return
			}
		}
		if err != nil {
			yield(0, err)
		}
	}
}

// A backbone is the state of a loop over Solver.Backbone.
type backbone struct {
	*Solver
	assume     []dimacs.Lit
	guards     []dimacs.Lit       // the guard of clauses that hold only under assume; empty without assumptions
	candidates []dimacs.Lit       // literals that may belong to the backbone, tested from the first on
	model      *dimacs.Assignment // the last model
	// The next rest models are searched without decisions against the candidates. Each time such
	// decisions take too long, pause becomes 2*pause + 1, and rest becomes pause.
	rest, pause int
}

// A search with decisions against the candidates ends after againstTicks ticks, plus two for each watch.
// Such a search usually takes less, or much longer.
const againstTicks = 1 << 18

// first finds a model, sets b.model and b.candidates, and opens the session. The candidates are in
// the order of their variables, only in project unless it is nil. The errors are ErrNoModel, errors
// of Solve and of the session, and the error of checkVars.
func (b *backbone) first(ctx context.Context, project []int) error {
	a, err := b.Solve(ctx, b.assume...)
	if err = cmp.Or(err, checkVars(project)); err != nil {
		return err
	}
	if a.Model == nil {
		return ErrNoModel
	}
	lits, needed := b.needed(a.Model)
	if project != nil {
		lits = nil
		for _, v := range project {
			if needed.Value(v) {
				needed.Set(v, false)
				lits = append(lits, a.Model.Lit(v))
			}
		}
	}
	slices.SortFunc(lits, func(k, l dimacs.Lit) int { return k.Var() - l.Var() })
	b.candidates, b.model = lits, a.Model
	if err = b.kept.Open(b.task); err == nil {
		b.follow()
	}
	return public(err)
}

// follow makes the next search prefer the values of the last model, but decide against the
// candidates unless rest is above 0.
func (b *backbone) follow() {
	except := b.candidates
	if b.rest > 0 {
		except = nil
	}
	b.kept.Session.Follow(b.model, except)
}

// test searches for a model in which the first candidate is false. If there is no such model, it
// removes the candidate, adds it to the proof and as a clause to the session, and returns it. If
// there is a model, test drops the candidates that it refutes or does not need, and returns 0. If
// the search takes too long, test sets rest and pause, and returns 0. Other errors of the search, and
// errors of the proof and of the session, are returned.
func (b *backbone) test(ctx context.Context) (dimacs.Lit, error) {
	if b.err != nil {
		return 0, b.err
	}
	if b.rest == 0 {
		b.ticks = againstTicks + 2*int64(b.kept.Session.NumWatches())
	}
	l := b.candidates[0]
	a, err := b.solve(ctx, append(b.assume, -l), b.guards...)
	b.ticks = 0
	switch {
	case errors.Is(err, cdcl.ErrLimit):
		b.pause = 2*b.pause + 1
		b.rest = b.pause
	case err != nil:
		return 0, err
	case a.Model == nil:
		b.candidates = b.candidates[1:]
		if b.task.Proof != nil {
			err = b.task.Proof.Add([]dimacs.Lit{l})
		}
		return l, cmp.Or(err, b.exclude(append(dimacs.NegateCube(b.guards), l)...))
	default:
		b.model, b.rest = a.Model, max(0, b.rest-1)
		_, needed := b.needed(a.Model)
		b.candidates = slices.DeleteFunc(b.candidates, func(l dimacs.Lit) bool { return !needed.Value(l.Var()) || !a.Model.Holds(l) })
	}
	b.follow()
	return 0, nil
}

// needed returns the literals that the model a of b.formula needs, and the set of their variables.
// Each of them is an assumption, or the only true literal of some clause. The list has each literal
// once.
func (b *backbone) needed(a *dimacs.Assignment) (lits []dimacs.Lit, set *dimacs.Assignment) {
	set = &dimacs.Assignment{}
	add := func(l dimacs.Lit) {
		if !set.Value(l.Var()) {
			set.Set(l.Var(), true)
			lits = append(lits, l)
		}
	}
next:
	for c := range b.formula.Clauses() {
		only := dimacs.Lit(0)
		for _, l := range c {
			if a.Holds(l) {
				if only != 0 && only != l {
					continue next
				}
				only = l
			}
		}
		add(only)
	}
	for _, l := range b.assume {
		add(l)
	}
	return lits, set
}
