package dpll

import (
	"context"
	"math/big"
	"time"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Estimate estimates the tree that Count traverses by random walks. A walk takes random branches of
// the decisions on the projection, and searches for one model below the last decision, as Count
// does. Without a Limit it also measures the time of a node. With a Limit it makes few walks. It
// fails as Solve does; the estimate is never nil.
func (e *Engine) Estimate(ctx context.Context, t *engine.Task) (x *engine.Estimate, err error) {
	x = &engine.Estimate{Engine: Name}
	s, end, err := e.begin(t, true)
	defer end()
	if err != nil {
		return x, err
	}
	_, others := t.Unconstrained(s.numbering, s.vars, s.isConstrained)
	x.Shift = uint64(others)
	if s.ctx = ctx; s.empty || !s.propagate() {
		return x, s.err
	}
	p := &estimator{search: s, x: x, root: len(s.trail)}
	if e.Limit > 0 {
		return x, x.Walk(ctx, t, 0, p.walk)
	}
	if err = x.Walk(ctx, t, walkSteps, p.walk); err == nil {
		p.measure()
	}
	return x, err
}

// An estimator is a search that makes random walks.
type estimator struct {
	*search
	x    *engine.Estimate // the estimate, to which walks are added
	both bool             // the last decision had two branches that propagation did not refute
	root int              // length of the propagated trail before any decision
}

// reset undoes all decisions.
func (p *estimator) reset() {
	p.undo(p.root)
	p.decisions, p.unconstrained, p.next = p.decisions[:0], p.unconstrained[:0], 0
}

// walk makes one walk from the root, adds its nodes and models to the estimate, and returns its
// number of steps, or the error of a search that stops. It sets x.Model to its model, if it is the
// first. If a choice clause has k unassigned literals, each is true in about 1/k of the models. So
// the walk makes the literal of a decision true with probability 1/k, and false otherwise. For a
// decision without a choice clause, k is 2. If propagation refutes neither branch, the walk divides
// its weight by the probability of the branch; if it refutes one, the walk takes the other and
// keeps its weight; if it refutes both, the walk ends without a model. Below the last decision on
// the projection, the walk calls nextModel. The call choose(n) must return a random number from 0
// to n-1.
func (p *estimator) walk(choose func(int) int) (int64, error) {
	p.reset()
	before, scale, nodes, models := p.steps, big.NewFloat(1), new(big.Float), new(big.Float)
	for holds := true; holds; {
		p.lits = p.lits[:0]
		l, projected := p.decide()
		if l == 0 || !projected {
			decided := p.counts.Decisions
			found, err := p.nextModel(p.ctx, false)
			if err != nil {
				return 0, err
			}
			nodes.Add(nodes, new(big.Float).Mul(scale, big.NewFloat(float64(p.counts.Decisions-decided))))
			if found {
				models.SetMantExp(scale, len(p.unconstrained))
			}
			if found && p.x.Model == nil {
				p.x.Model = &dimacs.Assignment{}
				p.model(p.x.Model)
			}
			break
		}
		nodes.Add(nodes, scale)
		choices := max(2, len(p.lits)) // decide took l from p.lits
		times := float64(choices)
		if choose(choices) > 0 {
			l, times = l.Not(), times/(times-1)
		}
		if holds = p.descend(l); holds && p.both {
			scale.Mul(scale, big.NewFloat(times))
		}
	}
	if p.err == nil {
		p.x.Nodes.Add(nodes)
		p.x.Models.Add(models)
	}
	return p.steps - before, p.err
}

// descend makes l true, or its complement if propagation refutes l, and propagates. It returns
// false if propagation refutes both or the search must stop. It sets p.both to whether propagation
// refutes neither.
func (p *estimator) descend(l clause.Lit) bool {
	trail := len(p.trail)
	p.assign(l.Not())
	other := p.propagate()
	p.undo(trail)
	p.assign(l)
	holds := p.propagate()
	if p.both = holds && other; other && !holds {
		p.undo(trail)
		p.assign(l.Not())
		holds = p.propagate()
	}
	return holds
}

// measure records in the estimate the time of the first decisions of a search from the root, in at
// most timedPieces runs of timedSteps steps. It stops early at the end of the search, or if the
// search fails.
func (p *estimator) measure() {
	p.reset()
	for range timedPieces {
		start, decided := time.Now(), p.counts.Decisions
		p.limit = p.steps + timedSteps
		p.poll = min(p.poll, p.limit)
		found, err := true, error(nil)
		for found && err == nil {
			if found, err = p.nextModel(p.ctx, false); found {
				found = p.backProjected()
			}
		}
		if p.x.Timed(start, uint64(p.counts.Decisions-decided)); err != errBudget {
			return
		}
	}
}
