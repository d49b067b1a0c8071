package enginetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// If a problem has at most mostModels models, checkEnumerate enumerates all of them, and otherwise only
// fewModels.
const (
	mostModels = 1000
	fewModels  = 5
)

// threads lists the numbers of threads that must give the same answer.
var threads = []int{1, 3}

// mostAlike is the number of nodes of the reference search from which the model may depend on the number
// of threads. In such long searches, other threads begin searches of their own.
const mostAlike = 5000

// calls holds numbers of calls, indexed by method: all calls, and calls that the engine
// declined.
type calls struct{ total, declined map[string]int }

func newCalls() *calls { return &calls{map[string]int{}, map[string]int{}} }

// declines counts a call of a method that returned err, and reports whether the engine declined it. It
// returns an error if the engine declined although hasModel is true: the call had already given a model.
func (cs *calls) declines(method string, err error, hasModel bool) (is bool, _ error) {
	cs.total[method]++
	if is = engine.IsDeclined(err); is {
		cs.declined[method]++
	}
	if is && hasModel {
		return is, fmt.Errorf("%s has found something and declined", method)
	}
	return is, nil
}

// check returns an error for the first wrong answer of e to p, or if e has changed the formula. It counts
// the calls in cs. Its checks do nothing for a method that e does not have, and end after a call that e
// declines.
func check(ctx context.Context, e engine.Engine, p *problem, cs *calls) error {
	for _, c := range []func(context.Context, engine.Engine, *problem, *calls) error{checkSolve, checkEnumerate, checkCount, checkSample, checkProof} {
		if err := c(ctx, e, p, cs); err != nil {
			return err
		}
	}
	if now := slices.Collect(p.task.Formula.Clauses()); !slices.EqualFunc(now, p.written, slices.Equal) {
		return fmt.Errorf("the engine has changed the formula to %v", now)
	}
	return nil
}

func satisfiable(p *problem) bool { return len(p.images) > 0 }

// checkSolve checks whether Solve finds a model, and the model or the failed assumptions. If p.nodes is
// less than mostAlike, the model must be the same with any number of threads.
func checkSolve(ctx context.Context, e engine.Engine, p *problem, cs *calls) error {
	solver, is := e.(engine.Solver)
	if !is {
		return nil
	}
	first := ""
	for _, n := range threads {
		answer, err := solver.Solve(ctx, p.on(n))
		a := answer.Model
		if is, wrong := cs.declines("Solve", err, a != nil); is {
			return wrong
		}
		switch {
		case err != nil:
			return fmt.Errorf("solve: %w", err)
		case (a != nil) != satisfiable(p):
			return fmt.Errorf("solve: a model: %v, want %v", a != nil, !(a != nil))
		case a == nil:
			if err := checkFailed(p, answer.Failed); err != nil {
				return err
			}
		case !p.isModel(a):
			return fmt.Errorf("solve: %s is not a model", p.show(a))
		case first == "":
			first = p.show(a)
		case p.show(a) != first && p.nodes < mostAlike:
			return fmt.Errorf("solve: %s, but %s with %d threads", first, p.show(a), n)
		}
	}
	return nil
}

// checkFailed checks failed assumptions, unless failed is nil. They must be among the assumptions of the
// task, and the formula must have no model under them. If the reference search shows that the formula has
// no model without assumptions, failed must be empty.
func checkFailed(p *problem, failed []dimacs.Lit) error {
	given := p.task.Assume
	for _, l := range failed {
		if !slices.Contains(given, l) {
			return fmt.Errorf("solve: %d has failed, which is none of the assumptions %v", l, given)
		}
	}
	if is, _ := p.satisfiableUnder(failed); is && failed != nil {
		return fmt.Errorf("solve: the formula has a model under the failed assumptions %v", failed)
	}
	if is, certain := p.satisfiableUnder(nil); certain && !is && len(failed) > 0 {
		return fmt.Errorf("solve: failed assumptions %v of a formula that has no model", failed)
	}
	return nil
}

// errEnough ends an enumeration early.
var errEnough = errors.New("enough")

// A collection holds the images of models that an engine has found, and an error for the first assignment
// that is no model.
type collection struct {
	images []string
	wrong  error
}

// add appends the image of a to c.images. If a is the first assignment that is no model of p, it sets c.wrong.
func (c *collection) add(p *problem, a *dimacs.Assignment) {
	if !p.isModel(a) && c.wrong == nil {
		c.wrong = fmt.Errorf("%s is not a model", p.show(a))
	}
	c.images = append(c.images, p.image(a))
}

