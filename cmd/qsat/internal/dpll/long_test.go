package dpll

import (
	"testing"

	"queens/cmd/qsat/internal/enginetest"
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
