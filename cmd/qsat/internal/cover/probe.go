package cover

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"time"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/random"
)

// Estimate estimates the nodes and models of Count by random walks through its subtrees. At the end
// of a walk the kernel counts the remaining subproblem, unless that has too many nodes. If the
// formula is refuted without a search, Estimate makes no walk. The result x is never nil. Estimate
// returns a DeclinedError or clause.ErrTooLarge if it does not accept the formula or the models are
// found one by one, and the cause if ctx ends.
func (e *Engine) Estimate(ctx context.Context, t *engine.Task) (x *engine.Estimate, err error) {
	x = &engine.Estimate{Engine: Name}
	p, end, err := begin(ctx, t, allModels)
	defer end()
	switch {
	case p == nil:
		return x, err
	case p.projection != nil:
		return x, errOneByOne
	}
	x.Shift = uint64(t.Projection(p.clauses).Unconstrained)
	w := &traversal{problem: p, ctx: ctx, total: new(big.Int)}
	w.divide(wantedSubtrees)
	if len(w.subtrees) == 0 || ctx.Err() != nil {
		return x, context.Cause(ctx)
	}
	b := &prober{traversal: w, x: x, search: newSearch(p.in, ctx.Err), at: p.in.newNode(), divided: p.nodes, limit: kernelNodes}
	if err = x.Walk(ctx, t, probeWork, b.walk); err == nil {
		b.measure(random.Walks.Rand(0))
	}
	return x, err
}

// A prober takes random walks down from the subtrees.
type prober struct {
	*traversal
	x       *engine.Estimate // the result
	search  *search          // holds the chosen options and the kernel of the current walk
	at      node             // the current node
	divided uint64           // the number of nodes visited to make the subtrees
	limit   uint64           // the largest number of nodes that the kernel may count at the end of a walk

	// The estimates of the current walk: the number of nodes at its depth, nodes so far, and models.
	scale, nodes, models big.Float
	addend               big.Float // scratch
}

// walk takes a random walk down from a random subtree, and adds its estimates of nodes and models to
// b.x. It may also set b.x.Model; see finish. It ends at a leaf, or where the kernel can count the
// remaining subproblem. The function choose(n) returns a random number from 0 to n-1. The result
// work is the work of the walk in nodes of the kernel. The error is an error of firstModel.
func (b *prober) walk(choose func(int) int) (work int64, err error) {
	sub := b.subtrees[choose(len(b.subtrees))]
	copy(b.at.available, sub.available)
	copy(b.at.uncovered, sub.uncovered)
	b.search.chosen = append(b.search.chosen[:0], sub.chosen...)
	b.scale.SetInt64(int64(len(b.subtrees)))
	b.nodes.SetUint64(b.divided)
	b.models.SetInt64(0)
	inKernel := false
	for branches := 1; branches > 0 && err == nil; {
		n, fits, counted := b.count()
		if fits && !inKernel {
			b.add(&b.nodes, 1) // the kernel counts its first node again
			inKernel = true
		}
		if work += stepWork + int64(b.search.kernel.nodes); counted {
			b.add(&b.nodes, b.search.kernel.nodes)
			err = b.finish(n, 0)
			break
		}
		if branches, err = b.step(choose); branches != 1 || !inKernel { // in a kernel, a forced choice makes no node
			b.add(&b.nodes, 1)
		}
		b.scale.Mul(&b.scale, b.addend.SetInt64(int64(max(branches, 1))))
	}
	b.x.Nodes.Add(&b.nodes)
	b.x.Models.Add(b.models.Mul(&b.models, b.addend.SetInt64(sub.weight)))
	return work, err
}

// count lets the kernel count the solutions below the current node. The result fits is true if
// the node fits into the kernel and has an uncovered item. The result counted is true if, in
// addition, the count took at most b.limit nodes; only then is n the number of solutions. The
// nodes of the kernel are in b.search.kernel.nodes.
func (b *prober) count() (n uint64, fits, counted bool) {
	k := &b.search.kernel
	k.budget = budget{interrupt: b.ctx.Err, limit: b.limit}
	available, uncovered, fits := k.load(b.in, b.at)
	if fits = fits && uncovered != 0; fits {
		n = k.count(available, uncovered)
	}
	return n, fits, fits && k.stopped == nil
}

