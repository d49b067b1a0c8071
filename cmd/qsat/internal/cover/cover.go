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
func (e *Engine) Solve(ctx context.Context, t *engine.Task) (*dimacs.Assignment, error) {
	var counts engine.Counts
	meter := t.Meter(Name)
	defer func() { meter.Done(counts) }()
	p, err := newProblem(ctx, t, oneModel)
	if err != nil || p.in == nil {
		return nil, err
	}
	meter.Built()
	limit := e.nodes(p.in)
	if t.Proof != nil || p.in.rest != nil {
		a, nodes, err := p.walkFirst(ctx, p.in.root(), nil, triedParts*limit)
		counts = p.counts(nodes)
		return a, err
	}
	parts := tasksWanted
	if limit > 0 {
		parts = triedParts
	}
	s := &sweep{in: p.in, tasks: p.in.split(ctx, parts, limit == 0), any: true, limit: limit, ctx: ctx}
	s.each = showProgress(t, false)
	out := s.run(t.Threads)
	counts = p.counts(out.nodes)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case out.first >= 0:
		part := s.tasks[out.first]
		a, _, err := p.walkFirst(ctx, part.node, part.chosen, 0)
		return a, err
	case out.over:
		return nil, errOver
	}
	return nil, nil
}

// counts returns what a search of so many nodes, each of which chooses a literal, has
// counted.
func (p *problem) counts(nodes uint64) engine.Counts {
	n := engine.Counts{Decisions: int64(nodes), Fixed: int64(len(p.clauses.Trail))}
	if p.simple != nil {
		n.Eliminated = p.simple.Stats.Eliminated
	}
	return n
}

// nodes returns the limit in nodes, 0 for none.
func (e *Engine) nodes(in *instance) uint64 {
	if e.Limit == 0 {
		return 0
	}
	return 1 + e.Limit/uint64(in.nodeWords())
}

// errFirst ends a walk at its first solution.
var errFirst = errors.New("the first solution")

// errOver is the error of a search that has reached its limit.
var errOver = &engine.DeclinedError{Engine: Name, Reason: ErrLimit.Error(), Cause: ErrLimit}

// walkFirst returns the model of the first solution below a node, and how many
// nodes it took. With a limit it declines what takes more.
func (p *problem) walkFirst(ctx context.Context, n node, chosen []int32, limit uint64) (*dimacs.Assignment, uint64, error) {
	var model *dimacs.Assignment
	w := p.walker(ctx, func(m *modeler, a *dimacs.Assignment) error {
		m.complete(a)
		model = a
		return errFirst
	})
	w.chosen, w.limit = append(w.chosen, chosen...), limit
	if p.task.Proof != nil {
		w.refuted = p.proveRefuted
	}
	err := w.walk(n, 0)
	if err != nil && err != errFirst {
		return nil, w.nodes, err
	}
	return model, w.nodes, nil
}

// Enumerate visits all solutions in the order of the search.
func (e *Engine) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	var counts engine.Counts
	meter := t.Meter(Name)
	defer func() { meter.Done(counts) }()
	p, err := newCounting(ctx, t)
	if err != nil || p.in == nil {
		return err
	}
	free, _ := p.unconstrained(ctx)
	meter.Built()
	w := p.walker(ctx, func(m *modeler, a *dimacs.Assignment) error {
		return engine.Expand(ctx, a, free, func(a *dimacs.Assignment) error {
			m.complete(a)
			return found(a)
		})
	})
	defer func() { counts = p.counts(w.nodes) }()
	return p.walkAll(w)
}

// Count counts the solutions; a variable that occurs in no clause doubles
// their number.
func (e *Engine) Count(ctx context.Context, t *engine.Task) (engine.Count, error) {
	n := engine.Count{M: new(big.Int)}
	var counts engine.Counts
	meter := t.Meter(Name)
	defer func() { meter.Done(counts) }()
	p, err := newCounting(ctx, t)
	if err != nil || p.in == nil {
		return n, err
	}
	_, free := p.unconstrained(ctx)
	n.Shift = uint64(free)
	meter.Built()
	if p.in.rest != nil || p.marked != nil {
		one := big.NewInt(1)
		w := p.walker(ctx, func(*modeler, *dimacs.Assignment) error {
			n.M.Add(n.M, one)
			return nil
		})
		defer func() { counts = p.counts(w.nodes) }()
		return n, p.walkAll(w)
	}
	s := &sweep{in: p.in, tasks: p.in.split(ctx, tasksWanted, true), ctx: ctx}
	s.each = showProgress(t, true)
	out := s.run(t.Threads)
	counts = p.counts(out.nodes)
	n.M = out.total
	if ctx.Err() != nil {
		return n, context.Cause(ctx)
	}
	return n, nil
}
