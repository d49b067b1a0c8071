package sat

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/clause"
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
	a, err := j.answer(j.solve(ctx, j.ask))
	switch {
	case err != nil:
		return err
	case a.Model == nil:
		return ErrNoModel
	}
	s.formula, s.model = j.task.Formula.WithUnits(j.task.Assume), a.Model
	if proof != nil {
		proof = backboneProof{proof}
	}
	// With an assumption, the session keeps the phases of Follow instead of looking for models by local search.
	s.task = j.task.About(s.formula).Under(s.model.Lits(1)).With(proof)
	s.task.Memory = 0 // ctx has the limit
	return s.kept.Open(s.task)
}

// Backbone yields each literal that is true in every model in which the assumptions and the literals of
// Hold are true, as soon as it is known, in the order of the variables. It yields only literals of the
// variables in project; nil means all variables. If there is no model, the last pair is 0 and ErrNoModel. If
// the search fails, the last pair is 0 and an error of the method Solve. A number in project that is no
// variable is a *ProblemError. The loop may call the other methods. If it calls Add or Hold, the later literals
// are true in every model of the new clauses and literals.
//
// The candidates are the literals of a first model. Those that follow by unit propagation belong to the
// backbone. Backbone searches for a model in which the first other candidate is false. If there is no such
// model, the candidate belongs to the backbone. Otherwise Backbone drops each candidate that is false in the
// model. To drop many candidates at once, the search begins with decisions against all candidates, as long as
// these take little time.
//
// The solver keeps some models for the next loop. It changes them into models of the new clauses and
// assumptions, and drops the candidates that are false in some of them, without a search. So a loop takes little
// time if its clauses and assumptions differ little from the clauses and assumptions of the last loop.
//
// Sources: M. Janota, I. Lynce and J. Marques-Silva, "Algorithms for computing backbones of
// propositional formulae", AI Communications 28, 2015; A. Biere, N. Froleyks and W. Wang, "CadiBack:
// Extracting Backbones with CaDiCaL", SAT 2023.
func (s *Solver) Backbone(ctx context.Context, project []int, assume ...dimacs.Lit) iter.Seq2[dimacs.Lit, error] {
	return func(yield func(dimacs.Lit, error) bool) {
		b := &backbone{Solver: s, project: project, given: assume}
		for err := error(nil); ; {
			switch {
			case err != nil:
				yield(0, err)
				return
			case s.asking != b || b.clauses != s.formula.NumClauses():
				err = b.begin(ctx)
			case len(b.candidates) > 0 && (len(b.found) == 0 || b.candidates[0].Var() < b.found[0].Var()):
				err = b.test(ctx)
			case len(b.found) == 0:
				return
			default:
				l := b.found[0]
				if b.found, b.last = b.found[1:], l.Var(); !yield(l, nil) {
					return
				}
			}
		}
	}
}

// A backbone is the state of a loop over Solver.Backbone. If the body of the loop calls Hold, begins another
// loop or adds a clause, Backbone calls begin again.
type backbone struct {
	*Solver
	given      []dimacs.Lit // the assumptions
	assume     []dimacs.Lit // the assumptions and the literals of Hold, at the last call of begin
	project    []int        // nil means all variables
	clauses    int          // the number of clauses at the last call of begin
	found      []dimacs.Lit // the literals to yield, in the order of their variables
	candidates []dimacs.Lit // literals that may belong to the backbone, in the order of their variables
	last       int          // the variable of the last literal that Backbone has yielded, or 0
	// The next rest models are searched without decisions against the candidates. Each time such
	// decisions take too long, pause becomes 2*pause + 1, and rest becomes pause.
	rest, pause int
}

// A search with decisions against the candidates ends after againstTicks ticks, plus four for each
// clause. Such a search usually takes less, or much longer.
const againstTicks = 1 << 18

// begin finds a model, and calls settle, so that the kept models are models of the clauses and assumptions. It
// sets b.candidates to the literals of b.project that are true in all these models and whose variables follow
// b.last. Then it calls propagate. The errors are ErrNoModel, errors of Solve, of the session and of the proof,
// and the error of checkVars.
func (b *backbone) begin(ctx context.Context) error {
	b.assume = slices.Clip(b.withHeld(b.given))
	a, err := b.Solve(ctx, b.assume...)
	if err = cmp.Or(err, checkVars(b.project)); err != nil {
		return err
	}
	if a.Model == nil {
		return ErrNoModel
	}
	if err = b.kept.Open(b.task); err != nil {
		return public(err)
	}
	b.asking, b.clauses = b, b.formula.NumClauses()
	b.seen.settle(b.formula, b.assume, a.Model)
	project := slices.Sorted(slices.Values(b.project))
	b.found, b.candidates = nil, slices.DeleteFunc(b.seen.agreed(), func(l dimacs.Lit) bool {
		_, in := slices.BinarySearch(project, l.Var())
		return l.Var() <= b.last || b.project != nil && !in
	})
	return b.propagate()
}

// propagate adds lits to b.found and to the proof. It also moves the candidates there that follow from the
// assumptions by unit propagation. The error is the error of the proof.
func (b *backbone) propagate(lits ...dimacs.Lit) (err error) {
	implied, others := b.kept.Session.Implied(b.assume, b.candidates)
	b.candidates = others
	for _, l := range append(lits, implied...) {
		if b.found = append(b.found, l); b.task.Proof != nil {
			err = cmp.Or(err, b.task.Proof.Add([]dimacs.Lit{l}))
		}
	}
	slices.SortFunc(b.found, func(k, l dimacs.Lit) int { return k.Var() - l.Var() })
	return err
}

