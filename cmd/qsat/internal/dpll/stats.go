package dpll

import (
	"fmt"

	"queens/cmd/qsat/internal/engine"
)

// Stats say what a search has cost.
type Stats struct {
	Decisions    int64
	Conflicts    int64
	Propagations int64 // literals whose consequences were looked at
	Restarts     int64
	// Steps are what a budget counts: literals and clauses looked at, of
	// which a machine does fifty to a hundred million in a second.
	Steps int64
}

// Stats returns what the search has cost so far.
func (s *Search) Stats() Stats {
	s.stats.Steps = s.steps
	return s.stats
}

// Counts returns the statistics in the form that is common to engines.
func (s Stats) Counts() engine.Counts {
	return engine.Counts{Conflicts: s.Conflicts, Decisions: s.Decisions, Propagations: s.Propagations, Restarts: s.Restarts}
}

// status says how far the search is.
func (s *Search) status() string {
	return fmt.Sprintf("%d conflicts, %d decisions", s.stats.Conflicts, s.stats.Decisions)
}
