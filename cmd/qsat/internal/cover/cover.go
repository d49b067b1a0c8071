// Package cover is an engine for formulas that have, or can be brought into, the form of a
// generalized exact cover: positive clauses, which offer a choice of literals, and pairs of
// literals in conflict. It counts, enumerates, samples and refutes. It works best for boards
// but knows nothing about them.
//
// In Knuth's terms, the positive clauses are the items to cover, and their literals are the
// options. Here an item may be covered more than once, unless its options are in conflict. For
// example, the clauses (a, b), (b, c), (-a, -b), (-b, -c) have the items {a, b} and {b, c}, the
// conflicts a-b and b-c, and the solutions {b} and {a, c}.
//
// The engine works in these steps:
//
//  1. Variables that are no options are eliminated by resolution (package simplify), so that a
//     constraint has the same form in every encoding. A count keeps the variables of the
//     projection.
//  2. The remaining clauses become items and conflicts. A few clauses of other shapes become
//     items, too. Their negative literals are then additional options. If both literals of a
//     variable are options, exactly one is chosen.
//  3. A search branches on the uncovered item with the fewest available options. A node of the
//     search has two bit sets: the options that may still be chosen, and the uncovered items.
//     Choosing an option costs one AND NOT of such sets, a word for 64 options.
//  4. In a count, a node with at most 64 options and 64 items is packed into single words (see
//     kernel), unless several models may agree on the projection. Nearly all nodes are of this kind.
//
// Symmetries of the first nodes reduce a search: of several subtrees that symmetries map to each
// other, only one is searched.
//
// Source: the branching is from D. E. Knuth, Dancing Links, Millennial Perspectives in Computer
// Science, 2000, without the links.
package cover

