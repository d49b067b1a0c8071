package simplify

import (
	"cmp"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// findGates finds gates whose clauses were not learned, or one if that is enough.
func (c *closure) findGates(one bool) {
	c.gates, c.inputs = c.gates[:0], c.inputs[:0]
	if c.findConjunctions(one); !one || len(c.gates) == 0 {
		c.findParities()
	}
}

// findConjunctions finds a gate for each literal that a longer clause implies from others
// which it implies by binary clauses.
func (c *closure) findConjunctions(one bool) {
	binaries := make([]int32, c.NumLits()) // of the complement
	for l := range c.Literals {
		c.countList(l)
		for _, w := range c.Watching(l) {
			if w.IsBinary() && !w.IsLearned() {
				binaries[l.Not()]++
			}
		}
	}
	candidates := func(yield func(clause.Lit, clause.Ref) bool) {
		for r := range c.All {
			n := int32(c.Size(r))
			if c.Has(r, clause.Learned) || n > maxInput {
				continue
			}
			for _, l := range c.Lits(r) {
				if binaries[l] >= n-1 && !yield(l, r) {
					return
				}
			}
		}
	}
	next := make([]int32, c.NumLits()+1) // by literal: where its candidates go
	for l := range candidates {
		next[l+1]++
	}
	for l := range c.Literals {
		next[l+1] += next[l]
	}
	list := make([]clause.Ref, next[c.NumLits()])
	for l, r := range candidates {
		list[next[l]] = r
		next[l]++
	}
	n, _ := c.NumLong()
	c.Stats.Ticks += int64(n)
	for l := range c.Literals {
		start := next[l-1]
		if start == next[l] {
			continue
		}
		c.markFalse(l)
		for _, r := range list[start:next[l]] {
			if c.Stats.Ticks++; c.stops() {
				return
			}
			if c.addConjunction(l, r) && one {
				return
			}
		}
	}
}

// addConjunction adds the gate with an output whose clause is r, if all others that it needs
// are marked, and reports whether it does.
func (c *closure) addConjunction(output clause.Lit, r clause.Ref) bool {
	lits := c.Lits(r)
	if slices.ContainsFunc(lits, func(l clause.Lit) bool { return c.marks[l] != c.round }) {
		return false
	}
	c.buffer = c.buffer[:0]
	for _, l := range lits {
		if l != output {
			c.buffer = append(c.buffer, l.Not())
		}
	}
	c.addGate(andGate, output, nil, c.buffer...)
	return true
}

// markFalse marks a literal and, in the same round, those that it makes false by binary clauses.
func (c *closure) markFalse(l clause.Lit) {
	c.countList(l.Not())
	c.mark([]clause.Lit{l})
	for _, w := range c.Watching(l.Not()) {
		if w.IsBinary() && !w.IsLearned() {
			c.marks[w.Lit().Not()] = c.round
		}
	}
}

// maxParity bounds the literals of a clause of a parity.
const maxParity = 5

// A hashed clause has the hash of its variables.
type hashed struct {
	hash   uint64
	clause clause.Ref
}

// hashes yields the clauses that may be of a parity or of an if-then-else.
func (c *closure) hashes(yield func(hashed) bool) {
	for r := range c.All {
		c.Stats.Ticks++
		if c.Size(r) > maxParity || c.Has(r, clause.Learned) {
			continue
		}
		h := uint64(0)
		for _, l := range c.Lits(r) {
			x := uint64(l.Var()) * 0x9e3779b97f4a7c15
			h += x ^ x>>32
		}
		if !yield(hashed{h * 0x9e3779b97f4a7c15, r}) {
			return
		}
	}
}

// findParities finds the gates that are parities, or if-then-else.
func (c *closure) findParities() {
	if c.stops() {
		return
	}
	long, _ := c.NumLong()
	shift := 64 - bits.Len(uint(2*long))
	counts := make([]uint8, 1<<(64-shift)) // by the first bits of hashes
	for x := range c.hashes {
		counts[x.hash>>shift] = min(counts[x.hash>>shift]+1, needed(maxParity))
	}
	var list []hashed
	for x := range c.hashes {
		if counts[x.hash>>shift] >= needed(c.Size(x.clause)) {
			list = append(list, x)
		}
	}
	slices.SortFunc(list, func(a, b hashed) int {
		if k := cmp.Compare(a.hash, b.hash); k != 0 {
			return k
		}
		return cmp.Compare(a.clause, b.clause)
	})
	var found []conditional
	for len(list) > 0 && !c.stops() {
		n := 1
		for n < len(list) && list[n].hash == list[0].hash {
			n++
		}
		if n > 1 {
			vars, signs := c.variables(list[:n])
			if !c.addParities(vars, signs) {
				found = append(found, conditionals(vars, signs)...)
			}
		}
		list = list[n:]
	}
	c.addIfs(found)
}

// needed returns how many clauses of so many literals with the same variables make a gate: two
// of an if-then-else, otherwise all with an odd or an even number of negative ones.
func needed(size int) uint8 {
	if size <= 3 {
		return 2
	}
	return 1 << (size - 1)
}

// variables returns the variables of the first clause, and as a set the signs that they have in
// this and others: a bit is 1 where a literal is negative.
func (c *closure) variables(list []hashed) (vars []clause.Lit, signs uint32) {
	c.Stats.Ticks += int64(len(list))
	for _, l := range slices.Sorted(slices.Values(c.Lits(list[0].clause))) {
		vars = append(vars, clause.Positive(l.Var()))
	}
	for _, x := range list {
		c.buffer = append(c.buffer[:0], c.Lits(x.clause)...)
		slices.Sort(c.buffer)
		negative := 0
		for i, l := range c.buffer {
			negative |= int(l&1) << i
			c.buffer[i] = clause.Positive(l.Var())
		}
		if slices.Equal(c.buffer, vars) {
			signs |= 1 << negative
		}
	}
	return vars, signs
}

// addParities adds the parities that clauses with such signs of some variables say. It reports
// whether there is one.
func (c *closure) addParities(vars []clause.Lit, signs uint32) (found bool) {
	var sets [2]uint32 // with an even number of negative literals, and an odd one
	for x := range 1 << len(vars) {
		sets[bits.OnesCount(uint(x))%2] |= 1 << x
	}
	for odd, set := range sets {
		if signs&set != set {
			continue
		}
		found = true
		for i, l := range vars {
			inputs := slices.Delete(slices.Clone(vars), i, i+1)
			c.addGate(xorGate, l^clause.Lit(1-odd), inputs, inputs...)
		}
	}
	return found
}

// A conditional says that the literal c makes x equal y, the first of which is positive.
type conditional struct{ c, x, y clause.Lit }

// conditionals returns those that clauses with such signs of three variables say.
func conditionals(vars []clause.Lit, signs uint32) (found []conditional) {
	if len(vars) != 3 {
		return nil
	}
	for i, v := range vars {
		j, k := (i+1)%3, (i+2)%3
		for negative := range clause.Lit(2) {
			at := uint32(1) << (negative << i)
			c := v ^ negative ^ 1 // makes the literal of the clauses false
			if signs&(at<<(1<<j)) != 0 && signs&(at<<(1<<k)) != 0 {
				found = append(found, conditional{c, vars[j], vars[k]}, conditional{c, vars[k], vars[j]})
			}
			if signs&at != 0 && signs&(at<<(1<<j|1<<k)) != 0 {
				found = append(found, conditional{c, vars[j], vars[k].Not()}, conditional{c, vars[k], vars[j].Not()})
			}
		}
	}
	return found
}

// mostBranches bounds the pairs of conditionals of the same literals.
const mostBranches = 8

// addIfs makes if-then-else of conditionals with complementary conditions.
func (c *closure) addIfs(found []conditional) {
	slices.SortFunc(found, func(a, b conditional) int {
		if k := cmp.Compare(uint64(a.c.Var())<<32|uint64(a.x), uint64(b.c.Var())<<32|uint64(b.x)); k != 0 {
			return k
		}
		return cmp.Compare(uint64(a.c)<<32|uint64(a.y), uint64(b.c)<<32|uint64(b.y))
	})
	c.Stats.Ticks += int64(len(found))
	for start, p := range found {
		if p.c.Sign() < 0 {
			continue
		}
		n := 0
		for _, q := range found[start+1:] {
			c.Stats.Ticks++
			if q.c.Var() != p.c.Var() || q.x != p.x || n == mostBranches || c.stops() {
				break
			}
			if q.c == p.c.Not() && q.y != p.y.Not() {
				c.addGate(ifGate, p.x, []clause.Lit{p.c}, p.y, q.y, p.c)
				n++
			}
		}
	}
}
