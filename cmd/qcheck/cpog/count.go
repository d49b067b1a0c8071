package cpog

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"slices"

	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
)

// A Question says over which variables models are counted, and with which weights. The zero value
// means all variables of the formula, without weights.
type Question struct {
	// Weights contains both literals of each weighted variable, which must be in the projection. Other
	// literals have weight 1. If Weights is nil, models are counted without weights.
	Weights map[dimacs.Lit]*big.Rat
	Project []int // the variables to project on, without repetition; nil means all
}

// QuestionOf returns the question that f asks under a projection. It has the weights of f if f asks for a
// count with weights, and otherwise no weights. The projection is f.Projection or another list without
// repetition; nil means all variables. The question keeps the list. The error is that of f.LiteralWeights,
// a *dimacs.WeightError.
func QuestionOf(f *dimacs.Formula, project []int) (q Question, err error) {
	if q.Project = project; f.Weighted() {
		in := map[int]bool{}
		for _, v := range project {
			in[v] = true
		}
		q.Weights, err = f.LiteralWeights(func(v int) bool { return project == nil || in[v] })
	}
	return q, err
}

// An evaluation computes the values of the operations of a graph. The value of an operation is the number
// of models, or the sum of their scaled weights, over the projection variables that the operation depends
// on. If it depends on no projection variable, the value is 1 if the operation is satisfiable, and 0 if
// not. The scaled weights of a variable are multiplied by its denominators, so that they are integers.
type evaluation struct {
	*checker
	projection []uint64   // the projection as a bit set, indexed by variable/64; nil means all variables
	weights    []*big.Int // indexed by literal: the weight times the denominators of the variable; nil means 1
	scale      *big.Int   // the product of all denominators; 1 without weights
	values     []*big.Int // indexed by operation; nil if it is not known or no longer needed
	uses       []int      // indexed by operation: the number of times that its value is still needed
}

// Count returns the number of models, or the sum of their weights. Under a projection it returns an error
// if the graph does not show that projected models are counted once. Each sum below the root must depend on
// projection variables only, or on other variables only, or have arguments with complementary literals of a
// projection variable. A negated operation must depend on projection variables only, and a Skolem node on
// no projection variable. So without a projection, a Skolem node below the root is an error. If ctx ends,
// the error is its cause. Only one goroutine may call Count at a time.
func (g *Graph) Count(ctx context.Context, q Question) (dimacs.Count, error) {
	c := &evaluation{checker: g.c, scale: big.NewInt(1)}
	c.Work = certificate.Work{Ctx: ctx}
	others := c.prepare(q)
	if c.Stopped {
		return dimacs.Count{}, context.Cause(ctx)
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
		err := c.spend(1)
		if err == nil && c.uses[i] > 0 {
			err = c.evaluate(i)
		}
		if err != nil {
			return dimacs.Count{}, err
		}
	}
	all := make([]word, len(c.sets.union))
	for n := 1; n <= len(c.Names()); n++ {
		if c.operationOf[n] == 0 {
			all[n/64].at, all[n/64].bits = uint32(n/64), all[n/64].bits|1<<(n%64)
		}
	}
	m, err := c.times(c.root, all)
	n := dimacs.Count{M: m, Shift: uint64(others)}
	if q.Weights != nil {
		n.Denominator = c.scale
	}
	return n, cmp.Or(c.spend(0), err)
}

// prepare sets the fields projection, weights and scale for q. It returns the number of variables
// to count that occur neither in a clause nor in the certificate nor in the weights. If c.Stopped
// is set then, the results are incomplete.
func (c *evaluation) prepare(q Question) (others int) {
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
		for _, v := range c.Names() {
			if int(v) <= c.vars {
				others++
			}
		}
		return c.vars - others
	}
	c.projection = make([]uint64, len(c.sets.union))
	for _, v := range q.Project {
		if n := c.Find(v); n > 0 {
			c.projection[n/64] |= 1 << (n % 64)
		} else {
			others++
		}
	}
	return others
}

// arguments returns the arguments of operation i, complemented if it is a product or a Skolem node. The
// slice is a part of arena.
func (c *evaluation) arguments(i int) []lit {
	o := c.operations[i]
	return c.arena[o.at : o.at+o.args]
}

