package mus

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/cardinality"
	"queens/cmd/qsat/internal/parity"
	"queens/dimacs"
)

// Limits of the work on counting arguments.
const (
	// A search for one argument may do countingWork steps, and countingWorkPerClause more for
	// each clause. The functions Refute of cardinality and parity define a step.
	countingWork          = 1 << 18
	countingWorkPerClause = 4
	// shrinkingWork is the number of clauses that shrinkByCounting may pass to counted, as a sum
	// over its calls.
	shrinkingWork = 1 << 24
)

// counted reports whether unit propagation or a counting argument refutes the groups under the
// assumptions assume. Counting refutes some formulas easily that are hard for clause learning,
// such as pigeonhole formulas. Package checker checks each argument.
func (s *Session) counted(ctx context.Context, assume []dimacs.Lit, groups []int) (bool, error) {
	f := &dimacs.Formula{}
	for _, g := range append([]int{0}, groups...) {
		for _, i := range s.members[g] {
			f.Add(s.clauses[i]...)
		}
	}
	for _, l := range assume {
		f.Vars = max(f.Vars, l.Var())
	}
	t := s.task.About(f).Under(assume)
	d, err := t.Clauses()
	if err != nil || d.Unsat {
		return err == nil, err
	}
	work := countingWork + countingWorkPerClause*f.NumClauses()
	s.work += int64(f.NumClauses())
	if is, err := parity.Refute(ctx, t, work); is || err != nil {
		return is, err
	}
	return cardinality.Refute(ctx, t, work)
}

// shrinkByCounting shrinks the core with counting arguments alone. It divides the core into two
// parts, and drops each part whose complement in the core counting refutes. Then it does the
// same with parts of half the size, down to single groups. It ends early after shrinkingWork
// clauses or when expired returns true. It returns the cause of ctx.
func (m *minimizer) shrinkByCounting(ctx context.Context, expired func() bool) error {
	end, part := m.work+shrinkingWork, make([]bool, m.groups+1)
	for size := (len(m.core) + 1) / 2; size > 0; size /= 2 {
		for groups := range slices.Chunk(slices.Clone(m.core), size) {
			clear(part)
			for _, g := range groups {
				part[g] = !m.needed[g]
			}
			others := slices.DeleteFunc(slices.Clone(m.core), func(g int) bool { return part[g] })
			if len(others) == len(m.core) {
				continue
			}
			if m.work > end || expired() {
				return nil
			}
			is, err := m.counted(ctx, m.query.Assume, others)
			if err != nil {
				return err
			}
			if is {
				m.keep(others)
			}
		}
	}
	return nil
}
