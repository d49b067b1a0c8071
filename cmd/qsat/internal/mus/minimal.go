package mus

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"queens/cmd/qsat/internal/cardinality"
	"queens/cmd/qsat/internal/parity"
	"queens/dimacs"
)

// firstEffort is the number of ticks that a test of one group may take in the first round. Tests
// that take longer are repeated in the next round, with twice the number of ticks.
const firstEffort = 1 << 20

// countAfter is the number of ticks that clause learning may spend on the refutation of all groups
// before minimal searches for a counting argument. Without an argument, clause learning continues.
const countAfter = 1 << 22

// Minimal returns a minimal unsatisfiable subset of the groups in q, or a model of them. The errors are
// ErrLimit, clause.ErrTooLarge, the cause of ctx and errWrong. With an error, the answer contains the
// smallest unsatisfiable subset so far, if there is one; it need not be minimal.
//
// Minimal begins with the groups that a refutation of all groups uses, the core. Then it tests
// each group of the core: does the core without this group have a model?
//   - If not, the core shrinks to the groups that this refutation used (clause-set refinement).
//   - If so, the group is needed. Model rotation finds further needed groups; see rotate.
//
// Three techniques save time. A test of a group with one clause assumes the complement of the
// clause. This changes no answer, because a model of the core without the group falsifies the
// clause. A test that takes long is repeated later, when fewer groups are left. If clause learning
// does not refute all groups within countAfter but a counting argument does, counting shrinks the core
// before the tests begin.
//
// Sources: J. Marques-Silva and I. Lynce, "On Improving MUS Extraction Algorithms", SAT
// 2011; A. Belov and J. Marques-Silva, "Accelerating MUS Extraction with Recursive Model
// Rotation", FMCAD 2011.
func (s *Session) Minimal(ctx context.Context, q Query) (Answer, error) {
	among := s.all(q)
	end := s.spent() + q.Ticks
	budget := func(effort int64) int64 { // the ticks for one refutation: at most effort, unless it is 0
		if q.Ticks == 0 {
			return effort
		}
		return max(1, min(cmp.Or(effort, math.MaxInt64), end-s.spent()))
	}
	expired := func() bool { return q.Ticks > 0 && s.spent() >= end }
	counts := false
	core, _, unsat, err := s.refuted(ctx, q.Assume, among, budget(countAfter))
	if errors.Is(err, ErrLimit) && !expired() {
		if counts, err = s.counted(ctx, q.Assume, among); counts {
			core, unsat = among, true
		} else if err == nil {
			core, _, unsat, err = s.refuted(ctx, q.Assume, among, budget(0))
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
	for _, g := range q.known {
		m.needed[g] = true
	}
	if m.keep(core); counts {
		if err := m.shrinkByCounting(ctx, expired); err != nil {
			return m.answer(false), err
		}
	}
	m.load()
	for effort, waiting := int64(firstEffort), m.core; len(waiting) > 0; effort *= 2 {
		var later []int
		for _, g := range waiting {
			if m.needed[g] || !m.in[g] {
				continue
			}
			err := m.test(ctx, g, budget(effort))
			switch {
			case errors.Is(err, ErrLimit) && !expired():
				later = append(later, g)
			case err != nil:
				return m.answer(false), err
			}
		}
		waiting = later
	}
	return m.answer(true), nil
}

// A minimizer shrinks one unsatisfiable subset, the core, until it is minimal.
type minimizer struct {
	*Session
	query  Query
	core   []int  // in the order of Query.Among
	in     []bool // indexed by group: whether it is in core; true for group 0 after load
	counts bool   // a counting argument refuted the first core
	needed []bool // indexed by group: known to belong to every unsatisfiable subset of core
	rotation
}

// answer returns the core as an Answer without a model, and with the given Minimal.
func (m *minimizer) answer(minimal bool) Answer {
	a := Answer{Groups: append([]int{}, m.core...), Minimal: minimal}
	slices.Sort(a.Groups)
	return a
}

// test decides whether group g of the core is needed. If so, it marks g by rotate. If not, it drops g. If
// clause learning refuted the other groups without the complement of the clause of g, test also drops the
// groups that it did not use and that are not marked. It returns ErrLimit after about ticks ticks, where 0
// means no limit, or another error of Minimal. A limit of clause learning is no error if m.counts is set
// and counted refutes the other groups.
func (m *minimizer) test(ctx context.Context, g int, ticks int64) error {
	others := make([]int, 0, len(m.core))
	for _, needed := range []bool{false, true} { // needed groups last, so that refuted assumes them first
		for _, h := range m.core {
			if h != g && m.needed[h] == needed {
				others = append(others, h)
			}
		}
	}
	assume, complement := m.query.Assume, []dimacs.Lit(nil)
	if indices := m.members[g]; len(indices) == 1 {
		complement = dimacs.Negated(m.clauses[indices[0]])
		assume = slices.Concat(assume, complement)
	}
	used, failed, unsat, err := m.refuted(ctx, assume, others, ticks)
	if m.counts && errors.Is(err, ErrLimit) {
		unsat, err2 := m.counted(ctx, assume, others)
		if unsat {
			m.keep(others)
		}
		if unsat || err2 != nil {
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
		// The refutation used the complement of the clause of g, so its groups may have a model
		// without it. All other groups together imply the clause, and have none.
		used = others
	}
	m.keep(used)
	return nil
}

// keep drops the groups of the core that are neither in used nor needed, and calls Query.Smaller with
// the core, if that is not nil. It fixes the selectors of the dropped groups as false; see fix.
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
		m.fix(-m.selector(g))
		return true
	})
	if m.query.Smaller != nil {
		m.query.Smaller(m.answer(false).Groups)
	}
}

