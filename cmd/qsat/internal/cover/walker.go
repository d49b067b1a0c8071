package cover

import "math/bits"

// A walker visits the solutions below a node one by one.
type walker struct {
	in      *instance
	levels  levels
	chosen  []int32                    // literals of the solution
	visit   func(chosen []int32) error // its error ends the walk
	refuted func(chosen []int32) error // called where a node has no solution below it, after those under it; may be nil
	halt    func() error               // asked now and then
	limit   uint64                     // of nodes; 0: none
	nodes   uint64
	found   uint64 // solutions
	models  uint64 // those of them that visit has taken for models
}

// walk visits the solutions below n, which is changed, at depth d.
func (w *walker) walk(n node, d int) error {
	if err := w.poll(); err != nil {
		return err
	}
	c, least := w.in.pick(n)
	if c < 0 {
		return w.rest(n.avail)
	}
	before := w.found
	if least > 0 {
		if err := w.branch(n, c, d); err != nil {
			return err
		}
	}
	if w.found == before && w.refuted != nil {
		return w.refuted(w.chosen)
	}
	return nil
}

// poll counts a node and returns why to stop there, if so.
func (w *walker) poll() error {
	if w.nodes++; w.nodes%256 != 0 {
		return nil
	}
	if w.limit > 0 && w.nodes > w.limit {
		return errOver
	}
	return w.halt()
}

// branch chooses each available literal of clause c in turn.
func (w *walker) branch(n node, c, d int) error {
	next := w.levels.at(w.in, d)
	list := w.levels.members(w.in, n, c, d)
	exclusive := w.in.clauses[c].exclusive
	for _, i := range list {
		w.in.choose(n, int(i), next)
		w.chosen = append(w.chosen, i)
		err := w.walk(next, d+1)
		w.chosen = w.chosen[:len(w.chosen)-1]
		if err != nil {
			return err
		}
		if !exclusive {
			clear1(n.avail, int(i))
		}
	}
	return nil
}

// rest visits the solutions that have some of the available literals besides
// the chosen ones.
func (w *walker) rest(avail []uint64) error {
	for v, x := range avail {
		if x == 0 {
			continue
		}
		i := v<<6 + bits.TrailingZeros64(x)
		without := append([]uint64(nil), avail...)
		clear1(without, i)
		if err := w.rest(without); err != nil {
			return err
		}
		for u, r := range w.in.row(i) {
			without[u] &= r
		}
		w.chosen = append(w.chosen, int32(i))
		err := w.rest(without)
		w.chosen = w.chosen[:len(w.chosen)-1]
		return err
	}
	w.found++
	return w.visit(w.chosen)
}
