package cardinality

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A pigeon is a clause each of whose literals takes a hole: one of them is true.
//
// It may be a level of a counter as well: one of the labels is that at which the count
// reaches the number.
type pigeon struct {
	lits    []int32 // by their numbers in the grouping, once there is one
	holes   []int32 // by literal: a clique that it is in; -1 for none
	level   *level  // nil for a clause
	counter int     // which one; 0 for a clause
}

// A place is a literal of a pigeon.
type place struct{ pigeon, at int32 }

// A housing gives literals of pigeons holes.
type housing struct {
	pigeons []pigeon
	cliques [][]int32
	places  [][]place // by clique: what it may be the hole of
}

// findPlaces finds what the cliques of so many literals may be the holes of. One is no hole
// for a clause that has all of its literals.
func (h *housing) findPlaces(lits int) {
	h.places = make([][]place, len(h.cliques))
	pigeons := h.pigeons
	of := make([][]place, lits)
	for p, pg := range pigeons {
		for at, n := range pg.lits {
			of[n] = append(of[n], place{int32(p), int32(at)})
		}
	}
	inside := make([]int32, len(pigeons)) // how many literals of the clique it has
	for c, clique := range h.cliques {
		for _, n := range clique {
			for _, o := range of[n] {
				inside[o.pigeon]++
			}
		}
		for _, n := range clique {
			for _, o := range of[n] {
				if int(inside[o.pigeon]) < len(clique) || pigeons[o.pigeon].level != nil {
					h.places[c] = append(h.places[c], o)
				}
			}
		}
		for _, n := range clique {
			for _, o := range of[n] {
				inside[o.pigeon] = 0
			}
		}
	}
}

// fill takes cliques for holes until no literal can be given one: first the given one, and
// then always the one that most literals without a hole can take, before all those whose
// literals have none yet. Of several pigeons with the same literal one can take a hole for
// it, or all levels of one counter.
func (h *housing) fill(first int, work *int) {
	for _, p := range h.pigeons {
		for at := range p.holes {
			p.holes[at] = -1
		}
	}
	heap := clause.NewHeap[int64](len(h.cliques))
	for c := range h.cliques {
		if heap.Push(uint32(c + 1)); c == first {
			heap.Update(uint32(c+1), 1<<62)
		} else {
			heap.Update(uint32(c+1), 2*int64(len(h.places[c])))
		}
	}
	for heap.Len() > 0 {
		c := int(heap.Pop() - 1)
		var takes []place
		last, counter := int32(-1), 0 // literal
		intact := int64(1)
		*work -= len(h.places[c])
		for _, o := range h.places[c] {
			p := h.pigeons[o.pigeon]
			switch n := p.lits[o.at]; {
			case p.holes[o.at] >= 0:
				intact = 0
			case n != last || counter != 0 && p.counter == counter:
				takes, last, counter = append(takes, o), n, p.counter
			}
		}
		gain := int64(len(takes)) * (1 + intact)
		switch {
		case gain == 0:
		case c != first && heap.Len() > 0 && gain < heap.Priority[heap.First()]:
			heap.Update(uint32(c+1), gain)
			heap.Push(uint32(c + 1))
		default:
			for _, o := range takes {
				h.pigeons[o.pigeon].holes[o.at] = int32(c)
			}
		}
	}
}

// crowd returns pigeons all of whose literals have holes that are fewer than they are: those
// that alternating paths reach from one that a maximum matching leaves without a hole. It
// returns nil if there are none.
//
// Source: H. W. Kuhn, "The Hungarian Method for the Assignment Problem", Naval Research
// Logistics Quarterly 2, 1955, for the paths; P. Hall, "On Representatives of Subsets",
// Journal of the London Mathematical Society, 1935.
func (h *housing) crowd(work *int) (crowd []int32) {
	in, hole := slices.Repeat([]int32{-1}, len(h.cliques)), slices.Repeat([]int32{-1}, len(h.pigeons)) // the matching
	seen, from := slices.Repeat([]int32{-1}, len(h.cliques)), make([]int32, len(h.cliques))            // for which pigeon a hole was reached, and from which
	for p, pg := range h.pigeons {
		if slices.Contains(pg.holes, -1) {
			continue
		}
		crowd = append(crowd[:0], int32(p))
		free := int32(-1)
		for i := 0; i < len(crowd) && free < 0; i++ {
			*work -= len(h.pigeons[crowd[i]].holes)
			for _, c := range h.pigeons[crowd[i]].holes {
				if seen[c] == int32(p) {
					continue
				}
				if seen[c], from[c] = int32(p), crowd[i]; in[c] < 0 {
					free = c
					break
				}
				crowd = append(crowd, in[c])
			}
		}
		if free < 0 {
			return crowd
		}
		for free >= 0 { // each on the path moves to the hole that it reached
			q := from[free]
			in[free], free, hole[q] = q, hole[q], free
		}
	}
	return nil
}
