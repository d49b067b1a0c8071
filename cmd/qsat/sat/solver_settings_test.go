package sat

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/dimacs"
)

// randomLits returns n random literals of the variables from 1 to vars.
func randomLits(random *rand.Rand, vars, n int) (lits []dimacs.Lit) {
	for range n {
		lits = append(lits, dimacs.Lit((1+random.IntN(vars))*(1-2*random.IntN(2))))
	}
	return lits
}

// better reports whether a makes the first literal of favored true on which a and b differ.
func better(favored []dimacs.Lit, a, b *dimacs.Assignment) bool {
	i := slices.IndexFunc(favored, func(l dimacs.Lit) bool { return a.Holds(l) != b.Holds(l) })
	return i >= 0 && a.Holds(favored[i])
}

// TestSolverSettings asks solvers and their clones, with random literals of Hold and Prefer, between additions of
// clauses. It compares the answers with all assignments.
func TestSolverSettings(t *testing.T) {
	const vars = 7
	random := rand.New(rand.NewPCG(81, 9))
	for range 60 {
		s := NewSolver(Options{})
		s.Fresh(vars)
		f := &dimacs.Formula{Vars: vars, Soft: []dimacs.SoftClause{}}
		for range 6 {
			for range 3 {
				c := randomLits(random, vars, 1+random.IntN(3))
				f.Add(c...)
				s.Add(c...)
			}
			if c, weight := randomLits(random, vars, random.IntN(3)), 1+random.Int64N(5); s.AddSoft(weight, c...) == nil {
				f.AddSoft(weight, c...)
			}
			held, assume, favored := randomLits(random, vars, random.IntN(2)), randomLits(random, vars, random.IntN(2)), randomLits(random, vars, random.IntN(4))
			if err := errors.Join(s.Hold(held...), s.Prefer(favored...)); err != nil {
				t.Fatal(err)
			}
			if random.IntN(4) == 0 {
				old := s
				s = s.Clone()
				old.Add()
				old.Close()
			}
			checkSettings(t, s, f, held, assume, favored)
		}
		s.Close()
	}
}

// checkSettings compares all answers of s under assume with all assignments; held and favored are the
// literals of Hold and Prefer.
func checkSettings(t *testing.T, s *Solver, f *dimacs.Formula, held, assume, favored []dimacs.Lit) {
	t.Helper()
	hard, all := f.Hard(), append(slices.Clone(held), assume...)
	var models []*dimacs.Assignment
	for _, a := range assignments(hard, all) {
		m := &dimacs.Assignment{}
		m.Copy(a)
		models = append(models, m)
	}
	a, err := s.Solve(t.Context(), assume...)
	if err != nil || (a.Model == nil) != (len(models) == 0) {
		t.Fatalf("%v, %v: want %d models", a, err, len(models))
	}
	for _, m := range models {
		if better(favored, m, a.Model) {
			t.Errorf("prefer %v: %v is better than %v", favored, m.Lits(f.Vars), a.Model.Lits(f.Vars))
		}
	}
	core, err := s.Core(t.Context(), assume...)
	if q := (&question{Problem: Problem{Formula: hard.WithUnits(held), Assume: assume}}); err != nil || len(models) == 0 && holdsIn(q.Formula, core.Failed) {
		t.Errorf("core %v, %v", core, err)
	}
	last := (*dimacs.Assignment)(nil)
	n := 0
	for m, err := range s.Models(t.Context(), nil, assume...) {
		if err != nil || last != nil && better(favored, m, last) {
			t.Errorf("model %d: %v", n, err)
		}
		last = m
		n++
	}
	count, err := s.Count(t.Context(), nil, assume...)
	if err != nil || n != len(models) || count.Int().Int64() != int64(n) {
		t.Errorf("%d models, count %v, %v: want %d", n, count, err, len(models))
	}
	checkEach(t, s, models, assume)
	best, err := s.Minimize(t.Context(), nil, assume...)
	for _, m := range models {
		if f.Cost(m) < best.Cost {
			t.Errorf("minimum %d, but a model costs %d", best.Cost, f.Cost(m))
		}
	}
	if err != nil || (best.Model == nil) != (len(models) == 0) || best.Model != nil && (f.Cost(best.Model) != best.Cost || !isModel(hard, all, best.Model)) {
		t.Errorf("optimum %+v, %v", best, err)
	}
	lits, conflict, err := s.Propagate(assume...)
	for _, l := range lits {
		if err == nil && slices.ContainsFunc(models, func(m *dimacs.Assignment) bool { return !m.Holds(l) }) {
			t.Errorf("propagated %v", lits)
		}
	}
	if err != nil || conflict && len(models) > 0 || !conflict && slices.ContainsFunc(all, func(l dimacs.Lit) bool { return !slices.Contains(lits, l) }) {
		t.Errorf("propagated %v, conflict %t, %v", lits, conflict, err)
	}
}

