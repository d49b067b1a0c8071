package symmetry

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A prefilter refines colours of literals from the clauses alone. It takes a fraction of the
// time that building a graph takes.
type prefilter struct {
	*clause.Database
	colours []uint64 // indexed by literal: literals of different colours are in different orbits
}

// newPrefilter returns a prefilter whose initial colour of a literal is its value.
func newPrefilter(d *clause.Database) *prefilter {
	k := &prefilter{d, make([]uint64, d.NumLits())}
	for l := range d.Literals {
		k.colours[l] = uint64(d.Value(l))
	}
	return k
}

// refine does one round of refinement: the new colour of a literal depends on its own colour
// and on the colours in its clauses and in the clauses of its complement.
func (k *prefilter) refine() {
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

// isSymmetric reports whether at least about half of the literals share their colour with
// another literal.
func (k *prefilter) isSymmetric() bool {
	var c cells
	for _, colour := range k.colours[2:] {
		c.add(colour)
	}
	return 2*len(slices.DeleteFunc(slices.Clone(k.colours[2:]), func(colour uint64) bool { return c.size(colour) == 1 })) >= len(k.colours)
}

// looksSymmetric reports whether d may have many symmetries: it is not too large, and at least
// about half of the literals share their colour after two rounds.
func looksSymmetric(d *clause.Database) bool {
	if d.Words() > maxLiterals {
		return false
	}
	k := newPrefilter(d)
	k.refine()
	k.refine()
	return k.isSymmetric()
}
