package cover

import "math/bits"

// A kernel counts the solutions of a subproblem of at most 64 options and 64 items, so that a
// set of either fits into a word. A count spends most of its time here.
type kernel struct {
	options    [64]uint64 // indexed by item: its options
	items      [64]uint64 // indexed by option: its items
	compatible [64]uint64 // indexed by option: the options not in conflict with it
	number     []uint8    // indexed by option of the instance: its number in the kernel
	budget
}

// A budget counts nodes and decides when to stop.
type budget struct {
	nodes     uint64       // all nodes
	large     uint64       // nodes outside the kernel
	limit     uint64       // the number of nodes after which to stop with ErrLimit; 0 means no limit
	interrupt func() error // returns a reason to stop, or nil; called every pollNodes nodes
	due       uint64       // the number of nodes at which to poll next
	stopped   error        // the reason to stop, or nil
}

// visit counts a node. It returns a reason to stop, or nil.
func (b *budget) visit() error {
	b.large++
	if b.nodes++; b.nodes > b.due {
		return b.poll()
	}
	return nil
}

// poll returns a reason to stop, or nil. After a reason, it returns the same one for every
// further node.
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

// load packs the subproblem at n, which must have an uncovered item. It returns the sets of all
// its options and items, or false if there are more than 64 of either.
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
// items in uncovered, which must not be empty. It returns a lower bound once the budget has
// stopped.
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

// independent returns the number of sets of options in available without a conflict.
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
