package cpog

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"slices"

	"queens/dimacs"
)

// A Question is what to count.
type Question struct {
	// Weights of both literals of some variables, nil for none. Other literals weigh 1.
	Weights map[dimacs.Lit]*big.Rat
	Project []int // the variables to project on, each once; nil stands for all
}

// A counter evaluates a graph. The value of an operation is the number of models over the
// variables of the projection that it depends on, or the sum of their weights. One that
// depends on none of them has 1 if it has models, else 0.
type counter struct {
	*checker
	projection []uint64   // by word of variables; nil stands for all
	weights    []*big.Int // by literal, times the denominator of the variable; nil: 1
	scale      *big.Int   // the product of the denominators
	values     []*big.Int // by operation
	uses       []int      // by operation: those of its value that are to come
}

// Count returns the number of models, or the sum of their weights. Under a projection each
// sum has to show that parts of models are not counted twice: its arguments depend on
// variables of the projection alone, or on none, or have one of them as complementary
// literals. The error says which does not, or is the cause of the end of ctx.
func (g *Graph) Count(ctx context.Context, q Question) (dimacs.Count, error) {
	c := &counter{checker: g.c, scale: big.NewInt(1)}
	c.work = work{ctx: ctx}
	others := c.prepare(q)
	if c.ended != nil {
		return dimacs.Count{}, c.ended
	}
	root := int(c.operationOf[c.root/2]) - 1
	c.values, c.uses = make([]*big.Int, root+1), make([]int, root+1)
	if root >= 0 {
		c.uses[root] = 1
	}
	for i := root; i >= 0; i-- {
		for _, l := range c.arguments(i) {
			if o := c.operationOf[l/2]; o > 0 && c.uses[i] > 0 {
				c.uses[o-1]++
			}
		}
	}
	for i := range root + 1 {
		if err := c.spend(1); err != nil {
			return dimacs.Count{}, err
		}
		if c.uses[i] == 0 {
			continue
		}
		if err := c.evaluate(i); err != nil {
			return dimacs.Count{}, err
		}
	}
	all := make([]word, len(c.sets.union))
	for n := 1; n <= len(c.names); n++ {
		if c.operationOf[n] == 0 {
			all[n/64].at, all[n/64].bits = uint32(n/64), all[n/64].bits|1<<(n%64)
		}
	}
	m, err := c.times(c.root, all)
	if c.ended != nil {
		err = c.ended
	}
	n := dimacs.Count{M: m, Shift: uint64(others)}
	if q.Weights != nil {
		n.Denominator = c.scale
	}
	return n, err
}

// prepare sets what is asked for, and returns how many variables to count the checker has
// never met.
func (c *counter) prepare(q Question) (others int) {
	if q.Weights != nil {
		for l := range q.Weights {
			c.input(l)
		}
		c.weights = make([]*big.Int, len(c.checker.values))
	}
	for l, w := range q.Weights {
		if l < 0 {
			continue
		}
		if c.spend(len(c.scale.Bits())) != nil {
			break
		}
		both := [2]*big.Rat{w, q.Weights[-l]}
		denominator := new(big.Int).Mul(both[0].Denom(), both[1].Denom())
		c.scale.Mul(c.scale, denominator)
		for i, w := range both {
			scaled := new(big.Int).Mul(w.Num(), denominator)
			c.weights[c.input(l)|lit(i)] = scaled.Quo(scaled, w.Denom())
		}
	}
	if q.Project == nil {
		for _, v := range c.names {
			if v <= c.vars {
				others++
			}
		}
		return c.vars - others
	}
	c.projection = make([]uint64, len(c.sets.union))
	for _, v := range q.Project {
		if n, ok := c.find(v); ok {
			c.projection[n/64] |= 1 << (n % 64)
		} else {
			others++
		}
	}
	return others
}

// arguments returns those of an operation, complemented in a product.
func (c *counter) arguments(i int) []lit {
	o := c.operations[i]
	return c.arena[o.at : o.at+o.args]
}

// set returns what a literal depends on.
func (c *counter) set(l lit) []word {
	if o := c.operationOf[l/2]; o > 0 {
		return c.sets.list[c.operations[o-1].set]
	}
	return []word{{uint32(l / 128), 1 << (l / 2 % 64)}}
}

