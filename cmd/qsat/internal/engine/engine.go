// Package engine says what a SAT engine is: something that finds a model of a
// formula, all of its models, or their number, whichever of these it can. It owns the
// task that engines are given, with the database of clauses that most of them share,
// and the statistics of their work.
//
// # What is believed
//
// Check tests every model against the formula. But nothing in an answer shows that there is no model,
// that there are no more models, or that a count is right. The list below names every place that
// claims this or that drops clauses, and what checks it. "Proof" means that each step is a RUP or RAT
// line of the DRAT proof that --proof writes and --verify checks. "Suite" means that enginetest
// compares answers, enumerations, counts and failed assumptions of random formulas with all
// assignments, and checks proofs. "Argument" means that package checker checks each step in every
// run, before the step is used.
//
//   - clause, cdcl: unit propagation, learned, minimized and vivified clauses. Proof, suite.
//   - cdcl, a second search that shares clauses: only where no proof is wanted. TestImport and
//     TestSecondSearch compare its clauses with all models.
//   - cdcl, failed assumptions: proof (with --core, of these assumptions alone), suite.
//   - simplify: failed and equivalent literals, gates, subsumption, resolvents. Proof, suite.
//     Elimination drops clauses, which needs no proof: models are extended and then checked.
//   - simplify for count: an eliminated variable is defined by others (Bounds.Defined) or not of the
//     projection. Suite. No elimination takes place for a certificate.
//   - dpll: search through all decisions. Proof, suite.
//   - cover: search through all subtrees, after elimination. Proof, which is that of a second search
//     without symmetries; suite.
//   - cover, symmetric choices and partial assignments: argument (Structure.Check, Structure.Group).
//   - cover, classes: argument for each permutation. FindLeaders of symmetry matches the comparisons
//     clause by clause, and classes.go checks group and order: TestCountClasses, TestCompareImages.
//   - symmetry, broken symmetries: argument (Structure.Representative), proof.
//   - orbit, the group: argument (Structure.Group). The clauses of leaders depend only on the order
//     and one permutation: TestCompare tries all permutations of three variables. Never with a proof.
//   - orbit, counters: argument (CheckCounters). Never with a proof.
//   - cardinality, parity: argument. Package derive writes the proof from the same steps.
//   - auto, relaxations: a subset of the clauses needs no check; TestConformanceRelaxed. Proof.
//   - auto, races: a refutation by any engine counts, of the task or of one with broken symmetries.
//     Suite, with one thread and three.
//   - count: components, cache, truth tables, learned clauses. Suite. With --proof, the count is that
//     of a graph made without tables. The CPOG certificate, which qcheck checks, shows that the graph
//     has the models of the formula.
//   - ends of enumerations, and counts of models one by one: suite. With --models-excluded a proof
//     shows that the formula has no other models.
//   - samples: each model is checked, its likelihood by statistical tests.
//   - sat, cubes and parts: proofs of parts and ProveCover refute the formula. Counts of parts rely on
//     dpll.Split and cover.Split: TestParts, TestPartsWeigh.
//   - gophersat: proof of the library, suite. Another solver (--solver): only its proof.
//
// Without --proof, --verify and arguments, tests alone speak for the searches of cdcl, dpll, cover and
// count, for the clauses of leaders and for FindLeaders.
package engine

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/sat/stats"
	"queens/dimacs"
)

// What a task costs is measured in the terms of package stats.
type (
	Stats      = stats.Stats
	Work       = stats.Work
	Counts     = stats.Counts
	Technique  = stats.Technique
	Techniques = stats.Techniques
	Meter      = stats.Meter
)

// Meter begins to measure the work of an engine.
func (t *Task) Meter(engine string) *Meter { return stats.NewMeter(t.Stats, engine) }

