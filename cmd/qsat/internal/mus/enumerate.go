package mus

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// A Subset is a minimal unsatisfiable subset or a minimal correction set.
type Subset struct {
	Groups     []int // ascending
	Correction bool  // true for a minimal correction set
}

// Enumerate calls found once for each minimal unsatisfiable subset and each minimal correction
// set of the groups in q, as soon as it is known. If the groups have a model, Enumerate returns
// the model and does not call found; otherwise the model is nil. It stops at the first error of found
// and returns this error. Other errors are clause.ErrTooLarge, the cause of ctx and errWrong. It ignores
// Query.Final, Query.Ticks and Query.Smaller.
//
// A formula, the map, describes the sets of groups that are not explored yet; see explored.
// Enumerate takes a maximal unexplored set, the seed. If the seed has a model, the groups outside
// the seed are a minimal correction set, and the map excludes all subsets of the seed. Otherwise
// Enumerate shrinks the seed to a minimal unsatisfiable subset, and the map excludes all sets
// that contain this subset.
//
// Source: M. H. Liffiton, A. Previti, A. Malik and J. Marques-Silva, "Fast, Flexible MUS
// Enumeration", Constraints 21, 2016.
func (s *Session) Enumerate(ctx context.Context, q Query, found func(Subset) error) (*dimacs.Assignment, error) {
	among := slices.Clone(s.all(q))
	m, err := &explored{among: among, with: map[int][]int{}}, error(nil)
	if m.cdcl, err = cdcl.New().Open(&engine.Task{Formula: &dimacs.Formula{}, Threads: 1}); err != nil {
		return nil, err
	}
	defer m.cdcl.Close()
	q.Final, q.Ticks, q.Smaller = false, 0, nil
	for {
		seed, err := m.seed(ctx)
		if err != nil || seed == nil {
			return nil, err
		}
		q.Among = seed
		a, err := s.Minimal(ctx, q)
		if err != nil {
			return nil, err
		}
		set := Subset{Groups: a.Groups}
		switch {
		case a.Model == nil:
		case len(seed) == len(among):
			return a.Model, nil
		default:
			out := slices.DeleteFunc(slices.Clone(among), func(g int) bool { return m.in[g] })
			if slices.Sort(out); len(out) == 1 {
				q.known = append(q.known, out...) // a correction set of one group
			}
			set = Subset{out, true}
		}
		if err = m.exclude(set); err == nil {
			err = found(set)
		}
		if err != nil {
			return nil, err
		}
	}
}

// explored is the map of Enumerate. The variables of its formula are the numbers of the groups. Each model of
// the formula is an unexplored set: the groups whose variables are true.
type explored struct {
	cdcl  *cdcl.Session // a session on the map
	among []int         // all groups of the query, in its order
	unsat [][]int       // the minimal unsatisfiable subsets so far
	with  map[int][]int // indexed by group: the indices in unsat of the subsets that contain it
	in    map[int]bool  // the groups of the last seed
}

// seed returns a maximal unexplored set of groups, in the order of among, or nil if every set
// is explored. It sets m.in to the same groups. It adds each group to a model of the map unless the set
// would then contain a subset in unsat. The clauses of correction sets stay satisfied, because they are
// positive. The error is an error of cdcl or the cause of ctx.
func (m *explored) seed(ctx context.Context) ([]int, error) {
	for _, g := range m.among {
		m.cdcl.Prefer(dimacs.Lit(g))
	}
	if _, unsat, err := m.cdcl.Solve(ctx, nil, 0); unsat || err != nil {
		return nil, err
	}
	a := m.cdcl.Model(nil)
	m.in = make(map[int]bool, len(m.among))
	missing := lists.Map(m.unsat, func(c []int) int { return len(c) }) // indexed like unsat: the number of groups outside the seed
	add := func(g int) {
		m.in[g] = true
		for _, i := range m.with[g] {
			missing[i]--
		}
	}
	for _, g := range m.among {
		if a.Holds(dimacs.Lit(g)) {
			add(g)
		}
	}
	for _, g := range m.among {
		if !m.in[g] && !slices.ContainsFunc(m.with[g], func(i int) bool { return missing[i] == 1 }) {
			add(g)
		}
	}
	return slices.DeleteFunc(slices.Clone(m.among), func(g int) bool { return !m.in[g] }), nil
}

// exclude marks as explored every set that contains all groups of set, a minimal unsatisfiable subset. If
// set is a correction set, exclude marks every set that contains no group of it. The error is
// clause.ErrTooLarge.
func (m *explored) exclude(set Subset) error {
	var lits []dimacs.Lit
	for _, g := range set.Groups {
		lits = append(lits, dimacs.Lit(g))
		if !set.Correction {
			m.with[g] = append(m.with[g], len(m.unsat))
		}
	}
	if !set.Correction {
		m.unsat, lits = append(m.unsat, set.Groups), dimacs.Negated(lits)
	}
	return m.cdcl.Add(lits...)
}
