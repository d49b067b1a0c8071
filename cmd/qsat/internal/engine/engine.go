// Package engine defines the SAT engine, the interface of the packages that find a model of
// a formula, enumerate its models or count them. It owns the Task that an engine gets, with
// the database of clauses that most engines share, the statistics of their work, and the check of
// models.
//
// # What the answers rely on
//
// Check tests every model against the formula. But nothing in an answer shows that there is
// no model, that there are no more models, or that a count is right. The list below names
// every place that claims this or that drops clauses, and the check of each place. "Proof"
// means that each step is a RUP or RAT line of the DRAT proof that --proof writes and
// --verify checks. "Suite" means that enginetest compares answers, enumerations, counts and
// failed assumptions of random formulas with all assignments, and checks proofs. "Argument"
// means that package checker checks each step in every run, before the step is used.
//
//   - clause, cdcl: unit propagation, learned, minimized and vivified clauses. Proof, suite.
//   - cdcl, searches that share clauses: only where no proof is wanted. TestCopy compares
//     their clauses with all models.
//   - cdcl, failed assumptions: proof (with --core, only of these assumptions), suite.
//   - simplify: failed and equivalent literals, gates, subsumption, resolvents. Proof, suite.
//     Elimination drops clauses, which needs no proof: models are extended and then checked.
//   - simplify for count: an eliminated variable is defined by others (Bounds.Defined) or not of the
//     projection. Suite. No elimination takes place for a certificate.
//   - sat.Simplify: the same, cdcl.Vivify, and components that count counts. TestSimplify, for
//     certificates and proofs TestCertificate.
//   - count, functions of the projection: a search of two copies of the clauses. Suite, TestExtend.
//   - dpll: search through all decisions. Proof, suite.
//   - cover: search through all subtrees, after elimination. Proof by a second search without
//     symmetries; suite.
//   - cover, symmetric choices and partial assignments: argument (Structure.Check, Structure.Group).
//   - cover, classes: argument for each permutation. FindLeaders of symmetry matches the comparisons
//     clause by clause, and classes.go checks group and order: TestCountClasses, TestCompareImages.
//   - symmetry, broken symmetries: argument (Structure.Representative), proof.
//   - orbit, the group: argument (Structure.Group). The clauses of leaders depend only on the order
//     and one permutation: TestCompare tries all permutations of three variables. Never with a proof.
//   - orbit, a group without a list: argument for each generator (Structure.Check). TestChain compares the
//     group with the list, and TestRandomGroups the orbits with all images.
//   - orbit, counters: argument (CheckCounters). Never with a proof.
//   - cardinality, parity: argument. Package derive writes the proof from the same steps.
//   - auto, relaxations: a subset of the clauses needs no check; TestConformanceRelaxed. Proof.
//   - auto, linear constraints in the search (cdcl.Engine.Linear): TestLinear, TestMinimize. Never with a proof.
//   - auto, races: a refutation by any engine counts, of the task or of one with broken symmetries.
//     Suite, with one thread and three.
//   - count: components, cache, truth tables, learned clauses. Suite. With --proof, the
//     count comes from a graph made without tables. The CPOG certificate, which qcheck checks,
//     shows that the graph has the models of the formula.
//   - mus, subsets without a model: cdcl with selectors, counting arguments. TestMinimal and
//     TestGroupCore. With --proof, the subset has a proof. A group counts as needed only after a
//     model of the others was checked.
//   - ends of enumerations, and counts of models one by one: suite.
//   - samples: each model is checked, its probability by statistical tests.
//   - sat, backbones: each literal is a refutation of cdcl, with --proof a lemma that qcheck checks. A
//     literal is left out after the check of a model. TestQuestions.
//   - sat, cubes and parts: proofs of parts and ProveCover refute the formula. Counts of parts rely on
//     dpll.Split and cover.Split: TestParts, TestPartsWeigh.
//   - optima: each core, and the last search for a better model, is a refutation. TestMinimize compares
//     optima with all assignments. With --proof, the proof of an optimum comes from a second search,
//     which qcheck checks.
//   - gophersat: proof of the library, suite. Another solver (--solver): only its proof.
//
// Without --proof, --verify and arguments, only tests speak for the searches of cdcl, dpll,
// cover and count, for the clauses of leaders and for FindLeaders.
package engine

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A Task is the input of an engine: a formula, assumptions, a projection, and how to search
// and report.
type Task struct {
	Formula *dimacs.Formula
	Assume  []dimacs.Lit // added to the formula as unit clauses
	// Project is the projection, ascending and without repetitions: models that agree on these
	// variables are the same model. nil means all variables of the formula; an empty list means
	// that all models are the same.
	Project []int
	// Weights holds the weights of literals in the projection, for both literals of a
	// variable or for neither. A model counts as the product of the weights of its
	// literals; a literal without a weight has weight 1. nil means a count without weights.
	// Only the engines count and auto use weights.
	Weights map[dimacs.Lit]*big.Rat

	Seed    int64  // chooses the order of the search; 0: the engine's own order
	Threads int    // at least 1
	Memory  int64  // the limit in bytes for the whole process; 0: no limit
	Stats   *Stats // nil: not collected
	// Spare returns the number of threads that the engine may use beside its first one, at most
	// Threads-1. The argument is its work so far in ticks. A next above ticks says that the number is
	// not known yet: the engine calls Spare again when its work has reached next. Spare may wait. nil
	// means Threads-1.
	Spare func(ticks int64) (threads int, next int64)
	// Pause may be nil. In a long search, cdcl and, on one thread, cover call it from time to time,
	// before they look at the context. The argument is their work so far: ticks of propagation of
	// cdcl, or words of cover. The result is the work at which cdcl calls Pause next; cover ignores it.
	Pause func(work int64) (next int64)
	// Progress may be nil. A long search calls it from time to time, from any goroutine,
	// with a function that returns a line on its progress. That function may be called only
	// before Progress returns.
	Progress func(text func() string)
	// Counted may be nil. A long count calls it from time to time, from any goroutine, with
	// the number of models so far. Counted must neither keep nor change n.M.
	Counted func(n dimacs.Count)
	// Proof takes the proof of Solve; nil means no proof. An engine may write lines after
	// the empty clause, which the function Solve drops.
	Proof Proof

	loaded  *loaded  // nil before the first call of Clauses
	checker *checker // checks the models of Enumerate and Models.Count; nil elsewhere
}

