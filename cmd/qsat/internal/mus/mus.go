// Package mus finds two kinds of sets of groups of clauses. A minimal unsatisfiable subset
// (MUS) has no model, but has one as soon as any group is left out. A minimal correction set
// (MCS) must be removed from the formula to get a model, and no proper subset is enough.
//
// Example: the groups are 1: x, 2: -x or y, 3: -y, 4: -x. The MUSes are {1, 4} and {1, 2, 3}.
// The MCSes are {1}, {2, 4} and {3, 4}.
//
// Each group g has a selector: a new variable s, whose negation is added to the clauses of g.
// If s is true, the clauses of g must hold. If s is false, they are satisfied. A question about
// some groups assumes their selectors, on an incremental session of cdcl. If there is no model,
// the failed assumptions are the selectors of the groups that the refutation used. Counting and
// parity arguments help if clause learning takes long.
package mus

import (
	"context"
	"errors"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// A Problem is a formula whose clauses belong to groups.
type Problem struct {
	Formula *dimacs.Formula
	// Groups is indexed by clause, in the order of the formula: the number of its group,
	// from 1. The clauses of group 0 belong to every set. nil means that each clause is a
	// group: clause i, from 0, is group i+1. The length must be the number of clauses.
	Groups []int
}

// A Session answers questions about one problem. It keeps learned clauses between the
// questions. A session must not be used by several goroutines at the same time.
type Session struct {
	task   *engine.Task
	cdcl   *cdcl.Session // a session on the clauses with selectors
	work   int64         // the number of clauses in all calls of counted; a clause counts as a tick
	groups int           // the largest number of a group
	vars   int           // the number of variables of the formula; the selector of group g is vars+g

	clauses [][]dimacs.Lit // the clauses of the formula
	group   []int          // indexed by clause: its group
	members [][]int        // indexed by group: the indices of its clauses
}

// New returns a session on p. The caller must close it. New ignores the fields Formula, Assume,
// Threads and Proof of t. It returns an *engine.DeclinedError if there are more than
// dimacs.MaxVar variables and groups, and clause.ErrTooLarge if the clauses do not fit in memory.
func New(p Problem, t *engine.Task) (*Session, error) {
	f, s := p.Formula, &Session{task: t, vars: p.Formula.Vars, group: p.Groups}
	if s.group == nil {
		s.group = lists.From(1, f.NumClauses())
	}
	s.groups = slices.Max(append([]int{0}, s.group...))
	if s.groups > dimacs.MaxVar-s.vars {
		return nil, &engine.DeclinedError{Engine: cdcl.Name, Reason: "its variables and groups are more than 2^31-1"}
	}
	selected, buffer, may := &dimacs.Formula{}, []dimacs.Lit{}, []dimacs.Lit{}
	for c := range f.Clauses() {
		if s.clauses = append(s.clauses, c); s.group[len(s.clauses)-1] > 0 {
			c = append(append(buffer[:0], c...), -s.selector(s.group[len(s.clauses)-1]))
		}
		selected.Add(c...)
		may = append(may, c...) // tests assume selectors and the complements of clauses
	}
	s.members = make([][]int, s.groups+1)
	for i, g := range s.group {
		s.members[g] = append(s.members[g], i)
	}
	var err error
	if s.cdcl, err = cdcl.New().Open(t.About(selected).Under(may)); err != nil {
		return nil, err
	}
	for g := 1; g <= s.groups; g++ {
		s.cdcl.Prefer(-s.selector(g))
	}
	return s, nil
}

// Close ends the session and records its cost in the statistics of the task.
func (s *Session) Close() { s.cdcl.Close() }

// spent returns the work of the session since New in ticks: clause learning plus s.work.
func (s *Session) spent() int64 { return s.cdcl.Ticks + s.work }

// Groups returns the groups that have clauses, ascending.
func (s *Session) Groups() []int {
	groups := []int{}
	for g := 1; g <= s.groups; g++ {
		if len(s.members[g]) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// selector returns the literal whose assumption makes the clauses of group g hold.
func (s *Session) selector(g int) dimacs.Lit { return dimacs.Lit(s.vars + g) }

// A Query is a question to a session.
type Query struct {
	// Among lists the groups to choose from, each once. If there are several minimal subsets,
	// the groups at the beginning of the list are dropped first. nil means all groups in
	// ascending order.
	Among  []int
	Assume []dimacs.Lit // literals that must be true as well; the search does not minimize them
	Ticks  int64        // the work after which the search ends with ErrLimit; 0 means no limit
	// Final promises that the session gets no further question. The session may then add
	// clauses that are true for this question only, which makes the search faster.
	Final bool
	// Smaller is called with the first unsatisfiable subset and with each smaller one, as an
	// ascending list of groups. It may be nil.
	Smaller func(groups []int)
	known   []int // groups that need no test, because they belong to every unsatisfiable subset
}

// An Answer is a model of all groups in Query.Among, or an unsatisfiable subset of them.
type Answer struct {
	Model *dimacs.Assignment // nil if the groups have no model, or if the search was stopped
	// Groups is the subset, ascending. It is empty but not nil if group 0 alone has no model
	// under the assumptions. It is nil if there is a model, or if the search was stopped before
	// it found a subset.
	Groups  []int
	Minimal bool // there is a model if any group of Groups is left out
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

// refuted reports in unsat whether the groups, with group 0, have no model in which the literals assume
// are true. If so, core contains the groups that the refutation used, in the order of groups, and
// failed contains the literals of assume that it used. If not, s.model returns a model. refuted returns
// ErrLimit after about ticks ticks, where 0 means no limit, or another error of cdcl.
//
// It assumes the literals of assume first, and then the selectors from the last group to the
// first. A refutation uses early assumptions more often than late ones, so the first groups
// are dropped first.
func (s *Session) refuted(ctx context.Context, assume []dimacs.Lit, groups []int, ticks int64) (core []int, failed []dimacs.Lit, unsat bool, err error) {
	all := slices.Clone(assume)
	for _, g := range slices.Backward(groups) {
		if len(s.members[g]) > 0 {
			all = append(all, s.selector(g))
		}
	}
	lits, unsat, err := s.cdcl.Solve(ctx, all, ticks)
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

// model returns the model that the last call of refuted found, without selectors. It returns errWrong if
// the model falsifies a clause of groups or of group 0, or a literal of assume.
func (s *Session) model(groups []int, assume []dimacs.Lit) (*dimacs.Assignment, error) {
	whole, a := s.cdcl.Model(assume), &dimacs.Assignment{}
	for v := s.vars; v > 0; v-- {
		if whole.Value(v) {
			a.Set(v, true)
		}
	}
	if slices.ContainsFunc(assume, func(l dimacs.Lit) bool { return !a.Holds(l) }) {
		return nil, errWrong
	}
	for _, g := range append([]int{0}, groups...) {
		for _, i := range s.members[g] {
			if !a.Satisfies(s.clauses[i]) {
				return nil, errWrong
			}
		}
	}
	return a, nil
}

var errWrong = errors.New("internal error: the model found does not satisfy the groups")
