package encode

import (
	"iter"
	"slices"
)

// A group is a run of clauses that together say one thing.
type group struct {
	says    func() string          // what, for learners
	aux     int64                  // number of auxiliary variables
	clauses int64                  // number of clauses
	bytes   func(last int64) int64 // length of the clauses as text after that variable, or unknown; nil is unknown
	add     func(sink Sink, vars VarSource)
}

// unknown stands for a length that has no closed form.
const unknown = -1

// length returns the length of the clauses as text if last is the last variable
// before them, or unknown.
func (g group) length(last int64) int64 {
	if g.bytes == nil {
		return unknown
	}
	return g.bytes(last)
}

// groups yields the groups of clauses of the instance in the order of the file.
// They are added one after another, each at most once, and a group may use what
// an earlier one has left; sizes are good without that.
func (in Instance) groups() (iter.Seq[group], error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	amo, err := AtMostOneByName(in.Encoding)
	if err != nil {
		return nil, err
	}
	return func(yield func(group) bool) {
		for g := range in.lineGroups(amo) {
			if !yield(g) {
				return
			}
		}
		for _, g := range slices.Concat(in.queenGroups(), in.squareGroups(), in.symmetryGroups()) {
			if !yield(g) {
				return
			}
		}
	}, nil
}