import (
	"context"
	"fmt"
	"math/big"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "cover"

// An Engine solves exact covers. The zero value has no limit.
type Engine struct {
	// Limit limits the work of Solve in each of about a hundred subtrees, in words of sets
	// read; 0 means no limit. If a subtree takes more, the search leaves it, and Solve returns
	// ErrLimit unless it finds a model in another subtree. A small Limit also turns off the
	// search for symmetries. A refutation with a proof may do as much work as all subtrees
	// together, and so may Enumerate until its first model. Other methods ignore Limit.
	Limit uint64
	// Trial is the number of words read after which Solve and Count decide whether the rest of
	// the search takes too long. If so, they return ErrLimit; otherwise they call Passed and go
	// on. 0 means that they never decide. Solve gives up if the second half of these words has
	// finished less than 1/(trialShare*Threads) of the rest of the tree. It uses one thread until
	// then, so the decision does not depend on the clock. Count gives up if random walks expect a
	// long search or miss large subtrees (see countFactor), and under a projection always. There
	// is no trial with a proof, and in a count of classes (see countClasses).
	Trial uint64
	// Passed is called at most once, by any goroutine, when a search passes its trial. A search
	// that ends before its trial does not call it. It may be nil.
	Passed func()
}

// New returns an engine without a limit.
func New() *Engine { return &Engine{} }

// Name returns the name of the engine.
func (*Engine) Name() string { return Name }

// ErrLimit is the error of a search that has reached Engine.Limit or has failed its trial.
var ErrLimit error = &engine.DeclinedError{Engine: Name, Reason: "its search takes too long"}

// begin builds the problem of a task with newProblem. The caller must call end, even after an
// error; it records statistics. The problem is nil if there is an error, or if the formula is
// refuted without a search. The errors are the errors of newProblem.
func begin(ctx context.Context, t *engine.Task, g goal) (p *problem, end func(), err error) {
	meter := t.Meter(Name)
	p, err = newProblem(ctx, t, g)
	if err != nil || p.in == nil {
		return nil, meter.Done, err
	}
	meter.Built()
	return p, func() {
		// A node chooses an option.
		meter.Counts = engine.Counts{Decisions: int64(p.nodes), Fixed: int64(len(p.clauses.Trail)), Rejected: p.rejected}
		if p.simplifier != nil {
			meter.Eliminated = p.simplifier.Stats.Eliminated
		}
		meter.Done()
	}, nil
}

// Solve returns a model, or an answer without a model if the formula is unsatisfiable. Failed is
// always nil. With a proof, Solve searches the whole tree in one thread; otherwise it searches
// subtrees in parallel. It returns ErrLimit if it finds no model and reaches Limit or fails its
// trial, a DeclinedError or clause.ErrTooLarge if it does not accept the formula, an error of the
// proof, and the cause if ctx ends.
func (e *Engine) Solve(ctx context.Context, t *engine.Task) (a engine.Answer, err error) {
	p, end, err := begin(ctx, t, oneModel)
	defer end()
	if p == nil {
		return a, err
	}
	w := &traversal{
		problem: p, ctx: ctx, limit: e.nodes(p), trial: trial{words: e.Trial, passed: e.Passed},
		plain: e.Limit > 0 && e.Limit < symmetricLimit,
	}
	if t.Proof != nil {
		a.Model, err = p.firstModel(ctx, subtree{node: p.in.root()}, limitedSubtrees*w.limit)
		return a, err
	}
	wanted := wantedSubtrees
	if w.limit > 0 {
		wanted = limitedSubtrees
	}
	w.divide(wanted)
	w.search()
	switch k := w.earliest.Load(); {
	case ctx.Err() != nil:
		return a, context.Cause(ctx)
	case k < int64(len(w.subtrees)):
		a.Model, err = p.firstModel(ctx, w.subtrees[k], 0)
		return a, err
	case w.limited:
		return a, ErrLimit
	}
	return a, nil
}

// nodes returns e.Limit as a number of nodes of p, at least 1; 0 means no limit.
func (e *Engine) nodes(p *problem) uint64 {
	if e.Limit == 0 {
		return 0
	}
	return 1 + e.Limit/uint64(p.in.nodeWords())
}

// firstModel returns the model of the first solution in subtree t, with values for eliminated
// variables, or nil if t has no solution. It changes the node of t. It returns ErrLimit after
// limit nodes, unless limit is 0, and the cause if ctx ends. With a proof, t must be the root:
// firstModel then writes the clauses of exclude and, without a model, the empty clause. It
// returns an error of the proof.
func (p *problem) firstModel(ctx context.Context, t subtree, limit uint64) (model *dimacs.Assignment, err error) {
	s := p.newSearch(ctx, func(a *dimacs.Assignment) error {
		p.complete(a)
		model = a
		return nil
	})
	s.chosen, s.kernel.limit, s.first = t.chosen, limit, true
	if p.task.Proof != nil {
		// The clause that the chosen options are not all true follows by unit propagation: they exclude the
		// options in conflict with them, and the clauses of the branches below exclude all others.
		var negated []clause.Lit
		s.excludes = func(chosen []int32) error {
			negated = negated[:0]
			for _, i := range chosen {
				negated = append(negated, p.in.options[i].Not())
			}
			p.clauses.ProveAdd(negated...)
			return p.clauses.Err
		}
	}
	if err = p.search(s, t.node); err == nil && model == nil {
		p.clauses.ProveAdd()
		err = p.clauses.Err
	}
	return model, err
}

// search runs s below n, which it changes, and adds the visited nodes to p.nodes. It returns the
// error of search.below, but nil if the search has stopped at its first solution.
func (p *problem) search(s *search, n node) error {
	err := s.below(n)
	p.nodes += s.kernel.nodes
	if err == errFirst {
		return nil
	}
	return err
}

// Enumerate calls found with every model in the order of the search, in one thread. No two of
// them agree on the projection. Each solution is expanded by engine.Expand. Enumerate returns
// the error of found, ErrLimit if the limit is reached before the first model, a DeclinedError
// or clause.ErrTooLarge if it does not accept the formula, and the cause if ctx ends.
func (e *Engine) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	p, end, err := begin(ctx, t, allModels)
	defer end()
	if p == nil {
		return err
	}
	unconstrained := t.Projection(p.clauses).First // no variable of the projection was eliminated
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
}

