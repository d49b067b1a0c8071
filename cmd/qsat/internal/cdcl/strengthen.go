package cdcl

// strengthen puts shorter clauses in the place of those that analysis has found. At least
// two of their literals are unassigned, because the level of the conflict has been taken
// back.
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
