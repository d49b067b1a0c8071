package cover

import (
	"errors"
	"math/big"
	"slices"
)

// A search goes through the solutions below a node depth first, and finds them one
// by one or counts them.
type search struct {
	in         *instance
	levels     []node
	chosen     []int32 // options
	projection set     // if not nil, solutions that agree on these options are one
	first      bool    // stop at the first solution with errFirst

	// found is called with a solution; nil if they are counted.
	found func(chosen []int32) error
	// refuted is called with options that are in no solution, after it was for those
	// below, and with none at last; it may be nil. It is not called for the last option
	// of an item: unit propagation chooses that when the others are refuted.
	refuted func(chosen []int32) error

	kernel kernel
	total  big.Int // solutions counted
	addend big.Int // scratch
}

// errFirst ends a search at its first solution.
var errFirst = errors.New("the first solution")

// newSearch returns a search that counts and may be interrupted.
func newSearch(in *instance, interrupt func() error) *search {
	s := &search{in: in}
	s.kernel.number = make([]uint8, len(in.options))
	s.kernel.interrupt = interrupt
	return s
}

// below goes through the solutions below n, which it changes.
func (s *search) below(n node) error {
	if err := s.kernel.visit(); err != nil {
		return err
	}
	if s.found == nil {
		if n.uncovered.isEmpty() {
			return s.add(s.independent(n.available))
		}
		if available, uncovered, ok := s.kernel.load(s.in, n); ok {
			return s.add(s.addend.SetUint64(s.kernel.count(available, uncovered)))
		}
	}
	index, least := s.in.pick(n)
	it := item{options: n.available} // of which any may be chosen once all items are covered
	if index >= 0 {
		it = s.in.items[index]
	}
	if i := s.pickProjected(n, it); least > 0 && i >= 0 {
		if err := s.choose(n, i); err != nil && err != errFirst {
			return err
		}
		n.available.remove(i)
		return s.below(n)
	}
	if index < 0 {
		if err := s.found(s.chosen); err != nil {
			return err
		}
	}
	last := int32(-1)
	for i := range n.available.common(it.options, it.first) {
		if last >= 0 && s.refuted != nil {
			if err := s.refuted(append(s.chosen, last)); err != nil {
				return err
			}
		}
		if err := s.choose(n, i); err != nil {
			return err
		}
		n.available.remove(i)
		last = int32(i)
	}
	if s.refuted != nil && len(s.chosen) == 0 {
		return s.refuted(nil)
	}
	return nil
}

// choose goes through the solutions at n with option i.
func (s *search) choose(n node, i int) error {
	for len(s.levels) <= len(s.chosen) {
		s.levels = append(s.levels, s.in.newNode())
	}
	next := s.levels[len(s.chosen)]
	s.in.choose(n, i, next)
	s.chosen = append(s.chosen, int32(i))
	err := s.below(next)
	s.chosen = s.chosen[:len(s.chosen)-1]
	return err
}

// pickProjected returns an available option of the projection, of an item if it has
// one, or -1.
func (s *search) pickProjected(n node, it item) int {
	if s.projection == nil {
		return -1
	}
	for i := range n.available.common(it.options, it.first) {
		if s.projection.has(i) {
			return i
		}
	}
	for i := range n.available.common(s.projection, 0) {
		return i
	}
	return -1
}

// independent returns the number of sets of available options without a conflict,
// fewer once the search is to stop.
func (s *search) independent(available set) *big.Int {
	available, with, free := slices.Clone(available), newSet(len(s.in.options)), uint(0)
	for i := range available.all() {
		available.remove(i)
		with.andNot(available, s.in.conflicts[i])
		if with.size() == available.size() {
			free++ // in conflict with none
			continue
		}
		if s.kernel.visit() != nil {
			break
		}
		n := s.independent(available)
		n.Add(n, s.independent(with))
		return n.Lsh(n, free)
	}
	return new(big.Int).Lsh(big.NewInt(1), free)
}

// add adds to the solutions counted.
func (s *search) add(n *big.Int) error {
	s.total.Add(&s.total, n)
	switch {
	case s.kernel.stopped != nil:
		return s.kernel.stopped
	case s.first && s.total.Sign() > 0:
		return errFirst
	}
	return nil
}
