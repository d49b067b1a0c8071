package dnnf

import (
	"math/big"
	"slices"

	"queens/dimacs"
)

// Literals returns, indexed by named variable, the sum of the weights of the models in which it is
// true, and the sum for all models. Unnamed variables do not count. The weights are as for Counts.
// The function under(l) must return the graph of the models of g in which l is true, which may name
// fewer variables. Literals calls it only for a variable whose two weights add up to 0.
//
// One pass up the graph counts, as Counts does. The pass down computes for each node the sum over
// the models of the rest of the graph, which is the derivative of the count with respect to the
// node. A model in which the variable is free, with the weights w and w', has the share w/(w+w') of
// its weight for the positive literal. If w+w' is 0, the graph of under gives the sum instead.
//
// Source: A. Darwiche, "On the Tractable Counting of Theory Models and its Application to Truth
// Maintenance and Belief Revision", Journal of Applied Non-Classical Logics 11, 2001.
func (g *Graph) Literals(weight func(dimacs.Lit) *big.Int, under func(dimacs.Lit) *Graph) (sums map[int]*big.Int, all *big.Int) {
	counts := g.Counts(weight)
	all, sums = counts[g.Root], map[int]*big.Int{}
	through := g.flow(counts, weight)
	for v := range g.Named() {
		l := dimacs.Lit(v)
		free := new(big.Int).Sub(all, through[l])
		if free.Sub(free, through[-l]); weight == nil || weight(l) == nil {
			free.Rsh(free, 1)
		} else if w := new(big.Int).Add(weight(l), weight(-l)); w.Sign() != 0 {
			free.Quo(free.Mul(free, weight(l)), w)
		} else {
			h := under(l) // may name fewer variables
			free.Lsh(h.Counts(weight)[h.Root], uint(h.Unnamed-g.Unnamed))
			free.Sub(free, through[l])
		}
		sums[v] = free.Add(free, through[l])
	}
	return sums, all
}

// flow returns, indexed by literal of a named variable, the sum of the weights of the models
// through an edge whose Lits contain the literal. The slice counts is the result of Counts with the
// same weights.
func (g *Graph) flow(counts []*big.Int, weight func(dimacs.Lit) *big.Int) map[dimacs.Lit]*big.Int {
	sums := map[dimacs.Lit]*big.Int{}
	for v := range g.Named() {
		sums[dimacs.Lit(v)], sums[dimacs.Lit(-v)] = new(big.Int), new(big.Int)
	}
	rest := make([]big.Int, g.Len()) // indexed by node: the derivative
	rest[g.Root].SetInt64(1)
	var products []*big.Int // of the edge and its first children
	others, scratch := new(big.Int), new(big.Int)
	for n := g.Root; n > True; n-- {
		for _, e := range g.Edges(n) {
			product := Edge{Lits: e.Lits, Free: e.Free}.Count(nil, weight)
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
	return sums
}
