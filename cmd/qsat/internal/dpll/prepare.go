package dpll

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A purpose is what a search is prepared for.
type purpose struct {
	all        bool // it finds all models, not one
	structured bool // it declines a formula without choice clauses
	budget     int64
}

// prepare builds the arrays of a search.
func prepare(ctx context.Context, t *engine.Task, p purpose) (*Search, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	src, err := compact(ctx, t.Formula, t.Assume)
	if err != nil {
		return nil, err
	}
	if err := fits(src.Formula); err != nil {
		return nil, err
	}
	s := &Search{
		task: t, src: src, value: newValues(2*src.Vars + 2),
		random: rand.New(rand.NewPCG(uint64(t.Seed), pcgStream)),
		limit:  math.MaxInt64,
	}
	left, err := s.clauses(ctx, p)
	if err != nil {
		return nil, err
	}
	s.trail = make([]int32, 0, src.Vars)
	s.begin(left)
	return s, nil
}

// pcgStream tells the random numbers of this engine from those of others.
const pcgStream = 0x6470_6c6c

// clauses builds the rows and the long clauses and returns the unit clauses; an empty clause is
// returned as two units that contradict each other.
func (s *Search) clauses(ctx context.Context, p purpose) (units []int32, err error) {
	lits := 2*s.src.Vars + 2
	g, left, err := collect(ctx, s.src.Formula, s.value)
	if err != nil {
		return nil, err
	}
	var blocks [][]dimacs.Pair
	for b := range s.src.PairBlocks() {
		blocks = append(blocks, b)
	}
	blocks = append(blocks, left.pairs)
	counts, err := countRows(ctx, blocks, lits, max(1, s.task.Threads))
	if err != nil {
		return nil, err
	}
	if p.all {
		s.projected = s.projection()
	}
	choice, n := g.choices(counts, s.value)
	if p.structured && n == 0 {
		return nil, declined("no clause offers a choice between literals that binary clauses tell apart")
	}
	if s.rows, err = counts.fill(ctx); err != nil {
		return nil, err
	}
	ranks := g.sort(g.rank(choice, n > 0, s.projected))
	g.connect(lits)
	s.long = g
	s.open = [2]openSet{newOpenSet(0, ranks[0]), newOpenSet(ranks[0], ranks[1])}
	s.empty = left.empty
	s.tallies = make([]tally, len(g.start))
	for c := range s.tallies {
		s.tallies[c].open = g.width(int32(c))
	}
	return append(counts.units, left.units...), nil
}

// fits declines a formula that offsets of 31 bits do not reach.
func fits(f *dimacs.Formula) error {
	pairs, lits := 0, 0
	for b := range f.PairBlocks() {
		pairs += len(b)
	}
	if f.NumClauses() > pairs {
		for c := range f.LongClauses() {
			lits += len(c) + 1
		}
	}
	if pairs > mostPairs || lits > mostPairs || f.Vars > mostPairs {
		return declined(fmt.Sprintf("it has more than %d variables, binary clauses or literals in long ones", mostPairs))
	}
	return nil
}

func declined(reason string) error { return &engine.DeclinedError{Engine: Name, Reason: reason} }

// projection returns which variables tell models apart, nil for all.
func (s *Search) projection() []bool {
	if s.task.Project == nil {
		return nil
	}
	p := make([]bool, s.src.Vars+1)
	for _, name := range s.task.Project {
		p[s.src.variable(name)] = true // 0, of a variable that occurs nowhere, is no literal's
	}
	return p
}

// begin makes the units true.
func (s *Search) begin(units []int32) {
	for _, l := range s.task.Assume {
		units = append(units, index(s.src.rename(l)))
	}
	s.look = lookEvery
	for _, l := range units {
		if s.value.of(l) == isFalse {
			s.empty = true
		}
		if s.value.of(l) == isOpen {
			s.assign(l)
		}
	}
}
