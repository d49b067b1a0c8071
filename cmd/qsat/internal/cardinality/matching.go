package cardinality

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/priority"
)

// A pigeon is a clause or a level of a counter. In a model, a pigeon sits in the hole of a true literal.
// For a clause, this can be any true literal. For level k of a counter, where levels count from 0, it
// is the label at which the number of true labels reaches k+1. A hole is a set of literals with at most
// one true literal, so n+1 pigeons do not fit into n holes.
type pigeon struct {
	lits    []int32    // numbers of literals in the grouping
	holes   []int32    // holes[i] is the index in cliques of the hole of lits[i], or -1 without a hole
	clause  clause.Ref // 0 for a binary clause or a level
	counter int        // 1 + the index of the counter, or 0 for a clause
	level   int        // the number of the level in the counter, from 0
}

// A place is an occurrence of a literal in a pigeon: pigeons[pigeon].lits[at].
type place struct{ pigeon, at int32 }

// A matcher chooses holes for the literals of pigeons, and matches pigeons with holes.
type matcher struct {
	pigeons []pigeon
	// cliques[:doubles] are sets of literals with at most one true literal. The sets with the indices
	// doubles, doubles+2 and so on allow two true literals. Such a set counts as two holes, c and c+1,
	// so cliques[c+1] is nil.
	cliques [][]int32
	doubles int
	places  [][]place // indexed by clique: the places whose hole it may be, grouped by literal
	of      [][]place // indexed by literal: its places

	in   []int32 // indexed by hole: the pigeon that is matched with it, or -1
	hole []int32 // indexed by pigeon: the hole that is matched with it, or -1
}

// findPlaces sets of and places, where lits is the number of literals. A set may be the hole of a
// literal in a clause unless the clause contains the whole set. It may be the hole of a literal in a
// level only if it allows one true literal.
func (h *matcher) findPlaces(lits int) {
	h.places, h.of = make([][]place, len(h.cliques)), make([][]place, lits)
	for p, pg := range h.pigeons {
		for at, n := range pg.lits {
			h.of[n] = append(h.of[n], place{int32(p), int32(at)})
		}
	}
	inside := make([]int32, len(h.pigeons)) // indexed by pigeon: the number of its literals in the clique
	var all []place                         // of the literals in the clique
	for c, clique := range h.cliques {
		all = all[:0]
		for _, n := range clique {
			all = append(all, h.of[n]...)
		}
		for _, o := range all {
			inside[o.pigeon]++
		}
		for _, o := range all {
			if isLevel := h.pigeons[o.pigeon].counter > 0; isLevel && c < h.doubles || !isLevel && int(inside[o.pigeon]) < len(clique) {
				h.places[c] = append(h.places[c], o)
			}
		}
		for _, o := range all {
			inside[o.pigeon] = 0
		}
	}
}

