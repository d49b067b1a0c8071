package cover

import (
	"encoding/binary"
	"math/bits"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
)

const (
	// seenStates is how many states are remembered to have been met, a power of 2, and
	// provedStates how many that have a clause.
	seenStates   = 1 << 16
	provedStates = 1 << 18
	// trialStates is from how many states on half of them have to have come again.
	trialStates = 1 << 7
)

// A refutation is the proof of a search, whether it is written or not. Where the search finds
// no solution, the clause is that not all options chosen so far are chosen. Unit propagation
// derives it: it excludes the options in conflict with those, and the clauses of the branches
// below exclude all others.
//
// A state is the uncovered items, and which of their options are available; a search may
// meet the same state again after other choices. When it does so for the first time, the
// state is refuted by clauses that do not depend on the choices: they begin with the options
// of its items that are not available. After that a state is not searched any more: pigeons
// in holes have exponentially fewer states than choices. Where most states are new, states
// are no longer remembered, and a search without a proof is given up, as the search in
// subtrees is faster.
type refutation struct {
	*problem
	others []clause.Lit // the literals with which clauses of the state begin that is being refuted
	chosen int          // how many options were chosen before that state
	seen   []uint64     // hashes of states that were met, each at its own place
	proved map[string]bool
	states int // how many were met, and how many of these were known
	again  int

	items bitset.Set[int] // scratch: all options of the uncovered items
	key   []byte
	lits  []clause.Lit
}

func (p *problem) newRefutation() *refutation {
	return &refutation{problem: p, seen: make([]uint64, seenStates), proved: map[string]bool{}, items: bitset.New[int](len(p.in.options))}
}

// add writes the clause that in the state being refuted not all options that were chosen
// since can be chosen.
func (r *refutation) add(chosen []int32) error {
	r.lits = append(r.lits[:0], r.others...)
	for _, i := range chosen[r.chosen:] {
		r.lits = append(r.lits, r.in.options[i].Not())
	}
	r.clauses.ProveAdd(r.lits...)
	return r.clauses.Err
}

// branch is s.branch at a node of a state that may have been refuted before.
func (r *refutation) branch(s *search, n node, index int) error {
	if r.states >= trialStates && 2*r.again < r.states {
		if r.task.Proof == nil {
			return ErrLimit
		}
		return s.branch(n, index)
	}
	r.states++
	hash := r.describe(n)
	if r.proved[string(r.key)] {
		r.again++
		return nil
	}
	place := &r.seen[hash%seenStates]
	if *place != hash || len(r.proved) == provedStates {
		*place = hash
		return s.branch(n, index)
	}
	r.again++
	key, others, chosen := string(r.key), r.others, r.chosen
	r.others, r.chosen = r.unavailable(n), len(s.chosen)
	err := s.branch(n, index)
	if err == nil {
		err = r.add(s.chosen)
	}
	r.proved[key], r.others, r.chosen = true, others, chosen
	return err
}

// describe sets key to the state of a node and returns its hash.
func (r *refutation) describe(n node) (hash uint64) {
	clear(r.items)
	r.key = r.key[:0]
	for i := range n.uncovered.All() {
		it := &r.in.items[i]
		for w, options := range it.options {
			r.items[it.first+w] |= options
		}
	}
	word := func(x uint64) {
		r.key = binary.LittleEndian.AppendUint64(r.key, x)
		hash = bits.RotateLeft64((hash^x)*0x9e3779b97f4a7c15, 29)
	}
	for _, x := range n.uncovered {
		word(x)
	}
	for w, x := range n.available {
		word(x & r.items[w])
	}
	return hash
}

// unavailable returns the other options of the state that describe has described.
func (r *refutation) unavailable(n node) (list []clause.Lit) {
	r.items.AndNot(r.items, n.available)
	for i := range r.items.All() {
		list = append(list, r.in.options[i])
	}
	return list
}
