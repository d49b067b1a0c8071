// Package gophersat is an engine that searches with the library
// github.com/crillab/gophersat, a conflict-driven solver. It gives the library clauses and calls
// its Solve, but does not use its functions for parsing, counting and enumeration, because they
// are not reliable. The package owns the library's copy of the clauses, and only reads the
// clauses of the task.
//
// Two searches at the same time would interfere, and the library cannot stop a search. When
// the context ends during a search, the search continues in the background. After that, no
// other search can run in the process: every call of the engine returns an error, unless
// unit propagation refutes the task.
//
// A program that imports the package can choose the engine by its name in package sat, which does
// not depend on the library.
package gophersat

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"

	"github.com/crillab/gophersat/solver"
)

// Name is the name of the engine.
const Name = "gophersat"

func init() { engine.Register(Name, New) }

// New returns the engine. The only formulas that it declines give clause.ErrTooLarge.
func New() engine.Engine { return gophersat{models} }

type gophersat struct{ engine.Models }

func (gophersat) Name() string { return Name }

// Solve returns a model, or an empty answer if the task has no model. It does not know
// which assumptions fail. The errors are those of run and of finder.next.
func (gophersat) Solve(ctx context.Context, t *engine.Task) (a engine.Answer, err error) {
	err = run(t, func(s *finder) error {
		a.Model, err = s.next(ctx)
		return err
	})
	return a, err
}

// models finds models as engine.Models describes. After each model it adds a clause that excludes all
// models with the same values of the branch variables. Other errors than those of found are those of run
// and of finder.next.
func models(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment, *engine.Projection) error) error {
	return run(t, func(s *finder) error {
		p := t.Projection(s.clauses)
		for {
			a, err := s.next(ctx)
			if err != nil || a == nil {
				return err
			}
			if err := found(a, p); err != nil || !s.exclude(a, p.Branch) {
				return err
			}
		}
	})
}

// A finder finds models one after the other. It owns the only solver of the library in the
// process. A second solver would share a global buffer with it and give wrong answers, even
// if nobody waits for the first one any more.
type finder struct {
	task    *engine.Task
	clauses *clause.Database
	solver  *solver.Solver // nil before the first call of solve
	lines   chan string    // the lines of the library's proof; nil without a proof
	err     error          // the first error of the proof, also for a malformed line
	left    bool           // the search continues in the background after the end of its context
}

// live is locked while the solver of a finder may be running: forever after the finder is left.
var live sync.Mutex

var (
	errLive  = errors.New("internal error: a second search with gophersat in one process")
	errPanic = errors.New("internal error: gophersat panicked")
)

// run calls do with a new finder, measures the work and returns the error of do. If unit propagation
// refutes the task, it writes the empty clause to the proof and does not call do. It returns errLive
// while another search runs, also in the background. Other errors are clause.ErrTooLarge and the error
// of the proof.
func run(t *engine.Task, do func(*finder) error) error {
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
	s := newFinder(t, d)
	err = do(s)
	if !s.left {
		if s.solver != nil {
			n := &s.solver.Stats
			meter.Counts = engine.Counts{
				Conflicts: int64(n.NbConflicts), Decisions: int64(n.NbDecisions), Restarts: int64(n.NbRestarts),
				Learned: int64(n.NbLearned), Kept: int64(n.NbLearned - n.NbDeleted),
			}
		}
		live.Unlock()
	}
	return err
}

// newFinder returns a finder for t with the clauses d. The first call of solve builds its
// solver. The caller must hold live.
func newFinder(t *engine.Task, d *clause.Database) *finder {
	s := &finder{task: t, clauses: d}
	if t.Proof != nil {
		s.lines = make(chan string, 1024)
	}
	return s
}

// next returns the next model, or nil after the last one. Then it also writes the empty clause to the
// proof. It returns the cause if ctx ends, or an error of the library or the proof.
//
// It first calls Gosched to let other goroutines run, for example a signal handler. Without that call,
// on one processor, solve and its goroutine would alternate, and all others would wait while models are
// found quickly.
func (s *finder) next(ctx context.Context) (*dimacs.Assignment, error) {
	runtime.Gosched()
	if ctx.Err() != nil { // otherwise solve would leave a search behind
		return nil, context.Cause(ctx)
	}
	status, err := s.solve(ctx)
	switch {
	case err != nil:
		return nil, err
	case status == solver.Sat:
		a, model := &dimacs.Assignment{}, s.solver.Model()
		for v := s.clauses.Vars; v > 0; v-- { // the largest first, so that a grows once
			value := s.clauses.Value(clause.Positive(v))
			a.Set(int(s.clauses.Names[v]), value > 0 || value == 0 && model[v-1])
		}
		return a, s.err
	case status != solver.Unsat:
		return nil, fmt.Errorf("internal error: gophersat ended with status %v", status)
	case s.lines != nil:
		s.prove("0")
	}
	return nil, s.err
}

// solve returns the status with which the library's Solve ends. It builds the solver at the first call,
// runs it in a goroutine, and meanwhile writes the proof. A panic becomes an errPanic. If ctx ends,
// solve returns its cause at once and sets s.left: the goroutine continues, because the library cannot
// stop it.
func (s *finder) solve(ctx context.Context) (solver.Status, error) {
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

// prove writes a line of the library's proof, such as "1 -2 0": a clause that follows by unit
// propagation from the clauses before it. After a malformed line or an error of the proof, which set
// s.err, it writes nothing.
func (s *finder) prove(line string) {
	if s.err != nil {
		return
	}
	var lits []dimacs.Lit
	for word := range strings.FieldsSeq(line) {
		k, err := strconv.Atoi(word)
		if err != nil || max(k, -k) > s.clauses.Vars {
			s.err = fmt.Errorf("internal error: gophersat's certificate has the line %q", line)
			return
		}
		if k == 0 { // the end of the clause
			break
		}
		lits = append(lits, s.clauses.Name(clause.Lit(solver.IntToLit(int32(k))+2)))
	}
	s.err = s.task.Proof.Add(lits)
}

// build returns a new solver with the unsatisfied clauses of the database. It turns garbage collection
// off for that time. A collection that begins while the library copies its list of clauses would stop
// all goroutines until the copy is done, a fifth of a second for thirteen million clauses. Nothing
// could then react to the end of ctx.
func (s *finder) build() *solver.Solver {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var clauses []*solver.Clause
	for c := range s.clauses.Unsatisfied {
		clauses = append(clauses, solver.NewClause(lists.Map(c, libraryLit)))
	}
	vars := s.clauses.Vars
	g := solver.New(&solver.Problem{NbVars: vars, Model: make(solver.Model, vars), Clauses: clauses})
	g.Certified, g.CertChan = s.lines != nil, s.lines
	return g
}

// libraryLit returns the library's literal for a literal of the database. The library counts
// variables from 0.
func libraryLit(l clause.Lit) solver.Lit { return solver.Lit(l - 2) }

// exclude adds a clause that excludes all models which agree with a on vars, variables of the database.
// If vars is empty, there can be no other model: exclude then adds nothing and returns false.
func (s *finder) exclude(a *dimacs.Assignment, vars []uint32) bool {
	lits := make([]solver.Lit, len(vars))
	for i, v := range vars {
		lits[i] = libraryLit(clause.Positive(v))
		if a.Value(int(s.clauses.Names[v])) {
			lits[i] = lits[i].Negation()
		}
	}
	if len(lits) > 0 {
		s.solver.AppendClause(solver.NewClause(lits))
	}
	return len(lits) > 0
}
