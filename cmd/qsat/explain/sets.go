package explain

import (
	"context"
	"math/bits"
	"slices"
)

// most is the number of constraints up to which all sets of constraints are tried.
const most = 4

// maxPlacements limits the work for one set of constraints: a set whose constraints could get
// their queens in more ways is left out until more squares are known.
const maxPlacements = 1 << 16

// A search finds out what a set of constraints forces. It visits placements: the queens that
// the constraints of the set still need.
type search struct {
	b       *board
	set     []int
	givers  []int // the constraints that need queens, those with few unknown squares first
	pairs   bool  // the exclusion is in the set
	on      []int // the squares of the placement
	barred  []set // indexed by number of queens placed: the squares that they exclude
	found   set   // the unknown squares that the last placement excludes
	without int   // a square that the placement leaves empty, or -1

	crosses, sure set // the result of force

	seen map[uint64]bool // the sets tried in this pass
}

// load prepares the search for a set of constraints. It returns false if the set needs no queen,
// or if it is too much work.
func (s *search) load(b *board, of []int) bool {
	if s.b == nil {
		s.b, s.found, s.crosses, s.sure = b, b.newSet(), b.newSet(), b.newSet()
	}
	s.set, s.givers, s.pairs = of, s.givers[:0], false
	work := 1
	for _, k := range of {
		if b.constraints[k].pairs() {
			s.pairs = true
			continue
		}
		need := b.need(k)
		if need <= 0 {
			continue
		}
		for i := range need { // left over need
			if work = work * max(1, b.left[k]-i) / (i + 1); work > maxPlacements {
				return false
			}
		}
		at := len(s.givers)
		for at > 0 && b.left[s.givers[at-1]] > b.left[k] {
			at--
		}
		s.givers = slices.Insert(s.givers, at, k)
	}
	return len(s.givers) > 0
}

// depth returns the set of squares that the first d queens of the placement exclude.
func (s *search) depth(d int) set {
	for len(s.barred) <= d {
		s.barred = append(s.barred, s.b.newSet())
	}
	return s.barred[d]
}

