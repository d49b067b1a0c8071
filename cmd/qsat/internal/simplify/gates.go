package simplify

import (
	"cmp"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// findConjunctions finds a gate for each literal that a longer clause implies from others
// which it implies by binary clauses.
func (c *closure) findConjunctions() {
	binaries := make([]int32, c.NumLits()) // of the complement
	for l := range c.Literals {
		c.countList(l)
		for _, w := range c.Watching(l) {
			if w.IsBinary() && !w.IsLearned() {
				binaries[l.Not()]++
			}
		}
	}
	clauses := make([][]clause.Ref, c.NumLits())
	for r := range c.All(c.ctx) {
		n := int32(c.Size(r))
		c.Stats.Ticks++
		if c.Has(r, clause.Learned) || n > maxInput {
			continue
		}
		for _, l := range c.Lits(r) {
			if binaries[l] >= n-1 {
				clauses[l] = append(clauses[l], r)
			}
		}
	}
	for l := range c.Literals {
		if len(clauses[l]) == 0 {
			continue
		}
		if c.stops() {
			return
		}
		c.round++
		c.countList(l.Not())
		for _, w := range c.Watching(l.Not()) {
			if w.IsBinary() && !w.IsLearned() {
				c.marks[w.Lit().Not()] = c.round
			}
		}
		for _, r := range clauses[l] {
			c.Stats.Ticks++
			if slices.ContainsFunc(c.Lits(r), func(k clause.Lit) bool { return k != l && c.marks[k] != c.round }) {
				continue
			}
			c.buffer = c.buffer[:0]
			for _, k := range c.Lits(r) {
				if k != l {
					c.buffer = append(c.buffer, k.Not())
				}
			}
			c.addGate(andGate, l, len(c.buffer), c.buffer...)
		}
	}
}

// maxParity bounds the literals of a clause of a parity.
const maxParity = 5

// signature returns a hash of the variables of a clause that may be one of a parity or of
// an if-then-else, and how many of these there have to be, 0 if it is none.
func (c *closure) signature(r clause.Ref, shift int) (h uint64, least uint32) {
	n := c.Size(r)
	if n > maxParity || c.Has(r, clause.Learned) {
		return 0, 0
	}
	for _, l := range c.Lits(r) {
		x := uint64(l.Var()) * 0x9e3779b97f4a7c15
		h += x ^ x>>32
	}
	if n == 3 {
		return h * 0x9e3779b97f4a7c15 >> shift, 2
	}
	return h * 0x9e3779b97f4a7c15 >> shift, 1 << (n - 1)
}

// findParities finds the gates that are parities, or if-then-else.
func (c *closure) findParities() {
	long, _ := c.NumLong()
	size := 1 << bits.Len(uint(2*long))
	shift := 65 - bits.Len(uint(size))
	ends := make([]uint32, size+1)
	for r := range c.All(c.ctx) {
		if h, least := c.signature(r, shift); least > 0 {
			ends[h]++
		}
	}
	c.Stats.Ticks += int64(long)
	var list []clause.Ref
	counts := slices.Clone(ends)
	total := uint32(0)
	for h, n := range ends {
		if n < 2 {
			n = 0
		}
		ends[h] = total
		total += n
	}
	list = make([]clause.Ref, total)
	for r := range c.All(c.ctx) {
		if h, least := c.signature(r, shift); least > 0 && counts[h] >= 2 {
			list[ends[h]] = r
			ends[h]++
		}
	}
	if c.err() != nil { // not all are in the list
		return
	}
	f := &parities{closure: c}
	for start := 0; start < len(list); {
		if c.stops() {
			return
		}
		h, _ := c.signature(list[start], shift)
		f.bucket(list[start:ends[h]])
		start = int(ends[h])
	}
	f.conditionals()
}

// A conditional says that the literal c makes x equal y, the first of which is positive.
type conditional struct{ c, x, y clause.Lit }

type parities struct {
	*closure
	found []conditional
}

// bucket goes through the clauses of the same variables.
func (f *parities) bucket(list []clause.Ref) {
	sorted := func(r clause.Ref) []clause.Lit { return slices.Sorted(slices.Values(f.Lits(r))) }
	for len(list) > 1 && !f.stops() {
		f.Stats.Ticks += int64(len(list))
		first := sorted(list[0])
		signs := uint32(0)
		list = slices.DeleteFunc(list, func(r clause.Ref) bool {
			lits := sorted(r)
			x := 0
			if len(lits) != len(first) {
				return false
			}
			for i, l := range lits {
				if l.Var() != first[i].Var() {
					return false
				}
				x |= int(l&1) << i
			}
			signs |= 1 << x
			return true
		})
		for i, l := range first {
			first[i] = l &^ 1
		}
		f.group(first, signs)
	}
}

// group adds what clauses with such signs of some variables say.
func (f *parities) group(vars []clause.Lit, signs uint32) {
	n := len(vars)
	even := uint32(0)
	for x := range 1 << n {
		if bits.OnesCount(uint(x))%2 == 0 {
			even |= 1 << x
		}
	}
	all := uint32(1)<<(1<<n) - 1
	if n == 5 {
		all = 1<<32 - 1
	}
	for odd, set := range []uint32{all &^ even, even} {
		if signs&set == set {
			for i, l := range vars {
				f.addGate(xorGate, l^clause.Lit(odd), 0, slices.Delete(slices.Clone(vars), i, i+1)...)
			}
		}
	}
	if n != 3 {
		return
	}
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		for sign := range clause.Lit(2) {
			at := uint32(1) << (int(sign) << i)
			c := vars[i] ^ sign ^ 1 // makes the literal of the clauses false
			for same := range clause.Lit(2) {
				a, b := uint(0), uint(1<<j|1<<k) // unequal
				if same == 1 {
					a, b = 1<<j, 1<<k
				}
				if signs&(at<<a) != 0 && signs&(at<<b) != 0 {
					y := same ^ 1
					f.found = append(f.found, conditional{c, vars[j], vars[k] ^ y}, conditional{c, vars[k], vars[j] ^ y})
				}
			}
		}
	}
}

// mostBranches bounds the pairs of conditionals of the same literals.
const mostBranches = 8

// conditionals makes if-then-else of those with complementary conditions.
func (f *parities) conditionals() {
	slices.SortFunc(f.found, func(a, b conditional) int {
		return cmp.Or(cmp.Compare(a.c.Var(), b.c.Var()), cmp.Compare(a.x, b.x), cmp.Compare(a.c, b.c), cmp.Compare(a.y, b.y))
	})
	f.Stats.Ticks += int64(len(f.found))
	for start, p := range f.found {
		if p.c.Sign() < 0 {
			continue
		}
		if f.stops() {
			return
		}
		n := 0
		for _, q := range f.found[start+1:] {
			f.Stats.Ticks++
			if q.c.Var() != p.c.Var() || q.x != p.x || n == mostBranches {
				break
			}
			if q.c == p.c.Not() && q.y != p.y.Not() {
				f.addGate(ifGate, p.x, 2, p.y, q.y, p.c)
				n++
			}
		}
	}
}