// add adds n times the scale of the walk to sum.
func (b *prober) add(sum *big.Float, n uint64) {
	sum.Add(sum, b.addend.Mul(&b.scale, b.addend.SetUint64(n)))
}

// finish sets the estimate of models of a walk that ends at a node with n * 2^free solutions. If
// n > 0 and b.x.Model is nil, it sets b.x.Model to the first of these models. The error is an
// error of firstModel.
func (b *prober) finish(n uint64, free int) (err error) {
	if n > 0 && b.x.Model == nil {
		below := node{slices.Clone(b.at.available), slices.Clone(b.at.uncovered)}
		b.x.Model, err = b.firstModel(b.ctx, subtree{node: below, chosen: b.search.chosen}, 0)
	}
	b.models.SetMantExp(b.models.Mul(&b.scale, b.addend.SetUint64(n)), free)
	return err
}

// step moves from the current node to a random child, and returns the number of children. They
// are the same as in the search: without uncovered items, they choose or exclude an option that is in
// conflict with another one. At a leaf step returns 0; if all items are covered there, it calls finish and
// returns its error.
func (b *prober) step(choose func(int) int) (branches int, err error) {
	if b.at.uncovered.IsEmpty() {
		i := b.in.firstInConflict(b.at)
		switch {
		case i < 0:
			return 0, b.finish(1, b.at.available.Len())
		case choose(2) == 0:
			b.at.available.Remove(i)
		default:
			b.choose(i)
		}
		return 2, nil
	}
	index, branches := b.in.pick(b.at)
	if branches == 0 {
		return 0, nil
	}
	options := b.in.availableOptions(b.at, index)
	k := choose(branches)
	for _, i := range options[:k] {
		b.at.available.Remove(i)
	}
	b.choose(options[k])
	return branches, nil
}

// choose moves to the child of the current node in which option i is chosen.
func (b *prober) choose(i int) {
	b.search.chosen = append(b.search.chosen, int32(i))
	b.in.choose(b.at, i, b.at)
}

// measure measures the time per node at the start of timedSubtrees random subtrees, for b.x.
func (b *prober) measure(random *rand.Rand) {
	for range timedSubtrees {
		sub, s, start := b.subtrees[random.IntN(len(b.subtrees))], newSearch(b.in, b.ctx.Err), time.Now()
		s.kernel.limit = timedNodes
		s.below(node{slices.Clone(sub.available), slices.Clone(sub.uncovered)}) // the error does not matter
		b.x.Timed(start, s.kernel.nodes)
	}
}

// estimate estimates the number of nodes below the subtrees in list, which it counts like walk.
// It makes the given number of random walks, each from a random subtree. If a walk chooses one
// of k branches, its later nodes count k times. The estimate of an empty list is 0.
//
// Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics
// of Computation 29, 1975.
func (in *instance) estimate(list []subtree, walks int, random *rand.Rand) float64 {
	if len(list) == 0 {
		return 0
	}
	sum, n := 0.0, in.newNode()
	for range walks {
		s := list[random.IntN(len(list))]
		copy(n.available, s.available)
		copy(n.uncovered, s.uncovered)
		sum += in.walk(n, random)
	}
	return sum / float64(walks) * float64(len(list))
}

// walk takes a random walk down from n, which it changes, and returns its estimate of the number of
// nodes from n down. As in the kernel, an item with only one option makes no further node, and a
// node without uncovered items does not count.
func (in *instance) walk(n node, random *rand.Rand) (nodes float64) {
	for walks := 1.0; !n.uncovered.IsEmpty(); {
		index, options := in.pick(n)
		if options == 0 {
			return nodes + walks
		}
		if options > 1 {
			nodes += walks
			walks *= float64(options)
		}
		list := in.availableOptions(n, index)
		in.choose(n, list[random.IntN(options)], n)
	}
	return nodes
}
