package count

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/simplify"
	"queens/dimacs"
)

// prepare simplifies the clauses of a task and returns a modelCount for the remaining ones, or nil
// if simplification finds that there is no model. If graph is set, the modelCount records a graph,
// simplification keeps the variables of the projection and, with witnesses, all variables, except
// for equivalent ones, and derived clauses go to the proof of the task. An error means that the
// clauses could not be loaded, the proof could not be written or ctx has ended.
func (e *Engine) prepare(ctx context.Context, t *engine.Task, graph, witnesses bool) (*modelCount, error) {
	d, err := t.Load(t.Assume)
	if err != nil {
		return nil, err
	}
	if graph {
		d.SetProof(t.Proof)
	}
	projected := make([]bool, d.Vars+1)
	unconstrained := uint64(t.NumProjected()) // variables of the projection in no remaining clause
	for v := 1; v <= d.Vars; v++ {
		if projected[v] = t.IsProjected(int(d.Names[v])); projected[v] {
			unconstrained--
		}
	}
	s := simplify.New(d)
	ticks := int64(simplifyTicks)
	if e.Ticks > 0 {
		ticks = min(ticks, e.Ticks)
	}
	if err := simplified(ctx, s, t, ticks, projected, graph && (t.Project == nil || witnesses)); err != nil || d.Unsat {
		return nil, err
	}
	w := NewWeights(t, s)
	var clauses [][]clause.Lit
	occurs := make([]bool, d.Vars+1)
	for lits := range d.Unsatisfied {
		clauses = append(clauses, slices.Clone(lits))
		for _, l := range lits {
			occurs[l.Var()] = true
		}
	}
	if !graph && len(t.Project) > 0 && len(clauses) <= mostExtended {
		if err := extend(ctx, clauses, projected); err != nil {
			return nil, err
		}
	}
	var vars, outside []uint32 // variables in the projection, and others
	for v := range d.Variables {
		switch {
		case occurs[v] && projected[v]:
			vars = append(vars, v)
		case occurs[v]:
			outside = append(outside, v)
		case projected[v] && s.Active(v) && w.Lits[clause.Positive(v)] != nil:
			w.Multiply(new(big.Rat).Add(w.Lits[clause.Positive(v)], w.Lits[clause.Negative(v)]))
		case projected[v] && s.Active(v):
			unconstrained++
		}
	}
	c := newModelCount(ctx, d, append(vars, outside...), clauses)
	c.projected = uint32(len(vars) + 1)
	c.untabled = e.untabled || t.Weights != nil || graph
	if graph {
		c.SetProof(t.Proof)
		c.trace = newTrace(t, s, c.Names, occurs, witnesses)
	}
	c.ctx, c.progress = ctx, t.Progress
	c.cache = newCache(cmp.Or(e.cacheBytes, t.Memory/memoryShare, defaultSize))
	c.factor = dimacs.Count{M: big.NewInt(1), Shift: unconstrained}
	if t.Weights != nil {
		for name, weight := range t.Weights {
			if name > 0 && d.Lit(name) == 0 {
				w.Multiply(new(big.Rat).Add(weight, t.Weights[-name]))
				c.factor.Shift--
			}
		}
		given := make(map[dimacs.Lit]*big.Rat, 2*len(vars))
		for i, v := range vars { // the variables 1, 2, ... of c
			if l := dimacs.Lit(i + 1); w.Lits[clause.Positive(v)] != nil {
				given[l], given[-l] = w.Lits[clause.Positive(v)], w.Lits[clause.Negative(v)]
			}
		}
		lits, denominator := Integers(given)
		c.weights = slices.Repeat([]number{one}, c.NumLits())
		for l, weight := range lits {
			c.weights[clause.Of(l)] = numberOf(weight)
		}
		c.factor.M, c.factor.Denominator = w.Factor[0], denominator.Mul(denominator, w.Factor[1])
	}
	return c, context.Cause(ctx)
}