// fill sets the holes of all pigeons anew. It chooses cliques greedily until no clique can be the
// hole of another place; the other places then have no hole. It begins with the clique with the
// index first, and then always takes a clique with the largest gain. If several pigeons have the
// same literal, a clique becomes the hole of this literal for a single clause, or for all levels of
// a single counter.
func (h *matcher) fill(first int, work *int) {
	for _, p := range h.pigeons {
		for at := range p.holes {
			p.holes[at] = -1
		}
	}
	*work -= 16 * len(h.cliques)
	heap := priority.NewQueue[int64](len(h.cliques))
	for c := range h.cliques {
		if heap.Push(uint32(c + 1)); c == first {
			heap.Update(uint32(c+1), 1<<62)
		} else {
			heap.Update(uint32(c+1), 2*int64(len(h.places[c])))
		}
	}
	met := make([]int32, len(h.pigeons)) // indexed by pigeon: 1 + a pigeon with a hole, possibly itself, that shares a literal with this one; otherwise 0
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

// gain returns the number of places without a hole whose hole the clique c can become. A literal
// counts once per level, and at most once for all clauses. The number is doubled if no place of the
// clique has a hole yet.
func (h *matcher) gain(c int) (gain int64) {
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

// take makes the clique c the hole of its places without a hole, by the rule of fill for equal literals. If
// several clauses have a literal, take prefers a clause that shares no literal with another pigeon that
// has a hole. So if the first hole went to a row of a board, the other holes go to rows rather than to
// columns. The argument met is the slice of fill.
func (h *matcher) take(c int, met []int32, work *int) {
	isFree := func(p int32) bool { return met[p] == 0 || met[p] == p+1 }
	for list := h.places[c]; len(list) > 0; {
		n := h.pigeons[list[0].pigeon].lits[list[0].at]
		best, counter, end := int32(-1), 0, 0
		for ; end < len(list) && h.pigeons[list[end].pigeon].lits[list[end].at] == n; end++ {
			o := list[end]
			p := h.pigeons[o.pigeon]
			switch {
			case p.holes[o.at] >= 0:
			case p.counter > 0 && (best < 0 || counter == p.counter): // all levels of the counter
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

// last returns c for a set of at most one literal, and c+1 for a set of at most two. The set counts as
// the holes c to last(c).
func (h *matcher) last(c int32) int32 {
	if int(c) < h.doubles {
		return c
	}
	return c + 1
}

// violator returns a Hall violator, as indices of pigeons: n pigeons with fewer than n holes, where each
// literal of these pigeons has a hole. It returns nil if the holes that fill has chosen have no violator.
// It matches the pigeons whose literals all have holes with holes by augmenting paths, one pigeon after
// the other, and sets in and hole. If a pigeon finds no free hole, the pigeons on its alternating paths
// are a violator.
//
// Source: H. W. Kuhn, "The Hungarian Method for the Assignment Problem", Naval Research
// Logistics Quarterly 2, 1955, for the paths; P. Hall, "On Representatives of Subsets",
// Journal of the London Mathematical Society, 1935.
func (h *matcher) violator(work *int) (violator []int32) {
	h.in, h.hole = slices.Repeat([]int32{-1}, len(h.cliques)), slices.Repeat([]int32{-1}, len(h.pigeons))
	seen, from := slices.Repeat([]int32{-1}, len(h.cliques)), make([]int32, len(h.cliques)) // indexed by hole: the last pigeon whose search reached it, and the pigeon before it on the path
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
		for free >= 0 { // each pigeon on the path moves to the hole that it reached
			q := from[free]
			h.in[free], free, h.hole[q] = q, h.hole[q], free
		}
	}
	return nil
}

// A closure is a set of pigeons with the holes of all their literals. It has n holes and at least n
// pigeons. It is tight if it has n pigeons.
type closure struct {
	first   int       // the argument of fill; -1 for a single clause, whose literals exclude each other and are in hole 0
	pigeons []int32   // indices in matcher.pigeons
	holes   [][]int32 // holes[i][k] is the hole of literal k of pigeons[i]
	taken   []int32   // the holes whose smallest closure this is, if it is tight
}

// tight returns tight closures of the pigeons that violator has matched. The last call of violator
// must have returned nil. A hole is used in every maximum matching if no alternating path from a
// free hole reaches it. For each such hole, tight returns the smallest closure that contains it,
// where a closure is only once in the list. The argument filled is the index of the clique with
// which fill began.
func (h *matcher) tight(filled int, work *int) (list []*closure) {
	users := make([][]int32, len(h.cliques)) // indexed by hole: the pigeons that can sit in it
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
	holes := make([][]int32, len(h.pigeons))             // indexed by pigeon: a copy of its holes, if a closure contains it
	member := slices.Repeat([]int32{-1}, len(h.pigeons)) // indexed by pigeon: the last hole whose closure contains it
	of := make([]*closure, len(h.pigeons))               // indexed by pigeon: the last closure that contains it
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
			if known := of[start]; known != nil && p == known.pigeons[0] { // own contains known and known contains own: they are equal
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
