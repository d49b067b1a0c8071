package gophersat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"github.com/crillab/gophersat/solver"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A search finds one model after the other. It owns the library's only solver: a
// second one in the same process, even next to one that was left behind, would share
// a global buffer with it and give wrong answers.
type search struct {
	task    *engine.Task
	clauses *clause.Database
	library []int32  // by variable of the database: the library's, from 0
	numbers []uint32 // by variable of the library: the database's, 0 for the anchor's
	solver  *solver.Solver
	lines   chan string // of the library's certificate; nil without a proof
	err     error       // of the proof
	left    bool        // the search goes on, and nobody waits for it
}

// live is held by the search whose solver may be running.
var live sync.Mutex

var (
	errLive  = errors.New("internal error: a second search with gophersat in one process")
	errPanic = errors.New("internal error: gophersat panicked")
)

// The library panics when it wants to drop learned clauses, after 2,000
// conflicts, and has none because every conflict has taught a unit. So each
// search begins by learning one that is never dropped, about variables of our own,
// one before the others and two behind: it makes the first variable false and then
// the last, and one of the two clauses with the third one is falsified.
const anchorFirst, anchorVars = 1, 3

// run calls do with a search, unless unit propagation refutes the formula, and
// measures what that costs.
func run(t *engine.Task, do func(*search) error) error {
	meter := t.Meter(Name)
	defer meter.Done()
	d, err := t.Clauses()
	if err != nil {
		return err
	}
	meter.Built()
	switch {
	case d.Unsat && t.Proof != nil:
		return t.Proof.Add(nil)
	case d.Unsat:
		return nil
	case !live.TryLock():
		return errLive
	}
	s := newSearch(t, d)
	err = do(s)
	if !s.left {
		meter.Counts = s.counts()
		live.Unlock()
	}
	return err
}

// newSearch returns a search, for which live must be held. The variables are in the
// order of the formula unless a seed asks for another one.
func newSearch(t *engine.Task, d *clause.Database) *search {
	s := &search{task: t, clauses: d, library: make([]int32, d.Vars+1), numbers: make([]uint32, d.Vars+anchorVars)}
	vars := s.numbers[anchorFirst:][:d.Vars]
	for i := range vars {
		vars[i] = uint32(i + 1)
	}
	if t.Seed != 0 {
		random := rand.New(rand.NewPCG(uint64(t.Seed), 0))
		random.Shuffle(len(vars), func(i, j int) { vars[i], vars[j] = vars[j], vars[i] })
	}
	for i, v := range vars {
		s.library[v] = int32(i + anchorFirst)
	}
	if t.Proof != nil {
		s.lines = make(chan string, 1024)
	}
	return s
}

// counts returns what the library has counted, of which there are no propagations.
func (s *search) counts() engine.Counts {
	if s.solver == nil {
		return engine.Counts{}
	}
	n := &s.solver.Stats
	return engine.Counts{
		Conflicts: int64(n.NbConflicts), Decisions: int64(n.NbDecisions), Restarts: int64(n.NbRestarts),
		Learned: int64(n.NbLearned), Kept: int64(n.NbLearned - n.NbDeleted),
	}
}

// next returns a model, or nil. On one processor it lets others run first, such as what
// heeds signals: models that are found soon would keep them waiting, as solve and what it
// waits for wake each other.
func (s *search) next(ctx context.Context) (*dimacs.Assignment, error) {
	runtime.Gosched()
	if ctx.Err() != nil { // or solve would leave a search behind
		return nil, context.Cause(ctx)
	}
	status, err := s.solve(ctx)
	switch {
	case err != nil:
		return nil, err
	case status == solver.Sat:
		return s.assignment(), s.err
	case status != solver.Unsat:
		return nil, fmt.Errorf("internal error: gophersat ended with status %v", status)
	case s.lines != nil:
		s.prove("0")
	}
	return nil, s.err
}

// solve builds the solver, unless there is one, and solves, in a goroutine of its
// own, and meanwhile writes the proof. The goroutine is left behind when ctx ends:
// the library has no way to stop it.
func (s *search) solve(ctx context.Context) (solver.Status, error) {
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
			s.solver = s.build()
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
func (s *search) prove(line string) {
	if s.err != nil {
		return
	}
	var lits []dimacs.Lit
	for word := range strings.FieldsSeq(line) {
		k, err := strconv.Atoi(word)
		if err != nil || max(k, -k) > len(s.numbers) {
			s.err = fmt.Errorf("internal error: gophersat's certificate has the line %q", line)
			return
		}
		if k == 0 { // the end
			break
		}
		l := solver.IntToLit(int32(k))
		v := s.numbers[l.Var()]
		if v == 0 {
			return // of the anchor, and about nothing else
		}
		lits = append(lits, s.clauses.Name(clause.Lit(l&1).Rename(v)))
	}
	s.err = s.task.Proof.Add(lits)
}

// build hands the clauses to a new solver. There is no collection of garbage
// meanwhile: one that began while the library copies the list of its clauses
// would hold up all goroutines until the copy is done, a fifth of a second on
// thirteen million clauses, and with them what is to be done when ctx ends.
func (s *search) build() *solver.Solver {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	most := s.task.Formula.NumClauses()
	slab := make([]solver.Clause, 0, most)
	refs := make([]*solver.Clause, 0, most+2)
	var lits []solver.Lit
	for c := range s.clauses.Unsatisfied {
		if cap(lits)-len(lits) < len(c) {
			lits = make([]solver.Lit, 0, max(1<<16, len(c)))
		}
		start := len(lits)
		for _, l := range c {
			lits = append(lits, s.lit(l))
		}
		slab = append(slab, *solver.NewClause(lits[start:len(lits):len(lits)]))
		refs = append(refs, &slab[len(slab)-1])
	}
	vars := len(s.numbers)
	first, middle, last := solver.IntToLit(1), solver.IntToLit(int32(vars-1)), solver.IntToLit(int32(vars))
	for _, l := range []solver.Lit{middle, middle.Negation()} {
		refs = append(refs, solver.NewClause([]solver.Lit{first, last, l}))
	}
	g := solver.New(&solver.Problem{NbVars: vars, Model: make(solver.Model, vars), Clauses: refs})
	g.Certified, g.CertChan = s.lines != nil, s.lines
	return g
}

// lit returns a literal of the database as one of the library.
func (s *search) lit(l clause.Lit) solver.Lit {
	return solver.Lit(s.library[l.Var()]<<1 | int32(l&1))
}

// exclude adds the clause that no later model agrees with the last one on some
// variables. It returns false if there can be no other.
func (s *search) exclude(a *dimacs.Assignment, vars []uint32) bool {
	lits := make([]solver.Lit, len(vars))
	for i, v := range vars {
		lits[i] = s.lit(clause.Positive(int(v)))
		if a.Value(int(s.clauses.Names[v])) {
			lits[i] = lits[i].Negation()
		}
	}
	if len(lits) > 0 {
		s.solver.AppendClause(solver.NewClause(lits))
	}
	return len(lits) > 0
}

// assignment returns the library's model as one of the formula.
func (s *search) assignment() *dimacs.Assignment {
	a, model := &dimacs.Assignment{}, s.solver.Model()
	for v := s.clauses.Vars; v > 0; v-- { // the largest first, so that a grows once
		value := s.clauses.Value(clause.Positive(v))
		a.Set(int(s.clauses.Names[v]), value > 0 || value == 0 && model[s.library[v]])
	}
	return a
}