// simplified simplifies the clauses of s, which belong to t. It keeps the number of models, where
// models that agree on the projected variables count once. It also keeps the variables of the
// projection, except for equivalent ones, if there is a projection or there are weights. If keep is
// set, it removes no variables except for equivalent ones. The slice projected is indexed by
// variable; representatives of projected variables become projected, too. The argument ticks is the
// budget of each technique in a round, except Substitute. The error is from Eliminate, or the cause
// if ctx has ended.
func simplified(ctx context.Context, s *simplify.Simplifier, t *engine.Task, ticks int64, projected []bool, keep bool) error {
	b := simplify.Bounds{Defined: true, Width: definedWidth}
	if t.Project != nil || t.Weights != nil {
		b = simplify.Bounds{Growth: 8, Occurrences: 1000, Width: 100}
		for v, is := range projected {
			if is {
				s.Freeze(uint32(v))
			}
		}
	}
	if err := s.Preprocess(ctx, ticks, b, keep, false); err != nil || s.Unsat {
		return err
	}
	for v, is := range projected {
		if is {
			projected[s.Representative(clause.Positive(v)).Var()] = true
		}
	}
	return nil
}

// newModelCount returns a modelCount for clauses over the given variables of d, which it renames to
// 1, 2, ... in that order, in the given clauses, too. It sets c.early so that variables near the
// middle of a tree decomposition are preferred, if decompose finds one. Each clause must have at
// least two literals. The caller must set the projection, the cache and the context.
func newModelCount(ctx context.Context, d *clause.Database, vars []uint32, clauses [][]clause.Lit) *modelCount {
	n := len(vars)
	names, numbering := make(map[uint32]uint32, n), &clause.Numbering{Names: make([]int32, n+1)}
	c := &modelCount{learner: learner{Analysis: clause.NewAnalysis(clause.New(numbering))}}
	for i, v := range vars {
		numbering.Names[i+1] = d.Names[v]
		names[v] = uint32(i + 1)
		c.all = append(c.all, names[v])
	}
	c.activity, c.increment = make([]float64, c.NumLits()), 1
	for _, lits := range clauses {
		for i, l := range lits {
			lits[i] = l.Rename(names[l.Var()])
			c.activity[lits[i]]++
		}
		c.AddWatched(slices.Clone(lits), 0)
	}
	c.graph = newGraph(n, clauses)
	c.states, c.rounds, c.degree = make([]int32, n+1), make([]uint32, len(clauses)), make([]int32, n+1)
	c.kept, c.failed = fewKept, undecided
	c.probed, c.columns = make([]uint32, c.NumLits()), make([]uint8, c.NumLits())
	c.early, c.saved = make([]float64, n+1), make([]clause.Lit, n+1)
	for _, v := range c.all {
		if c.saved[v] = clause.Positive(v); c.activity[clause.Negative(v)] > c.activity[clause.Positive(v)] {
			c.saved[v] = clause.Negative(v)
		}
	}
	tree := decompose(ctx, n, slices.Values(clauses), mostWidth)
	if tree == nil {
		return c
	}
	weight := min(mostDepthWeight, depthWeight*math.Exp(2*float64(n)/float64(tree.width+1))/float64(n))
	for v, depth := range tree.depths() { // prefer the middle of the tree
		c.early[v+1] = weight * (1 - depth)
	}
	return c
}

// IsNarrow reports whether the formula of t has a tree decomposition of at most this width that
// decompose finds. It returns false if the task has a projection, has mostWatches watched literals
// or more, is refuted by unit propagation, or cannot be loaded.
func IsNarrow(ctx context.Context, t *engine.Task, width int) bool {
	d, err := t.Clauses()
	return err == nil && !d.Unsat && t.Project == nil && d.NumWatches() < mostWatches &&
		decompose(ctx, d.Vars, d.Unsatisfied, width) != nil
}