// A Task is what an engine is given: a formula, what to find out about its models, how to search, and
// whom to tell.
type Task struct {
	Formula *dimacs.Formula
	Assume  []dimacs.Lit // extra unit clauses
	// Project is the projection, ascending: models that agree on these variables
	// are one. nil stands for all variables of the formula.
	Project []int
	// Weights are those of literals in the projection, of a variable both or none; a model
	// counts as the product of its weights then, with 1 for others. nil stands for a count
	// without weights. Only the engines count and auto look at them.
	Weights map[dimacs.Lit]*big.Rat

	Seed    int64  // 0: the engine's own order
	Threads int    // at least 1
	Memory  int64  // bytes that may be used in all; 0: no limit
	Stats   *Stats // nil if none are wanted
	// Spare is closed once one of the threads has nothing else to do; nil says that
	// all are there for the engine.
	Spare <-chan struct{}
	// Pause, if it is not nil, is called by cdcl and cover now and then in a long search on one
	// thread, before they look at the context, with the ticks or words that the search has taken.
	// It returns at how many to call it next, which may be earlier or later.
	Pause func(work int64) (next int64)
	// Progress, if it is not nil, is called now and then in a long search, by any
	// goroutine, with a function that returns a line on how far that is. The line is
	// asked for during the call or not at all.
	Progress func(text func() string)
	// Found, if it is not nil, is called now and then in a long count, by any goroutine, with the
	// number of models found so far. It must not keep n.M.
	Found func(n dimacs.Count)
	// Proof is nil if none is wanted. Only Solve writes one. Engines may write lines after the
	// empty clause: the function Solve drops them.
	Proof Proof

	loaded  *loaded  // once it was asked for
	checker *checker // of the models that are found; nil if there is none
}

// loaded are the clauses of a task, for all engines that are asked about it.
type loaded struct {
	mu      sync.Mutex
	clauses *clause.Database // nil if nobody needs them
	copied  bool             // by Load
	forget  bool             // once they are
}

// A Proof is that of package clause.
type Proof = clause.Proof

// With returns the same task with another proof, or nil. The clauses are shared with it where
// they were asked for.
func (t *Task) With(p Proof) *Task {
	u := *t
	u.Proof = p
	return &u
}

// Under returns the task under other assumptions and without a proof.
func (t *Task) Under(assume []dimacs.Lit) *Task {
	u := t.With(nil)
	u.Assume, u.loaded = assume, nil
	return u
}

// About returns the task for another formula and without a proof.
func (t *Task) About(f *dimacs.Formula) *Task {
	u := t.With(nil)
	u.Formula, u.loaded, u.checker = f, nil, nil
	return u
}

// checked returns the task with a checker of its models.
func (t *Task) checked() *Task {
	u := t.With(t.Proof)
	u.checker = &checker{task: t}
	return u
}

// MayDefine reports whether there are enough new variables for a proof, if one is wanted.
func (t *Task) MayDefine() bool { return t.Proof == nil || t.Formula.Vars <= dimacs.MaxVar/2 }

// An Answer is a model, or that there is none.
type Answer struct {
	Model *dimacs.Assignment // nil if there is none
	// Failed are some of the assumptions, in their order, that cannot all hold, if there
	// is no model: nil if the engine does not know which, and empty if the formula alone
	// has no model.
	Failed []dimacs.Lit
}

// An Engine is of one or more of the types below. The methods return soon after ctx has
// ended, for a formula of a million clauses within a second, with the cause of that, and
// what they have found so far. For a given task and seed they find the same models in the
// same order.
//
// An engine that cannot take a formula, or has reached a limit of its own, returns an
// error for which IsDeclined holds, and has then neither found nor counted anything.
type Engine interface{ Name() string }

type (
	// A Solver finds a model, if there is one.
	Solver interface {
		Solve(ctx context.Context, t *Task) (Answer, error)
	}
	// An Enumerator calls found with models of which no two agree on all variables of the
	// projection, until there are no more or found returns an error, which it then returns.
	// The assignment is valid during the call.
	Enumerator interface {
		Enumerate(ctx context.Context, t *Task, found func(*dimacs.Assignment) error) error
	}
	// A Counter returns the number of models that differ on the projection, with an error
	// that of those found so far. M is never nil.
	Counter interface {
		Count(ctx context.Context, t *Task) (dimacs.Count, error)
	}
	// An Incremental engine answers for one formula under several sets of assumptions, all
	// of them among those of the task, and may keep what it learns from one for the next.
	Incremental interface {
		Session(t *Task) (Session, error)
	}
)

// A Session is to be closed after the last question.
type Session interface {
	Solve(ctx context.Context, assume []dimacs.Lit) (Answer, error)
	Close()
}

// A DeclinedError says why an engine does not answer.
type DeclinedError struct {
	Engine string
	Reason string // a clause such as "it has too many literals"
}

func (e *DeclinedError) Error() string {
	return fmt.Sprintf("the %s engine cannot take this formula: %s", e.Engine, e.Reason)
}

// IsDeclined reports whether an error leaves the question to another engine.
func IsDeclined(err error) bool {
	var d *DeclinedError
	return errors.As(err, &d) || errors.Is(err, clause.ErrTooLarge)
}

