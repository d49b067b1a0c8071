package cover

import (
	"errors"
	"math/big"

	"queens/cmd/qsat/internal/bitset"
)

// A search goes through the solutions below a node depth first, and finds them one
// by one or counts them.
type search struct {
	in         *instance
	levels     []node
	chosen     []int32         // options
	projection bitset.Set[int] // if not nil, solutions that agree on these options are one
	first      bool            // stop at the first solution with errFirst

	// found is called with a solution; nil if they are counted.
	found func(chosen []int32) error
	// excludes, if it is not nil, is told what is in no solution, but for the last option of an
	// item, which unit propagation chooses when the others are refuted.
	excludes func(chosen []int32) error

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
	if s.found == nil && s.projection == nil {
		if n.uncovered.IsEmpty() {
			return s.independent(n)
		}
		if available, uncovered, ok := s.kernel.load(s.in, n); ok {
			return s.add(s.addend.SetUint64(s.kernel.count(available, uncovered)))
		}
	}
	index, least := s.in.pick(n)
	if s.projection != nil && least > 1 { // else the choice is forced
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

// options returns those of an item, or if it is -1 those that are available: any of them
// may be chosen once all items are covered.
func (s *search) options(n node, index int) item {
	if index < 0 {
		return item{options: n.available}
	}
	return s.in.items[index]
}

// branch goes through the solutions with each of the options.
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

// solution hands over a solution, or counts it.
func (s *search) solution() error {
	if s.found != nil {
		return s.found(s.chosen)
	}
	return s.add(s.addend.SetUint64(1))
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

// independent counts the sets of available options without a conflict, below a node at
// which all items are covered.
func (s *search) independent(n node) error {
	for i := range n.available.All() {
		for j := range n.available.Common(s.in.conflicts[i], 0) {
			if j == i {
				continue
			}
			if err := s.choose(n, i); err != nil {
				return err
			}
			n.available.Remove(i)
			return s.below(n)
		}
	}
	return s.add(s.addend.Lsh(big.NewInt(1), uint(n.available.Len())))
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
