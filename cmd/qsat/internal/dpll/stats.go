package dpll

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