// need records that group g is needed, and fixes its selector as true; see fix.
func (m *minimizer) need(g int) {
	m.needed[g] = true
	m.fix(m.selector(g))
}

// fix adds a selector, or its negation, as a unit clause if the query is final. It does nothing if no
// clause contains the selector.
func (m *minimizer) fix(selector dimacs.Lit) {
	if m.query.Final && m.cdcl.Lit(selector) != 0 {
		m.cdcl.Add(selector)
	}
}

// Limits of the work on counting arguments.
const (
	// A search for one argument may do countingWork steps, and countingWorkPerClause more for
	// each clause. The functions Refute of cardinality and parity define a step.
	countingWork          = 1 << 18
	countingWorkPerClause = 4
	// shrinkingWork is the number of clauses that shrinkByCounting may pass to counted, as a sum
	// over its calls.
	shrinkingWork = 1 << 24
)

// counted reports whether unit propagation, a parity argument or a counting argument refutes the groups
// and group 0 under the assumptions assume. Such arguments refute some formulas easily that are hard for
// clause learning, such as pigeonhole formulas. Package checker checks each argument. Unless unit
// propagation refutes the groups, the number of clauses is added to s.work. The errors are
// clause.ErrTooLarge and the cause of ctx.
func (s *Session) counted(ctx context.Context, assume []dimacs.Lit, groups []int) (bool, error) {
	f := &dimacs.Formula{}
	for _, g := range append([]int{0}, groups...) {
		for _, i := range s.members[g] {
			f.Add(s.clauses[i]...)
		}
	}
	for _, l := range assume {
		f.Vars = max(f.Vars, l.Var())
	}
	t := s.task.About(f).Under(assume)
	d, err := t.Clauses()
	if err != nil || d.Unsat {
		return err == nil, err
	}
	work := countingWork + countingWorkPerClause*f.NumClauses()
	s.work += int64(f.NumClauses())
	if is, err := parity.Refute(ctx, t, work); is || err != nil {
		return is, err
	}
	return cardinality.Refute(ctx, t, work)
}

// shrinkByCounting shrinks the core with counted alone. It divides the core into two chunks, and drops
// the groups of a chunk that are not needed if counted refutes the other groups of the core. Then it does
// the same with chunks of half the size, down to single groups. It ends early, without an error, after
// shrinkingWork clauses or when expired returns true. The errors are those of counted.
func (m *minimizer) shrinkByCounting(ctx context.Context, expired func() bool) error {
	end, omitted := m.work+shrinkingWork, make([]bool, m.groups+1)
	for size := (len(m.core) + 1) / 2; size > 0; size /= 2 {
		for chunk := range slices.Chunk(slices.Clone(m.core), size) {
			clear(omitted)
			for _, g := range chunk {
				omitted[g] = !m.needed[g]
			}
			others := slices.DeleteFunc(slices.Clone(m.core), func(g int) bool { return omitted[g] })
			if len(others) == len(m.core) {
				continue
			}
			if m.work > end || expired() {
				return nil
			}
			is, err := m.counted(ctx, m.query.Assume, others)
			if err != nil {
				return err
			}
			if is {
				m.keep(others)
			}
		}
	}
	return nil
}
