package cover

import (
	"errors"
	"math/big"
	"math/bits"

	"queens/cmd/qsat/internal/bitset"
)

// A search visits the solutions below a node depth first. A solution is a set of options without
// a conflict that covers all items. The search passes the solutions to found or counts them.
type search struct {
	in         *instance
	levels     []node          // indexed by the number of options chosen before: storage for a child
	chosen     []int32         // the options chosen at the current node
	projection bitset.Set[int] // unless nil, solutions that agree on these options count once; first must be set
	first      bool            // stop with errFirst at the first solution, or at the first with each projection

	// found is called with the options of each solution, which are valid during the call. If it
	// is nil, the solutions are counted.
	found func(chosen []int32) error
	// excludes, unless nil, is called with sets of options that no remaining solution contains,
	// after all solutions with them were visited. It is not called for the last available option
	// of an item, because unit propagation chooses that one when all others are refuted.
	excludes func(chosen []int32) error

	kernel kernel
	total  big.Int // the number of solutions counted
	addend big.Int // scratch
}

// errFirst stops a search at its first solution.
var errFirst = errors.New("the first solution")

// newSearch returns a search that counts. It calls interrupt at the first node and then about
// every pollNodes nodes; interrupt returns a reason to stop, or nil.
func newSearch(in *instance, interrupt func() error) *search {
	s := &search{in: in}
	s.kernel.number = make([]uint8, len(in.options))
	s.kernel.interrupt = interrupt
	return s
}

// below visits the solutions below n, which it changes. It returns the first error of found or
// excludes, or the reason to stop. If s.first is set, it stops with errFirst at the first solution;
// under a projection, it instead visits the first solution with each projection, and returns
// errFirst or nil.
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

// pick returns the index of the uncovered item on which the search branches at n, and the number of
// its available options. That is the first item with at most one available option. If there is no
// such item, it is the item with the fewest available options, among the items that offer a choice
// or, if all of these are covered, among the further items. If all items are covered, index is -1,
// and least exceeds the number of all options.
func (in *instance) pick(n node) (index, least int) {
	index, least = -1, len(in.options)+1
	for i := range n.uncovered.All() {
		it := &in.items[i]
		available := n.available[it.first:][:len(it.options)]
		k := 0
		for v, options := range it.options {
			k += bits.OnesCount64(options & available[v])
		}
		if k < least && (k <= 1 || i < in.choices || index < 0 || index >= in.choices) {
			if index, least = i, k; k <= 1 {
				break
			}
		}
	}
	return index, least
}

// options returns the item with the given index. Index -1 means that all items are covered; then
// it returns an item of all options that are available at n, because any option may be chosen.
func (s *search) options(n node, index int) item {
	if index < 0 {
		return item{options: n.available}
	}
	return s.in.items[index]
}

// branch visits the solutions below n that contain an available option of the item with the
// given index. Index -1 means that all items are covered: then branch visits the solution that
// adds no option, and the solutions that add any. It removes each of these options from n after
// its solutions, and then calls excludes for it, except for the last one. Its errors are the
// errors of below.
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

// solution passes the chosen options to found and returns its error, or counts one solution and
// returns the error of add.
func (s *search) solution() error {
	if s.found != nil {
		return s.found(s.chosen)
	}
	return s.add(s.addend.SetUint64(1))
}

// choose visits the solutions below n that contain the available option i. It does not change n.
// Its errors are the errors of below.
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

// pickProjected returns the first option in the projection that is available at n, preferably in
// the item with the given index, or -1. With index -1 it prefers no item. There must be a
// projection.
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

// independent adds to the total the number of sets of available options without a conflict,
// including the empty set. All items must be covered at n, which it changes. Its errors are the
// errors of below.
func (s *search) independent(n node) error {
	if i := s.in.firstInConflict(n); i >= 0 {
		if err := s.choose(n, i); err != nil {
			return err
		}
		n.available.Remove(i)
		return s.below(n)
	}
	return s.add(s.addend.Lsh(big.NewInt(1), uint(n.available.Len())))
}

// add adds n to the total. It returns the reason if the budget has stopped. Otherwise it returns
// errFirst if s.first is set and the total is positive.
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
