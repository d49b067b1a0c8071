package explain

import (
	"context"
	"math/bits"
	"slices"
)

// maxPlacements limits the work for one set of constraints. A set whose constraints could get
// their queens in more ways is left out until more squares are known.
const maxPlacements = 1 << 16

// A search finds the squares that a set of constraints forces. It looks for placements:
// queens on unknown squares such that no constraint of the set needs a further queen.
type search struct {
	b      *board
	of     []int // the set of constraints
	givers []int // the constraints that need queens, those with few unknown squares first
	on     []int // the squares of the placement
	barred []set // indexed by number of queens placed: the squares that the placement excludes, its own, and those without a placement that has them in addition

	queens, crosses set // the forced squares
	placement       set
}

// force stores in b.search the squares that a set of constraints forces, with all known squares.
// forced reports whether there are any. If the constraints have no placement, ok is false. A set
// that needs no queen, or that is too much work, forces nothing.
//
// A placement that exists refutes many squares at once: it forces no cross on its own squares and
// on the squares that it permits, and no queen on the other squares. Each square left over has a
// search of its own.
func (b *board) force(of []int) (forced, ok bool) {
	s := &b.search
	if s.b == nil {
		*s = search{b: b, barred: []set{b.newSet()}, queens: b.newSet(), crosses: b.newSet(), placement: b.newSet()}
	}
	s.of, s.givers = of, s.givers[:0]
	work := 1
	for _, k := range of {
		need := b.need(k)
		for i := range need { // work times left over need
			if work = work * max(1, b.left[k]-i) / (i + 1); work > maxPlacements {
				return false, true
			}
		}
		if need > 0 {
			s.givers = append(s.givers, k)
		}
	}
	if len(s.givers) == 0 {
		return false, true
	}
	slices.SortStableFunc(s.givers, func(j, k int) int { return b.left[j] - b.left[k] })
	copy(s.queens, b.unknown)
	copy(s.crosses, b.unknown)
	if !s.narrow(-1, -1) {
		return false, false
	}
	for i := range s.crosses.all {
		if s.crosses.has(i) {
			s.narrow(i, -1)
		}
	}
	for i := range s.queens.all {
		if s.queens.has(i) {
			s.narrow(-1, i)
		}
	}
	return !s.queens.empty() || !s.crosses.empty(), true
}

// narrow looks for a placement with a queen on with, unless it is -1, and none on without,
// unless it is -1. It removes the squares that the placement does not force.
func (s *search) narrow(with, without int) bool {
	s.on = s.on[:0]
	clear(s.barred[0])
	if without >= 0 {
		s.barred[0].add(without)
	}
	if with >= 0 {
		s.put(with)
	}
	if !s.complete(s.givers) {
		return false
	}
	clear(s.placement)
	for _, i := range s.on {
		s.placement.add(i)
	}
	s.crosses.and(s.barred[len(s.on)])
	s.crosses.minus(s.placement)
	s.queens.and(s.placement)
	return true
}

// put adds a queen to the placement.
func (s *search) put(i int) {
	if len(s.barred) == len(s.on)+1 {
		s.barred = append(s.barred, s.b.newSet())
	}
	next := s.barred[len(s.on)+1]
	copy(next, s.barred[len(s.on)])
	next.add(i)
	s.on = append(s.on, i)
	for _, k := range s.of {
		switch c := &s.b.constraints[k]; {
		case c.next != nil:
			next.or(c.next[i])
		case c.squares.has(i) && s.placed(k) >= s.b.room(k):
			next.or(c.squares)
		}
	}
}

// placed returns the number of queens of the placement in constraint k.
func (s *search) placed(k int) (n int) {
	for _, i := range s.on {
		if s.b.constraints[k].squares.has(i) {
			n++
		}
	}
	return n
}

// complete adds queens until no giver needs one. It returns false, with the placement unchanged,
// if that is not possible.
func (s *search) complete(givers []int) bool {
	for len(givers) > 0 && s.placed(givers[0]) >= s.b.need(givers[0]) {
		givers = givers[1:]
	}
	if len(givers) == 0 {
		return true
	}
	barred, depth := s.barred[len(s.on)], len(s.on)
	for w, squares := range s.b.constraints[givers[0]].squares {
		for left := squares & s.b.unknown[w] &^ barred[w]; left != 0; left &= left - 1 {
			i := w<<6 + bits.TrailingZeros64(left)
			s.put(i)
			if s.complete(givers) {
				return true
			}
			s.on = s.on[:depth]
			barred.add(i)
		}
	}
	return false
}

// sets returns a deduction from as many constraints as the kind says. The kind is One if there
// is none. It tries only sets with a constraint that changed since the last search without a result.
func (b *board) sets(ctx context.Context, kind Kind) (deduction, error) {
	of, union := make([]int, 0, kind), b.newSet()
	var err error
	var choose func(below int) bool
	choose = func(below int) bool {
		if len(of) == int(kind) {
			if !b.promising(of, b.tried[kind], union) {
				return false
			}
			forced, ok := b.force(of)
			if !ok {
				err = errNone
			}
			return forced || !ok
		}
		for k := range below {
			if err = context.Cause(ctx); err != nil {
				return true
			}
			if b.left[k] > 0 {
				of = append(of, k)
				if choose(k) {
					return true
				}
				of = of[:len(of)-1]
			}
		}
		return false
	}
	if !choose(len(b.constraints)) {
		b.tried[kind] = len(b.trail)
		return deduction{}, nil
	}
	slices.Sort(of)
	return deduction{kind, of, slices.Clone(b.search.queens), slices.Clone(b.search.crosses)}, err
}

// promising reports whether a set may force a square although its subsets force none. One of
// its constraints changed after the trail had the length since. Without the rule about pairs,
// one of them has fewer unknown squares outside of the others than it needs queens, because
// otherwise each constraint could get its queens there in any case.
func (b *board) promising(of []int, since int, union set) bool {
	recent := false
	for _, k := range of {
		recent = recent || k != b.pairs && b.changed[k] > since
	}
	if !recent || of[0] == b.pairs {
		return recent
	}
	for _, g := range of {
		need := b.need(g)
		if need <= 0 {
			continue
		}
		for w, u := range b.unknown {
			u &= b.constraints[g].squares[w]
			for _, k := range of {
				if k != g {
					u &^= b.constraints[k].squares[w]
				}
			}
			need -= bits.OnesCount64(u)
		}
		if need > 0 {
			return true
		}
	}
	return false
}
