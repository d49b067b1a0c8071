package cover

import (
	"math/big"
	"math/bits"
	"slices"
)

// A walker goes through the solutions below a node, visits them one by one or, if
// there is no visit, counts them.
type walker struct {
	in      *instance
	levels  []level
	marked  []uint64                           // if not nil, solutions that agree on these literals count once
	first   bool                               // stop at the first one with errFirst
	chosen  []int32                            // literals of the solution
	visit   func(chosen []int32) (bool, error) // whether it is a model; an error ends the walk
	refuted func(chosen []int32) error         // called where a node has no solution below it, after those under it; may be nil
	halt    func() error                       // asked now and then
	limit   uint64                             // of nodes, all in all, with ErrLimit; 0: none

	kernel kernel
	nodes  uint64 // without those of the kernel
	err    error  // that stopped the kernel
	small  uint64 // solutions counted, modulo 2^63,
	large  *big.Int
}

func newWalker(in *instance) *walker {
	w := &walker{in: in, large: new(big.Int)}
	w.kernel.number = make([]uint8, len(in.lits))
	w.kernel.poll = func() bool {
		w.err = w.poll()
		return w.err != nil
	}
	return w
}

// spent returns the number of nodes so far.
func (w *walker) spent() uint64 { return w.nodes + w.kernel.nodes }

// total returns the number of solutions counted.
func (w *walker) total() *big.Int {
	return new(big.Int).Add(w.large, new(big.Int).SetUint64(w.small))
}

// count counts a node and returns why to stop there, if so.
func (w *walker) count() error {
	if w.nodes++; w.nodes%256 == 0 || w.limit > 0 && w.spent() > w.limit {
		return w.poll()
	}
	return nil
}

// poll returns why to stop.
func (w *walker) poll() error {
	if err := w.halt(); err != nil {
		return err
	}
	w.kernel.due = w.kernel.nodes + pollNodes
	if w.limit > 0 {
		if w.spent() > w.limit {
			return ErrLimit
		}
		w.kernel.due = min(w.kernel.due, w.limit-w.nodes)
	}
	return nil
}

// level returns the node that is d levels down.
func (w *walker) level(d int) node {
	for len(w.levels) <= d {
		w.levels = append(w.levels, level{node: w.in.nowhere()})
	}
	return w.levels[d].node
}

// walk goes through the solutions below n, which is changed, at depth d.
func (w *walker) walk(n node, d int) error {
	if err := w.count(); err != nil {
		return err
	}
	if n.isClosed() {
		return w.rest(n.avail)
	}
	if w.visit == nil {
		if all, open, ok := w.kernel.load(w.in, n.avail, n.open); ok {
			if err := w.add(w.kernel.count(all, open)); err != nil {
				return err
			}
			return w.err
		}
	}
	if c, least := w.in.pick(n); least > 0 {
		next := w.level(d)
		list := w.in.members(n, c, w.levels[d].list[:0])
		w.levels[d].list = list
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
	}
	if w.refuted != nil {
		return w.refuted(w.chosen)
	}
	return nil
}

// walkMarked decides the marked literals first and then looks for one solution.
func (w *walker) walkMarked(n node, d int) error {
	next := w.level(d)
	for {
		if err := w.count(); err != nil {
			return err
		}
		if _, least := w.in.pick(n); least == 0 {
			return nil
		}
		i := w.pickMarked(n)
		if i < 0 {
			break
		}
		w.in.choose(n, i, next)
		w.chosen = append(w.chosen, int32(i))
		err := w.walkMarked(next, d+1)
		w.chosen = w.chosen[:len(w.chosen)-1]
		if err != nil {
			return err
		}
		clear1(n.avail, i)
	}
	if err := w.walk(n, d); err != errFirst {
		return err
	}
	return nil
}

// pickMarked returns an available marked literal, of an open clause with the fewest
// available ones if there is such a clause, or -1.
func (w *walker) pickMarked(n node) int {
	best, least := -1, 0
	for v, x := range n.avail {
		if x &= w.marked[v]; x != 0 {
			best, least = v<<6+bits.TrailingZeros64(x), len(w.in.lits)+1
			break
		}
	}
	for v, o := range n.open {
		for ; o != 0; o &= o - 1 {
			c := &w.in.clauses[v<<6+bits.TrailingZeros64(o)]
			all, first := 0, -1
			for u, m := range c.members {
				x := m & n.avail[c.lo+u]
				all += bits.OnesCount64(x)
				if x &= w.marked[c.lo+u]; x != 0 && first < 0 {
					first = (c.lo+u)<<6 + bits.TrailingZeros64(x)
				}
			}
			if first >= 0 && all < least {
				best, least = first, all
			}
		}
	}
	return best
}

// rest goes through the ways to choose some of the available literals besides the
// chosen ones, when no clause needs one any more.
func (w *walker) rest(avail []uint64) error {
	if w.visit == nil {
		if w.in.settled || size(avail) == 0 {
			return w.add(1)
		}
		w.large.Add(w.large, w.in.independent(avail))
		return w.add(0)
	}
	for v, x := range avail {
		if x == 0 {
			continue
		}
		i := v<<6 + bits.TrailingZeros64(x)
		without := slices.Clone(avail)
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
	if ok, err := w.visit(w.chosen); err != nil || !ok || !w.first {
		return err
	}
	return errFirst
}

// add adds solutions.
func (w *walker) add(n uint64) error {
	if w.small += n; w.small>>63 != 0 {
		w.large.Add(w.large, new(big.Int).SetUint64(w.small))
		w.small = 0
	}
	if w.first && (n > 0 || w.large.Sign() > 0) {
		return errFirst
	}
	return nil
}

// independent returns the number of sets of available literals without a
// conflict.
func (in *instance) independent(avail []uint64) *big.Int {
	avail = slices.Clone(avail)
	free := uint(0)
	for w := range avail {
		for avail[w] != 0 {
			i := w<<6 + bits.TrailingZeros64(avail[w])
			clear1(avail, i)
			with := slices.Clone(avail)
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