// loaded holds the clauses of a task. All engines that work on the task share them.
type loaded struct {
	mu      sync.Mutex
	clauses *clause.Database // nil before Clauses has loaded them, and after they are dropped
	copied  bool             // Load was called for them
	forget  bool             // Forget was called: drop the clauses as soon as Load has copied them
}

// A Proof takes the lines of a proof; see package clause.
type Proof = clause.Proof

// With returns a copy of the task with the proof p, which may be nil. The copy shares the
// clauses if Clauses was called before.
func (t *Task) With(p Proof) *Task {
	u := *t
	u.Proof = p
	return &u
}

// Under returns a copy of the task with other assumptions and without a proof.
func (t *Task) Under(assume []dimacs.Lit) *Task {
	u := t.With(nil)
	u.Assume, u.loaded = assume, nil
	return u
}

// About returns a copy of the task for another formula and without a proof.
func (t *Task) About(f *dimacs.Formula) *Task {
	u := t.With(nil)
	u.Formula, u.loaded, u.checker = f, nil, nil
	return u
}

// checked returns a copy of the task with a checker for its models.
func (t *Task) checked() *Task {
	u := t.With(t.Proof)
	u.checker = &checker{task: t}
	return u
}

// MayDefine reports whether the engine may define new variables: always without a proof,
// and otherwise if at most half of all variable numbers are used.
func (t *Task) MayDefine() bool { return t.Proof == nil || t.Formula.Vars <= dimacs.MaxVar/2 }

// An Answer is a model, or the failed assumptions if there is no model.
type Answer struct {
	Model *dimacs.Assignment // nil if there is no model
	// Failed holds assumptions that cannot all be true, in their order, if there is no
	// model. It is nil if the engine does not know which fail, and empty if the formula has
	// no model even without assumptions.
	Failed []dimacs.Lit
}

// An Engine implements at least one of the types below. Its methods return soon after ctx
// has ended, within a second for a formula of a million clauses. They then return the cause
// of ctx, and the results so far. For the same task and seed they find the same models in
// the same order.
//
// If an engine does not accept a formula or reaches a limit of its own, it returns an error
// for which IsDeclined holds. It has then neither found nor counted any model.
type Engine interface{ Name() string }

