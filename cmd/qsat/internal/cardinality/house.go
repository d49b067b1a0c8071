package cardinality

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A pigeon is a clause or a level of a counter. Exactly one of its literals counts as its own:
// a true literal of the clause, or the label at which the count reaches the level's number. The
// pigeon takes the hole of that literal.
type pigeon struct {
	lits    []int32    // numbers in the grouping
	holes   []int32    // for each literal, the clique that is its hole; -1 for none
	clause  clause.Ref // 0 if it is binary, or for a level
	counter int        // 1 plus its number; 0 for a clause
	level   int        // number of the level in the counter
}

// A place is a literal of a pigeon.
type place struct{ pigeon, at int32 }

// A housing gives literals of pigeons holes.
type housing struct {
	pigeons []pigeon
	cliques [][]int32 // and from doubles on sets of which two are true, each with an empty one: rooms
	doubles int
	places  [][]place // by clique: what it may be the hole of, by literal
	of      [][]place // by literal

	in   []int32 // by hole: the pigeon that a maximum matching gives it; -1 for none
	hole []int32 // by pigeon: its hole
}

// findPlaces finds what the cliques of so many literals may be the holes of. One is no hole
// for a clause that has all of its literals.
func (h *housing) findPlaces(lits int) {
	h.places = make([][]place, len(h.cliques))
	pigeons := h.pigeons
	h.of = make([][]place, lits)
	of := h.of
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
				if isLevel := pigeons[o.pigeon].counter > 0; isLevel && c < h.doubles || !isLevel && int(inside[o.pigeon]) < len(clique) {
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
	*work -= 16 * len(h.cliques)
	heap := clause.NewHeap[int64](len(h.cliques))
	for c := range h.cliques {
		if heap.Push(uint32(c + 1)); c == first {
			heap.Update(uint32(c+1), 1<<62)
		} else {
			heap.Update(uint32(c+1), 2*int64(len(h.places[c])))
		}
	}
	met := make([]int32, len(h.pigeons)) // the pigeon with a hole that it has a literal of, or itself, and 1; 0 for none
	for heap.Len() > 0 {
		c := int(heap.Pop() - 1)
		*work -= len(h.places[c])
		gain := h.gain(c)
		switch {
		case gain == 0:
		case c != first && heap.Len() > 0 && gain < heap.Priority[heap.First()]:
			heap.Update(uint32(c+1), gain)
			heap.Push(uint32(c + 1))
		default:
			h.take(c, met, work)
		}
	}
}

// gain returns how many literals a clique can become the hole of, twice that if none of them
// has one.
func (h *housing) gain(c int) (gain int64) {
	intact, last := int64(1), int32(-1)
	for _, o := range h.places[c] {
		if p := h.pigeons[o.pigeon]; p.holes[o.at] >= 0 {
			intact = 0
		} else if n := p.lits[o.at]; n != last || p.counter > 0 {
			gain, last = gain+1, n
		}
	}
	return gain * (1 + intact)
}

// take makes a clique a hole. Where several pigeons have a literal, one without literals of
// others with holes takes it: rows before columns if the first was a row.
func (h *housing) take(c int, met []int32, work *int) {
	isFree := func(p int32) bool { return met[p] == 0 || met[p] == p+1 }
	for list := h.places[c]; len(list) > 0; {
		n := h.pigeons[list[0].pigeon].lits[list[0].at]
		best, counter, end := int32(-1), 0, 0
		for ; end < len(list) && h.pigeons[list[end].pigeon].lits[list[end].at] == n; end++ {
			o := list[end]
			p := h.pigeons[o.pigeon]
			switch {
			case p.holes[o.at] >= 0:
			case p.counter > 0 && (best < 0 || counter == p.counter): // all levels
				p.holes[o.at], counter, best = int32(c), p.counter, int32(end)
			case counter == 0 && (best < 0 || isFree(o.pigeon) && !isFree(list[best].pigeon)):
				best = int32(end)
			}
		}
		if best >= 0 && counter == 0 {
			o := list[best]
			p := h.pigeons[o.pigeon]
			if p.holes[o.at] = int32(c); met[o.pigeon] == 0 {
				for _, k := range p.lits {
					*work -= len(h.of[k])
					for _, other := range h.of[k] {
						met[other.pigeon] = o.pigeon + 1
					}
				}
			}
		}
		list = list[end:]
	}
}

// last returns the last of the rooms of a hole, which are in a row.
func (h *housing) last(c int32) int32 {
	if int(c) < h.doubles {
		return c
	}
	return c + 1
}

// violator returns a Hall violator, pigeons all of whose literals have holes that are fewer
// than they are: those that alternating paths reach from one that a maximum matching leaves
// without a hole. It returns nil if there are none.
//
// Source: H. W. Kuhn, "The Hungarian Method for the Assignment Problem", Naval Research
// Logistics Quarterly 2, 1955, for the paths; P. Hall, "On Representatives of Subsets",
// Journal of the London Mathematical Society, 1935.
func (h *housing) violator(work *int) (violator []int32) {
	h.in, h.hole = slices.Repeat([]int32{-1}, len(h.cliques)), slices.Repeat([]int32{-1}, len(h.pigeons))
	seen, from := slices.Repeat([]int32{-1}, len(h.cliques)), make([]int32, len(h.cliques)) // for which pigeon a hole was reached, and from which
	for p, pg := range h.pigeons {
		if slices.Contains(pg.holes, -1) {
			continue
		}
		violator = append(violator[:0], int32(p))
		free := int32(-1)
		for i := 0; i < len(violator) && free < 0; i++ {
			*work -= len(h.pigeons[violator[i]].holes)
			for _, first := range h.pigeons[violator[i]].holes {
				for c := first; c <= h.last(first) && free < 0; c++ {
					if seen[c] == int32(p) {
						continue
					}
					if seen[c], from[c] = int32(p), violator[i]; h.in[c] < 0 {
						free = c
						break
					}
					violator = append(violator, h.in[c])
				}
			}
		}
		if free < 0 {
			return violator
		}
		for free >= 0 { // each on the path moves to the hole that it reached
			q := from[free]
			h.in[free], free, h.hole[q] = q, h.hole[q], free
		}
	}
	return nil
}

// A closure is a set of pigeons, with the holes of the literals of each.
type closure struct {
	first   int // the clique that holes were filled from, -1 for a clause alone
	pigeons []int32
	holes   [][]int32 // for each of pigeons, the hole of each of its literals
	taken   []int32   // the holes that this is the smallest closure for
}

// tight returns, if there is no violator, closures with as many pigeons as holes. For each hole
// that is taken in any case, because no alternating path reaches it from a hole that is left,
// there is the smallest closure that has it. Holes were filled from the clique filled.
func (h *housing) tight(filled int, work *int) (list []*closure) {
	users := make([][]int32, len(h.cliques)) // by hole: pigeons
	for p, pg := range h.pigeons {
		if h.hole[p] >= 0 {
			for _, first := range pg.holes {
				for c := first; c <= h.last(first); c++ {
					users[c] = append(users[c], int32(p))
				}
			}
		}
	}
	loose := make([]bool, len(h.cliques))
	var reached []int32
	reach := func(c int32) {
		if !loose[c] {
			loose[c] = true
			reached = append(reached, c)
		}
	}
	for c, p := range h.in {
		if p < 0 {
			reach(int32(c))
		}
	}
	for len(reached) > 0 {
		c := reached[len(reached)-1]
		reached = reached[:len(reached)-1]
		for _, p := range users[c] {
			reach(h.hole[p])
		}
	}
	holes := make([][]int32, len(h.pigeons))             // of tight pigeons
	member := slices.Repeat([]int32{-1}, len(h.pigeons)) // by pigeon: the last hole whose closure was found to have it
	of := make([]*closure, len(h.pigeons))               // by pigeon: the last closure with it
	for c := range int32(len(h.cliques)) {
		if loose[c] {
			continue
		}
		own, start := &closure{first: filled}, h.in[c]
		add := func(q int32) {
			if member[q] != c {
				member[q], own.pigeons = c, append(own.pigeons, q)
			}
		}
		add(start)
		for i := 0; i < len(own.pigeons); i++ {
			p := own.pigeons[i]
			if known := of[start]; known != nil && p == known.pigeons[0] { // each closure has the other
				own = known
				break
			}
			if holes[p] == nil {
				holes[p] = slices.Clone(h.pigeons[p].holes)
			}
			own.holes = append(own.holes, holes[p])
			*work -= len(holes[p])
			for _, first := range holes[p] {
				for k := first; k <= h.last(first); k++ {
					add(h.in[k])
				}
			}
		}
		if own.taken == nil {
			list = append(list, own)
			for _, q := range own.pigeons {
				of[q] = own
			}
		}
		own.taken = append(own.taken, c)
	}
	return list
}
