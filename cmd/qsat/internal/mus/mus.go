// Package mus finds minimal unsatisfiable subsets (MUSes) of groups of clauses: the groups
// of the subset have no model together, but any of them can be left out for a model. It
// also finds minimal correction sets (MCSes): without the groups of the set the others have a
// model, but not without fewer of them.
//
// Each group has a selector, a variable that makes its clauses hold. A question assumes the
// selectors of some groups, on an incremental session of cdcl, and the failed assumptions
// name the groups that the refutation used. If that takes long, counting arguments help.
package mus

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A Problem is a formula whose clauses belong to groups.
type Problem struct {
	Formula *dimacs.Formula
	// Groups is indexed by clause, in the order of the formula: the number of its group,
	// from 1. The clauses of group 0 always hold. nil means that each clause is a group, and
	// that clause i, from 0, is group i+1.
	Groups []int
}

// A Session answers questions about one problem. It keeps learned clauses between the
// questions. A session must not be used by several goroutines at the same time.
type Session struct {
	task   *engine.Task
	cdcl   *cdcl.Session
	work   int64 // of counting, in ticks
	groups int   // number of groups
	vars   int   // the selector of group g is the variable vars+g

	clauses  [][]dimacs.Lit // the clauses of the formula
	group    []int          // indexed by clause: its group
	byGroup  []int          // the clauses ordered by group
	first    []int          // indexed by group: the index in byGroup of its first clause
	rotation rotation
}

// New returns a session on p, which the caller must close. The fields Formula, Assume,
// Threads and Proof of t are ignored. The errors are about the size of the problem: there are
// too many variables, or clause.ErrTooLarge.
func New(p Problem, t *engine.Task) (*Session, error) {
	f, s := p.Formula, &Session{task: t, vars: p.Formula.Vars, group: p.Groups}
	if s.group == nil {
		s.group = make([]int, f.NumClauses())
		for i := range s.group {
			s.group[i] = i + 1
		}
	}
	if len(s.group) != f.NumClauses() || slices.ContainsFunc(s.group, func(g int) bool { return g < 0 }) {
		return nil, fmt.Errorf("internal error: the groups do not fit the formula")
	}
	for _, g := range s.group {
		s.groups = max(s.groups, g)
	}
	if s.groups > dimacs.MaxVar-s.vars {
		return nil, &engine.DeclinedError{Engine: cdcl.Name, Reason: "its variables and groups are more than 2^31-1"}
	}
	selected, buffer := &dimacs.Formula{}, []dimacs.Lit{}
	for c := range f.Clauses() {
		if s.clauses = append(s.clauses, c); s.group[len(s.clauses)-1] > 0 {
			c = append(append(buffer[:0], c...), -s.selector(s.group[len(s.clauses)-1]))
		}
		selected.Add(c...)
	}
	s.order()
	var err error
	if s.cdcl, err = cdcl.NewIncremental(t.About(selected)); err != nil {
		return nil, err
	}
	for g := 1; g <= s.groups; g++ {
		s.cdcl.Prefer(-s.selector(g))
	}
	return s, nil
}

// order lists the clauses by group.
func (s *Session) order() {
	s.first, s.byGroup = make([]int, s.groups+2), make([]int, len(s.group))
	for _, g := range s.group {
		s.first[g+1]++
	}
	for g := range s.groups + 1 {
		s.first[g+1] += s.first[g]
	}
	next := slices.Clone(s.first)
	for i, g := range s.group {
		s.byGroup[next[g]] = i
		next[g]++
	}
}

// of returns the indices of the clauses of group g.
func (s *Session) of(g int) []int { return s.byGroup[s.first[g]:s.first[g+1]] }

// Close ends the session and records its cost in the statistics of the task.
func (s *Session) Close() { s.cdcl.Close() }

// spent returns the work of all questions so far, in ticks.
func (s *Session) spent() int64 { return s.cdcl.Ticks + s.work }

// Groups returns the groups that have clauses, ascending.
func (s *Session) Groups() []int {
	groups := []int{}
	for g := 1; g <= s.groups; g++ {
		if s.first[g] < s.first[g+1] {
			groups = append(groups, g)
		}
	}
	return groups
}

func (s *Session) selector(g int) dimacs.Lit { return dimacs.Lit(s.vars + g) }

// A Query is a question to a session.
type Query struct {
	// Among lists the groups to choose from, each once. The groups that come first are tried
	// first, so they are dropped where there is a choice. nil means all groups in ascending
	// order.
	Among  []int
	Assume []dimacs.Lit // literals that hold in addition; they are not minimized
	Ticks  int64        // the work after which ErrLimit ends the search; 0 means no limit
	// Final promises that the session gets no further question. This saves time.
	Final bool
	// Smaller, if it is not nil, is called with the groups, ascending, of the first
	// unsatisfiable subset and of each smaller one.
	Smaller func(groups []int)
}

// An Answer is a model of all groups in Query.Among, or an unsatisfiable subset of them.
type Answer struct {
	Model *dimacs.Assignment // nil if there is none
	// Groups is the subset, ascending. It is empty if the clauses that always hold have no
	// model under the assumptions, and nil if there is a model or the search was stopped
	// before it found a subset.
	Groups  []int
	Minimal bool // no group of Groups can be left out
}

// ErrLimit is the error of a search that reaches Query.Ticks.
var ErrLimit = cdcl.ErrLimit

// all returns the groups of q.Among, or all groups with clauses.
func (s *Session) all(q Query) []int {
	if q.Among != nil {
		return q.Among
	}
	return s.Groups()
}

// refuted asks whether the groups have no model with the literals assume. The first
// assumptions are assume, then come the groups from the last to the first, because a
// refutation rather uses assumptions that were made early. If there is no model, core holds
// the groups that the refutation used, in the order of groups, and failed the literals of
// assume.
func (s *Session) refuted(ctx context.Context, assume []dimacs.Lit, groups []int, ticks int64) (core []int, failed []dimacs.Lit, unsat bool, err error) {
	all := slices.Clone(assume)
	for _, g := range slices.Backward(groups) {
		if s.first[g] < s.first[g+1] {
			all = append(all, s.selector(g))
		}
	}
	lits, unsat, err := s.cdcl.Refute(ctx, all, ticks)
	core = []int{}
	for _, l := range slices.Backward(lits) {
		if l.Var() > s.vars {
			core = append(core, int(l)-s.vars)
		} else {
			failed = append(failed, l)
		}
	}
	return core, failed, unsat, err
}

// model returns the model that the last call of the cdcl session found, without selectors,
// or an error if it is wrong.
func (s *Session) model(groups []int, assume []dimacs.Lit) (*dimacs.Assignment, error) {
	found, a := s.cdcl.Model(assume), &dimacs.Assignment{}
	for v := s.vars; v > 0; v-- {
		if found.Value(v) {
			a.Set(v, true)
		}
	}
	for _, l := range assume {
		if !a.Holds(l) {
			return nil, errWrong
		}
	}
	for _, g := range append([]int{0}, groups...) {
		for _, i := range s.of(g) {
			if !a.Satisfies(s.clauses[i]) {
				return nil, errWrong
			}
		}
	}
	return a, nil
}

var errWrong = errors.New("internal error: the model found does not satisfy the groups")

// literal converts a literal of the formula to one that indexes a slice.
func (s *Session) literal(l dimacs.Lit) clause.Lit { return s.cdcl.Lit(l) }