// Count returns the number of models that differ on the projection. Each unconstrained variable
// of the projection doubles the number (see Task.Unconstrained). Once ctx has ended, Count returns a
// lower bound and the cause. It returns a DeclinedError or clause.ErrTooLarge if it does not accept
// the formula, and ErrLimit if the search fails its trial. Except under a projection and in a count
// of classes, it calls t.Counted, unless that is nil, after each finished subtree.
func (e *Engine) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	if n, err := e.countClasses(ctx, t); !engine.IsDeclined(err) {
		return n, err
	}
	n := dimacs.Count{M: new(big.Int)}
	p, end, err := begin(ctx, t, allModels)
	defer end()
	if p == nil {
		return n, err
	}
	n.Shift = uint64(t.Projection(p.clauses).Unconstrained)
	if p.projection != nil {
		s := p.newSearch(ctx, nil)
		if n.M = &s.total; e.Trial > 0 {
			s.kernel.limit = 1 + e.Trial/max(kernelWords, uint64(p.in.nodeWords()))
		}
		return n, p.search(s, p.in.root())
	}
	w := &traversal{problem: p, ctx: ctx, total: n.M, trial: trial{words: e.Trial, passed: e.Passed}}
	if t.Counted != nil {
		w.counted = func(int64, *big.Int) { t.Counted(n) }
	}
	w.divide(wantedSubtrees)
	if w.search(); w.limited && ctx.Err() == nil {
		return n, ErrLimit
	}
	return n, context.Cause(ctx)
}

// newSearch returns a search that calls found with the model of each solution. Under a
// projection, it calls found once per set of chosen options in the projection. If found is nil,
// the search counts instead. The model has no values yet for eliminated and unconstrained
// variables; the next solution overwrites it. The search reports its progress, calls task.Pause,
// and stops with the cause when ctx ends.
func (p *problem) newSearch(ctx context.Context, found func(*dimacs.Assignment) error) *search {
	var s *search
	s = newSearch(p.in, func() error {
		if p.task.Progress != nil {
			p.task.Progress(func() string { return fmt.Sprintf("%d nodes", s.kernel.nodes) })
		}
		if p.task.Pause != nil {
			p.task.Pause(int64(s.kernel.nodes) * int64(p.in.nodeWords()))
		}
		return context.Cause(ctx)
	})
	if s.projection, s.first = p.projection, p.projection != nil; found == nil {
		return s
	}
	var unchosen, model dimacs.Assignment // unchosen: the assignment in which no option is chosen
	for _, l := range p.clauses.Trail {
		unchosen.SetLit(p.clauses.Name(l))
	}
	for _, l := range p.in.options {
		unchosen.SetLit(p.clauses.Name(l.Not()))
	}
	s.found = func(chosen []int32) error {
		model.Copy(&unchosen)
		for _, i := range chosen {
			model.SetLit(p.clauses.Name(p.in.options[i]))
		}
		if err := found(&model); err != nil || !s.first {
			return err
		}
		return errFirst
	}
	return s
}

// complete gives values to the eliminated variables in a, a model of the other variables. If p
// has a simplifier, the other unassigned variables of the clauses become false.
func (p *problem) complete(a *dimacs.Assignment) {
	if p.simplifier == nil {
		return
	}
	for v := 1; v <= p.clauses.Vars; v++ {
		l := clause.Positive(v)
		if !a.Holds(p.clauses.Name(l)) {
			l = l.Not()
		}
		p.values[l], p.values[l.Not()] = 1, -1
	}
	p.simplifier.Extend(p.values)
	for v := 1; v <= p.clauses.Vars; v++ {
		a.Set(int(p.clauses.Names[v]), p.values[clause.Positive(v)] > 0)
	}
}
