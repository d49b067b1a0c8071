package mus

import (
	"context"
	"errors"
	"slices"

	"queens/dimacs"
)

// firstEffort is the number of ticks after which a test of a group is put off for the
// first time. Each round of the tests that were put off doubles it.
const firstEffort = 1 << 20

// countAfter is the number of ticks after which the first refutation is searched by
// counting, too.
const countAfter = 1 << 22

// Minimal returns a minimal unsatisfiable subset of the groups in q, or a model of them.
// The errors are ErrLimit, clause.ErrTooLarge and the cause of ctx. With an error, the
// answer holds the smallest subset found so far, if there is one.
//
// It tests one group after the other: if the rest has no model, it keeps only the groups that
// the refutation used (clause-set refinement). Otherwise the group is needed, and rotation of
// the model finds further groups that are needed. While a group of one clause is tested, the
// complement of the clause is assumed, which changes no answer and makes refutations shorter.
// If clause learning takes long but a counting argument refutes all groups, arguments about
// fewer groups shrink the subset first. A test that takes long is put off, because it is often
// easier when fewer groups are left.
//
// Sources: J. Marques-Silva and I. Lynce, "On Improving MUS Extraction Algorithms", SAT
// 2011; A. Belov and J. Marques-Silva, "Accelerating MUS Extraction with Recursive Model
// Rotation", FMCAD 2011.
func (s *Session) Minimal(ctx context.Context, q Query) (Answer, error) {
	return s.minimal(ctx, q, nil)
}

// minimal is Minimal. Known lists groups that are in every unsatisfiable subset of the
// groups in q.
func (s *Session) minimal(ctx context.Context, q Query, known []int) (Answer, error) {
	among := s.all(q)
	end := s.spent() + q.Ticks
	left := func(effort int64) int64 { // the ticks for one test
		switch {
		case q.Ticks == 0:
			return effort
		case effort == 0:
			return max(1, end-s.spent())
		}
		return max(1, min(effort, end-s.spent()))
	}
	late := func() bool { return q.Ticks > 0 && s.spent() >= end }
	counts := false
	core, _, unsat, err := s.refuted(ctx, q.Assume, among, left(countAfter))
	if errors.Is(err, ErrLimit) && !late() {
		if counts, err = s.counted(ctx, q.Assume, among); counts {
			core, unsat = among, true
		} else if err == nil {
			core, _, unsat, err = s.refuted(ctx, q.Assume, among, left(0))
		}
	}
	if err != nil {
		return Answer{}, err
	}
	if !unsat {
		a, err := s.model(among, q.Assume)
		return Answer{Model: a}, err
	}
	m := &minimizer{Session: s, query: q, core: among, in: make([]bool, s.groups+1), needed: make([]bool, s.groups+1), counts: counts}
	for _, g := range among {
		m.in[g] = true
	}
	for _, g := range known {
		m.needed[g] = true
	}
	if m.keep(core); counts {
		if err := m.shrinkByCounting(ctx, late); err != nil {
			return m.answer(false), err
		}
	}
	s.rotation.load(s, m.core, q.Assume)
	for effort, waiting := int64(firstEffort), m.core; len(waiting) > 0; effort *= 2 {
		var later []int
		for _, g := range waiting {
			if m.needed[g] || !m.in[g] {
				continue
			}
			err := m.test(ctx, g, left(effort))
			switch {
			case errors.Is(err, ErrLimit) && !late():
				later = append(later, g)
			case err != nil:
				return m.answer(false), err
			}
		}
		waiting = later
	}
	return m.answer(true), nil
}

// A minimizer shrinks one unsatisfiable subset.
type minimizer struct {
	*Session
	query  Query
	core   []int  // the subset, in the order of Query.Among
	in     []bool // indexed by group: in core
	counts bool   // the first subset was refuted by counting
	needed []bool // indexed by group: known to be in every unsatisfiable subset of core
}

// answer returns the subset as an Answer.
func (m *minimizer) answer(minimal bool) Answer {
	a := Answer{Groups: append([]int{}, m.core...), Minimal: minimal}
	slices.Sort(a.Groups)
	return a
}

// test finds out whether group g of the core is needed. If not, it drops g, and groups that
// the refutation of the others did not use. It returns ErrLimit after about ticks ticks.
func (m *minimizer) test(ctx context.Context, g int, ticks int64) error {
	others := make([]int, 0, len(m.core))
	for _, needed := range []bool{false, true} { // the needed ones last, so that they are assumed first
		for _, h := range m.core {
			if h != g && m.needed[h] == needed {
				others = append(others, h)
			}
		}
	}
	assume, complement := m.query.Assume, []dimacs.Lit(nil)
	if of := m.of(g); len(of) == 1 {
		for _, l := range m.clauses[of[0]] {
			complement = append(complement, -l)
		}
		assume = append(slices.Clone(assume), complement...)
	}
	used, failed, unsat, err := m.refuted(ctx, assume, others, ticks)
	if m.counts && errors.Is(err, ErrLimit) {
		if unsat, err2 := m.counted(ctx, assume, others); unsat || err2 != nil {
			m.keep(others)
			return err2
		}
	}
	switch {
	case err != nil:
		return err
	case !unsat:
		return m.rotate(ctx, g)
	case slices.ContainsFunc(failed, func(l dimacs.Lit) bool {
		return slices.Contains(complement, l) && !slices.Contains(m.query.Assume, l)
	}):
		used = others // they imply the clause of g
	}
	m.keep(used)
	return nil
}

// keep drops the groups of the subset that are neither in used nor needed.
func (m *minimizer) keep(used []int) {
	uses := make(map[int]bool, len(used))
	for _, g := range used {
		uses[g] = true
	}
	m.core = slices.DeleteFunc(slices.Clone(m.core), func(g int) bool {
		if uses[g] || m.needed[g] {
			return false
		}
		m.in[g] = false
		m.rotation.remove(g)
		m.fix(-m.selector(g))
		return true
	})
	if m.query.Smaller != nil {
		m.query.Smaller(m.answer(false).Groups)
	}
}

// need marks group g as needed.
func (m *minimizer) need(g int) {
	m.needed[g] = true
	m.fix(m.selector(g))
}

// fix makes a selector true or false for good, if the query is final.
func (m *minimizer) fix(selector dimacs.Lit) {
	if m.query.Final && m.cdcl.Lit(selector) != 0 {
		m.cdcl.Add(selector)
	}
}
