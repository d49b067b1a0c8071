package gophersat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/crillab/gophersat/solver"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/normal"
	"queens/dimacs"
)

// A searcher finds one model after the other. It owns the library's only
// solver: a second one in the same process, even next to one that was left
// behind, would share a global buffer with it and give wrong answers.
type searcher struct {
	task     *engine.Task
	form     *normal.Form
	blocked  [][]int32 // clauses added, in the variables of the form
	projects []bool    // by variable of the form: it tells models apart
	order    []int32   // the library's variable, from 0, of each of the form's, from 0
	solver   *solver.Solver
	proof    *proof

	bound     map[int]bool // variables of the formula that are not free
	freeFirst []int
	freeAll   int

	left bool // a search goes on that nobody waits for
}

// live is held by the searcher whose solver may be running.
var live sync.Mutex

var errLive = errors.New("internal error: a second conflict-driven search in one process")

// attempts is how many orders of the variables are tried when the library
// panics.
const attempts = 4

// newSearcher returns a searcher, to be closed.
func newSearcher(t *engine.Task, form *normal.Form) (*searcher, error) {
	if !live.TryLock() {
		return nil, errLive
	}
	s := &searcher{task: t, form: form, projects: make([]bool, len(form.Names))}
	if t.Project == nil {
		for i := range s.projects {
			s.projects[i] = true
		}
		return s, nil
	}
	for i, v := range form.Names {
		_, s.projects[i] = slices.BinarySearch(t.Project, int(v))
	}
	return s, nil
}

// decisions returns how many decisions the search has taken, 0 if it goes on.
func (s *searcher) decisions() uint64 {
	if s.left || s.solver == nil {
		return 0
	}
	return uint64(s.solver.Stats.NbDecisions)
}

// close lets the next searcher begin, unless a search goes on.
func (s *searcher) close() {
	if !s.left {
		live.Unlock()
	}
}

// next returns a model in the variables of the form, or nil.
func (s *searcher) next(ctx context.Context) ([]bool, error) {
	if ctx.Err() != nil { // or run would leave a search behind
		return nil, context.Cause(ctx)
	}
	if s.form.NumClauses() == 0 {
		return make([]bool, len(s.form.Names)), nil
	}
	var err error
	for attempt := range attempts {
		if s.solver == nil {
			s.prepare(attempt)
		}
		var status solver.Status
		if status, err = s.run(ctx); err == nil {
			return s.answer(status)
		}
		if ctx.Err() != nil || s.proof != nil {
			break
		}
		s.solver = nil
	}
	return nil, err
}

// answer returns the model behind a status.
func (s *searcher) answer(status solver.Status) ([]bool, error) {
	if s.proof != nil {
		if err := s.proof.finish(status == solver.Unsat); err != nil {
			return nil, err
		}
	}
	switch status {
	case solver.Unsat:
		return nil, nil
	case solver.Sat:
		found := s.solver.Model()
		model := make([]bool, len(s.order))
		for i, k := range s.order {
			model[i] = found[k]
		}
		return model, nil
	}
	return nil, fmt.Errorf("internal error: gophersat ended with status %v", status)
}

// errPanic is what the library's panics become.
var errPanic = errors.New("internal error: gophersat panicked")

// run builds the solver, unless there is one, and solves, in a goroutine of its
// own. That is left behind when ctx ends: the library has no way to stop it.
func (s *searcher) run(ctx context.Context) (solver.Status, error) {
	type outcome struct {
		status solver.Status
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- outcome{err: fmt.Errorf("%w: %v", errPanic, r)}
			}
		}()
		if s.solver == nil {
			if err := s.build(ctx); err != nil {
				done <- outcome{err: err}
				return
			}
		}
		done <- outcome{status: s.solver.Solve()}
	}()
	select {
	case o := <-done:
		return o.status, o.err
	case <-ctx.Done():
		s.left = true
		if s.proof != nil {
			s.proof.abandon()
		}
		return solver.Indet, context.Cause(ctx)
	}
}

// prepare chooses what is to be known before the solver is built.
func (s *searcher) prepare(attempt int) {
	s.shuffle(attempt)
	if s.task.Proof != nil {
		s.proof = newProof(s.task.Proof, s.names())
	}
}

