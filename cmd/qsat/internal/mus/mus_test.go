package mus

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// begin returns a session on p that the end of the test closes.
func begin(t *testing.T, p Problem) *Session {
	t.Helper()
	s, err := New(p, &engine.Task{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// draw returns a random problem with at most 8 groups.
func draw(r *rand.Rand) Problem {
	p := Problem{Formula: generate.Random(r, 5, 8+r.IntN(30), 1, 2, 2, 3, 3)}
	for range p.Formula.NumClauses() {
		p.Groups = append(p.Groups, r.IntN(9))
	}
	return p
}

// A truth knows which sets of the groups 1 to 8 have a model: bit g-1 of a set is group g.
type truth [256]bool

// truthOf tries all assignments.
func truthOf(p Problem, assume []dimacs.Lit) (sat truth) {
next:
	for _, a := range enginetest.Models((&dimacs.Formula{Vars: p.Formula.Vars}).WithUnits(assume)) {
		holds, i := 255, 0
		for c := range p.Formula.Clauses() {
			if !a.Satisfies(c) {
				if p.Groups[i] == 0 {
					continue next
				}
				holds &^= 1 << (p.Groups[i] - 1)
			}
			i++
		}
		for set := range sat {
			sat[set] = sat[set] || set&^holds == 0
		}
	}
	return sat
}

func (sat *truth) isMUS(set int) bool {
	return !sat[set] && !slices.ContainsFunc(groupsOf(set), func(g int) bool { return !sat[set&^(1<<(g-1))] })
}

func groupsOf(set int) []int {
	groups := []int{}
	for ; set != 0; set &= set - 1 {
		groups = append(groups, bits.TrailingZeros(uint(set))+1)
	}
	return groups
}

func setOf(groups []int) (set int) {
	for _, g := range groups {
		set |= 1 << (g - 1)
	}
	return set
}

// TestMinimal compares answers with all assignments, for several questions to one session.
func TestMinimal(t *testing.T) {
	r, unsat := rand.New(rand.NewPCG(1, 53)), 0
	for i := range 150 {
		p := draw(r)
		s := begin(t, p)
		for range 5 {
			q := Query{}
			q.Assume = generate.Lits(r, 5, r.IntN(3))
			if r.IntN(2) == 0 {
				q.Among = []int{}
				for _, g := range r.Perm(s.groups)[:r.IntN(s.groups+1)] {
					q.Among = append(q.Among, g+1)
				}
			}
			smallest := 1 << 8
			q.Smaller = func(groups []int) {
				if len(groups) > smallest {
					t.Errorf("problem %d: %v after a subset of %d groups", i, groups, smallest)
				}
				smallest = len(groups)
			}
			compare(t, fmt.Sprintf("problem %d, %v of %v", i, q.Assume, q.Among), s, p, q, &unsat)
		}
		compare(t, fmt.Sprintf("problem %d, final", i), s, p, Query{Final: true}, &unsat)
	}
	if unsat < 200 {
		t.Errorf("only %d questions have no model", unsat)
	}
}

func compare(t *testing.T, name string, s *Session, p Problem, q Query, unsat *int) {
	t.Helper()
	sat := truthOf(p, q.Assume)
	all := s.all(q)
	a, err := s.Minimal(t.Context(), q)
	switch {
	case err != nil:
		t.Errorf("%s: %v", name, err)
	case (a.Model != nil) != sat[setOf(all)]:
		t.Errorf("%s: %+v", name, a)
	case a.Model == nil:
		*unsat++
		if a.Groups == nil || !a.Minimal || !sat.isMUS(setOf(a.Groups)) || setOf(a.Groups)&^setOf(all) != 0 || !slices.IsSorted(a.Groups) {
			t.Errorf("%s: %+v is not minimal", name, a)
		}
	}
}

// TestPreference checks that Minimal drops the first groups if there are several minimal subsets.
func TestPreference(t *testing.T) {
	f := &dimacs.Formula{}
	for _, l := range []dimacs.Lit{1, 1, -1, -1} {
		f.Add(l)
	}
	s := begin(t, Problem{Formula: f})
	for _, test := range []struct{ among, want []int }{
		{nil, []int{2, 4}}, {[]int{4, 3, 2, 1}, []int{1, 3}}, {[]int{1, 4, 2, 3}, []int{2, 3}},
	} {
		a, err := s.Minimal(t.Context(), Query{Among: test.among})
		if diff := cmp.Diff(test.want, a.Groups); diff != "" || err != nil {
			t.Errorf("%v: %v (-want +got)\n%s", test.among, err, diff)
		}
	}
}

// TestEnumerate compares all subsets with all assignments.
func TestEnumerate(t *testing.T) {
	r, subsets := rand.New(rand.NewPCG(2, 53)), map[bool]int{}
	for i := range 150 {
		p := draw(r)
		sat, s := truthOf(p, nil), begin(t, p)
		all := 1<<s.groups - 1
		var want, got []string
		for set := range all + 1 {
			if sat.isMUS(set) {
				want = append(want, fmt.Sprint(groupsOf(set), false))
			}
			others := all &^ set
			if !sat[all] && sat[others] && !slices.ContainsFunc(groupsOf(set), func(g int) bool { return sat[others|1<<(g-1)] }) {
				want = append(want, fmt.Sprint(groupsOf(set), true))
			}
		}
		model, err := s.Enumerate(t.Context(), Query{}, func(set Subset) error {
			subsets[set.Correction]++
			got = append(got, fmt.Sprint(set.Groups, set.Correction))
			return nil
		})
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" || err != nil || (model != nil) != sat[all] {
			t.Errorf("problem %d: %v, a model %v (-want +got)\n%s", i, err, model != nil, diff)
		}
	}
	if subsets[false] < 300 || subsets[true] < 300 {
		t.Errorf("%v", subsets)
	}
}

// TestPigeonhole checks that all clauses of a formula are needed, and that some of a longer one are
// not.
func TestPigeonhole(t *testing.T) {
	f := generate.Pigeonhole(7, 6)
	n := f.NumClauses()
	a, err := begin(t, Problem{Formula: f}).Minimal(t.Context(), Query{Final: true})
	if len(a.Groups) != n || !a.Minimal || err != nil {
		t.Errorf("%d clauses, %v, %v", len(a.Groups), a.Minimal, err)
	}
	a, err = begin(t, Problem{Formula: generate.Pigeonhole(8, 5)}).Minimal(t.Context(), Query{Final: true})
	if len(a.Groups) != generate.Pigeonhole(6, 5).NumClauses() || !a.Minimal || err != nil {
		t.Errorf("%d clauses, %v, %v", len(a.Groups), a.Minimal, err)
	}
}

// TestStopped checks that a stopped search returns the smallest subset found.
func TestStopped(t *testing.T) {
	s := begin(t, Problem{Formula: generate.Pigeonhole(8, 6)})
	var smallest []int
	ctx, stop := context.WithCancel(t.Context())
	a, err := s.Minimal(ctx, Query{Smaller: func(groups []int) { smallest = groups; stop() }})
	if diff := cmp.Diff(smallest, a.Groups); diff != "" || a.Minimal || a.Groups == nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v (-want +got)\n%s", a, err, diff)
	}
	s = begin(t, Problem{Formula: generate.Pigeonhole(8, 6)})
	if a, err := s.Minimal(ctx, Query{}); a.Groups != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", a, err)
	}
	s = begin(t, Problem{Formula: generate.Pigeonhole(9, 8)})
	if a, err := s.Minimal(t.Context(), Query{Ticks: 1}); a.Groups != nil || !errors.Is(err, ErrLimit) {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := s.Enumerate(ctx, Query{}, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestEnumerateEnds checks that the error of found ends an enumeration.
func TestEnumerateEnds(t *testing.T) {
	s, enough, n := begin(t, Problem{Formula: generate.Pigeonhole(4, 2)}), errors.New("enough"), 0
	_, err := s.Enumerate(t.Context(), Query{}, func(Subset) error { n++; return enough })
	if n != 1 || err != enough {
		t.Errorf("%d subsets, %v", n, err)
	}
}

// TestNew checks the error of a problem that is too large.
func TestNew(t *testing.T) {
	f := &dimacs.Formula{Vars: dimacs.MaxVar}
	f.Add(1)
	if _, err := New(Problem{Formula: f}, &engine.Task{Threads: 1}); !engine.IsDeclined(err) {
		t.Error(err)
	}
}

// TestCounting checks the subset of a formula that is hard for clause learning but not for
// counting: pigeonholes, with each pigeon and each hole as a group.
func TestCounting(t *testing.T) {
	f := generate.Pigeonhole(11, 10)
	p := Problem{Formula: f}
	for c := range f.Clauses() {
		group := 1 + (c[0]-1).Var()/10 // a pigeon
		if c[0] < 0 {
			group = 12 + (c[0].Var()-1)%10 // a hole
		}
		p.Groups = append(p.Groups, group)
	}
	f.Add(111, 112)
	p.Groups = append(p.Groups, 22)
	a, err := begin(t, p).Minimal(t.Context(), Query{Final: true})
	if len(a.Groups) != 21 || !a.Minimal || slices.Contains(a.Groups, 22) || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
}