// set returns the variables of the formula that a literal depends on: the variables of its operation, or
// its own variable. The slice must not be changed.
func (c *evaluation) set(l lit) []word {
	if o := c.operationOf[l/2]; o > 0 {
		return c.sets.list[c.operations[o-1].set]
	}
	return []word{{uint32(l / 128), 1 << (l / 2 % 64)}}
}

// projects reports whether a set contains projection variables, and whether it contains others.
// Without a projection the results are true and false, also for the empty set.
func (c *evaluation) projects(set []word) (some, others bool) {
	if c.projection == nil {
		return true, false
	}
	for _, w := range set {
		some = some || w.bits&c.projection[w.at] != 0
		others = others || w.bits&^c.projection[w.at] != 0
	}
	return some, others
}

// total returns, as a new number, the sum of the scaled weights of all assignments to the projection
// variables of a set. A variable without weights counts twice. If ctx ends, the result has no meaning.
func (c *evaluation) total(set iter.Seq[word]) *big.Int {
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
			if c.spend(len(m.Bits())) != nil { // ctx has ended, so the result is not used
				return m
			}
		}
		shift += bits.OnesCount64(w.bits)
	}
	return m.Lsh(m, uint(shift))
}

// value returns the value of a literal, which the caller must not change. A literal of a variable of the
// formula has its scaled weight if the variable is in the projection, and otherwise 1. The literal 0, the
// root of a line r 0, has the value 0. For an operation, the function may be called once for each use,
// because the value is freed after the last. The complement of an operation that depends on variables
// outside the projection is an error.
func (c *evaluation) value(l lit) (*big.Int, error) {
	o := int(c.operationOf[l/2]) - 1
	if l == 0 { // the root of r 0
		return new(big.Int), nil
	}
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
		return nil, fmt.Errorf("operation %d is negated, and depends on variables that are not in the projection", c.NameOf(uint32(l/2)))
	}
	all := c.total(slices.Values(c.set(l)))
	return all.Sub(all, v), nil
}

// times returns, as a new number, the value of l over the variables of a set, which must contain all
// variables that l depends on. The error is that of value.
func (c *evaluation) times(l lit, set []word) (*big.Int, error) {
	v, err := c.value(l)
	if err != nil {
		return nil, err
	}
	m := c.total(difference(set, c.set(l)))
	return m.Mul(m, v), nil
}

// evaluate sets values[i] from the values of the operations before i. It returns an error if
// operation i does not meet the conditions of Count, or if ctx ends.
func (c *evaluation) evaluate(i int) error {
	o := c.operations[i]
	args, set := c.arguments(i), c.sets.list[o.set]
	some, others := c.projects(set)
	if err := c.spend(len(set)); err != nil {
		return err
	}
	name := c.NameOf(uint32(o.variable / 2))
	switch {
	case o.kind == 's' && some && others && !c.excludes(args[0], args[1]):
		return cmp.Or(c.spend(0), fmt.Errorf("operation %d is a sum, but no variable of the projection distinguishes its arguments", name))
	case o.kind == 't' && some:
		return fmt.Errorf("operation %d chooses a value for a variable of the projection (without a projection, all variables are in it)", name)
	case o.kind == 's':
		a, err1 := c.times(args[0], set)
		b, err2 := c.times(args[1], set)
		if err := cmp.Or(err1, err2); err != nil {
			return err
		}
		if c.values[i] = a.Add(a, b); others && !some && a.Sign() > 0 {
			a.SetInt64(1)
		}
		return nil
	}
	product := big.NewInt(1)
	for _, l := range args {
		v, err := c.value(l ^ 1)
		if err != nil {
			return err
		}
		product.Mul(product, v)
		if err := c.spend(1 + len(product.Bits())); err != nil {
			return err
		}
	}
	c.values[i] = product
	return nil
}

// excludes reports whether a factor of a and a factor of b are complementary literals of a projection
// variable. No variable may be assigned before the call, and none is afterwards. It reports false if ctx
// ends.
func (c *evaluation) excludes(a, b lit) bool {
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

// factors returns literals that l implies, in a new slice: the factors if l is a product or a Skolem node,
// and l itself if not.
func (c *evaluation) factors(l lit) []lit {
	o := int(c.operationOf[l/2]) - 1
	if o < 0 || l&1 != 0 || c.operations[o].kind == 's' {
		return []lit{l}
	}
	list := slices.Clone(c.arguments(o))
	for i := range list {
		list[i] ^= 1
	}
	return list
}
