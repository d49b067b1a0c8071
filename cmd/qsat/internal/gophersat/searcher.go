package gophersat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"sync"

	"github.com/crillab/gophersat/solver"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A searcher finds one model after the other. It owns the library's only
// solver: a second one in the same process, even next to one that was left
// behind, would share a global buffer with it and give wrong answers.
type searcher struct {
	task      *engine.Task
	clauses   *clause.Database
	vars      []uint32 // of the database, that are in unsatisfied clauses
	projected []uint32 // those of vars that tell models apart
	library   []int32  // by variable of the database: the library's, from 0
	blocked   [][]clause.Lit
	solver    *solver.Solver
	proof     *proof

	freeFirst []int // as engine.Task.Unconstrained
	free      int

	left bool // a search goes on that nobody waits for
}

// live is held by the searcher whose solver may be running.
var live sync.Mutex

var errLive = errors.New("internal error: a second conflict-driven search in one process")

// attempts is how many orders of the variables are tried when the library
// panics.
const attempts = 4

// newSearcher returns a searcher, to be closed.
func newSearcher(ctx context.Context, t *engine.Task, d *clause.Database) (*searcher, error) {
	if !live.TryLock() {
		return nil, errLive
	}
	s := &searcher{task: t, clauses: d, library: make([]int32, d.Vars+1)}
	constrained, n := d.Constrained()
	s.freeFirst, s.free = t.Unconstrained(ctx, func(v int) bool { return constrained[d.Var(v)] }, n)
	marks := make([]bool, d.Vars+1)
	for i := range t.Project {
		marks[d.Var(t.Project[i])] = true
	}
	for v := 1; v <= d.Vars; v++ {
		if constrained[v] && d.Values[2*v] == 0 {
			s.vars = append(s.vars, uint32(v))
			if t.Project == nil || marks[v] {
				s.projected = append(s.projected, uint32(v))
			}
		}
	}
	return s, nil
}

// counts returns what the library has counted, nothing if the search goes on. It
// does not count propagations.
func (s *searcher) counts() engine.Counts {
	if s.left || s.solver == nil {
		return engine.Counts{}
	}
	n := &s.solver.Stats
	return engine.Counts{
		Conflicts: int64(n.NbConflicts), Decisions: int64(n.NbDecisions), Restarts: int64(n.NbRestarts),
		Learned: int64(n.NbLearned), Kept: int64(n.NbLearned - n.NbDeleted),
	}
}

// close lets the next searcher begin, unless a search goes on.
func (s *searcher) close() {
	if !s.left {
		live.Unlock()
	}
}

// next returns a model, or nil.
func (s *searcher) next(ctx context.Context) (*dimacs.Assignment, error) {
	if ctx.Err() != nil { // or run would leave a search behind
		return nil, context.Cause(ctx)
	}
	if len(s.vars) == 0 {
		return s.assignment(nil), nil
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
func (s *searcher) answer(status solver.Status) (*dimacs.Assignment, error) {
	if s.proof != nil {
		if err := s.proof.finish(status == solver.Unsat); err != nil {
			return nil, err
		}
	}
	switch status {
	case solver.Unsat:
		return nil, nil
	case solver.Sat:
		return s.assignment(s.solver.Model()), nil
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
	vars := len(s.vars) + anchorVars
	clauses, size := 0, 0
	for c := range s.clauses.Unsatisfied() {
		clauses++
		size += len(c)
	}
	slab := make([]solver.Clause, 0, clauses)
	refs := make([]*solver.Clause, 0, clauses+2)
	lits := make([]solver.Lit, 0, size)
	for c := range s.clauses.Unsatisfied() {
		if len(slab)&0xffff == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		start := len(lits)
		for _, l := range c {
			lits = append(lits, s.lit(l))
		}
		slab = append(slab, *solver.NewClause(lits[start:len(lits):len(lits)]))
		refs = append(refs, &slab[len(slab)-1])
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
	order := make([]int32, len(s.vars))
	for i := range order {
		order[i] = int32(i + anchorFirst)
	}
	if s.task.Seed != 0 || attempt != 0 {
		random := rand.New(rand.NewPCG(uint64(s.task.Seed), uint64(attempt)))
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	for i, v := range s.vars {
		s.library[v] = order[i]
	}
}

// lit returns a literal of the database as one of the library.
func (s *searcher) lit(l clause.Lit) solver.Lit {
	return solver.Lit(s.library[l.Var()]<<1 | int32(l&1))
}

// names returns the formula's variable for each of the library's, from 0, and
// 0 for those of the anchor.
func (s *searcher) names() []int32 {
	names := make([]int32, len(s.vars)+anchorVars)
	for _, v := range s.vars {
		names[s.library[v]] = s.clauses.Names[v]
	}
	return names
}

// exclude adds the clause that no later model agrees with this one on the
// projection. It returns false if there can be no other.
func (s *searcher) exclude(a *dimacs.Assignment) bool {
	var c []clause.Lit
	for _, v := range s.projected {
		l := clause.Positive(int(v))
		if a.Value(int(s.clauses.Names[v])) {
			l = l.Not()
		}
		c = append(c, l)
	}
	if len(c) == 0 {
		return false
	}
	s.blocked = append(s.blocked, c)
	s.add(c)
	return true
}

// add gives a clause to the solver that it has not got from New.
func (s *searcher) add(c []clause.Lit) {
	lits := make([]solver.Lit, len(c))
	for i, l := range c {
		lits[i] = s.lit(l)
	}
	s.solver.AppendClause(solver.NewClause(lits))
}

// assignment returns a model of the library as one of the formula.
func (s *searcher) assignment(model []bool) *dimacs.Assignment {
	a := &dimacs.Assignment{}
	for _, l := range s.clauses.Trail {
		a.SetLit(s.clauses.Name(l))
	}
	for _, v := range s.vars {
		a.Set(int(s.clauses.Names[v]), model[s.library[v]])
	}
	return a
}
