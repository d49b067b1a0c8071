package dpll

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/atmostone"
)

// TestChoices checks that the rows and columns of a board are recognized in every
// encoding. Rows and columns at the border are missed if the encoding implies their
// squares and no other row helps.
func TestChoices(t *testing.T) {
	seed := int64(5)
	for _, e := range atmostone.All() {
		for _, minimal := range []bool{false, true} {
			in := encode.Instance{N: 24, Encoding: e.Name, Minimal: minimal, Shuffle: &seed}
			f := enginetest.Formula(t, in)
			s, err := (&Engine{Structured: true}).load(enginetest.Task(f), false)
			if err != nil {
				t.Fatal(err)
			}
			want := 2 * in.N
			switch {
			case minimal && (e.Name == "ladder" || e.Name == "commander"):
				want = in.N - 2
			case minimal:
				want = in.N
			}
			if got := len(s.stages[0].unsatisfied.list); got != want {
				t.Errorf("%s, minimal %v: %d choice clauses, want %d", e.Name, minimal, got, want)
			}
		}
	}
}

// TestCollect checks that repeated literals and tautologies are removed.
func TestCollect(t *testing.T) {
	type lits = []dimacs.Lit
	f := (&dimacs.Formula{}).With(lits{1, 2, 2, -3}, lits{1, -2, 2}, lits{4, 4, 4}, lits{1, 5, 1}, lits{6})
	s := &search{values: bitset.New[clause.Lit](14)}
	if err := s.collect(f); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]clause.Lit{3, 2, 4, 7, 2, 2, 10}, s.long.lits); diff != "" {
		t.Errorf("long clauses: -want +got\n%s", diff)
	}
	if diff := cmp.Diff([]int32{0, 4}, s.long.starts); diff != "" {
		t.Errorf("their beginnings: -want +got\n%s", diff)
	}
	if diff := cmp.Diff([]clause.Lit{8, 12}, s.trail); diff != "" || s.empty {
		t.Errorf("units: -want +got\n%s, or an empty clause is found: %v", diff, s.empty)
	}
	f.Add()
	if err := s.collect(f); err != nil || !s.empty {
		t.Errorf("an empty clause: error %v, found: %v", err, s.empty)
	}
}
