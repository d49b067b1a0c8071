package symmetry

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// looksSymmetric reports whether d may have many symmetries: it is not too large, and after two rounds of
// refinement at least about half of the literals share their colour with another literal. It colours the
// literals by the clauses alone, which takes a fraction of the time of building a graph. The first colour
// of a literal is its value. A new colour depends on the old one and on the colours in the clauses of the
// literal and of its complement.
func looksSymmetric(d *clause.Database) bool {
	if d.Words() > maxLiterals {
		return false
	}
	colours := make([]uint64, d.NumLits())
	for l := range d.Literals {
		colours[l] = uint64(d.Value(l))
	}
	for range 2 {
		around := make([]uint64, len(colours))
		for l := range d.Literals {
			for _, w := range d.Watching(l) {
				if w.IsBinary() {
					around[l] += colours[w.Lit()]
				}
			}
		}
		for c := range d.All {
			sum := uint64(0)
			for _, l := range d.Lits(c) {
				sum += colours[l]
			}
			for _, l := range d.Lits(c) {
				around[l] += mix(sum)
			}
		}
		for l := range d.Literals {
			colours[l] = refined(colours[l], around[l]+5*mix(around[l.Not()]))
		}
	}
	var c cells
	for _, colour := range colours[2:] {
		c.add(colour)
	}
	shared := slices.DeleteFunc(colours[2:], func(colour uint64) bool { return c.size(colour) == 1 })
	return 2*len(shared) >= len(colours)
}