// put adds a queen on an unknown square to the placement. It returns false if the square is
// excluded.
func (s *search) put(i int) bool {
	now, next := s.depth(len(s.on)), s.depth(len(s.on)+1)
	if now.has(i) {
		return false
	}
	copy(next, now)
	s.on = append(s.on, i)
	for _, k := range s.set {
		c := &s.b.constraints[k]
		switch {
		case c.pairs():
			for w := range next {
				next[w] |= c.next[i][w]
			}
		case c.squares.has(i) && s.placed(k) >= s.b.room(k):
			for w := range next {
				next[w] |= c.squares[w]
			}
		}
	}
	return true
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

// possible looks for a placement with a queen on with, unless it is -1, and none on without,
// unless it is -1. It stores what the placement excludes in s.found.
func (s *search) possible(with, without int) bool {
	s.on, s.without = s.on[:0], without
	clear(s.depth(0))
	if with >= 0 && !s.put(with) {
		return false
	}
	if !s.complete(0, 0) {
		return false
	}
	copy(s.found, s.barred[len(s.on)])
	for _, i := range s.on {
		s.found.remove(i)
	}
	for w := range s.found {
		s.found[w] &= s.b.unknown[w]
	}
	return true
}

// complete adds queens for the givers from index g on; those for giver g are on squares from
// index from on. It returns false, with the placement unchanged, if that is not possible.
func (s *search) complete(g, from int) bool {
	for ; g < len(s.givers); g, from = g+1, 0 {
		k := s.givers[g]
		if s.placed(k) >= s.b.need(k) {
			continue
		}
		c := &s.b.constraints[k]
		for w := from >> 6; w < len(c.squares); w++ {
			left := c.squares[w] & s.b.unknown[w] &^ s.barred[len(s.on)][w]
			if w == from>>6 {
				left &= ^uint64(0) << (from & 63)
			}
			for i := range (set{left}).all {
				if i += w << 6; i == s.without || slices.Contains(s.on, i) || !s.put(i) {
					continue
				}
				if s.complete(g, i+1) {
					return true
				}
				s.on = s.on[:len(s.on)-1]
			}
		}
		return false
	}
	return true
}

// force stores in s.crosses and s.sure the squares that the set of constraints forces, with all
// known squares. It reports whether there are any. If the set has no placement, contradiction is
// true.
func (s *search) force(b *board, of []int) (forced, contradiction bool) {
	if !s.load(b, of) {
		return false, false
	}
	if !s.possible(-1, -1) {
		return false, true
	}
	copy(s.crosses, s.found)
	clear(s.sure)
	for _, i := range s.on {
		s.sure.add(i)
	}
	for i := range s.crosses.all {
		if s.crosses.has(i) && s.possible(i, -1) {
			s.narrow()
			s.crosses.remove(i)
		}
	}
	for i := range s.sure.all {
		if s.sure.has(i) && s.possible(-1, i) {
			s.narrow()
		}
	}
	return !s.crosses.empty() || !s.sure.empty(), false
}

// narrow removes what the last placement does not force.
func (s *search) narrow() {
	for w := range s.crosses {
		s.crosses[w] &= s.found[w]
		here := uint64(0)
		for _, i := range s.on {
			if i>>6 == w {
				here |= 1 << (i & 63)
			}
		}
		s.sure[w] &= here
	}
}

// pairOf stores in s.crosses and s.sure the squares that two constraints on numbers of queens
// force together, by the bounds on the number of queens on their common squares.
func (s *search) pairOf(b *board, j, k int) (forced, contradiction bool) {
	if s.b == nil {
		s.load(b, nil)
	}
	x, y := &b.constraints[j], &b.constraints[k]
	common := 0
	for w, u := range b.unknown {
		s.crosses[w] = x.squares[w] & y.squares[w] & u // the common squares, for now
		common += bits.OnesCount64(s.crosses[w])
	}
	if common == 0 {
		return false, false
	}
	onlyX, onlyY := b.left[j]-common, b.left[k]-common
	low := max(0, b.need(j)-onlyX, b.need(k)-onlyY)
	high := min(common, b.room(j), b.room(k))
	if low > high {
		return false, true
	}
	clear(s.sure)
	if low == common {
		copy(s.sure, s.crosses)
	}
	if high > 0 {
		clear(s.crosses)
	}
	for _, part := range [...]struct {
		of, other         *constraint
		size, least, most int
	}{{x, y, onlyX, b.need(j) - high, b.room(j) - low}, {y, x, onlyY, b.need(k) - high, b.room(k) - low}} {
		to := s.sure
		switch {
		case part.size == 0:
			continue
		case part.most < 0 || part.least > part.size:
			return false, true
		case part.most == 0:
			to = s.crosses
		case part.least < part.size:
			continue
		}
		for w, u := range b.unknown {
			to[w] |= part.of.squares[w] &^ part.other.squares[w] & u
		}
	}
	return !s.crosses.empty() || !s.sure.empty(), false
}

// sets calls found for the sets of size constraints, of which at least one needs queens, until
// found returns true. It leaves out sets that force nothing more than a smaller set. With the
// exclusion, all sets of connected constraints count. Without it, one constraint of the set has
// fewer squares of its own, outside of the others, than it needs queens: otherwise it could get
// its queens there in any case. It returns the cause of ctx if ctx ends.
//
// Only sets with a constraint that changed after the trail had the length since are tried.
func (b *board) sets(ctx context.Context, size, since int, found func(of []int) bool) error {
	s := &b.search
	s.seen = map[uint64]bool{}
	of, u := make([]int, 0, size), b.newSet()
	try := func() bool {
		key, recent := uint64(0), false
		for _, k := range slices.Sorted(slices.Values(of)) {
			key = key<<16 | uint64(k+1)
			recent = recent || !b.constraints[k].pairs() && b.changed[k] > since
		}
		if s.seen[key] || !recent {
			return false
		}
		s.seen[key] = true
		return found(of)
	}
	for g, c := range b.constraints {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if c.pairs() || b.need(g) <= 0 {
			continue
		}
		of = append(of[:0], g)
		for w := range u {
			u[w] = c.squares[w] & b.unknown[w]
		}
		if b.cover(&of, size, slices.Clone(u), b.need(g)-1, try) {
			return nil
		}
	}
	if b.exclusion < 0 {
		return nil
	}
	near := b.near()
	for g, c := range b.constraints {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		of = append(of[:0], b.exclusion, g)
		if !c.pairs() && b.need(g) > 0 && b.connect(&of, size, near, try) {
			return nil
		}
	}
	return nil
}

// near returns, indexed by constraint, its unknown squares and the unknown squares that a queen
// on one of them excludes as one of a pair.
func (b *board) near() []set {
	all := make([]set, len(b.constraints))
	for k, c := range b.constraints {
		if c.pairs() {
			continue
		}
		all[k] = b.newSet()
		for i := range c.squares.all {
			if !b.unknown.has(i) {
				continue
			}
			all[k].add(i)
			for w, s := range b.constraints[b.exclusion].next[i] {
				all[k][w] |= s & b.unknown[w]
			}
		}
	}
	return all
}

// connect extends the set of, which begins with the exclusion, to size constraints that are
// near each other.
func (b *board) connect(of *[]int, size int, near []set, try func() bool) bool {
	if len(*of) == size {
		return try()
	}
	for k, c := range b.constraints {
		if c.pairs() || c.kind == number || slices.Contains(*of, k) || b.twins(*of, k) || !slices.ContainsFunc((*of)[1:], func(j int) bool {
			for w, s := range near[j] {
				if s&c.squares[w] != 0 {
					return true
				}
			}
			return false
		}) {
			continue
		}
		*of = append(*of, k)
		if b.connect(of, size, near, try) {
			return true
		}
		*of = (*of)[:len(*of)-1]
	}
	return false
}

// cover extends the set of to size constraints such that at most spare squares of uncovered are
// in none of the added constraints.
func (b *board) cover(of *[]int, size int, uncovered set, spare int, try func() bool) bool {
	if len(*of) == size {
		return uncovered.len() <= spare && try()
	}
	i := uncovered.first()
	if i < 0 || uncovered.len() <= spare {
		for k := range b.constraints {
			if b.joins(*of, k) {
				*of = append(*of, k)
				if b.cover(of, size, uncovered, spare, try) {
					return true
				}
				*of = (*of)[:len(*of)-1]
			}
		}
		return false
	}
	rest := slices.Clone(uncovered)
	for _, k := range b.through[i] {
		if slices.Contains(*of, k) || b.constraints[k].kind == number || b.twins(*of, k) {
			continue
		}
		for w := range rest {
			rest[w] = uncovered[w] &^ b.constraints[k].squares[w]
		}
		*of = append(*of, k)
		if b.cover(of, size, rest, spare, try) {
			return true
		}
		*of = (*of)[:len(*of)-1]
	}
	if spare > 0 {
		copy(rest, uncovered)
		rest.remove(i)
		return b.cover(of, size, rest, spare-1, try)
	}
	return false
}

// joins reports whether constraint k shares an unknown square with the set.
func (b *board) joins(of []int, k int) bool {
	c := &b.constraints[k]
	if c.pairs() || c.kind == number || slices.Contains(of, k) || b.twins(of, k) {
		return false
	}
	return slices.ContainsFunc(of, func(j int) bool {
		for w, u := range b.unknown {
			if !b.constraints[j].pairs() && c.squares[w]&b.constraints[j].squares[w]&u != 0 {
				return true
			}
		}
		return false
	})
}

// twins reports whether a constraint of the set has the same unknown squares as constraint k, and
// the same bounds on them. Then k adds nothing.
func (b *board) twins(of []int, k int) bool {
	return slices.ContainsFunc(of, func(j int) bool {
		if b.constraints[j].pairs() || b.left[j] != b.left[k] || b.need(j) != b.need(k) || b.room(j) != b.room(k) {
			return false
		}
		for w, u := range b.unknown {
			if (b.constraints[j].squares[w]^b.constraints[k].squares[w])&u != 0 {
				return false
			}
		}
		return true
	})
}
