package cdcl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// TestOpen adds clauses with old and new variables and assumes literals between questions, in a
// session that simplifies early, and compares each answer with all assignments. Half of the sessions
// must not eliminate a variable.
func TestOpen(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 65))
	answers, eliminated, restored, substituted := map[bool]int{}, int64(0), int64(0), int64(0)
	for i := range 500 {
		vars := 3 + r.IntN(8)
		all := generate.Random(r, vars, r.IntN(3*vars), 2, 3, 3, 4)
		keep := everyVariable(vars * (i % 2))
		for _, l := range keep {
			all.Add(l, -l) // so that the variable occurs
		}
		s, err := (&Engine{options: hasty()}).Open(enginetest.Task(all.With()).Under(keep))
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			s.preprocessed = s.preprocessed && r.IntN(2) == 0 // else simplify again
			before := s.simplifier.Stats.Eliminated
			assume := randomLits(r, vars+2, r.IntN(4))
			if r.IntN(4) == 0 { // a question that may be stopped anywhere
				s.Solve(&enginetest.Ending{Context: t.Context(), Looks: r.IntN(12)}, randomLits(r, vars, r.IntN(3)), 0)
			}
			failed, unsat, err := s.Solve(t.Context(), assume, 0)
			restored += max(0, before-s.simplifier.Stats.Eliminated)
			widened := all.With()
			widened.Vars = vars + 2
			want := refuted(widened, assume)
			if answers[unsat]++; err != nil || unsat != want || unsat && len(failed) > 0 && !(clause.Complements(failed) != nil || refuted(widened, failed)) {
				t.Fatalf("formula %d, %v: refuted %v, failed %v, %v", i, assume, unsat, failed, err)
			}
			if !unsat {
				a := s.Model(assume)
				if c := all.Falsified(a); c != nil || slices.ContainsFunc(assume, func(l dimacs.Lit) bool { return !a.Holds(l) }) {
					t.Fatalf("formula %d: the model under %v falsifies %v", i, assume, c)
				}
			} else if len(failed) == 0 {
				break
			}
			if i%2 != 0 && vars == len(keep) && s.simplifier.Stats.Eliminated > 0 {
				t.Fatalf("formula %d: a variable that the task assumes is eliminated", i)
			}
			eliminated, substituted = eliminated+s.simplifier.Stats.Eliminated, substituted+s.simplifier.Stats.Substituted
			if vars < 12 && r.IntN(3) == 0 {
				vars++
			}
			for range r.IntN(3) {
				c := randomLits(r, vars, 1+r.IntN(4))
				s.Prefer(c[0])
				before := s.simplifier.Stats.Eliminated
				if err := s.Add(c...); err != nil {
					t.Fatal(err)
				}
				restored += before - s.simplifier.Stats.Eliminated
				all.Add(c...)
			}
		}
		s.Close()
	}
	if min(answers[true], answers[false], int(eliminated), int(restored), int(substituted)) < 100 {
		t.Errorf("answers %v, %d eliminated, %d restored, %d substituted", answers, eliminated, restored, substituted)
	}
}

// TestAdd checks that Prefer knows the variables of the clauses added before, and that an empty clause
// refutes the formula.
func TestAdd(t *testing.T) {
	s, err := New().Open(enginetest.Task(&dimacs.Formula{}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Add(7, 1<<30)
	for _, l := range []dimacs.Lit{7, -7} {
		s.Prefer(l)
		s.Prefer(1 << 30)
		if _, unsat, err := s.Solve(t.Context(), nil, 0); unsat || err != nil || !s.Model(nil).Holds(l) {
			t.Errorf("with the phase %d: refuted %v, %v, or another value", l, unsat, err)
		}
	}
	s.Add()
	if failed, unsat, err := s.Solve(t.Context(), []dimacs.Lit{7}, 0); !unsat || err != nil || failed == nil || len(failed) > 0 {
		t.Errorf("with an empty clause: refuted %v, failed %v, %v", unsat, failed, err)
	}
}

// TestImplied checks what follows by unit propagation, also after Learn.
func TestImplied(t *testing.T) {
	f := &dimacs.Formula{Vars: 9}
	for _, c := range [][]dimacs.Lit{{-1, 2}, {-2, 3, 4}, {-2, 3, -4}, {5, 6}} {
		f.Add(c...)
	}
	s, err := New().Open(enginetest.Task(f))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	lits := []dimacs.Lit{7, 3, 8, 2, 5}
	check := func(want string, assume ...dimacs.Lit) {
		t.Helper()
		implied, others := s.Implied(assume, lits)
		if got := fmt.Sprint(implied, others); got != want {
			t.Errorf("under %v: got %s, want %s", assume, got, want)
		}
	}
	check("[8 2] [3 5]", 1, 8)
	if err := s.Learn(-1, 3); err != nil || s.stats.Conflicts != 1 {
		t.Errorf("Learn: %v, %d conflicts", err, s.stats.Conflicts)
	}
	check("[3 8 2] [5]", 1, 8)
	check("[] [3 2 5]")
	check("[] [7 3 8 2 5]", 1, -2)
}
