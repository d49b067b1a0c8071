package encode

import (
	"iter"
	"slices"
)

// A Group describes a sequence of clauses that together express one constraint.
type Group struct {
	Comment   string // describes the constraint
	Clauses   int64
	Soft      bool     // the clauses are the objective of an aim; see Formula
	Auxiliary []string // meanings of the auxiliary variables, in the order of their numbers
}

// Groups returns a description of each group of clauses, in the order of Encode. It returns
// an error if the instance cannot be encoded.
func (in Instance) Groups() ([]Group, error) {
	groups, err := in.groups(listing{})
	if err != nil {
		return nil, err
	}
	var list []Group
	for g := range groups {
		made := Group{Comment: g.comment(), Clauses: int64(g.clauses), Soft: g.soft}
		if g.meanings != nil {
			made.Auxiliary = slices.Collect(g.meanings)
		}
		list = append(list, made)
	}
	return list, nil
}

// Notes yields explanations of the clauses for learners. It yields nothing if the instance
// is shuffled or N is 1. The instance must pass Check.
func (in Instance) Notes() iter.Seq[string] {
	if in.Shuffle != nil || in.N == 1 {
		return slices.Values[[]string](nil)
	}
	return slices.Values(in.family().notes(in))
}
