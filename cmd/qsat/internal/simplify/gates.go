package simplify

import (
	"cmp"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// findGates finds the gates that the original clauses define; learned clauses define none.
// If one is set, it may stop after the first gate.
func (c *closure) findGates(one bool) {
	c.gates, c.inputs = c.gates[:0], c.inputs[:0]
	if c.findConjunctions(one); !one || len(c.gates) == 0 {
		c.findParities()
	}
}

// findConjunctions finds the conjunctions: for an output o with the inputs a and b, the
// clauses are {o, -a, -b}, {-o, a} and {-o, b}. Clauses of more than maxInput literals are
// ignored. If one is set, it stops after the first gate.
func (c *closure) findConjunctions(one bool) {
	binaries := make([]int32, c.NumLits()) // indexed by literal: number of binary clauses with its complement
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
	next := make([]int32, c.NumLits()+1) // indexed by literal: position of its next candidate in list
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

// addConjunction adds the conjunction with the given output whose long clause is r, and returns
// true. If markFalse(output), the last call of markFalse, did not mark all literals of r, it
// adds nothing and returns false.
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

// markFalse marks l, and the literals that binary clauses make false if l is true.
func (c *closure) markFalse(l clause.Lit) {
	c.countList(l.Not())
	c.mark([]clause.Lit{l})
	for _, w := range c.Watching(l.Not()) {
		if w.IsBinary() && !w.IsLearned() {
			c.marks[w.Lit().Not()] = c.round
		}
	}
}

// maxParity is the largest number of literals in a clause of a parity.
const maxParity = 5

// A hashed is a clause and a hash of its variables.
type hashed struct {
	hash   uint64
	clause clause.Ref
}

// hashes yields the clauses that may belong to a parity or an if-then-else: at most
// maxParity literals, and not learned.
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

// findParities finds the parities and the if-then-else gates. It groups clauses by their
// variables. The clauses of a group define a parity, or else may imply conditionals; two
// conditionals make an if-then-else (see addIfs).
func (c *closure) findParities() {
	if c.stops() {
		return
	}
	long, _ := c.NumLong()
	shift := 64 - bits.Len(uint(2*long))
	counts := make([]uint8, 1<<(64-shift)) // indexed by the first bits of a hash: number of clauses, up to needed(maxParity)
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

// needed returns the smallest number of clauses with the same variables from which a gate
// may be found, for clauses of a given size. For a size of at most 3 it is 2: an
// if-then-else with condition c has two clauses with c and two with -c, each pair with the
// same variables. Beyond 3, only parities count. A parity has 2^(size-1) clauses: all with
// an odd, or all with an even, number of negative literals.
func needed(size int) uint8 {
	if size <= 3 {
		return 2
	}
	return 1 << (size - 1)
}

// variables returns the variables of the first clause in list, sorted, as positive
// literals. The bit set signs describes all clauses in list with these variables: bit x is
// set if there is a clause in which vars[i] is negative for exactly the bits i of x that
// are 1.
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

// addParities adds the parities that clauses with these variables and signs define, with
// each variable as the output. It reports whether there is one. For signs, see variables.
func (c *closure) addParities(vars []clause.Lit, signs uint32) (found bool) {
	var sets [2]uint32 // signs with an even and with an odd number of negative literals
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

// A conditional means: if c is true, x equals y. The literal x is positive.
type conditional struct{ c, x, y clause.Lit }

// conditionals returns the conditionals that clauses with these variables and signs imply,
// or nil unless there are three variables. For signs, see variables. For example, the clauses
// {-c, x, -y} and {-c, -x, y} imply two conditionals: c makes x equal y, and c makes y equal
// x. The clauses {-c, x, y} and {-c, -x, -y} imply that c makes x equal -y, and y equal -x.
func conditionals(vars []clause.Lit, signs uint32) (found []conditional) {
	if len(vars) != 3 {
		return nil
	}
	for i, v := range vars {
		j, k := (i+1)%3, (i+2)%3
		for negative := range clause.Lit(2) {
			at := uint32(1) << (negative << i)
			c := v ^ negative ^ 1 // the complement of the common literal of two clauses
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

// mostBranches is the largest number of if-then-else gates that addIfs adds for one conditional p as the
// then-part. It ignores further conditionals that could be the else-part of p.
const mostBranches = 8

// addIfs adds an if-then-else with output x for each pair of conditionals with the same x and
// complementary conditions, up to mostBranches. It skips pairs with complementary y, because
// x is a parity then.
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
