// Package cover is the engine for formulas that are, or come down to, a
// generalized exact cover: positive clauses, each of which offers a choice of
// literals, and pairs of literals in conflict. It counts, enumerates and
// refutes; boards are its best case, but it knows nothing of them. It owns the sets
// that it searches; the clauses that they are made of, and the few that have no
// place among them, are databases of package clause.
//
// A node of the search is a set of literals that may still be chosen and a set
// of clauses that have none yet, both bit sets. It branches on a clause with
// the fewest literals left, and a choice costs one and of two sets: a word for
// 64 literals. Once 64 literals are left the rest of the problem is gathered
// into single words (see kernel); that is where nearly all nodes are. Other
// variables are eliminated before, see package simplify, so that formulas with
// auxiliary variables come down to the same sets.
//
// Source: the branching is that of D. E. Knuth, Dancing Links, Millennial
// Perspectives in Computer Science, 2000, without the links.
package cover

import (
	"context"
	"errors"
	"math/big"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "cover"

// An Engine searches covers. The zero value has no budget.
type Engine struct {
	// Limit bounds what Solve may do in one part of the tree, of which there
	// are then about a hundred, in words of sets looked at; 0 is no bound. It
	// declines formulas that take more, and looks for no symmetries.
	Limit uint64
}

// New returns the engine without a budget.
func New() *Engine { return &Engine{} }

// Solve returns a model, or nil if there is none.
func (e *Engine) Solve(ctx context.Context, t *engine.Task) (a *dimacs.Assignment, err error) {
	err = search(ctx, t, oneModel, func(p *problem) (nodes uint64, err error) {
		limit, parts := uint64(0), tasksWanted
		if e.Limit > 0 {
			limit, parts = 1+e.Limit/uint64(p.in.nodeWords()), triedParts
		}
		if t.Proof != nil || p.in.rest != nil {
			a, nodes, err = p.walkFirst(ctx, p.in.root(), nil, triedParts*limit)
			return nodes, err
		}
		s := &sweep{in: p.in, task: t, parts: p.in.split(ctx, parts, limit == 0), first: true, limit: limit, ctx: ctx}
		s.run()
		switch k := s.earliest.Load(); {
		case ctx.Err() != nil:
			err = context.Cause(ctx)
		case k < int64(len(s.parts)):
			a, _, err = p.walkFirst(ctx, s.parts[k].node, s.parts[k].chosen, 0)
		case s.over:
			err = ErrLimit
		}
		return s.nodes, err
	})
	return a, err
}

// search brings a task into shape and measures what a search there costs.
func search(ctx context.Context, t *engine.Task, a aim, do func(*problem) (nodes uint64, err error)) error {
	var counts engine.Counts
	meter := t.Meter(Name)
	defer func() { meter.Done(counts) }()
	p, err := newProblem(ctx, t, a)
	if err != nil || p.in == nil {
		return err
	}
	meter.Built()
	nodes, err := do(p)
	counts = engine.Counts{Decisions: int64(nodes), Fixed: int64(len(p.clauses.Trail))} // a node chooses a literal
	if p.simple != nil {
		counts.Eliminated = p.simple.Stats.Eliminated
	}
	return err
}

// ErrLimit is the error of a search that has reached its limit.
var ErrLimit error = &engine.DeclinedError{Engine: Name, Reason: "its search takes too long"}

// errFirst ends a walk at its first solution.
var errFirst = errors.New("the first solution")

// walkFirst returns the model of the first solution below a node, and how many
// nodes it took. With a limit it declines what takes more.
func (p *problem) walkFirst(ctx context.Context, n node, chosen []int32, limit uint64) (*dimacs.Assignment, uint64, error) {
	var model *dimacs.Assignment
	w := p.walker(ctx, func(m *modeler, a *dimacs.Assignment) error {
		m.complete(a)
		model = a
		return nil
	})
	w.chosen, w.limit, w.first = append(w.chosen, chosen...), limit, true
	if p.task.Proof != nil {
		w.refuted = p.proveRefuted
	}
	if err := w.walk(n, 0); err != nil && err != errFirst {
		return nil, w.nodes, err
	}
	return model, w.nodes, nil
}

// Enumerate visits all solutions in the order of the search.
func (e *Engine) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	return search(ctx, t, allModels, func(p *problem) (uint64, error) {
		free, _ := p.unconstrained(ctx)
		return p.walkAll(ctx, func(m *modeler, a *dimacs.Assignment) error {
			return engine.Expand(ctx, a, free, func(a *dimacs.Assignment) error {
				m.complete(a)
				return found(a)
			})
		})
	})
}

// Count counts the solutions; a variable that occurs in no clause doubles
// their number.
func (e *Engine) Count(ctx context.Context, t *engine.Task) (engine.Count, error) {
	n := engine.Count{M: new(big.Int)}
	err := search(ctx, t, allModels, func(p *problem) (uint64, error) {
		_, free := p.unconstrained(ctx)
		n.Shift = uint64(free)
		if p.in.rest != nil || p.marked != nil {
			one := big.NewInt(1)
			return p.walkAll(ctx, func(*modeler, *dimacs.Assignment) error {
				n.M.Add(n.M, one)
				return nil
			})
		}
		s := &sweep{in: p.in, task: t, parts: p.in.split(ctx, tasksWanted, true), ctx: ctx}
		s.run()
		n.M = &s.total
		return s.nodes, context.Cause(ctx)
	})
	return n, err
}
