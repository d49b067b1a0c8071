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
	meter := t.Meter(Name)
	defer meter.Done()
	s := &search{Database: d, task: t, counters: counters(ctx, d), work: work}
	for _, likely := range []bool{false, true} {
		if refuted, err := s.refute(ctx, likely); refuted || err != nil {
			return refuted, err
		}
	}
	return false, context.Cause(ctx)
}

type search struct {
	*clause.Database
	task     *engine.Task
	counters [][]*level
	work     int

	lits    []clause.Lit
	is      map[clause.Lit]bool
	pigeons []pigeon
}

func (s *search) refute(ctx context.Context, likely bool) (refuted bool, err error) {
	s.lits, s.is, s.pigeons = nil, map[clause.Lit]bool{}, nil
	for i, c := range s.counters {
		for _, level := range c {
			s.add(level.labels, level, i+1)
		}
	}
	s.addClauses(ctx, likely)
	if len(s.pigeons) < 2 || len(s.lits) > maxCandidates {
		return false, context.Cause(ctx)
	}
	g := group(ctx, s.Database, s.lits, s.work)
	if g == nil {
		return false, context.Cause(ctx)
	}
	for _, p := range s.pigeons {
		for i, l := range p.lits {
			p.lits[i] = g.number[l] - 1 // until now the literal
		}
	}
	h := newHousing(s.pigeons, g.cliques(ctx, s.work), len(s.lits))
	order := make([]int, len(h.cliques))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(h.places[b]) - len(h.places[a]) })
	for _, first := range order[:min(trials, len(order))] {
		h.fill(first)
		if crowd := h.crowd(); crowd != nil {
			if s.task.Proof == nil {
				return true, nil
			}
			return true, newProof(s.task.Proof, s.Database, g, h, crowd, s.task.Formula.Vars).write(ctx)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return false, context.Cause(ctx)
}

// add adds a pigeon, whose literals are not numbered yet.
func (s *search) add(lits []clause.Lit, l *level, counter int) {
	p := pigeon{make([]int32, len(lits)), make([]int32, len(lits)), l, counter}
	for i, l := range lits {
		p.lits[i] = int32(l)
		if !s.is[l] {
			s.is[l] = true
			s.lits = append(s.lits, l)
		}
	}
	s.pigeons = append(s.pigeons, p)
}

// addClauses adds those whose literals are in no binary clauses, but their complements are;
// where it is only likely that they are choices, in half as many.
func (s *search) addClauses(ctx context.Context, likely bool) {
	pairs := make([]int32, s.NumLits())
	for l := range clause.Until(ctx, s.Literals) {
		for _, w := range s.Watching(l) {
			if w.IsBinary() {
				pairs[l]++
			}
		}
	}
	for c := range s.All(ctx) {
		open := slices.DeleteFunc(slices.Clone(s.Lits(c)), func(l clause.Lit) bool { return s.Value(l) < 0 })
		if !slices.ContainsFunc(open, func(l clause.Lit) bool {
			return s.Value(l) > 0 || pairs[l.Not()] == 0 || pairs[l] > 0 && !(likely && pairs[l.Not()] >= 2*pairs[l])
		}) {
			s.add(open, nil, 0)
		}
	}
	for l := range s.Literals {
		if !s.is[l] || s.Value(l) != 0 {
			continue
		}
		for _, w := range s.Watching(l) {
			if k := w.Lit(); w.IsBinary() && k > l && s.is[k] && s.Value(k) == 0 {
				s.add([]clause.Lit{l, k}, nil, 0)
			}
		}
	}
}