type (
	// A Solver finds a model, or refutes the task.
	Solver interface {
		Solve(ctx context.Context, t *Task) (Answer, error)
	}
	// An Enumerator calls found with every model. No two of these models agree on all
	// variables of the projection. It stops at the first error of found and returns it. The
	// assignment is valid during the call.
	Enumerator interface {
		Enumerate(ctx context.Context, t *Task, found func(*dimacs.Assignment) error) error
	}
	// A Counter returns the number of models that differ on the projection, and with an
	// error the number of models until then. M of the count is never nil.
	Counter interface {
		Count(ctx context.Context, t *Task) (dimacs.Count, error)
	}
)

// A DeclinedError says why an engine does not accept a task.
type DeclinedError struct {
	Engine string
	Reason string // a clause such as "it has too many literals"
}

func (e *DeclinedError) Error() string {
	return fmt.Sprintf("the %s engine cannot take this formula: %s", e.Engine, e.Reason)
}

// IsDeclined reports whether an engine has declined the task, so that another one may
// accept it. It has if err is a DeclinedError or clause.ErrTooLarge.
func IsDeclined(err error) bool {
	var d *DeclinedError
	return errors.As(err, &d) || errors.Is(err, clause.ErrTooLarge)
}

// Solve calls e for a model, and checks the model. It drops the lines of the proof after the empty
// clause. It declines if e is not a Solver. Other errors are those of e, and the error of Check for a wrong
// model. With an error, the answer is empty.
func Solve(ctx context.Context, e Engine, t *Task) (Answer, error) {
	s, is := e.(Solver)
	if !is {
		return Answer{}, &DeclinedError{e.Name(), "it does not look for a model"}
	}
	if t.Proof != nil {
		t = t.With(&jointProof{to: t.Proof})
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

// Enumerate calls e for all models, and calls found with each model, as an Enumerator does. It checks
// the model before, and ends with the error of a wrong one. It declines if e is not an Enumerator.
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

// Clauses returns the clauses of the formula and the assumptions, propagated at decision
// level 0. All engines share them until Forget; an engine that changes them takes a Clone.
// The only error is clause.ErrTooLarge. Two goroutines must not make the first call at the
// same time.
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

// Forget drops the clauses that Clauses has loaded, to free memory: at once if Load has copied them
// before, and otherwise when Load copies them. When they are dropped, the next call of Clauses loads them
// again.
func (t *Task) Forget() {
	if t.loaded != nil {
		t.loaded.mu.Lock()
		defer t.loaded.mu.Unlock()
		if t.loaded.forget = true; t.loaded.copied {
			t.loaded.clauses = nil
		}
	}
}

// Load returns a database of the formula and some units, at decision level 0 and propagated. The
// caller may change it. The units must be the assumptions of the task, or empty. For the assumptions,
// Load copies the clauses that Clauses has loaded, if it has, and drops them after a call of Forget. The
// only error is clause.ErrTooLarge.
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

// IsProjected reports whether variable v of the formula is in the projection.
func (t *Task) IsProjected(v int) bool {
	if t.Project == nil {
		return true
	}
	_, in := slices.BinarySearch(t.Project, v)
	return in
}

// Projected returns variable i of the projection; i counts from 0.
func (t *Task) Projected(i int) int {
	if t.Project == nil {
		return i + 1
	}
	return t.Project[i]
}

// NumProjected returns the number of variables in the projection.
func (t *Task) NumProjected() int {
	if t.Project == nil {
		return t.Formula.Vars
	}
	return len(t.Project)
}

// A Refuter reports whether a formula has no model under some assumptions. If unsat is true, failed
// holds assumptions that cannot all be true, as Answer.Failed does. If unsat is false and err is nil,
// there is a model.
type Refuter func(ctx context.Context, assume []dimacs.Lit) (failed []dimacs.Lit, unsat bool, err error)

// Distinct returns lits without repetitions, in the order of first occurrence. It is never
// nil.
func Distinct(lits []dimacs.Lit) []dimacs.Lit {
	seen := make(map[dimacs.Lit]bool, len(lits))
	return slices.DeleteFunc(append([]dimacs.Lit{}, lits...), func(l dimacs.Lit) bool {
		again := seen[l]
		seen[l] = true
		return again
	})
}

// A Registration is an engine that a program chooses by its name.
type Registration struct {
	Name string
	New  func() Engine
}

var registered []Registration

// Register adds an engine to Registered. Only functions init may call it. An engine that depends on
// a library outside of the module registers itself, so that only programs which import the engine
// depend on the library.
func Register(name string, new func() Engine) {
	registered = append(registered, Registration{name, new})
}

// Registered returns the engines for which Register was called.
func Registered() []Registration { return registered }
