// Package gophersat is a second conflict-driven engine: clause learning as the
// library github.com/crillab/gophersat does it, through its Solve method alone.
// Counting, enumeration and parsing are ours, as the library's own are not to
// be relied on. It owns the library's copy of the clauses; those of the task it
// only reads.
//
// Two searches at a time would disturb each other, and none can be stopped: one
// whose context has ended is left behind, and after that there can be no other in
// the process. Engine calls return an error then.
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
func New() engine.Engine { return gophersat{} }

type gophersat struct{}

// Solve returns a model, or nil if there is none.
func (gophersat) Solve(ctx context.Context, t *engine.Task) (*dimacs.Assignment, error) {
	var model *dimacs.Assignment
	err := search(ctx, t, func(_ *searcher, a *dimacs.Assignment) (bool, error) {
		model = a
		return false, nil
	})
	return model, err
}

// Enumerate finds models one by one and excludes each by a clause; variables
// that occur in no clause are gone through after that.
func (gophersat) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	return search(ctx, t, func(s *searcher, a *dimacs.Assignment) (bool, error) {
		return true, engine.Expand(ctx, a, s.first, found)
	})
}

// Count finds models one by one as Enumerate does; a variable that occurs in
// no clause doubles their number.
func (gophersat) Count(ctx context.Context, t *engine.Task) (engine.Count, error) {
	n := engine.Count{M: new(big.Int)}
	one := big.NewInt(1)
	err := search(ctx, t, func(s *searcher, a *dimacs.Assignment) (bool, error) {
		if err := engine.Check(t, a); err != nil {
			return false, err
		}
		n.M.Add(n.M, one)
		n.Shift = uint64(s.free)
		return true, nil
	})
	return n, err
}

// search calls found with models that differ on the variables of the
// projection that occur in clauses, until there are no more or found says so.
func search(ctx context.Context, t *engine.Task, found func(*searcher, *dimacs.Assignment) (bool, error)) error {
	meter := t.Meter(Name)
	var counts engine.Counts
	defer func() { meter.Done(counts) }()
	d, err := t.Clauses(ctx)
	if err != nil {
		return err
	}
	meter.Built()
	if d.Unsat && t.Proof != nil {
		return t.Proof.Add(nil)
	} else if d.Unsat {
		return nil
	}
	s, err := newSearcher(ctx, t, d)
	if err != nil {
		return err
	}
	defer func() {
		counts = s.counts()
		s.close()
	}()
	for {
		a, err := s.next(ctx)
		if err != nil || a == nil {
			return err
		}
		if more, err := found(s, a); err != nil || !more || !s.exclude(a) {
			return err
		}
	}
}
