package dpll

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/engine"
)

// A purpose is what a search is prepared for.
type purpose struct {
	all        bool // it finds all models, not one
	structured bool // it declines a formula without choice clauses
}

// pcgStream tells the random numbers of this engine from those of others.
const pcgStream = 0x6470_6c6c

// prepare builds the arrays of a search. Once ctx has ended every loop over
// the formula ends at once and what it has built is thrown away.
func prepare(ctx context.Context, t *engine.Task, p purpose) (*Search, error) {
	src, err := compact(ctx, t.Formula, t.Assume)
	if err != nil {
		return nil, err
	}
	s := &Search{
		task: t, src: src, value: newValues(2*src.Vars + 2),
		random: rand.New(rand.NewPCG(uint64(t.Seed), pcgStream)),
		look:   lookEvery, limit: math.MaxInt64,
	}
	if p.all && t.Project != nil {
		s.projected = make([]bool, src.Vars+1)
		for _, name := range t.Project {
			s.projected[src.variable(name)] = true // 0, of a variable that occurs nowhere, is no literal's
		}
	}
	units, err := s.build(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, l := range t.Assume {
		units = append(units, s.src.lit(l))
	}
	s.trail = make([]int32, 0, src.Vars)
	for _, l := range units {
		s.assert(l)
	}
	return s, nil
}

// build builds the rows and the long clauses and returns the literals of the
// unit clauses.
func (s *Search) build(ctx context.Context, p purpose) (units []int32, err error) {
	lits := 2*s.src.Vars + 2
	blocks := slices.Collect(s.src.PairBlocks())
	g, left, err := collect(ctx, s.src.Formula, s.value)
	if err != nil {
		return nil, err
	}
	b, err := buildRows(ctx, append(blocks, left.pairs), lits, s.task.Threads)
	if err != nil {
		return nil, err
	}
	choice, n := g.choices(ctx, b.against, s.value)
	if p.structured && n == 0 && ctx.Err() == nil {
		return nil, declined("no clause offers a choice between literals that binary clauses tell apart")
	}
	s.rows = b.rows
	first, second := g.sort(g.rank(ctx, choice, n > 0, s.projected))
	g.connect(ctx, lits)
	s.tallies = g.tallies(ctx)
	s.open = [2]openSet{newOpenSet(0, first), newOpenSet(first, second)}
	s.long, s.empty = g, left.empty
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return append(b.units, left.units...), nil
}

// assert makes a literal true for good.
func (s *Search) assert(l int32) {
	switch s.value.of(l) {
	case isOpen:
		s.assign(l)
	case isFalse:
		s.empty = true
	}
}

func declined(reason string) error { return &engine.DeclinedError{Engine: Name, Reason: reason} }
