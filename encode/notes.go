package encode

import (
	"iter"
	"slices"

	"queens/encode/atmostone"
)

// A Group is a run of clauses of an instance that together express one constraint.
type Group struct {
	Comment   string // what the constraint is
	Clauses   int64
	Auxiliary []string // what its auxiliary variables stand for, in the order of their numbers
}

// Groups returns the groups of the clauses that Encode adds, in their order.
func (in Instance) Groups() ([]Group, error) {
	groups, err := in.groups(listing{})
	if err != nil {
		return nil, err
	}
	var list []Group
	for g := range groups {
		_, clauses := g.size(atmostone.One)
		made := Group{Comment: g.comment(), Clauses: int64(clauses)}
		if g.meanings != nil {
			made.Auxiliary = slices.Collect(g.meanings)
		}
		list = append(list, made)
	}
	return list, nil
}

// Notes yields, for learners, how to read the clauses of an instance that is not
// shuffled, as its family tells it. The instance has to pass Check.
func (in Instance) Notes() iter.Seq[string] {
	if in.Shuffle != nil || in.N == 1 {
		return func(func(string) bool) {}
	}
	return in.family().notes(in)
}
