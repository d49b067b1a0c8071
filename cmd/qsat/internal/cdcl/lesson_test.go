package cdcl

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"

	"github.com/google/go-cmp/cmp"
)

// A run is what the engine does after given decisions, each taken when nothing is left to
// propagate and passed over if its variable has a value by then. The test of qshow's lesson
// reads runs and demands the same of the page.
type run struct {
	N         int          `json:"n"`
	Minimal   bool         `json:"minimal,omitempty"`
	Decisions []dimacs.Lit `json:"decisions"`
	Conflicts []conflict   `json:"conflicts"`
	True      []dimacs.Lit `json:"true"` // squares with queens in the end
	Unsat     bool         `json:"unsat,omitempty"`
}

// A conflict is what was learned from one: the first unique implication point, the clause of
// its complement before it is minimized, in ascending order, and the level jumped back to.
type conflict struct {
	Level   int          `json:"level"`
	UIP     dimacs.Lit   `json:"uip"`
	Learned []dimacs.Lit `json:"learned"`
	Jump    int          `json:"jump"`
}

// follow takes the decisions of a run and learns from its conflicts.
func follow(t *testing.T, r *run) {
	d, err := clause.Load(t.Context(), enginetest.Formula(t, encode.Instance{N: r.N, Minimal: r.Minimal}), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, left := newSolver(t.Context(), d, 0, options{}), r.Decisions
	r.Conflicts, r.True = []conflict{}, []dimacs.Lit{}
	for !s.Unsat {
		falsified := s.Propagate()
		switch {
		case falsified != nil && s.Level() == 0:
			s.Unsat = true
		case falsified != nil:
			r.Conflicts = append(r.Conflicts, s.conflict(falsified))
		case len(left) == 0:
			for _, l := range s.Trail {
				if l.Sign() > 0 {
					r.True = append(r.True, s.Name(l))
				}
			}
			slices.Sort(r.True)
			return
		default:
			if l := s.Lit(left[0]); !s.IsAssigned(l.Var()) {
				s.Decide(l)
			}
			left = left[1:]
		}
	}
	r.Unsat = true
}

// conflict learns from a false clause, and tells what.
func (s *solver) conflict(falsified []clause.Lit) conflict {
	c := conflict{Level: s.Level()}
	jump, glue := s.Derive(falsified, c.Level)
	c.UIP, c.Jump = s.Name(s.Derived[0].Not()), jump
	c.Learned = []dimacs.Lit{-c.UIP}
	for _, v := range s.Analyzed {
		l := clause.Positive(v)
		if s.Value(l) > 0 {
			l = l.Not()
		}
		if s.LevelOf(l) < c.Level {
			c.Learned = append(c.Learned, s.Name(l))
		}
	}
	slices.Sort(c.Learned)
	s.Unmark()
	s.backtrack(jump)
	s.learn(glue)
	return c
}

// TestRunsOfLesson compares runs with a golden file, which UPDATE_GOLDEN=1 writes: what
// refutes 3 queens; and on 5 by 5, all pairs of queens in two columns of the first two rows,
// and random decisions, after which some of the points are none of the decisions.
func TestRunsOfLesson(t *testing.T) {
	runs := []run{{N: 3, Decisions: []dimacs.Lit{2, 1}}, {N: 3, Decisions: []dimacs.Lit{-5, 1, 3}}, {N: 3, Decisions: []dimacs.Lit{-1, -3, -5}}}
	for i := range 25 {
		if i/5 != i%5 { // in one column they falsify several clauses, and watches say which is found first
			runs = append(runs, run{N: 5, Minimal: true, Decisions: []dimacs.Lit{dimacs.Lit(1 + i/5), dimacs.Lit(6 + i%5)}})
		}
	}
	random := rand.New(rand.NewPCG(1, 5))
	for range 25 {
		r := run{N: 5, Minimal: true}
		for _, i := range random.Perm(25) {
			r.Decisions = append(r.Decisions, dimacs.Lit(1+i)*dimacs.Lit(1-2*min(1, random.IntN(6))))
		}
		runs = append(runs, r)
	}
	var got []byte
	for i := range runs {
		follow(t, &runs[i])
		line, err := json.Marshal(runs[i])
		if err != nil {
			t.Fatal(err)
		}
		got = append(append(got, line...), '\n')
	}
	file := filepath.Join("testdata", "runs.jsonl")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
