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
	levels     []*level
	chosen     []int32                    // options
	projection set                        // if not nil, solutions that agree on these options are one
	first      bool                       // stop at the first solution with errFirst
	found      func(chosen []int32) error // called with a solution; nil if they are counted
	refuted    func(chosen []int32) error // called, unless nil, with what is in no solution, after it was for what is below
	interrupt  func() error               // asked now and then why to stop, if so
	limit      uint64                     // of nodes, all in all, with errLimit; 0: none

	kernel   kernel
	nodes    uint64  // without those of the kernel
	total    big.Int // solutions counted
	addend   big.Int // scratch
	stopping error   // why a count within a node has stopped
}

// A level is a node on a path of the search, and the options branched on above it.
type level struct {
	node
	options []int32
}

// errFirst ends a search at its first solution.
var errFirst = errors.New("the first solution")

func newSearch(in *instance) *search {
	s := &search{in: in}
	s.kernel.number = make([]uint8, len(in.options))
	s.kernel.poll = func() bool {
		s.stopping = s.poll()
		return s.stopping != nil
	}
	return s
}

// visited returns the number of nodes so far.
func (s *search) visited() uint64 { return s.nodes + s.kernel.nodes }

// visit counts a node and returns why to stop there, if so.
func (s *search) visit() error {
	if s.nodes++; s.nodes%256 == 0 || s.limit > 0 && s.visited() > s.limit {
		return s.poll()
	}
	return nil
}

// poll returns why to stop, if so.
func (s *search) poll() error {
	if err := s.interrupt(); err != nil {
		return err
	}
	s.kernel.due = s.kernel.nodes + pollNodes
	if s.limit > 0 {
		if s.visited() > s.limit {
			return errLimit
		}
		s.kernel.due = min(s.kernel.due, s.limit-s.nodes)
	}
	return nil
}

// below goes through the solutions below n, which it changes.
func (s *search) below(n node) error {
	if err := s.visit(); err != nil {
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
	if i := s.pickProjected(n, index); least > 0 && i >= 0 {
		if err := s.choose(n, i); err != nil && err != errFirst {
			return err
		}
		n.available.remove(i)
		return s.below(n)
	}
	l := s.level()
	list, atMostOne := l.options[:0], false
	switch {
	case index < 0: // others may be chosen or not
		if err := s.found(s.chosen); err != nil {
			return err
		}
		list = n.available.appendCommon(list, n.available, 0)
	case least > 0:
		list, atMostOne = s.in.availableOptions(n, index, list), s.in.items[index].atMostOne
	}
	l.options = list
	for _, i := range list {
		if err := s.choose(n, int(i)); err != nil {
			return err
		}
		if !atMostOne {
			n.available.remove(int(i))
		}
	}
	if s.refuted != nil {
		return s.refuted(s.chosen)
	}
	return nil
}

// level returns the level of what is chosen next.
func (s *search) level() *level {
	for len(s.levels) <= len(s.chosen) {
		s.levels = append(s.levels, &level{node: s.in.newNode()})
	}
	return s.levels[len(s.chosen)]
}

// choose goes through the solutions at n with option i.
func (s *search) choose(n node, i int) error {
	next := s.level().node
	s.in.choose(n, i, next)
	s.chosen = append(s.chosen, int32(i))
	err := s.below(next)
	s.chosen = s.chosen[:len(s.chosen)-1]
	return err
}

// pickProjected returns an available option of the projection, of an item if it has
// one, or -1.
func (s *search) pickProjected(n node, index int) int {
	if s.projection == nil {
		return -1
	}
	available, list := make(set, s.in.words), []int32(nil)
	available.and(n.available, s.projection)
	if index >= 0 {
		list = available.appendCommon(nil, s.in.items[index].options, s.in.items[index].first)
	}
	if len(list) == 0 {
		list = available.members()
	}
	if len(list) == 0 {
		return -1
	}
	return int(list[0])
}

// independent returns the number of sets of available options without a conflict,
// fewer once the search is to stop.
func (s *search) independent(available set) *big.Int {
	available, with, free := slices.Clone(available), newSet(len(s.in.options)), uint(0)
	for _, i := range available.members() {
		available.remove(int(i))
		with.and(available, s.in.compatibleWith(int(i)))
		if with.size() == available.size() {
			free++ // in conflict with none
			continue
		}
		if s.stopping == nil {
			s.stopping = s.visit()
		}
		if s.stopping != nil {
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
	case s.stopping != nil:
		return s.stopping
	case s.first && s.total.Sign() > 0:
		return errFirst
	}
	return nil
}
