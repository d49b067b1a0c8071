package cover

import (
	"errors"
	"math/big"

	"queens/cmd/qsat/internal/bitset"
)

// A search visits the solutions below a node depth first. It passes them to found or counts
// them.
type search struct {
	in         *instance
	levels     []node
	chosen     []int32         // chosen options
	projection bitset.Set[int] // unless nil, solutions that agree on these options count once
	first      bool            // stop at the first solution with errFirst

	// found is called with each solution; nil means that they are counted.
	found func(chosen []int32) error
	// excludes, unless nil, is called with sets of options that no solution contains. It is not
	// called for the last option of an item, because unit propagation chooses that one when the
	// others are refuted.
	excludes func(chosen []int32) error

	kernel kernel
	total  big.Int // solutions counted
	addend big.Int // scratch
}

// errFirst stops a search at its first solution.
var errFirst = errors.New("the first solution")

// newSearch returns a search that counts. interrupt returns a reason to stop, or nil.
func newSearch(in *instance, interrupt func() error) *search {
	s := &search{in: in}
	s.kernel.number = make([]uint8, len(in.options))
	s.kernel.interrupt = interrupt
	return s
}

// below visits the solutions below n, which it changes.
func (s *search) below(n node) error {
	if err := s.kernel.visit(); err != nil {
		return err
	}
	if s.found == nil && s.projection == nil {
		if n.uncovered.IsEmpty() {
			return s.independent(n)
		}
		if available, uncovered, ok := s.kernel.load(s.in, n); ok {
			return s.add(s.addend.SetUint64(s.kernel.count(available, uncovered)))
		}
	}
	index, least := s.in.pick(n)
	if s.projection != nil && least > 1 { // otherwise the choice is forced
		if i := s.pickProjected(n, index); i >= 0 {
			if err := s.choose(n, i); err != nil && err != errFirst {
				return err
			}
			n.available.Remove(i)
			return s.below(n)
		}
	}
	return s.branch(n, index)
}

// options returns an item by its index. Index -1 means that all items are covered; then it
// returns an item of all available options, because any option may be chosen.
func (s *search) options(n node, index int) item {
	if index < 0 {
		return item{options: n.available}
	}
	return s.in.items[index]
}

// branch visits the solutions below n that contain an available option of the item with the
// given index. Index -1 means that all items are covered: then branch visits the solution that
// adds no option, and the solutions that add any. It calls excludes for all options but the last,
// and removes the options from n.
func (s *search) branch(n node, index int) error {
	if index < 0 {
		if err := s.solution(); err != nil {
			return err
		}
	}
	it, last := s.options(n, index), int32(-1)
	for i := range n.available.Common(it.options, it.first) {
		if last >= 0 && s.excludes != nil {
			if err := s.excludes(append(s.chosen, last)); err != nil {
				return err
			}
		}
		if err := s.choose(n, i); err != nil {
			return err
		}
		n.available.Remove(i)
		last = int32(i)
	}
	return nil
}

// solution passes the chosen options to found, or counts them.
func (s *search) solution() error {
	if s.found != nil {
		return s.found(s.chosen)
	}
	return s.add(s.addend.SetUint64(1))
}

// choose visits the solutions below n that contain option i.
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

// pickProjected returns an available option in the projection, preferably of the given item, or
// -1.
func (s *search) pickProjected(n node, index int) int {
	for _, it := range []item{s.options(n, index), {options: s.projection}} {
		for i := range n.available.Common(it.options, it.first) {
			if s.projection.Has(i) {
				return i
			}
		}
	}
	return -1
}

// independent counts the sets of available options without a conflict. All items must be
// covered at n.
func (s *search) independent(n node) error {
	if i := s.in.inConflict(n); i >= 0 {
		if err := s.choose(n, i); err != nil {
			return err
		}
		n.available.Remove(i)
		return s.below(n)
	}
	return s.add(s.addend.Lsh(big.NewInt(1), uint(n.available.Len())))
}

// add adds n to the total. It returns the reason if the budget has stopped, and errFirst if a
// first solution suffices.
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
