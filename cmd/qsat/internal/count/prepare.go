package count

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/simplify"
)

// prepare simplifies the clauses of a task and returns a counter for what is left, nil if
// there is no model.
func (e *Engine) prepare(ctx context.Context, t *engine.Task) (*counter, error) {
	d, err := t.Load(ctx, t.Assume)
	if err != nil {
		return nil, err
	}
	if e.Width > 0 && (t.Project != nil || !isNarrow(d, e.Width)) {
		return nil, errWide
	}
	constrained := 0
	projected := make([]bool, d.Vars+1)
	for v := 1; v <= d.Vars; v++ {
		if projected[v] = t.IsProjected(int(d.Names[v])); projected[v] {
			constrained++
		}
	}
	shift := uint64(t.NumProjected() - constrained)
	s := simplify.New(d)
	counted := simplify.Bounds{Ticks: simplifyTicks, Defined: true}
	if t.Project != nil || t.Weights != nil {
		counted = simplify.Bounds{Ticks: simplifyTicks, Growth: 8, Occurrences: 1000, Width: 100}
		for v, is := range projected {
			if is {
				s.Freeze(uint32(v))
			}
		}
	}
	if err := simplified(ctx, s, counted); err != nil || d.Unsat {
		return nil, err
	}
	for v, is := range projected {
		if is {
			projected[s.Representative(clause.Positive(v)).Var()] = true
		}
	}
	w := newWeights(t, s)
	var clauses [][]clause.Lit
	occurs := make([]bool, d.Vars+1)
	for lits := range d.Unsatisfied() {
		clauses = append(clauses, slices.Clone(lits))
		for _, l := range lits {
			occurs[l.Var()] = true
		}
	}
	var vars []uint32
	for v := 1; v <= d.Vars; v++ {
		switch l := clause.Positive(v); {
		case occurs[v]:
			vars = append(vars, uint32(v))
		case projected[v] && s.Active(uint32(v)) && w != nil:
			w.multiply(new(big.Int).Add(w.of(l), w.of(l^1)))
		case projected[v] && s.Active(uint32(v)):
			shift++
		}
	}
	slices.SortStableFunc(vars, func(a, b uint32) int {
		return cmp.Compare(index(!projected[a]), index(!projected[b]))
	})
	number := make([]clause.Lit, d.Vars+1)
	first := 1
	for i, v := range vars {
		number[v] = clause.Lit(i + 1)
		if projected[v] {
			first = i + 2
		}
	}
	for _, c := range clauses {
		for i, l := range c {
			c[i] = 2*number[l.Var()] | l&1
		}
	}
	c := newCounter(len(vars), clauses)
	c.projected = uint32(first)
	c.untabled = e.untabled || w != nil
	c.ctx, c.progress = ctx, t.Progress
	c.cache = newCache(cmp.Or(e.Cache, t.Memory/memoryShare, defaultSize))
	c.factor = engine.Count{M: big.NewInt(1), Shift: shift}
	if w != nil {
		c.weights = w.numbers(vars)
		c.factor = engine.Count{M: w.factor, Shift: shift - w.outside, Denominator: w.denominator}
	}
	return c, context.Cause(ctx)
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

const (
	simplifyTicks = 1 << 24
	rounds        = 5
)

// simplified simplifies clauses so that the number of models stays the same.
func simplified(ctx context.Context, s *simplify.Simplifier, b simplify.Bounds) error {
	for range rounds {
		before := s.Stats.Substituted + s.Stats.Eliminated + int64(len(s.Trail))
		s.Probe(ctx, simplifyTicks)
		s.Substitute(ctx)
		s.Subsume(ctx, simplifyTicks)
		if err := s.Eliminate(ctx, b); err != nil {
			return err
		}
		if ctx.Err() != nil || s.Unsat {
			return context.Cause(ctx)
		}
		if s.Stats.Substituted+s.Stats.Eliminated+int64(len(s.Trail)) == before {
			break
		}
	}
	return nil
}

// newCounter returns a counter of clauses.
func newCounter(vars int, clauses [][]clause.Lit) *counter {
	d := clause.New(&clause.Numbering{Names: make([]int32, vars+1)})
	c := &counter{learner: learner{Analysis: clause.NewAnalysis(d)}}
	c.activity, c.increment = make([]float64, 2*vars+2), 1
	for _, lits := range clauses {
		d.AddWatched(slices.Clone(lits), false)
		for _, l := range lits {
			c.activity[l]++
		}
	}
	c.graph = newGraph(vars, clauses)
	c.states, c.rounds, c.degree = make([]int32, vars+1), make([]uint32, len(clauses)), make([]int32, vars+1)
	c.kept, c.failed = fewKept, undecided
	c.tested, c.columns = make([]uint32, 2*vars+2), make([]uint8, 2*vars+2)
	c.early = make([]float64, vars+1)
	for v := 1; v <= vars; v++ {
		c.all = append(c.all, uint32(v))
	}
	c.decompose(clauses)
	return c
}

// decompose has those variables branched on first that are near the middle of a tree
// decomposition.
func (c *counter) decompose(clauses [][]clause.Lit) {
	d := decompose(c.Vars, slices.Values(clauses), c.Vars)
	if d == nil {
		return
	}
	weight := d.weight()
	for v, depth := range d.depths() {
		c.early[v+1] = weight * (1 - depth)
	}
}

// isNarrow reports whether a tree decomposition is found of at most some width.
func isNarrow(d *clause.Database, width int) bool {
	return len(d.Clauses) < mostLiterals && decompose(d.Vars, d.Unsatisfied(), width) != nil
}
