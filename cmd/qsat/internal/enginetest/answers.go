package enginetest

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// mostModels is how many models are enumerated to the end; of a larger number
// only a few are taken.
const (
	mostModels = 600
	fewModels  = 5
)

// methods are what calls are counted by.
var methods = []string{"Solve", "Enumerate", "Count", "Proof"}

// calls are counted by method, and those of them that the engine declined.
type calls struct{ total, declined map[string]int }

func newCalls() *calls { return &calls{map[string]int{}, map[string]int{}} }

// declines counts a call and reports whether the engine declined it.
func (cs *calls) declines(method string, err error) bool {
	cs.total[method]++
	if !engine.IsDeclined(err) {
		return false
	}
	cs.declined[method]++
	return true
}

// A check compares one answer of an engine with the truth.
type check func(context.Context, engine.Engine, *problem, *calls) error

// checks are all of them.
var checks = []check{checkSolve, checkEnumerate, checkCount, checkRefutation}

// checkSolve compares the status, the failed assumptions or the model with the
// clauses, and the model with that of another number of threads.
func checkSolve(ctx context.Context, e engine.Engine, p *problem, cs *calls) error {
	solver, is := e.(engine.Solver)
	if !is {
		return nil
	}
	answer, err := solver.Solve(ctx, p.task)
	a := answer.Model
	switch {
	case cs.declines("Solve", err):
		return nothing("Solve", a == nil)
	case err != nil:
		return fmt.Errorf("solve: %w", err)
	case (a != nil) != p.satisfiable():
		return fmt.Errorf("solve: a model: %v, want %v", a != nil, p.satisfiable())
	case a == nil:
		return p.checkFailed(answer.Failed)
	case !p.model[p.restrict(a)]:
		return fmt.Errorf("solve: %s is not a model", p.show(a))
	}
	four := p.task.Options
	four.Threads = 4
	answer, err = solver.Solve(ctx, p.task.With(four, nil))
	b := answer.Model
	if err != nil || b == nil {
		return fmt.Errorf("solve with %d threads: %v, %v", four.Threads, b != nil, err)
	}
	if p.restrict(a) != p.restrict(b) || p.key(a) != p.key(b) {
		return fmt.Errorf("solve: %s, but %s with %d threads", p.show(a), p.show(b), four.Threads)
	}
	return nil
}

// nothing returns an error if an engine that declined has found something.
func nothing(method string, is bool) error {
	if is {
		return nil
	}
	return fmt.Errorf("%s has found something and declined", method)
}

// errEnough ends an enumeration.
var errEnough = errors.New("enough")

// enumerate returns the models of an enumeration that is ended after most.
func enumerate(ctx context.Context, e engine.Enumerator, p *problem, most int) (found []key, err error) {
	var wrong error
	err = e.Enumerate(ctx, p.task, func(a *dimacs.Assignment) error {
		if !p.model[p.restrict(a)] && wrong == nil {
			wrong = fmt.Errorf("%s is not a model", p.show(a))
		}
		if found = append(found, p.key(a)); len(found) >= most {
			return errEnough
		}
		return nil
	})
	if wrong != nil {
		return nil, wrong
	}
	return found, err
}

// checkEnumerate compares the models, and their order with that of a second
// run. Where there are many it ends the enumeration.
func checkEnumerate(ctx context.Context, e engine.Engine, p *problem, cs *calls) error {
	want, all := p.models(mostModels)
	most := want + 1
	if !all {
		most = fewModels
	}
	enumerator, is := e.(engine.Enumerator)
	if !is {
		return nil
	}
	found, err := enumerate(ctx, enumerator, p, most)
	switch {
	case cs.declines("Enumerate", err):
		return nothing("Enumerate", len(found) == 0)
	case all && err != nil:
		return fmt.Errorf("enumerate: %w after %d models, want %d", err, len(found), want)
	case !all && (len(found) != most || !errors.Is(err, errEnough)):
		return fmt.Errorf("enumerate: %d models and then %v, want %d and then %v", len(found), err, most, errEnough)
	}
	seen := map[key]bool{}
	for _, k := range found {
		if seen[k] {
			return fmt.Errorf("enumerate: %b twice", k)
		}
		seen[k] = true
	}
	if all && len(found) != want {
		return fmt.Errorf("enumerate: %d models, want %d", len(found), want)
	}
	again, _ := enumerate(ctx, enumerator, p, most)
	if !slices.Equal(found, again) {
		return fmt.Errorf("enumerate: %b, but %b in a second run", found, again)
	}
	return nil
}

// checkCount compares the number of models.
func checkCount(ctx context.Context, e engine.Engine, p *problem, cs *calls) error {
	counter, is := e.(engine.Counter)
	if !is {
		return nil
	}
	n, err := counter.Count(ctx, p.task)
	switch {
	case cs.declines("Count", err):
		return nothing("Count", n.M == nil || n.IsZero())
	case err != nil:
		return fmt.Errorf("count: %w", err)
	}
	want := dimacs.Count{M: big.NewInt(int64(len(p.images))), Shift: uint64(p.unconstrained)}
	if !sameCount(n, want) {
		return fmt.Errorf("count: %v * 2^%d, want %v * 2^%d", n.M, n.Shift, want.M, want.Shift)
	}
	return nil
}

// sameCount reports whether two counts are the same number.
func sameCount(a, b dimacs.Count) bool {
	if a.IsZero() || b.IsZero() {
		return a.IsZero() && b.IsZero()
	}
	oddA, zerosA := odd(a)
	oddB, zerosB := odd(b)
	return zerosA == zerosB && oddA.Cmp(oddB) == 0
}

// odd takes all powers of 2 out of a count.
func odd(n dimacs.Count) (m *big.Int, zeros uint64) {
	z := n.M.TrailingZeroBits()
	return new(big.Int).Rsh(n.M, z), n.Shift + uint64(z)
}

// checkRefutation checks the proof of the formula with the assumptions.
func checkRefutation(ctx context.Context, e engine.Engine, p *problem, cs *calls) error {
	return checkProofOf(ctx, e, p.task, p.satisfiable(), cs)
}

// checkProofOf checks the proof of a task, and that there is a model if it is satisfiable.
func checkProofOf(ctx context.Context, e engine.Engine, t *engine.Task, satisfiable bool, cs *calls) error {
	solver, is := e.(engine.Solver)
	if !is {
		return nil
	}
	var proof Proof
	answer, err := solver.Solve(ctx, t.With(t.Options, &proof))
	a := answer.Model
	switch {
	case cs.declines("Proof", err):
		return nothing("Proof", a == nil)
	case err != nil:
		return fmt.Errorf("solve with a proof: %w", err)
	case (a != nil) != satisfiable:
		return fmt.Errorf("solve with a proof: a model: %v, want %v", a != nil, satisfiable)
	}
	if err := proof.checkRefuted(withAssumptions(t), a == nil); err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	return nil
}

// show returns the values of the variables that the problem is about.
func (p *problem) show(a *dimacs.Assignment) string {
	lits := make([]dimacs.Lit, len(p.vars))
	for i, v := range p.vars {
		lits[i] = a.Lit(v)
	}
	return fmt.Sprint(lits)
}
