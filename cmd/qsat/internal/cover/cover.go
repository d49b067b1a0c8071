// Package cover is the engine for formulas that are, or come down to, a
// generalized exact cover: positive clauses, each of which offers a choice of
// literals, and pairs of literals in conflict. It counts, enumerates and
// refutes; boards are its best case, but it knows nothing of them. It owns the sets
// that it searches; the clauses that they are made of are a database of package clause.
//
// In Knuth's terms, the positive clauses are the items to be covered, and their
// literals the options; here an item may be covered more than once unless its options
// are in conflict. A node of the search is a set of options that may still be chosen
// and a set of uncovered items, both bit sets. It branches on an item with
// the fewest options left, and a choice costs one and of two sets: a word for
// 64 options. Once 64 options are left, what remains of the problem is gathered
// into single words (see kernel); that is where nearly all nodes are. Other
// variables are eliminated before, see package simplify, so that formulas with
// auxiliary variables come down to the same sets. Where a few clauses are of other
// shapes they are items, too: options are then also the complements of some, and of the
// two one is to be chosen. So all that the engine refutes it can prove.
//
// Source: the branching is that of D. E. Knuth, Dancing Links, Millennial
// Perspectives in Computer Science, 2000, without the links.
package cover

import (
	"context"
	"math/big"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "cover"

// An Engine searches covers. The zero value has no budget.
type Engine struct {
	// Limit bounds what Solve may do in one subtree, of which there
	// are then about a hundred, in words of sets looked at; 0 is no bound. It
	// declines formulas that take more, and looks for no symmetries if it is small. A
	// refutation may do as much as all of them, as may Enumerate until its first model.
	Limit uint64
}

// symmetricLimit is from which limit on symmetries are looked for, which takes as long.
const symmetricLimit = 1 << 15

// New returns the engine without a budget.
func New() *Engine { return &Engine{} }

// Name returns the name of the engine.
func (*Engine) Name() string { return Name }

// ErrLimit is the error of a search that has reached its limit.
var ErrLimit error = &engine.DeclinedError{Engine: Name, Reason: "its search takes too long"}

// run makes a task a problem and measures what it costs to solve that.
func run(ctx context.Context, t *engine.Task, g goal, solve func(*problem) error) error {
	meter := t.Meter(Name)
	defer meter.Done()
	p, err := newProblem(ctx, t, g)
	if err != nil || p.in == nil {
		return err
	}
	meter.Built()
	err = solve(p)
	// A node chooses an option.
	meter.Counts = engine.Counts{Decisions: int64(p.nodes), Fixed: int64(len(p.clauses.Trail)), Rejected: p.rejected}
	if p.simplifier != nil {
		meter.Eliminated = p.simplifier.Stats.Eliminated
	}
	return err
}

// Solve returns a model, or nil if there is none. For a proof it searches at one go, else in
// subtrees.
func (e *Engine) Solve(ctx context.Context, t *engine.Task) (a engine.Answer, err error) {
	err = run(ctx, t, oneModel, func(p *problem) (err error) {
		w := &traversal{problem: p, ctx: ctx, limit: e.nodes(p), plain: e.Limit > 0 && e.Limit < symmetricLimit}
		if t.Proof != nil {
			a.Model, err = p.firstModel(ctx, subtree{node: p.in.root()}, limitedSubtrees*w.limit)
			return err
		}
		w.run()
		switch k := w.earliest.Load(); {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case k < int64(len(w.subtrees)):
			a.Model, err = p.firstModel(ctx, w.subtrees[k], 0)
			return err
		case w.limited:
			return ErrLimit
		}
		return nil
	})
	return a, err
}

// nodes returns the limit in nodes, 0 for none.
func (e *Engine) nodes(p *problem) uint64 {
	if e.Limit == 0 {
		return 0
	}
	return 1 + e.Limit/uint64(p.in.nodeWords())
}

// firstModel returns the model of the first solution in a subtree, which it changes.
// With a limit it declines what takes more nodes.
func (p *problem) firstModel(ctx context.Context, t subtree, limit uint64) (model *dimacs.Assignment, err error) {
	s := p.newSearch(ctx, func(a *dimacs.Assignment) error {
		p.complete(a)
		model = a
		return nil
	})
	s.chosen, s.kernel.limit, s.first = t.chosen, limit, true
	if p.task.Proof != nil {
		s.excludes = p.exclude
	}
	if err = p.search(s, t.node); err == nil && model == nil {
		p.clauses.ProveAdd()
		err = p.clauses.Err
	}
	return model, err
}

// exclude writes the clause that not all of these options are chosen. Unit propagation derives
// it, once there is no solution with them: it excludes the options in conflict with those,
// and the clauses of the branches below exclude all others.
func (p *problem) exclude(chosen []int32) error {
	p.excluded = p.excluded[:0]
	for _, i := range chosen {
		p.excluded = append(p.excluded, p.in.options[i].Not())
	}
	p.clauses.ProveAdd(p.excluded...)
	return p.clauses.Err
}

// search searches below a node.
func (p *problem) search(s *search, n node) error {
	err := s.below(n)
	p.nodes += s.kernel.nodes
	if err == errFirst {
		return nil
	}
	return err
}

// Enumerate visits all solutions in the order of the search.
func (e *Engine) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	return run(ctx, t, allModels, func(p *problem) error {
		unconstrained := t.Projection(p.clauses).First // none of the projection was eliminated
		var s *search
		s = p.newSearch(ctx, func(a *dimacs.Assignment) error {
			s.kernel.limit = 0
			return engine.Expand(ctx, a, unconstrained, func(a *dimacs.Assignment) error {
				p.complete(a)
				return found(a)
			})
		})
		s.kernel.limit = limitedSubtrees * e.nodes(p)
		return p.search(s, p.in.root())
	})
}

// Count counts the solutions; a variable that occurs in no clause doubles
// their number.
func (e *Engine) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	if n, err := e.countClasses(ctx, t); !engine.IsDeclined(err) {
		return n, err
	}
	n := dimacs.Count{M: new(big.Int)}
	err := run(ctx, t, allModels, func(p *problem) error {
		n.Shift = uint64(t.Projection(p.clauses).Unconstrained)
		if p.projection != nil {
			s := p.newSearch(ctx, nil)
			n.M = &s.total
			return p.search(s, p.in.root())
		}
		w := &traversal{problem: p, ctx: ctx, total: n.M}
		if t.Found != nil {
			w.counted = func(int64, *big.Int) { t.Found(n) }
		}
		w.run()
		return context.Cause(ctx)
	})
	return n, err
}