// build hands the clauses to a new solver. There is no collection of garbage
// meanwhile: one that began while the library copies the list of its clauses
// would hold up all goroutines until the copy is done, a fifth of a second on
// thirteen million clauses, and with them what is to be done when ctx ends.
func (s *searcher) build(ctx context.Context) error {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	f := s.form
	vars := len(f.Names) + anchorVars
	slab := make([]solver.Clause, f.NumClauses())
	refs := make([]*solver.Clause, len(slab), len(slab)+2)
	lits := make([]solver.Lit, 0, f.NumLits())
	for i := range slab {
		if i&0xffff == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		start := len(lits)
		for _, k := range f.Clause(i) {
			lits = append(lits, s.lit(k))
		}
		slab[i] = *solver.NewClause(lits[start:len(lits):len(lits)])
		refs[i] = &slab[i]
	}
	for _, c := range anchor(vars) {
		refs = append(refs, solver.NewClause([]solver.Lit{solver.IntToLit(c[0]), solver.IntToLit(c[1]), solver.IntToLit(c[2])}))
	}
	s.solver = solver.New(&solver.Problem{NbVars: vars, Model: make(solver.Model, vars), Clauses: refs})
	for _, clause := range s.blocked {
		s.add(clause)
	}
	if s.proof != nil {
		s.solver.Certified, s.solver.CertChan = true, s.proof.lines
	}
	return nil
}

// shuffle chooses the library's order of the variables: that of the formula
// at first, unless a seed asks for another one.
func (s *searcher) shuffle(attempt int) {
	s.order = make([]int32, len(s.form.Names))
	for i := range s.order {
		s.order[i] = int32(i + anchorFirst)
	}
	if s.task.Seed == 0 && attempt == 0 {
		return
	}
	random := rand.New(rand.NewPCG(uint64(s.task.Seed), uint64(attempt)))
	random.Shuffle(len(s.order), func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
}

// lit returns a literal of the form as one of the library.
func (s *searcher) lit(k int32) solver.Lit {
	if k < 0 {
		return solver.IntToLit(-s.order[-k-1] - 1)
	}
	return solver.IntToLit(s.order[k-1] + 1)
}

// names returns the formula's variable for each of the library's, from 0, and
// 0 for those of the anchor.
func (s *searcher) names() []int32 {
	names := make([]int32, len(s.order)+anchorVars)
	for i, k := range s.order {
		names[k] = s.form.Names[i]
	}
	return names
}

// exclude adds the clause that no later model agrees with this one on the
// projection. It returns false if there can be no other.
func (s *searcher) exclude(model []bool) bool {
	var clause []int32
	for i, value := range model {
		switch {
		case !s.projects[i]:
		case value:
			clause = append(clause, -int32(i+1))
		default:
			clause = append(clause, int32(i+1))
		}
	}
	if len(clause) == 0 {
		return false
	}
	s.blocked = append(s.blocked, clause)
	s.add(clause)
	return true
}

// add gives a clause to the solver that it has not got from New.
func (s *searcher) add(clause []int32) {
	lits := make([]solver.Lit, len(clause))
	for i, k := range clause {
		lits[i] = s.lit(k)
	}
	s.solver.AppendClause(solver.NewClause(lits))
}

// assignment returns a model of the form as one of the formula.
func (s *searcher) assignment(model []bool) *dimacs.Assignment {
	a := &dimacs.Assignment{}
	for _, l := range s.form.Fixed {
		a.SetLit(l)
	}
	for i, value := range model {
		a.Set(int(s.form.Names[i]), value)
	}
	return a
}

// free returns what engine.Task.Free does, for the variables that the form
// has neither fixed nor kept.
func (s *searcher) free() (first []int, n int) {
	if s.bound == nil {
		s.bound = make(map[int]bool, len(s.form.Fixed)+len(s.form.Names))
		for _, l := range s.form.Fixed {
			s.bound[l.Var()] = true
		}
		for _, v := range s.form.Names {
			s.bound[int(v)] = true
		}
		s.freeFirst, s.freeAll = s.task.Free(s.bound)
	}
	return s.freeFirst, s.freeAll
}
