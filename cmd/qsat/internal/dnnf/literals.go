package dnnf

import (
	"math/big"
	"slices"

	"queens/dimacs"
)

// Literals holds the sums of the weights of the models that contain a literal, without the factor
// 2 for each unnamed variable.
type Literals struct {
	Vars []int      // the named variables, ascending
	True []*big.Int // indexed like Vars: the sum for the positive literal
	All  *big.Int   // the sum for all models
}

// Literals counts the models of each literal by one pass up the graph and one pass down. The pass
// down computes, for each node, the sum over all models of the rest of the graph, which is the
// derivative of the count with respect to the node. A model in which the variable is free, with
// the weights w and w', contributes to the positive literal the share w/(w+w'). The weights are as
// for Counts.
//
// Source: A. Darwiche, "On the Tractable Counting of Theory Models and its Application to Truth
// Maintenance and Belief Revision", Journal of Applied Non-Classical Logics 11, 2001.
func (g *Graph) Literals(weight func(dimacs.Lit) *big.Int) *Literals {
	g = g.ungrouped()
	counts := g.Counts(weight)
	r := &Literals{All: counts[g.Root]}
	for v := range g.Named() {
		r.Vars = append(r.Vars, v)
	}
	slices.Sort(r.Vars)
	index, sums := make(map[dimacs.Lit]*big.Int, 2*len(r.Vars)), make([]big.Int, 2*len(r.Vars))
	for i, v := range r.Vars {
		index[dimacs.Lit(v)], index[dimacs.Lit(-v)] = &sums[2*i], &sums[2*i+1]
	}
	g.flow(counts, weight, index)
	for i, v := range r.Vars {
		l := dimacs.Lit(v)
		free := new(big.Int).Sub(r.All, &sums[2*i])
		if free.Sub(free, &sums[2*i+1]); weight == nil || weight(l) == nil {
			free.Rsh(free, 1)
		} else if s := new(big.Int).Add(weight(l), weight(-l)); s.Sign() != 0 {
			free.Quo(free.Mul(free, weight(l)), s)
		} else {
			h := g.Under([]dimacs.Lit{l})
			free.Sub(h.Counts(weight)[h.Root], &sums[2*i])
		}
		r.True = append(r.True, free.Add(free, &sums[2*i]))
	}
	return r
}

// flow adds, to the sum of each literal on an edge, the weights of all models through the edge.
func (g *Graph) flow(counts []*big.Int, weight func(dimacs.Lit) *big.Int, sums map[dimacs.Lit]*big.Int) {
	rest := make([]big.Int, g.Len()) // indexed by node: the derivative
	rest[g.Root].SetInt64(1)
	var products []*big.Int // of the edge and its first children
	others, scratch := new(big.Int), new(big.Int)
	for n := g.Root; n > True; n-- {
		for _, e := range g.Edges(n) {
			own := Edge{Lits: e.Lits, Free: e.Free}
			product := own.Count(nil, weight)
			product.Mul(product, &rest[n])
			products = append(products[:0], product)
			for _, c := range e.Children {
				product = new(big.Int).Mul(product, counts[c])
				products = append(products, product)
			}
			for _, l := range e.Lits {
				sums[l].Add(sums[l], product)
			}
			others.SetInt64(1)
			for i, c := range slices.Backward(e.Children) { // others is the product of the children behind c
				rest[c].Add(&rest[c], scratch.Mul(products[i], others))
				others, scratch = scratch.Mul(others, counts[c]), others
			}
		}
	}
}
