package symmetry

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

const (
	// maxLiterals bounds the literals in long clauses.
	maxLiterals = 1 << 21
	// choiceLooks is how many clauses far the literals of a choice have to look alike: in
	// those of circuits they hardly ever do.
	choiceLooks = 4
)

// A look is what the clauses tell of the symmetries of a formula, in a fraction of the
// time that a graph of them takes to make.
type look struct {
	*clause.Database
	colours []uint64 // by literal: no symmetry maps it to one of another colour
}

// newLook returns a look in which all literals without a value are of one colour.
func newLook(d *clause.Database) *look {
	k := &look{d, make([]uint64, d.NumLits())}
	for l := range d.Literals {
		k.colours[l] = uint64(d.Value(l))
	}
	return k
}

// refine looks one clause further.
func (k *look) refine() {
	around := make([]uint64, len(k.colours))
	for l := range k.Literals {
		for _, w := range k.Watching(l) {
			if w.IsBinary() {
				around[l] += k.colours[w.Lit()]
			}
		}
	}
	for c := range k.All {
		sum := uint64(0)
		for _, l := range k.Lits(c) {
			sum += k.colours[l]
		}
		for _, l := range k.Lits(c) {
			around[l] += mix(sum)
		}
	}
	for l := range k.Literals {
		k.colours[l] = refined(k.colours[l], around[l]+5*mix(around[l.Not()]))
	}
}

// hasChoice reports whether a clause of more than two literals is a choice between such as
// look alike.
func (k *look) hasChoice() bool {
	for c := range k.All {
		lits := k.Lits(c)
		if !slices.ContainsFunc(lits, func(l clause.Lit) bool { return k.colours[l] != k.colours[lits[0]] }) {
			return true
		}
	}
	return false
}

// isSymmetric reports whether at least half of the literals look like others.
func (k *look) isSymmetric() bool {
	var c cells
	for _, colour := range k.colours[2:] {
		c.add(colour)
	}
	return 2*len(slices.DeleteFunc(slices.Clone(k.colours[2:]), func(colour uint64) bool { return c.size(colour) == 1 })) >= len(k.colours)
}

// looksSymmetric reports whether at least half of the literals look like others two clauses
// far, and the clauses are not too large.
func looksSymmetric(d *clause.Database) bool {
	if d.Words() > maxLiterals {
		return false
	}
	k := newLook(d)
	k.refine()
	k.refine()
	return k.isSymmetric()
}

// looksBreakable reports whether that is so, and literals of a clause look alike as far as
// choiceLooks clauses.
func looksBreakable(d *clause.Database) bool {
	k := newLook(d)
	for i := range choiceLooks {
		if k.refine(); !k.hasChoice() || i == 1 && !k.isSymmetric() {
			return false
		}
	}
	return true
}