// projects reports whether a set has variables of the projection, and others.
func (c *counter) projects(set []word) (some, others bool) {
	if c.projection == nil {
		return true, false
	}
	for _, w := range set {
		some = some || w.bits&c.projection[w.at] != 0
		others = others || w.bits&^c.projection[w.at] != 0
	}
	return some, others
}

// total returns the value of all assignments to variables.
func (c *counter) total(set iter.Seq[word]) *big.Int {
	m, shift := big.NewInt(1), 0
	for w := range set {
		if c.projection != nil {
			w.bits &= c.projection[w.at]
		}
		for ; c.weights != nil && w.bits != 0; w.bits &= w.bits - 1 {
			l := lit(128*w.at) + 2*lit(bits.TrailingZeros64(w.bits))
			if c.weights[l] == nil {
				shift++
				continue
			}
			m.Mul(m, new(big.Int).Add(c.weights[l], c.weights[l^1]))
			if c.spend(len(m.Bits())) != nil { // the result is void
				return m
			}
		}
		shift += bits.OnesCount64(w.bits)
	}
	return m.Lsh(m, uint(shift))
}

// value returns that of a literal, once for each use.
func (c *counter) value(l lit) (*big.Int, error) {
	o := int(c.operationOf[l/2]) - 1
	if o < 0 {
		some, _ := c.projects(c.set(l))
		if !some || c.weights == nil || c.weights[l] == nil {
			return big.NewInt(1), nil
		}
		return c.weights[l], nil
	}
	v := c.values[o]
	if c.uses[o]--; c.uses[o] == 0 {
		c.values[o] = nil
	}
	if l&1 == 0 {
		return v, nil
	}
	if _, others := c.projects(c.set(l)); others {
		return nil, fmt.Errorf("operation %d is negated, and depends on variables that are not in the projection", c.names[l/2-1])
	}
	all := c.total(slices.Values(c.set(l)))
	return all.Sub(all, v), nil
}

// times returns the value of a literal times that of what is in a set and the literal does
// not depend on.
func (c *counter) times(l lit, set []word) (*big.Int, error) {
	v, err := c.value(l)
	if err != nil {
		return nil, err
	}
	m := c.total(difference(set, c.set(l)))
	return m.Mul(m, v), nil
}

// evaluate sets the value of an operation.
func (c *counter) evaluate(i int) error {
	o := c.operations[i]
	sum, product := new(big.Int), big.NewInt(1)
	args, set := c.arguments(i), c.sets.list[o.set]
	some, others := c.projects(set)
	if err := c.spend(len(set)); err != nil {
		return err
	}
	if o.sum && some && others && !c.excludes(args[0], args[1]) {
		if c.ended != nil {
			return c.ended
		}
		return fmt.Errorf("operation %d is a sum that no variable of the projection decides", c.names[o.variable/2-1])
	}
	for _, l := range args {
		if !o.sum {
			v, err := c.value(l ^ 1)
			if err != nil {
				return err
			}
			product.Mul(product, v)
			if err := c.spend(1 + len(product.Bits())); err != nil {
				return err
			}
			continue
		}
		v, err := c.times(l, set)
		if err != nil {
			return err
		}
		sum.Add(sum, v)
	}
	switch {
	case !o.sum:
		sum = product
	case others && !some && sum.Sign() > 0:
		sum.SetInt64(1)
	}
	c.values[i] = sum
	return nil
}

// excludes reports whether two literals imply complementary literals of a variable of the
// projection, as factors.
func (c *counter) excludes(a, b lit) bool {
	defer c.release()
	for _, l := range c.factors(a) {
		c.deny(l ^ 1)
	}
	for _, l := range c.factors(b) {
		if c.spend(1+len(c.set(l))) != nil {
			return false
		}
		some, _ := c.projects(c.set(l))
		if c.checker.values[l] < 0 && c.operationOf[l/2] == 0 && some {
			return true
		}
	}
	return false
}

// factors returns literals that a literal implies.
func (c *counter) factors(l lit) []lit {
	o := int(c.operationOf[l/2]) - 1
	if o < 0 || l&1 != 0 || c.operations[o].sum {
		return []lit{l}
	}
	list := slices.Clone(c.arguments(o))
	for i := range list {
		list[i] ^= 1
	}
	return list
}