// checkEach compares the counts of literals, and samples, with the models.
func checkEach(t *testing.T, s *Solver, models []*dimacs.Assignment, assume []dimacs.Lit) {
	t.Helper()
	each, n, err := s.Each(t.Context(), nil, assume...)
	if err != nil || n.Int().Int64() != int64(len(models)) {
		t.Fatalf("%v, %v", n, err)
	}
	for l, n := range each {
		want := 0
		for _, m := range models {
			if m.Holds(l) {
				want++
			}
		}
		if n.Int().Int64() != int64(want) {
			t.Errorf("literal %d: %v, want %d", l, n, want)
		}
	}
	drawn := 0
	for m, err := range s.Sample(t.Context(), nil, 3, 2, assume...) {
		drawn++
		if err != nil || !slices.ContainsFunc(models, func(a *dimacs.Assignment) bool { return slices.Equal(a.Lits(7), m.Lits(7)) }) {
			t.Errorf("sample: %v", err)
		}
	}
	if drawn != min(2, 2*len(models)) {
		t.Errorf("%d samples", drawn)
	}
}

// TestSolverBudget checks that a question ends at its budget of conflicts, and the next one without it.
func TestSolverBudget(t *testing.T) {
	s := NewSolver(Options{})
	defer s.Close()
	addTo(t, s, generate.Random(rand.New(rand.NewPCG(3, 4)), 60, 250, 3))
	if err := s.Budget(2); err != nil {
		t.Fatal(err)
	}
	var first error
	for i := 0; i < 20 && first == nil; i++ {
		_, first = s.Solve(t.Context(), dimacs.Lit(i%60+1), dimacs.Lit(-(i+7)%60-1), dimacs.Lit(i%40+20))
	}
	if !errors.Is(first, ErrBudget) {
		t.Errorf("error %v", first)
	}
	if err := s.Budget(-1); err != nil {
		t.Fatal(err)
	}
	if a, err := s.Solve(t.Context(), 1, -8, 20); err != nil || a.Status == dimacs.Unknown {
		t.Errorf("%v, %v", a.Status, err)
	}
}

// TestSolverSettingsMistakes checks the errors about literals, projections and weights, and of a closed solver.
func TestSolverSettingsMistakes(t *testing.T) {
	s := NewSolver(Options{})
	s.Add(1, 2)
	for name, ask := range map[string]func() error{
		"Hold": func() error { return s.Hold(0) }, "Prefer": func() error { return s.Prefer(1, 0) },
		"AddSoft": func() error { return s.AddSoft(1, 0) }, "weight": func() error { return s.AddSoft(0, 1) },
		"Minimize":  func() error { return errorOf(s.Minimize(t.Context(), nil, 0)) },
		"Propagate": func() error { _, _, err := s.Propagate(0); return err },
		"Each":      func() error { _, _, err := s.Each(t.Context(), []int{0}); return err },
		"Sample":    func() error { return lastError(s.Sample(t.Context(), nil, 1, -1)) },
	} {
		if err := ask(); !errors.As(err, new(*ProblemError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s.Close()
	if c := s.Clone(); s.Hold(1) == nil || s.Prefer(1) == nil || s.Budget(1) == nil || c.Err() == nil {
		t.Error("a closed solver goes on")
	}
}