// enumerate returns the images of the models that e finds with one thread, in order. From the model with
// number most on, counted from 1, it passes errEnough to e. It returns the error of e, or another error if
// a model is wrong.
func enumerate(ctx context.Context, e engine.Enumerator, p *problem, most int) ([]string, error) {
	var c collection
	err := e.Enumerate(ctx, p.on(1), func(a *dimacs.Assignment) error {
		if c.add(p, a); len(c.images) >= most {
			return errEnough
		}
		return nil
	})
	return c.images, cmp.Or(c.wrong, err)
}

// few reports whether n is at most mostModels. If so, want is n.
func few(n dimacs.Count) (want int, is bool) {
	if n.Shift > 32 && !n.IsZero() {
		return 0, false
	}
	x := n.Int()
	return int(x.Int64()), x.IsInt64() && x.Int64() <= mostModels
}

// checkEnumerate checks the models of Enumerate, and that a second run gives the same order. If there
// are more than mostModels, it checks only the first fewModels.
func checkEnumerate(ctx context.Context, e engine.Engine, p *problem, cs *calls) error {
	enumerator, is := e.(engine.Enumerator)
	if !is {
		return nil
	}
	want, all := few(p.number())
	most := want + 1
	if !all {
		most = fewModels
	}
	images, err := enumerate(ctx, enumerator, p, most)
	if is, wrong := cs.declines("Enumerate", err, len(images) > 0); is {
		return wrong
	}
	switch {
	case all && (err != nil || len(images) != want):
		return fmt.Errorf("enumerate: %d models and then %w, want %d", len(images), err, want)
	case !all && (len(images) != most || !errors.Is(err, errEnough)):
		return fmt.Errorf("enumerate: %d models and then %w, want %d and then %v", len(images), err, most, errEnough)
	}
	if len(slices.Compact(slices.Sorted(slices.Values(images)))) < len(images) {
		return fmt.Errorf("enumerate: a model twice in %v", images)
	}
	again, _ := enumerate(ctx, enumerator, p, most)
	if !slices.Equal(images, again) {
		return fmt.Errorf("enumerate: %v, but %v in a second run", images, again)
	}
	return nil
}

// checkCount checks the number of models of Count, for each number of threads.
func checkCount(ctx context.Context, e engine.Engine, p *problem, cs *calls) error {
	counter, is := e.(engine.Counter)
	for _, threads := range threads {
		if !is {
			break
		}
		n, err := counter.Count(ctx, p.on(threads))
		if is, wrong := cs.declines("Count", err, n.M != nil && !n.IsZero()); is {
			return wrong
		}
		want := p.number()
		least := min(n.Shift, want.Shift)
		a, b := dimacs.Count{M: n.M, Shift: n.Shift - least}, dimacs.Count{M: want.M, Shift: want.Shift - least}
		switch isZero := n.IsZero() || want.IsZero(); {
		case err != nil:
			return fmt.Errorf("count: %w", err)
		case isZero && n.IsZero() != want.IsZero(), !isZero && (max(a.Shift, b.Shift) >= 1<<20 || a.Int().Cmp(b.Int()) != 0):
			return fmt.Errorf("count: %v * 2^%d with %d threads, want %v * 2^%d", n.M, n.Shift, threads, want.M, want.Shift)
		}
	}
	return nil
}

// checkProof checks each line of the proof of Solve, where the assumptions are clauses of the formula. The
// proof must derive the empty clause if and only if there is no model.
func checkProof(ctx context.Context, e engine.Engine, p *problem, cs *calls) error {
	if _, is := e.(engine.Solver); !is {
		return nil
	}
	var proof Proof
	t := p.on(1)
	t.Proof = &proof
	answer, err := engine.Solve(ctx, e, t)
	a := answer.Model
	if is, wrong := cs.declines("Proof", err, a != nil); is {
		return wrong
	}
	switch {
	case err != nil:
		return fmt.Errorf("solve with a proof: %w", err)
	case (a != nil) != satisfiable(p):
		return fmt.Errorf("solve with a proof: a model: %v, want %v", a != nil, !(a != nil))
	}
	if err := proof.checkRefuted(t.Formula.WithUnits(t.Assume), a == nil); err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	return nil
}
