package cover

import "math/bits"

// A partialWalker visits the solutions of an instance that differ on some of
// its literals, one for each way to choose among those. It decides these
// literals first and then looks for one solution.
type partialWalker struct {
	*walker
	marked []uint64 // the literals that tell solutions apart
	below  *walker  // looks for one solution
}

// walk visits the solutions below n, which is changed, at depth d.
func (w *partialWalker) walk(n node, d int) error {
	if err := w.poll(); err != nil {
		return err
	}
	if _, least := w.in.pick(n); least == 0 {
		return nil
	}
	c := w.pick(n)
	if c < 0 {
		return w.settle(n, d)
	}
	next := w.levels.at(w.in, d)
	for _, i := range w.in.members(n, c, nil) {
		if !w.isMarked(int(i)) {
			continue
		}
		w.in.choose(n, int(i), next)
		w.chosen = append(w.chosen, i)
		err := w.walk(next, d+1)
		w.chosen = w.chosen[:len(w.chosen)-1]
		if err != nil {
			return err
		}
		clear1(n.avail, int(i))
	}
	return w.without(n, d)
}

// without goes on below n with what is left there.
func (w *partialWalker) without(n node, d int) error {
	next := w.levels.at(w.in, d)
	copy(next.avail, n.avail)
	copy(next.open, n.open)
	return w.walk(next, d+1)
}

// pick returns an open clause with marked literals that has the fewest
// available ones, -1 if there is none.
func (w *partialWalker) pick(n node) int {
	best, least := -1, 0
	for v, o := range n.open {
		for ; o != 0; o &= o - 1 {
			i := v<<6 + bits.TrailingZeros64(o)
			c := &w.in.clauses[i]
			all, marked := 0, false
			for u, m := range c.members {
				x := m & n.avail[c.lo+u]
				all += bits.OnesCount64(x)
				marked = marked || x&w.marked[c.lo+u] != 0
			}
			if marked && (best < 0 || all < least) {
				best, least = i, all
			}
		}
	}
	return best
}

// settle decides the marked literals that no open clause has, and then looks
// for a solution.
func (w *partialWalker) settle(n node, d int) error {
	for v, x := range n.avail {
		if x &= w.marked[v]; x == 0 {
			continue
		}
		i := v<<6 + bits.TrailingZeros64(x)
		clear1(n.avail, i)
		if err := w.without(n, d); err != nil {
			return err
		}
		for u, r := range w.in.row(i) {
			n.avail[u] &= r
		}
		w.chosen = append(w.chosen, int32(i))
		err := w.without(n, d)
		w.chosen = w.chosen[:len(w.chosen)-1]
		return err
	}
	w.below.chosen = append(w.below.chosen[:0], w.chosen...)
	if err := w.below.walk(n, 0); err != errFirst {
		return err
	}
	return nil
}

// isMarked reports whether literal i tells solutions apart.
func (w *partialWalker) isMarked(i int) bool { return w.marked[i>>6]>>(i&63)&1 != 0 }
