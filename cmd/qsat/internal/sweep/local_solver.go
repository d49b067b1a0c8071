package sweep

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A solver searches for models of a few clauses.
type solver struct {
	clause.Analysis
	model  []clause.Lit   // indexed by variable: its literal that is true in the last model
	order  []uint32       // the variables in the order of decisions; conflicts move variables to the front
	next   int            // the variables before order[next] are assigned
	lemmas [][]clause.Lit // clauses that follow by unit propagation from the original ones and earlier lemmas, for the proof
}

// A result is the outcome of solve.
type result int

const (
	unknown result = iota // after more than maxConflicts conflicts
	satisfiable
	unsatisfiable
)

// solve searches for a model in which assumptions hold, from level 0. It returns satisfiable and
// stores the model in model, or unsatisfiable, or unknown after more than maxConflicts conflicts.
// The clauses that it learns stay. If it finds that there is no model without assumptions either,
// it sets Unsat. It ends at level 0.
func (s *solver) solve(assumptions ...clause.Lit) result {
	defer s.Backtrack(0)
	s.next = 0
	for conflicts := 0; ; {
		if falsified := s.Propagate(); falsified != nil {
			if s.Level() == 0 {
				s.Refute()
				return unsatisfiable
			}
			if conflicts++; conflicts > maxConflicts {
				return unknown
			}
			s.resolve(falsified)
			continue
		}
		switch level := s.Level(); {
		case level < len(assumptions):
			switch l := assumptions[level]; s.Value(l) {
			case -1:
				return unsatisfiable
			case 0:
				s.Decide(l)
			default:
				s.BeginLevel()
			}
		case len(s.Trail) < len(s.order): // the first unassigned variable gets its value in the last model
			for s.IsAssigned(s.order[s.next]) {
				s.next++
			}
			s.Decide(s.model[s.order[s.next]])
		default:
			for _, l := range s.Trail {
				s.model[l.Var()] = l
			}
			return satisfiable
		}
	}
}

// resolve learns a clause from a falsified one, adds it to lemmas, too, and backtracks. Then it
// makes the first literal of the learned clause true. The variables that the analysis met become
// the first to decide. The level must be above 0.
func (s *solver) resolve(falsified []clause.Lit) {
	level, glue := s.Derive(falsified, s.Level())
	for _, v := range s.Analyzed {
		i := slices.Index(s.order, v)
		copy(s.order[1:], s.order[:i])
		s.order[0] = v
	}
	s.Unmark()
	s.Backtrack(level)
	s.next = 0
	s.addLemma(s.Derived)
	if len(s.Derived) == 1 {
		s.AddUnit(s.Derived[0])
	} else {
		s.Assign(s.Derived[0], s.AddWatched(s.Derived, glue))
	}
}

// addLemma appends a copy of a clause to lemmas.
func (s *solver) addLemma(lits []clause.Lit) { s.lemmas = append(s.lemmas, slices.Clone(lits)) }