// Solve asks an engine for a model, which it checks, and ends a proof with the empty clause,
// whatever the engine writes after that. It declines if e finds none.
func Solve(ctx context.Context, e Engine, t *Task) (Answer, error) {
	s, is := e.(Solver)
	if !is {
		return Answer{}, &DeclinedError{e.Name(), "it does not look for a model"}
	}
	if t.Proof != nil {
		t = t.With(clause.NewJointProof(t.Proof))
	}
	a, err := s.Solve(ctx, t)
	if err == nil && a.Model != nil {
		err = Check(t, a.Model)
	}
	if err != nil {
		return Answer{}, err
	}
	return a, nil
}

// Enumerate asks an engine for models, which it checks. It declines if e does not
// enumerate.
func Enumerate(ctx context.Context, e Engine, t *Task, found func(*dimacs.Assignment) error) error {
	s, is := e.(Enumerator)
	if !is {
		return &DeclinedError{e.Name(), "it does not enumerate models"}
	}
	u := t.checked()
	return s.Enumerate(ctx, u, func(a *dimacs.Assignment) error {
		if err := u.checker.check(a); err != nil {
			return err
		}
		return found(a)
	})
}

// CountModels asks an engine for the number of models. It declines if e does not count.
func CountModels(ctx context.Context, e Engine, t *Task) (dimacs.Count, error) {
	c, is := e.(Counter)
	if !is {
		return dimacs.Count{M: new(big.Int)}, &DeclinedError{e.Name(), "it does not count"}
	}
	return c.Count(ctx, t)
}

// Clauses returns the clauses of the formula and the assumptions, at level 0 and
// propagated. They are loaded once for all engines that are asked about the task, until
// Forget; one that changes them takes a Clone. The only error is clause.ErrTooLarge. The first
// call must not be by two goroutines at once.
func (t *Task) Clauses() (*clause.Database, error) {
	if t.loaded == nil {
		t.loaded = &loaded{}
	}
	t.loaded.mu.Lock()
	defer t.loaded.mu.Unlock()
	var err error
	if t.loaded.clauses == nil {
		t.loaded.clauses, err = clause.Load(t.Formula, t.Assume)
	}
	return t.loaded.clauses, err
}

// Forget gives up the memory of Clauses once Load has copied them. Who asks for them after that
// has them loaded again.
func (t *Task) Forget() {
	if t.loaded != nil {
		t.loaded.mu.Lock()
		defer t.loaded.mu.Unlock()
		if t.loaded.forget = true; t.loaded.copied {
			t.loaded.clauses = nil
		}
	}
}

// Load returns clauses like those of Clauses that may be changed: of the formula
// and some units, either the assumptions or none.
func (t *Task) Load(units []dimacs.Lit) (*clause.Database, error) {
	if t.loaded == nil || len(units) < len(t.Assume) {
		return clause.Load(t.Formula, units)
	}
	t.loaded.mu.Lock()
	d := t.loaded.clauses
	if t.loaded.copied = true; t.loaded.forget {
		t.loaded.clauses = nil
	}
	t.loaded.mu.Unlock()
	if d == nil {
		return clause.Load(t.Formula, units)
	}
	return d.Clone(), nil
}

// IsProjected reports whether a variable is in the projection.
func (t *Task) IsProjected(v int) bool {
	if t.Project == nil {
		return true
	}
	_, in := slices.BinarySearch(t.Project, v)
	return in
}

// Projected returns the i-th variable of the projection, from 0.
func (t *Task) Projected(i int) int {
	if t.Project == nil {
		return i + 1
	}
	return t.Project[i]
}

// NumProjected returns the number of variables of the projection.
func (t *Task) NumProjected() int {
	if t.Project == nil {
		return t.Formula.Vars
	}
	return len(t.Project)
}

// A Refuter reports whether a formula has no model under some assumptions, and
// returns some of them that cannot all hold, nil if it does not know which.
type Refuter func(ctx context.Context, assume []dimacs.Lit) (failed []dimacs.Lit, unsat bool, err error)

// Distinct returns literals, each once, in the order in which they come first.
func Distinct(lits []dimacs.Lit) []dimacs.Lit {
	seen := make(map[dimacs.Lit]bool, len(lits))
	return slices.DeleteFunc(append([]dimacs.Lit{}, lits...), func(l dimacs.Lit) bool {
		again := seen[l]
		seen[l] = true
		return again
	})
}
