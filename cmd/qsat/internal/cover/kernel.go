package cover

import "math/bits"

// A kernel counts the solutions of a subproblem of at most 64 options and 64 items, so that a
// set of either fits into a word. It numbers both from 0, in the order of the instance. A count
// spends most of its time here.
type kernel struct {
	options    [64]uint64 // indexed by item: its options
	items      [64]uint64 // indexed by option: its items
	compatible [64]uint64 // indexed by option: the other options that are not in conflict with it
	number     []uint8    // indexed by option of the instance: its number in the kernel
	budget
}

// A budget counts nodes and decides when to stop.
type budget struct {
	nodes     uint64       // the number of visited nodes, in the kernel and outside
	large     uint64       // the number of visited nodes outside the kernel
	limit     uint64       // the number of nodes after which to stop with ErrLimit; 0 means no limit
	interrupt func() error // returns a reason to stop, or nil
	due       uint64       // the number of nodes after which to poll next
	stopped   error        // the reason to stop, or nil
}

// visit counts a node outside the kernel. It returns the reason to stop, or nil. It polls at the
// first node, about every pollNodes nodes, when limit is exceeded, and after a reason at each node.
func (b *budget) visit() error {
	b.large++
	if b.nodes++; b.nodes > b.due {
		return b.poll()
	}
	return nil
}

// poll returns the reason to stop, or nil, and sets stopped to it: the error of interrupt, or
// ErrLimit if there are more than limit nodes. After a reason, each further node polls again
// and gets the same reason.
func (b *budget) poll() error {
	if b.stopped == nil {
		b.stopped = b.interrupt()
	}
	if b.limit > 0 && b.nodes > b.limit && b.stopped == nil {
		b.stopped = ErrLimit
	}
	if b.stopped == nil {
		b.due = b.nodes + pollNodes
		if b.limit > 0 {
			b.due = min(b.due, b.limit)
		}
	}
	return b.stopped
}

// load packs the subproblem at n into k. It returns the sets of all its available options and
// uncovered items, by their numbers in the kernel, and true. If there are more than 64 of
// either, it changes nothing and ok is false.
func (k *kernel) load(in *instance, n node) (available, uncovered uint64, ok bool) {
	options, items := n.available.Len(), n.uncovered.Len()
	if options > 64 || items > 64 {
		return 0, 0, false
	}
	available, uncovered = ^uint64(0)>>(64-options), ^uint64(0)>>(64-items)
	i := 0
	for o := range n.available.All() {
		k.number[o] = uint8(i)
		k.compatible[i&63], k.items[i&63] = available, 0
		i++
	}
	for o := range n.available.All() { // finds each conflict once, or twice within a word
		i, first := k.number[o]&63, o>>6
		compatible := k.compatible[i]
		for w, x := range in.conflicts[o][first:] {
			for x &= n.available[first+w]; x != 0; x &= x - 1 {
				j := k.number[(first+w)<<6+bits.TrailingZeros64(x)] & 63
				compatible &^= 1 << j
				k.compatible[j] &^= 1 << i
			}
		}
		k.compatible[i] = compatible
	}
	j := 0
	for index := range n.uncovered.All() {
		it, options := &in.items[index], uint64(0)
		for w, x := range it.options {
			for x &= n.available[it.first+w]; x != 0; x &= x - 1 {
				i := k.number[(it.first+w)<<6+bits.TrailingZeros64(x)] & 63
				options |= 1 << i
				k.items[i] |= 1 << j
			}
		}
		k.options[j&63] = options
		j++
	}
	return available, uncovered, true
}

// count returns the number of sets of options in available without a conflict that cover all
// items in uncovered, which must not be empty. Both sets are subsets of the result of load. Once
// the budget has stopped, the result is only a lower bound.
func (k *kernel) count(available, uncovered uint64) uint64 {
	if k.nodes++; k.nodes > k.due && k.poll() != nil {
		return 0
	}
	var best uint64
	for forced := true; forced; {
		forced = false
		least := 65
		for o := uncovered; o != 0; o &= o - 1 {
			c := bits.TrailingZeros64(o) & 63
			x := available & k.options[c]
			if x&(x-1) == 0 {
				if x == 0 {
					return 0
				}
				i := bits.TrailingZeros64(x) & 63
				available &= k.compatible[i]
				if uncovered &^= k.items[i]; uncovered == 0 {
					return k.independent(available)
				}
				forced = true
				break
			}
			if n := bits.OnesCount64(x); n < least {
				least, best = n, x
			}
		}
	}
	total := uint64(0)
	for ; best != 0; best &= best - 1 {
		i := bits.TrailingZeros64(best) & 63
		left := available & k.compatible[i]
		if o := uncovered &^ k.items[i]; o == 0 {
			total += k.independent(left)
		} else if left != 0 {
			total += k.count(left, o)
		}
		available &^= 1 << i
	}
	return total
}

// independent returns the number of sets of options in available without a conflict, including
// the empty set. Available must not have all 64 options. Once the budget has stopped, the result is
// only a lower bound.
func (k *kernel) independent(available uint64) uint64 {
	if available == 0 {
		return 1
	}
	i := bits.TrailingZeros64(available) & 63
	available &^= 1 << i
	with := available & k.compatible[i]
	if with == available {
		return 2 * k.independent(available)
	}
	if k.nodes++; k.nodes > k.due && k.poll() != nil {
		return 0
	}
	return k.independent(available) + k.independent(with)
}
