// Package cardinality refutes formulas by counting.
package cardinality

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
)

// Name is that of the technique in statistics.
const Name = "cardinality"

const (
	maxCandidates = 1 << 14
	trials        = 8
)

// Refute reports whether...
func Refute(ctx context.Context, t *engine.Task, work int) (refuted bool, err error) {
	d, err := t.Clauses(ctx)
	if err != nil || d.Unsat {
		return false, err
	}
	lits, clauses := candidates(ctx, d)
	if len(clauses) < 2 || len(lits) > maxCandidates {
		return false, context.Cause(ctx)
	}
	meter := t.Meter(Name)
	defer meter.Done()
	g := group(ctx, d, lits, work)
	if g == nil {
		return false, context.Cause(ctx)
	}
	cliques := g.cliques(ctx, work)
	var pigeons []pigeon
	for _, c := range clauses {
		p := pigeon{make([]int32, len(c)), make([]int32, len(c))}
		for i, l := range c {
			p.lits[i] = g.number[l] - 1
		}
		pigeons = append(pigeons, p)
	}
	h := newHousing(pigeons, cliques, len(lits))
	order := make([]int, len(cliques))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(h.places[b]) - len(h.places[a]) })
	for _, first := range order[:min(trials, len(order))] {
		h.fill(first)
		if crowd := h.crowd(); crowd != nil {
			if t.Proof == nil {
				return true, nil
			}
			return true, newProof(t.Proof, d, g, h, crowd, t.Formula.Vars).write(ctx)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return false, context.Cause(ctx)
}

// candidates returns the clauses whose literals may be pigeons, and the literals.
func candidates(ctx context.Context, d *clause.Database) (lits []clause.Lit, clauses [][]clause.Lit) {
	pairs := make([]int32, d.NumLits())
	for l := range clause.Until(ctx, d.Literals) {
		for _, w := range d.Watching(l) {
			if w.IsBinary() {
				pairs[l]++
			}
		}
	}
	likely := func(l clause.Lit) bool { return pairs[l.Not()] > 0 && pairs[l.Not()] >= 2*pairs[l] }
	is := make([]bool, d.NumLits())
	take := func(c []clause.Lit) {
		clauses = append(clauses, c)
		for _, l := range c {
			if !is[l] {
				is[l] = true
				lits = append(lits, l)
			}
		}
	}
	for c := range d.All(ctx) {
		open := slices.DeleteFunc(slices.Clone(d.Lits(c)), func(l clause.Lit) bool { return d.Value(l) < 0 })
		if !slices.ContainsFunc(open, func(l clause.Lit) bool { return d.Value(l) > 0 || !likely(l) }) {
			take(open)
		}
	}
	for l := range d.Literals {
		if !is[l] || d.Value(l) != 0 {
			continue
		}
		for _, w := range d.Watching(l) {
			if k := w.Lit(); w.IsBinary() && k > l && is[k] && d.Value(k) == 0 {
				clauses = append(clauses, []clause.Lit{l, k})
			}
		}
	}
	return lits, clauses
}
