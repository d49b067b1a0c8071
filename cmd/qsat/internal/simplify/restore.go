package simplify

import "queens/cmd/qsat/internal/clause"

// AddVariables makes room for the variables that Database.AddVariables has added.
func (s *Simplifier) AddVariables() {
	n := s.NumLits()
	for l := clause.Lit(len(s.representatives)); int(l) < n; l += 2 {
		s.flags, s.representatives = append(s.flags, candidate|touched), append(s.representatives, l, l.Not())
	}
	s.marks, s.occurrences, s.probed = clause.Grown(s.marks, n), clause.Grown(s.occurrences, n), clause.Grown(s.probed, n)
}

// Restore undoes the elimination of the variables that lits contains, and of variables that their
// clauses contain. A substituted variable stays substituted; it counts as its representative.
// Restore returns the restored variables, which are frozen from now on and no longer counted in
// Stats.Eliminated, and their clauses, which the caller must add and must not change; both are nil
// if no variable of lits is eliminated. The clauses may contain variables that were substituted
// since. Restores must have been set before the first elimination.
//
// A clause on the stack contains only variables that were active when its witness was eliminated.
// So their clauses are higher on the stack, and one pass from the bottom finds all clauses. The
// resolvents and the learned clauses stay, because they follow from the clauses.
//
// Source: K. Fazekas, A. Biere and C. Scholl, "Incremental Inprocessing in SAT Solving", SAT 2019,
// which restores clauses and not variables.
func (s *Simplifier) Restore(lits []clause.Lit) (vars []uint32, clauses [][]clause.Lit) {
	activate := func(lits []clause.Lit) {
		for _, l := range lits {
			if v := s.Representative(l).Var(); s.Eliminated(v) {
				s.flags[v] = s.flags[v]&^eliminated | frozen | candidate | touched
				s.Stats.Eliminated--
				vars = append(vars, v)
			}
		}
	}
	if activate(lits); len(vars) == 0 {
		return nil, nil
	}
	old := s.stack
	ends := []int{len(old)} // of the clauses on the stack, from the top; the last is 0
	for end := len(old); end > 0; end = ends[len(ends)-1] {
		ends = append(ends, end-1-int(old[end-1]))
	}
	s.stack = make([]clause.Lit, 0, len(old)) // a clone may share the old one
	for i := len(ends) - 1; i > 0; i-- {
		start, end := ends[i], ends[i-1]
		c := old[start : end-1]
		if s.flags[c[0].Var()]&inactive != 0 {
			s.stack = append(s.stack, old[start:end]...)
			continue
		}
		activate(c)
		clauses = append(clauses, c)
	}
	return vars, clauses
}
