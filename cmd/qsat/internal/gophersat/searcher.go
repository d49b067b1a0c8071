package gophersat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strconv"
	"strings"
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
	task    *engine.Task
	clauses *clause.Database
	vars    []uint32 // of the database, that are in unsatisfied clauses, in the library's order
	library []int32  // by variable of the database: the library's, from 0
	first   []int    // see engine.Task.Unconstrained
	free    int
	solver  *solver.Solver
	lines   chan string // of the library's certificate; nil without a proof
	proved  bool        // by the empty clause
	err     error       // of the proof
	left    bool        // a search goes on that nobody waits for
}

// live is held by the searcher whose solver may be running.
var live sync.Mutex

var (
	errLive  = errors.New("internal error: a second search with gophersat in one process")
	errPanic = errors.New("internal error: gophersat panicked")
)

// The library panics when it wants to drop learned clauses, after 2,000
// conflicts, and has none because every conflict has taught a unit. So each
// search begins by learning one that is never dropped, about variables of our own,
// one before the others and two behind: it tries the first variable and then the
// last, both as false, and of the two clauses of anchor one has to fail.
const anchorFirst, anchorVars = 1, 3

// anchor returns the clauses, in the library's variables from 1, of which
// there are vars.
func anchor(vars int) [2][3]int32 {
	first, middle, last := int32(1), int32(vars-1), int32(vars)
	return [2][3]int32{{first, last, middle}, {first, last, -middle}}
}

// newSearcher returns a searcher, to be closed. The variables are in the order of
// the formula unless a seed asks for another one.
func newSearcher(ctx context.Context, t *engine.Task, d *clause.Database) (*searcher, error) {
	if !live.TryLock() {
		return nil, errLive
	}
	s := &searcher{task: t, clauses: d, library: make([]int32, d.Vars+1)}
	constrained, n := d.Constrained()
	s.first, s.free = t.Unconstrained(ctx, func(v int) bool { return constrained[d.Var(v)] }, n)
	for v := 1; v <= d.Vars; v++ {
		if constrained[v] && d.Values[2*v] == 0 {
			s.vars = append(s.vars, uint32(v))
		}
	}
	if t.Seed != 0 {
		random := rand.New(rand.NewPCG(uint64(t.Seed), 0))
		random.Shuffle(len(s.vars), func(i, j int) { s.vars[i], s.vars[j] = s.vars[j], s.vars[i] })
	}
	for i, v := range s.vars {
		s.library[v] = int32(i + anchorFirst)
	}
	if t.Proof != nil {
		s.lines = make(chan string, 1024)
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
	status, err := s.run(ctx)
	switch {
	case err != nil:
		return nil, err
	case status == solver.Sat:
		return s.assignment(s.solver.Model()), s.err
	case status != solver.Unsat:
		return nil, fmt.Errorf("internal error: gophersat ended with status %v", status)
	case s.lines != nil:
		s.prove("0")
	}
	return nil, s.err
}

// run builds the solver, unless there is one, and solves, in a goroutine of its
// own, and meanwhile writes the proof. The goroutine is left behind when ctx ends:
// the library has no way to stop it.
func (s *searcher) run(ctx context.Context) (solver.Status, error) {
	var status solver.Status
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("%w: %v", errPanic, r)
			}
			done <- err
		}()
		if s.solver == nil {
			if err = s.build(ctx); err != nil {
				return
			}
		}
		status = s.solver.Solve()
	}()
	for {
		select {
		case line := <-s.lines:
			s.prove(line)
		case err := <-done:
			for len(s.lines) > 0 {
				s.prove(<-s.lines)
			}
			return status, err
		case <-ctx.Done():
			s.left = true
			return solver.Indet, context.Cause(ctx)
		}
	}
}

// prove writes a line of the library's certificate such as "1 -2 0", a clause that
// follows from those before it by unit propagation.
func (s *searcher) prove(line string) {
	if s.err != nil || s.proved {
		return
	}
	var clause []dimacs.Lit
	for word := range strings.FieldsSeq(line) {
		k, err := strconv.Atoi(word)
		i := max(k, -k) - 1 - anchorFirst
		switch {
		case err != nil || max(k, -k) > len(s.vars)+anchorVars:
			s.err = fmt.Errorf("internal error: gophersat's certificate has the line %q", line)
			return
		case k == 0: // the end
		case i < 0 || i >= len(s.vars):
			return // of the anchor, and about nothing else
		case k < 0:
			clause = append(clause, -dimacs.Lit(s.clauses.Names[s.vars[i]]))
		default:
			clause = append(clause, dimacs.Lit(s.clauses.Names[s.vars[i]]))
		}
	}
	s.proved = len(clause) == 0
	s.err = s.task.Proof.Add(clause)
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
	s.solver.Certified, s.solver.CertChan = s.lines != nil, s.lines
	return nil
}

// lit returns a literal of the database as one of the library.
func (s *searcher) lit(l clause.Lit) solver.Lit {
	return solver.Lit(s.library[l.Var()]<<1 | int32(l&1))
}

// exclude adds the clause that no later model agrees with this one on the
// projection. It returns false if there can be no other.
func (s *searcher) exclude(a *dimacs.Assignment) bool {
	var c []solver.Lit
	for _, v := range s.vars {
		if name := int(s.clauses.Names[v]); s.task.IsProjected(name) {
			l := clause.Positive(int(v))
			if a.Value(name) {
				l = l.Not()
			}
			c = append(c, s.lit(l))
		}
	}
	if len(c) == 0 {
		return false
	}
	s.solver.AppendClause(solver.NewClause(c))
	return true
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
