package mus

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/cardinality"
	"queens/cmd/qsat/internal/parity"
	"queens/dimacs"
)

// The work of one search for a counting argument is countingWork, and countingWorkPerClause
// for each clause. See cardinality.Refute and parity.Refute.
const (
	countingWork          = 1 << 18
	countingWorkPerClause = 4
	// shrinkingWork is the number of clauses after which shrinkByCounting ends.
	shrinkingWork = 1 << 24
)

// counted reports whether unit propagation or a counting argument refutes the groups with
// the literals assume. Some formulas, such as pigeonholes, are easy to refute by counting,
// but not by clause learning. Package checker has accepted the argument.
func (s *Session) counted(ctx context.Context, assume []dimacs.Lit, groups []int) (bool, error) {
	f := &dimacs.Formula{}
	for _, g := range append([]int{0}, groups...) {
		for _, i := range s.of(g) {
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

// shrinkByCounting drops groups from the core as long as counting refutes the others: first
// half of them, and then smaller and smaller parts. It ends after shrinkingWork clauses, or
// when late returns true. It returns the cause of ctx.
func (m *minimizer) shrinkByCounting(ctx context.Context, late func() bool) error {
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
			if m.work > end || late() {
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
