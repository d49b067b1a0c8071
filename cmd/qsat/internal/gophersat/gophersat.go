// Package gophersat is the conflict-driven engine: clause learning as the
// library github.com/crillab/gophersat does it, through its Solve method alone.
// Counting, enumeration and parsing are ours, as the library's own are not to
// be relied on.
package gophersat

import (
	"context"
	"math/big"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "gophersat"

// New returns the engine. It takes every formula.
func New() engine.Engine { return cdcl{} }

type cdcl struct{}

// Solve returns a model, or nil if there is none.
func (cdcl) Solve(ctx context.Context, t *engine.Task) (*dimacs.Assignment, error) {
	var model *dimacs.Assignment
	err := search(ctx, t, func(s *searcher, a *dimacs.Assignment) (bool, error) {
		model = a
		return false, nil
	})
	return model, err
}

// Enumerate finds models one by one and excludes each by a clause; variables
// that occur in no clause are gone through after that.
func (cdcl) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	return search(ctx, t, func(s *searcher, a *dimacs.Assignment) (bool, error) {
		first, _ := s.free()
		return true, engine.Expand(ctx, a, first, found)
	})
}

// Count finds models one by one as Enumerate does; a variable that occurs in
// no clause doubles their number.
func (cdcl) Count(ctx context.Context, t *engine.Task) (engine.Count, error) {
	n := engine.Count{M: new(big.Int)}
	one := big.NewInt(1)
	err := search(ctx, t, func(s *searcher, a *dimacs.Assignment) (bool, error) {
		if err := engine.Check(t, a); err != nil {
			return false, err
		}
		_, free := s.free()
		n.M.Add(n.M, one)
		n.Shift = uint64(free)
		return true, nil
	})
	return n, err
}

// search calls found with models that differ on the variables of the
// projection that occur in clauses, until there are no more or found says so.
func search(ctx context.Context, t *engine.Task, found func(*searcher, *dimacs.Assignment) (bool, error)) error {
	meter := t.Meter(Name)
	form, err := t.Form(ctx)
	if err != nil {
		return err
	}
	meter.Built()
	if form.Unsat {
		return refuted(t)
	}
	s, err := newSearcher(t, form)
	if err != nil {
		return err
	}
	defer func() {
		meter.Done(s.decisions(), 0)
		s.close()
	}()
	for {
		model, err := s.next(ctx)
		if err != nil || model == nil {
			return err
		}
		if more, err := found(s, s.assignment(model)); err != nil || !more {
			return err
		}
		if !s.exclude(model) {
			return nil
		}
	}
}

// refuted completes the proof of a formula that unit propagation refutes.
func refuted(t *engine.Task) error {
	if t.Proof == nil {
		return nil
	}
	return t.Proof.Add(nil)
}
