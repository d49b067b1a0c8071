package count

import (
	"cmp"
	"encoding/binary"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A component is a set of unassigned variables that share no unsatisfied clause with other
// variables.
type component struct {
	vars      []uint32 // ascending
	projected int      // the number of its variables in the projection, which come first in vars
	key       []byte   // equal components have equal keys; see appendKey
	hash      uint64   // the hash of key; see cache.hash
}

// A splitter finds the components of a formula under the current assignment.
type splitter struct {
	*graph
	states  []int32  // indexed by variable: 0 if it is not split now, unreached, or 1 + the index of its component in split
	rounds  []uint32 // indexed by clause of three or more literals: the last round that read it
	round   uint32   // the number of calls of findComponents
	columns []uint8  // indexed by literal: its column in tabled
	degree  []int32  // indexed by variable: the weight of its unsatisfied clauses when it was last reached
	reached []uint32 // the variables that the current call has reached, grouped by component
	shorter []uint32 // indices of the unsatisfied clauses with a false literal, grouped by component

	// Stacks of all components that are being counted or wait to be counted:
	components []component
	vars       []uint32 // their variables
	keys       []byte   // their keys

	split [][]uint32 // for each component on top of the stack that the current call has pushed: its clauses in shorter
}

// Weights of clauses in the degree of their variables. Each false literal adds falseWeight to a
// clause of more than three literals, and a false literal adds ternaryFalseWeight to a ternary
// clause. So the count finishes a clause, such as a row of a board, before it starts another.
// Then the remaining components do not depend on the literal that satisfied the clause, and the
// cache knows them.
const (
	binaryWeight       = 1
	longWeight         = 2
	ternaryFalseWeight = 1
	falseWeight        = 12

	unreached = -1 // splitter.states of a variable that is in no component yet
)

// findComponents splits the unassigned variables of k into components. It pushes the components
// whose count is unknown, or 0 by truth table, to c.components, smaller ones first. It returns the
// product of all other factors: counts from the cache, counts by truth table, variables in no
// unsatisfied clause, and the weights of the true literals of k. If a graph is wanted, it adds
// these factors to the current edge instead and returns 1. The caller removes the components, vars
// and keys that it pushes.
//
// Sources: R. J. Bayardo and J. D. Pehoushek, "Counting Models Using Connected
// Components", AAAI 2000; M. Thurley, "sharpSAT: Counting Models with Advanced Component
// Caching and Implicit BCP", SAT 2006, for the key.
func (c *modelCount) findComponents(k component) number {
	factor := one
	s := &c.splitter
	s.round++
	s.reached, s.shorter, s.split = s.reached[:0], s.shorter[:0], s.split[:0]
	for _, v := range k.vars {
		if !c.IsAssigned(v) {
			s.states[v] = unreached
			s.degree[v] = 0
			continue
		}
		if c.trace != nil {
			c.trace.literal(c.trueLit(v))
		}
		if c.weights != nil {
			factor = factor.times(c.weights[c.trueLit(v)])
		}
	}
	for _, v := range k.vars {
		if s.states[v] != unreached {
			continue
		}
		start, shorter := len(s.reached), len(s.shorter)
		c.reach(v)
		reached, models := s.reached[start:], number{}
		switch n := len(reached); {
		case n == 1: // in no unsatisfied clause
			models = c.unconstrained(v)
		case n <= mostTabled && !c.untabled && slices.Max(reached) < c.projected:
			models = c.tabled(reached)
		}
		if models.isZero() && len(reached) > 1 {
			n := len(s.vars)
			s.vars = append(s.vars, reached...)
			s.components = append(s.components, component{vars: s.vars[n:n:len(s.vars)]})
			s.split = append(s.split, s.shorter[shorter:])
			continue
		}
		factor = factor.times(models)
		for _, v := range reached {
			s.states[v] = 0
		}
		s.reached, s.shorter = s.reached[:start], s.shorter[:shorter]
	}
	return factor.times(c.lookUp(k))
}

// unconstrained returns the factor of an unassigned variable in no unsatisfied clause: 1 outside
// the projection, otherwise 2, or the sum of its weights. If a graph is wanted, it adds the
// variable to the current edge and returns 1.
func (c *modelCount) unconstrained(v uint32) number {
	switch {
	case c.trace != nil:
		c.trace.choice(c.trace.names[v])
		return one
	case v >= c.projected:
		return one
	case c.weights != nil:
		return c.weights[clause.Positive(v)].plus(c.weights[clause.Negative(v)])
	}
	return number{word: 2}
}

// reach appends the variables of the component of v to c.reached, and its unsatisfied clauses with
// a false literal to c.shorter. It sets the state and the degree of each variable. The variable v
// must be unreached.
func (c *modelCount) reach(v uint32) {
	s := &c.splitter
	number := int32(len(s.split) + 1)
	states, values := s.states, c.Values
	states[v] = number
	head := len(s.reached)
	reached := append(s.reached, v)
	for ; head < len(reached); head++ {
		v := reached[head]
		degree := s.degree[v]
		for _, w := range s.neighbours(v) {
			state := states[w>>2]
			if state == unreached {
				states[w>>2] = number
				reached = append(reached, uint32(w>>2))
			}
			degree += binaryWeight & ((state | -state) >> 31) // 0 if state is 0; avoids a branch
		}
		for t := s.ternary(v); len(t) > 0; t = t[3:] {
			id := t[0] >> 1
			if s.rounds[id] == s.round {
				continue
			}
			s.rounds[id] = s.round
			a, b := t[1], t[2]
			if values[a] > 0 || values[b] > 0 {
				continue
			}
			weight := int32(longWeight)
			if values[a] < 0 || values[b] < 0 {
				weight += ternaryFalseWeight
				s.shorter = append(s.shorter, uint32(id))
			}
			degree += weight
			for _, l := range [2]int32{a, b} {
				if values[l] == 0 {
					w := l >> 1
					s.degree[w] += weight
					if states[w] == unreached {
						states[w] = number
						reached = append(reached, uint32(w))
					}
				}
			}
		}
		s.degree[v] = degree
		if len(s.lits) == 0 {
			continue
		}
		for t := s.longer(v); len(t) > 0; t = t[2:] {
			if s.rounds[t[0]] != s.round {
				s.rounds[t[0]] = s.round
				reached = c.reachClause(uint32(t[0]), t[1], reached)
			}
		}
	}
	s.reached = reached
}

// reachClause is the part of reach for one clause of more than three literals: id is its index
// among all clauses, and at its index in graph.lits. It appends the unreached variables of the
// clause to reached and returns it, and sets states, degrees and c.shorter as reach does. It does
// nothing if the clause is satisfied.
func (c *modelCount) reachClause(id uint32, at int32, reached []uint32) []uint32 {
	s := &c.splitter
	lits := s.clause(at)
	falses := int32(0)
	for _, l := range lits {
		if c.Value(l) > 0 {
			return reached
		}
		falses -= int32(c.Value(l))
	}
	if falses > 0 {
		s.shorter = append(s.shorter, id)
	}
	for _, l := range lits {
		if c.Value(l) == 0 {
			w := l.Var()
			s.degree[w] += longWeight + falseWeight*falses
			if s.states[w] == unreached {
				s.states[w] = int32(len(s.split) + 1)
				reached = append(reached, w)
			}
		}
	}
	return reached
}

// lookUp completes the components on top of the stack that split describes, whose variables are
// in k, and looks them up in the cache. It keeps the unknown ones on the stack, smaller ones
// first, and returns the product of the known counts (see times).
func (c *modelCount) lookUp(k component) number {
	s := &c.splitter
	first := len(s.components) - len(s.split)
	for _, v := range k.vars { // ascending, so that vars are sorted
		if i := s.states[v]; i != 0 {
			x := &s.components[first+int(i)-1]
			x.vars = append(x.vars, v)
			s.states[v] = 0
		}
	}
	factor, kept := one, first
	for i, shorter := range s.split {
		x := s.components[first+i]
		x.projected, _ = slices.BinarySearch(x.vars, c.projected)
		start := len(s.keys)
		s.keys = appendKey(s.keys, x.vars, shorter)
		x.key = s.keys[start:]
		x.hash = c.cache.hash(x.key)
		if n, known := c.cache.lookup(x.hash, x.key); known {
			factor = c.times(factor, n)
			s.keys = s.keys[:start]
			continue
		}
		s.components[kept] = x
		kept++
	}
	s.components = s.components[:kept]
	slices.SortStableFunc(s.components[first:], func(a, b component) int { return cmp.Compare(len(a.vars), len(b.vars)) })
	return factor
}

// appendKey appends to key the key of a component: its variables, ascending, and its unsatisfied
// clauses with a false literal, by their indices. The variables determine the other clauses. The
// order of the clauses depends only on the component.
func appendKey(key []byte, vars, clauses []uint32) []byte {
	last := uint32(0)
	for _, v := range vars {
		key = binary.AppendUvarint(key, uint64(v-last))
		last = v
	}
	key = append(key, 0)
	last = 0
	for _, id := range clauses {
		key = binary.AppendVarint(key, int64(id)-int64(last))
		last = id
	}
	return key
}

// A graph holds, for each variable, the clauses that connect it to other variables, in arrays
// that are read sequentially. It does not contain learned clauses.
type graph struct {
	starts []int32      // indexed by 3*variable + 0, 1, 2: the start in links of its binary, ternary and longer clauses
	links  []int32      // the clauses of each variable; see linksOf
	lits   []clause.Lit // the longer clauses, each after its size
}

// newGraph returns the graph of clauses of at least two literals, over the variables 1 to vars.
func newGraph(vars int, clauses [][]clause.Lit) *graph {
	g := &graph{starts: make([]int32, 3*vars+4)}
	for _, c := range clauses {
		for _, l := range c {
			g.starts[section(l, c)+1] += linksOf(c)
		}
	}
	for i := range len(g.starts) - 1 {
		g.starts[i+1] += g.starts[i]
	}
	g.links = make([]int32, g.starts[len(g.starts)-1])
	next := append([]int32{}, g.starts...)
	for id, c := range clauses {
		if len(c) > 3 {
			g.lits = append(append(g.lits, clause.Lit(len(c))), c...)
		}
		for i, l := range c {
			to := g.links[next[section(l, c)]:]
			next[section(l, c)] += linksOf(c)
			switch len(c) {
			case 2:
				to[0] = int32(c[1-i])<<1 | int32(l&1)
			case 3:
				to[0], to[1], to[2] = int32(id)<<1|int32(l&1), int32(c[(i+1)%3]), int32(c[(i+2)%3])
			default:
				to[0], to[1] = int32(id), int32(len(g.lits)-len(c)-1)
			}
		}
	}
	return g
}

// section returns the index in starts for the variable of l and clauses as long as c.
func section(l clause.Lit, c []clause.Lit) int { return int(3*l.Var()) + min(len(c), 4) - 2 }

// linksOf returns the number of links that a clause c has for each of its literals l:
//
//   - a binary clause has 1: the other literal times 2, plus the sign bit of l
//   - a ternary clause has 3: the index of the clause times 2, plus the sign bit of l; then the
//     other literals
//   - a longer clause has 2: the index of the clause, and its index in graph.lits
func linksOf(c []clause.Lit) int32 { return [...]int32{2: 1, 3: 3, 4: 2}[min(len(c), 4)] }

// neighbours, ternary and longer return the links of a variable for clauses of that length.
func (g *graph) neighbours(v uint32) []int32 { return g.links[g.starts[3*v]:g.starts[3*v+1]] }
func (g *graph) ternary(v uint32) []int32    { return g.links[g.starts[3*v+1]:g.starts[3*v+2]] }
func (g *graph) longer(v uint32) []int32     { return g.links[g.starts[3*v+2]:g.starts[3*v+3]] }

// clause returns the literals of a longer clause, given the index of its size in lits.
func (g *graph) clause(at int32) []clause.Lit {
	return g.lits[at+1 : at+1+int32(g.lits[at])]
}
