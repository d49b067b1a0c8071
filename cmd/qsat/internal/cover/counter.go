package cover

import (
	"math/big"
	"math/bits"
)

// A counter counts the solutions below a node.
type counter struct {
	in     *instance
	levels levels
	kernel kernel
	nodes  uint64 // without those of the kernel
	limit  uint64 // of nodes, all in all; 0: none
	halt   func() bool
	any    bool // stop at the first solution

	small uint64   // solutions so far, modulo 2^63,
	large *big.Int // and the rest of them
	done  bool     // stopped
}

func newCounter(in *instance, halt func() bool) *counter {
	c := &counter{in: in, halt: halt, large: new(big.Int)}
	c.kernel.number = make([]uint8, len(in.lits))
	c.kernel.poll = c.poll
	return c
}

// poll reports whether to stop.
func (c *counter) poll() bool {
	c.done = c.done || c.halt() || c.isOver()
	c.kernel.due = c.kernel.nodes + pollNodes
	if c.limit > 0 && !c.done {
		c.kernel.due = min(c.kernel.due, c.limit-c.nodes)
	}
	return c.done
}

// isOver reports whether the limit is reached.
func (c *counter) isOver() bool { return c.limit > 0 && c.spent() > c.limit }

// spent returns the number of nodes so far.
func (c *counter) spent() uint64 { return c.nodes + c.kernel.nodes }

// total returns the number of solutions found.
func (c *counter) total() *big.Int {
	return new(big.Int).Add(c.large, new(big.Int).SetUint64(c.small))
}

// found adds solutions.
func (c *counter) found(n uint64) {
	if c.small += n; c.small>>63 != 0 {
		c.large.Add(c.large, new(big.Int).SetUint64(c.small))
		c.small = 0
	}
	c.done = c.done || c.any && n > 0
}

// count counts the solutions below n, which is changed, at depth d.
func (c *counter) count(n node, d int) {
	if c.nodes++; (c.nodes%256 == 0 || c.isOver()) && c.poll() || c.done {
		return
	}
	if n.isClosed() {
		c.rest(n.avail)
		return
	}
	if all, open, ok := c.kernel.load(c.in, n.avail, n.open); ok {
		c.found(c.kernel.count(all, open))
		return
	}
	k, least := c.in.pick(n)
	if least == 0 {
		return
	}
	next := c.levels.at(c.in, d)
	list := c.levels.members(c.in, n, k, d)
	exclusive := c.in.clauses[k].exclusive
	for _, i := range list {
		c.in.choose(n, int(i), next)
		c.count(next, d+1)
		if c.done {
			return
		}
		if !exclusive {
			clear1(n.avail, int(i))
		}
	}
}

// rest counts the ways to choose literals that no clause needs any more.
func (c *counter) rest(avail []uint64) {
	if c.in.settled || size(avail) == 0 {
		c.found(1)
		return
	}
	if n := c.in.independent(avail); n.IsUint64() && n.Uint64()>>62 == 0 {
		c.found(n.Uint64())
	} else {
		c.large.Add(c.large, n)
		c.done = c.done || c.any
	}
}

// independent returns the number of sets of available literals without a
// conflict.
func (in *instance) independent(avail []uint64) *big.Int {
	avail = append([]uint64(nil), avail...)
	free := uint(0)
	for w := range avail {
		for avail[w] != 0 {
			i := w<<6 + bits.TrailingZeros64(avail[w])
			clear1(avail, i)
			with := append([]uint64(nil), avail...)
			for v, r := range in.row(i) {
				with[v] &= r
			}
			if size(with) == size(avail) { // in conflict with none
				free++
				continue
			}
			n := in.independent(avail)
			n.Add(n, in.independent(with))
			return n.Lsh(n, free)
		}
	}
	return new(big.Int).Lsh(big.NewInt(1), free)
}
