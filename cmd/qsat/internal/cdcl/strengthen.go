package cdcl

// strengthen replaces the clauses that the analysis found to hold without one literal. It
// also drops their literals that are false at level 0. The level of the conflict has been
// undone, so at least two of the remaining literals are unassigned; these are moved to the
// front and watched.
func (s *solver) strengthen() {
	for _, x := range s.Strengthened {
		kept := s.shorter[:0]
		unassigned := 0
		for _, l := range s.Lits(x.Clause) {
			if l == x.Lit || s.Fixed(l) < 0 {
				continue
			}
			if kept = append(kept, l); s.Value(l) == 0 {
				last := len(kept) - 1
				kept[unassigned], kept[last] = kept[last], kept[unassigned]
				unassigned++
			}
		}
		s.shorter = kept
		s.ProveAdd(kept...)
		s.RemoveWatched(x.Clause)
		s.AddWatched(kept, s.Glue(x.Clause))
	}
}
