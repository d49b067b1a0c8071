package explain

import (
	"context"
	"math/bits"
	"slices"
)

// maxPlacements limits the work for one set of constraints. The search leaves out a set whose
// constraints can get their queens in more ways, until more squares are known.
const maxPlacements = 1 << 16

// A forcing finds the squares that a set of constraints forces. A placement is a set of queens on
// unknown squares that violates no constraint of the set. It is complete if no constraint of the
// set needs a further queen. A square must hold a queen if every complete placement contains it,
// and it must stay empty if no complete placement contains it.
type forcing struct {
	b      *grid
	of     []int // the indices of the constraints
	givers []int // the constraints that need queens, those with few unknown squares first
	on     []int // the squares of the placement, in the order in which they were added
	barred []set // indexed by length of on: the squares that cannot get a further queen

	placement       set // the squares of on, for a complete placement
	queens, crosses set // squares that may still be forced: no placement so far refutes them; finally the result
}

// force stores in b.forcing.queens and b.forcing.crosses the unknown squares that a set of constraints,
// by index, forces. forced reports whether there is such a square; otherwise the two sets have no
// meaning. ok is false if the set has no complete placement. force does not search, and returns false
// and true, if the set needs no queen, or if it would be too much work: the product of the numbers of
// ways to fill each constraint by itself, computed factor by factor, exceeds maxPlacements on the way
// or at the end.
//
// One complete placement decides many squares: its own squares and the squares where it permits a
// further queen need no cross, and all squares but its own need no queen. Only the squares that are
// left after that need a search of their own.
func (b *grid) force(of []int) (forced, ok bool) {
	s := &b.forcing
	if s.b == nil {
		*s = forcing{b: b, barred: []set{b.newSet()}, queens: b.newSet(), crosses: b.newSet(), placement: b.newSet()}
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
	for i := range s.crosses.All() {
		if s.crosses.Has(i) {
			s.narrow(i, -1)
		}
	}
	for i := range s.queens.All() {
		if s.queens.Has(i) {
			s.narrow(-1, i)
		}
	}
	return !s.queens.IsEmpty() || !s.crosses.IsEmpty(), true
}

// narrow looks for a complete placement with a queen on the square with, and without a queen on the
// square without; -1 means no condition. If it finds one, it removes the squares that this placement
// refutes from queens and crosses. It reports whether it found one.
func (s *forcing) narrow(with, without int) bool {
	s.on = s.on[:0]
	clear(s.barred[0])
	if without >= 0 {
		s.barred[0].Add(without)
	}
	if with >= 0 {
		s.put(with)
	}
	if !s.complete(s.givers) {
		return false
	}
	clear(s.placement)
	for _, i := range s.on {
		s.placement.Add(i)
	}
	s.crosses.And(s.barred[len(s.on)])
	s.crosses.AndNot(s.crosses, s.placement)
	s.queens.And(s.placement)
	return true
}

// put adds a queen on square i to the placement, and bars square i and all squares on which a further
// queen would then violate a constraint.
func (s *forcing) put(i int) {
	if len(s.barred) == len(s.on)+1 {
		s.barred = append(s.barred, s.b.newSet())
	}
	next := s.barred[len(s.on)+1]
	copy(next, s.barred[len(s.on)])
	next.Add(i)
	s.on = append(s.on, i)
	for _, k := range s.of {
		switch c := &s.b.constraints[k]; {
		case c.next != nil:
			next.Or(c.next[i])
		case c.squares.Has(i) && s.placed(k) >= s.b.room(k):
			next.Or(c.squares)
		}
	}
}

// placed returns the number of queens of the placement in constraint k.
func (s *forcing) placed(k int) (n int) {
	for _, i := range s.on {
		if s.b.constraints[k].squares.Has(i) {
			n++
		}
	}
	return n
}

// complete adds queens to the placement until no giver of the list needs one. It reports whether this
// is possible. If it is not, the placement is unchanged. After a square failed, complete bars it while
// the queens so far stay, because no complete placement contains it and these queens.
func (s *forcing) complete(givers []int) bool {
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
			barred.Add(i)
		}
	}
	return false
}

// sets returns the first deduction from two constraints for kind Two, or from three for Three. Its kind
// is 0 if no set forces a square; sets then notes in b.tried that it searched. It leaves out constraints
// without unknown squares, sets that need no queens, sets that promising excludes, and sets that are too
// much work for force. No single constraint may force a square. The error is ErrNone if a set has no
// complete placement; then b.violated holds this set. Otherwise it is the cause of ctx. With an error, the
// deduction has no meaning.
func (b *grid) sets(ctx context.Context, kind Kind) (deduction, error) {
	of, own := make([]int, 0, kind), b.newSet()
	needs := func(k int) bool { return b.need(k) > 0 && b.left[k] > 0 }
	first := 0 // the first constraint that needs queens
	for first < len(b.constraints) && !needs(first) {
		first++
	}
	var err error
	var choose func(below int) bool
	choose = func(below int) bool {
		if len(of) == int(kind) {
			if !b.promising(of, b.tried[kind], own) {
				return false
			}
			forced, ok := b.force(of)
			if !ok {
				err, b.violated = ErrNone, slices.Sorted(slices.Values(of))
			}
			return forced || !ok
		}
		for k := range below {
			if err = context.Cause(ctx); err != nil {
				return true
			}
			if b.left[k] > 0 && (first < k && len(of)+1 < int(kind) || needs(k) || slices.ContainsFunc(of, needs)) {
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
	return deduction{kind, of, slices.Clone(b.forcing.queens), slices.Clone(b.forcing.crosses)}, err
}

// promising reports whether a set of constraints, by index in descending order, needs a search. It does
// not if no square of the constraints became known since there were since known squares. The rule
// about pairs does not count here. A set without this rule does not need a search either if each
// constraint has enough unknown squares outside the others for the queens that it needs. Such a set
// forces no square, because none of its constraints does so by itself. The set own is a buffer.
func (b *grid) promising(of []int, since int, own set) bool {
	recent := false
	for _, k := range of {
		recent = recent || k != b.pairs && b.changed[k] > since
	}
	if !recent || of[0] == b.pairs {
		return recent
	}
	for _, g := range of {
		copy(own, b.unknown)
		own.And(b.constraints[g].squares)
		for _, k := range of {
			if k != g {
				own.AndNot(own, b.constraints[k].squares)
			}
		}
		if own.Len() < b.need(g) {
			return true
		}
	}
	return false
}