// test searches for a model in which the first candidate is false. The search prefers the values of the last
// model, but decides against the candidates if rest is 0. If there is no such model, test adds a learned clause
// to the session, so that the candidate follows from the assumptions by unit propagation, and calls propagate.
// If there is a model, test keeps it, drops the candidates that are false in it, and lowers rest. If the search
// takes too long, test sets rest and pause. It returns other errors of the search, of the proof and of the
// session.
func (b *backbone) test(ctx context.Context) error {
	l, against := b.candidates[0], b.candidates
	if b.ticks = againstTicks + 4*int64(b.clauses); b.rest > 0 {
		b.ticks, against = 0, nil
	}
	b.kept.Session.Follow(b.seen.last, against)
	a, err := b.solve(ctx, append(b.assume, -l))
	b.ticks = 0
	switch {
	case errors.Is(err, cdcl.ErrLimit):
		b.pause = 2*b.pause + 1
		b.rest, err = b.pause, nil
	case err == nil && a.Model == nil:
		b.candidates = b.candidates[1:]
		err = public(cmp.Or(b.kept.Session.Learn(dimacs.NegateCube(a.Failed)...), b.propagate(l)))
	case err == nil:
		b.rest = max(0, b.rest-1)
		b.seen.add(a.Model)
		b.candidates = slices.DeleteFunc(b.candidates, func(l dimacs.Lit) bool { return !a.Model.Holds(l) })
	}
	return err
}

// keptWords is the number of words for the values of a variable in the kept models, one bit a model.
const keptWords = 4

// A modelSet has bit i of word w if it contains model 64*w+i.
type modelSet [keptWords]uint64

// keptModels holds the last models that Backbone has found, at most 64*keptWords, so that one pass over the clauses
// works on all models.
type keptModels struct {
	names  *clause.Numbering  // the indices of variables; nil if each variable is its own index
	values []modelSet         // indexed by the index of a variable: the models in which it is true
	all    modelSet           // the models
	added  int                // the number of models added so far, including replaced ones
	last   *dimacs.Assignment // the last model
}

// settlePasses is the largest number of passes over the clauses in which settle changes models.
const settlePasses = 8

// add adds the model a, in the place of the oldest model if there is no room.
func (k *keptModels) add(a *dimacs.Assignment) {
	k.last = a
	var place modelSet
	place[k.added/64%keptWords] = 1 << (k.added % 64)
	k.all[k.added/64%keptWords] |= 1 << (k.added % 64)
	for i := range k.values {
		k.copy(i, &place)
	}
	k.added++
}

// settle adds a, unless a is the last model, and changes the other models into models of f and assume. It needs
// a model a of f and assume. First it makes assume true in all models. Then it passes over the clauses: if a
// clause is false in a model, the variables of the clause get their values in a. A model in which a clause was
// false in each of settlePasses passes becomes equal to a. If the variables of f are sparse, settle drops all
// models except a.
func (k *keptModels) settle(f *dimacs.Formula, assume []dimacs.Lit, a *dimacs.Assignment) {
	n := f.Vars + 1
	if clause.IsSparse(f) {
		*k = keptModels{names: clause.Number(f, assume)}
		n = len(k.names.Names)
	} else if k.names != nil {
		*k = keptModels{}
	}
	k.values = append(k.values, make([]modelSet, max(0, n-len(k.values)))...)
	if k.last != a {
		k.add(a)
	}
	for _, l := range assume {
		k.copy(k.names.Var(l.Var()), &k.all)
	}
	for pass, wrong := 0, k.all; wrong != (modelSet{}); pass++ {
		for i := 0; pass == settlePasses && i < len(k.values); i++ {
			k.copy(i, &wrong)
		}
		wrong = modelSet{}
		for c := range f.Clauses() {
			falsified := k.all
			for _, l := range c {
				set, sign := &k.values[k.names.Var(l.Var())], uint64(l>>31)
				for w := range falsified {
					falsified[w] &^= set[w] ^ sign
				}
			}
			if falsified == (modelSet{}) {
				continue
			}
			for _, l := range c {
				k.copy(k.names.Var(l.Var()), &falsified)
			}
			for w := range wrong {
				wrong[w] |= falsified[w]
			}
		}
	}
}

// copy gives the variable with index i its value in the last model. It does so in the models of a set.
func (k *keptModels) copy(i int, models *modelSet) {
	isTrue := k.last.Value(k.name(i))
	for w, bits := range models {
		if k.values[i][w] &^= bits; isTrue {
			k.values[i][w] |= bits
		}
	}
}

// name returns the variable of f that has index i.
func (k *keptModels) name(i int) int { return k.names.Name(clause.Positive(i)).Var() }

// agreed returns the literals that are true in all models, in the order of their variables.
func (k *keptModels) agreed() (lits []dimacs.Lit) {
	for i, set := range k.values[1:] {
		for w := range set {
			set[w] &= k.all[w]
		}
		if v := k.name(i + 1); set == k.all {
			lits = append(lits, dimacs.Lit(v))
		} else if set == (modelSet{}) {
			lits = append(lits, dimacs.Lit(-v))
		}
	}
	return lits
}
