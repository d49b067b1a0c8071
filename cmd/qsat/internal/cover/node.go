package cover

import (
	"math/bits"
)

// A node is a state of the search: the literals that may still be chosen and
// the clauses without a chosen one.
type node struct{ avail, open []uint64 }

// root returns the node at which nothing is chosen.
func (in *instance) root() node {
	n := in.nowhere()
	for i := range in.lits {
		set(n.avail, i)
	}
	for i := range in.clauses {
		set(n.open, i)
	}
	return n
}

// nowhere returns a node of no literals and no clauses, with room for all.
func (in *instance) nowhere() node {
	return node{make([]uint64, in.words), make([]uint64, (len(in.clauses)+63)/64)}
}

// A level is a node on a path of the search, and the literals branched on to get there.
type level struct {
	node
	list []int32
}

// pick returns an open clause with the fewest available literals and their
// number, and -1 if no clause is open.
func (in *instance) pick(n node) (c, least int) {
	c, least = -1, len(in.lits)+1
	for w, o := range n.open {
		for ; o != 0; o &= o - 1 {
			i := w<<6 + bits.TrailingZeros64(o)
			cl := &in.clauses[i]
			avail := n.avail[cl.lo:cl.hi]
			k := 0
			for v, m := range cl.members {
				k += bits.OnesCount64(m & avail[v])
			}
			if k < least {
				if c, least = i, k; k <= 1 {
					return
				}
			}
		}
	}
	return
}

// choose sets to to the node after literal i is chosen at n.
func (in *instance) choose(n node, i int, to node) {
	for w, r := range in.row(i) {
		to.avail[w] = n.avail[w] & r
	}
	copy(to.open, n.open)
	for _, c := range in.hits[i] {
		clear1(to.open, int(c))
	}
}

// isClosed reports whether no clause is open.
func (n node) isClosed() bool {
	for _, o := range n.open {
		if o != 0 {
			return false
		}
	}
	return true
}

// members returns the available literals of clause c.
func (in *instance) members(n node, c int, list []int32) []int32 {
	cl := &in.clauses[c]
	for v, m := range cl.members {
		for x := m & n.avail[cl.lo+v]; x != 0; x &= x - 1 {
			list = append(list, int32((cl.lo+v)<<6+bits.TrailingZeros64(x)))
		}
	}
	return list
}

// nodeWords returns how many words a node looks at, at most.
func (in *instance) nodeWords() int {
	n := 1 + in.words
	for i := range in.clauses {
		n += in.clauses[i].hi - in.clauses[i].lo
	}
	return n
}
