package simplify

import (
	"context"

	"queens/cmd/qsat/internal/clause"
)

// ReduceTransitively removes binary clauses that follow from other binary clauses, within a budget
// of ticks: the implication graph loses its transitive edges. Learned clauses are ignored.
//
// Source: A. V. Aho, M. R. Garey and J. D. Ullman, "The Transitive Reduction of a Directed Graph",
// SIAM Journal on Computing 1, 1972.
func (s *Simplifier) ReduceTransitively(ctx context.Context, ticks int64) {
	if !s.begin(ctx, ticks) {
		return
	}
	for l := range s.Literals {
		if s.stops() {
			break
		}
		s.markIndirect(l, 0)
		s.snapshot = append(s.snapshot[:0], s.Watching(l.Not())...) // because RemoveBinary changes the list
		before := s.round
		for _, w := range s.snapshot {
			k := w.Lit()
			if !w.IsBinary() || w.IsLearned() || s.marks[k] < before {
				continue
			}
			if s.markIndirect(l, k); s.marks[k] == s.round {
				s.RemoveBinary(l.Not(), k)
			}
		}
	}
}

// markIndirect begins a new round and marks l, its complement, and all literals that l implies by
// two or more binary clauses, without the clause {-l, without}; a without of 0 excludes no clause.
// A path through the complement of l does not count, because it could use that clause.
func (s *Simplifier) markIndirect(l, without clause.Lit) {
	s.mark([]clause.Lit{l, l.Not()})
	s.buffer = append(s.buffer[:0], l)
	for i := 0; i < len(s.buffer); i++ {
		from := s.buffer[i]
		s.chargeList(from.Not())
		for _, w := range s.Watching(from.Not()) {
			k := w.Lit()
			if !w.IsBinary() || w.IsLearned() || s.Value(k) != 0 || from == l && k == without || s.marks[k] == s.round {
				continue
			}
			if from != l {
				s.marks[k] = s.round
			}
			s.buffer = append(s.buffer, k)
		}
	}
}
