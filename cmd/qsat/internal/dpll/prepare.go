package dpll

import (
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
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
func prepare(ctx context.Context, t *engine.Task, p purpose) (*search, error) {
	src, err := compact(ctx, t.Formula, t.Assume)
	if err != nil {
		return nil, err
	}
	s := &search{
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
		k := int32(2 * src.variable(l.Var()))
		if l < 0 {
			k++
		}
		units = append(units, k)
	}
	s.trail = make([]int32, 0, src.Vars)
	for _, l := range units {
		switch s.value.of(l) {
		case isOpen:
			s.assign(l)
		case isFalse:
			s.empty = true
		}
	}
	return s, nil
}

// build builds the rows and the long clauses and returns the literals of the
// unit clauses.
func (s *search) build(ctx context.Context, p purpose) (units []int32, err error) {
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
	first, second := g.sort(ctx, choice, n > 0, s.projected)
	g.connect(ctx, lits)
	s.tallies = make([]tally, len(g.start))
	for c := range g.numbers(ctx) {
		s.tallies[c].open = int32(len(g.literals(c)))
	}
	s.open = [2]openSet{newOpenSet(0, first), newOpenSet(first, second)}
	s.long, s.empty = g, left.empty
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return append(b.units, left.units...), nil
}

func declined(reason string) error { return &engine.DeclinedError{Engine: Name, Reason: reason} }

// A source is a formula in variables that arrays can be laid out by.
type source struct {
	*dimacs.Formula
	numbering *clause.Numbering // nil if the variables are those of the task
}

// compact returns the formula itself, or a copy in other variables if there
// are far more variables than clauses: one large literal in a small file costs
// nothing.
func compact(ctx context.Context, f *dimacs.Formula, units []dimacs.Lit) (source, error) {
	if !clause.IsSparse(f) {
		return source{Formula: f}, nil
	}
	numbering, err := clause.Number(ctx, f, units)
	if err != nil {
		return source{}, err
	}
	s := source{&dimacs.Formula{}, numbering}
	var renamed []dimacs.Lit
	for c := range until(ctx, f.Clauses()) {
		renamed = renamed[:0]
		for _, l := range c {
			renamed = append(renamed, numbering.Lit(l).Dimacs())
		}
		s.Formula.Add(renamed...)
	}
	s.Formula.Vars = len(numbering.Names) - 1
	if ctx.Err() != nil {
		return s, context.Cause(ctx)
	}
	return s, nil
}

// name returns the variable of the task that v stands for.
func (s *source) name(v int) int {
	if s.numbering == nil {
		return v
	}
	return int(s.numbering.Names[v])
}

// variable returns the variable that stands for that of the task, or 0 if there
// is none because it occurs nowhere.
func (s *source) variable(name int) int {
	if s.numbering == nil {
		return name
	}
	return s.numbering.Var(name)
}

// lookAfter is how many clauses may be gone through between two looks at the
// context. The rows of a board of a thousand have a thousand literals each, and
// each of these may be a hundred nanoseconds away.
const lookAfter = 16

// until yields what seq does until ctx has ended.
func until[T any](ctx context.Context, seq iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		n := 0
		for x := range seq {
			if n%lookAfter == 0 && ctx.Err() != nil {
				return
			}
			n++
			if !yield(x) {
				return
			}
		}
	}
}
