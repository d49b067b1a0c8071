package argumenttest

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// Models are all assignments that satisfy the formula.
func TestModels(t *testing.T) {
	f := &dimacs.Formula{Vars: 3}
	f.Add(1, 2)
	f.Add(-2, -3)
	f.Add(1, -1, 3)
	c := &Case{Formula: f}
	got := map[uint32]bool{}
	for m := range c.Models {
		got[m] = true
	}
	if want := map[uint32]bool{0b0010: true, 0b0100: true, 0b0110: true, 0b1010: true}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if n := Trues(0b0110, clause.Of(1), clause.Of(1), clause.Of(-2), clause.Of(-3)); n != 3 {
		t.Errorf("%d literals are true, want 3", n)
	}
}

// The same seed draws the same case. Change and Garbage change the argument alone.
func TestDraw(t *testing.T) {
	for seed := range uint64(50) {
		draw := func() (*Case, *rand.Rand) {
			r := rand.New(rand.NewPCG(seed, 1))
			return Draw(r), r
		}
		a, r := draw()
		b, _ := draw()
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("seed %d: two cases", seed)
		}
		a.Change(r)
		a.Garbage(r)
		if reflect.DeepEqual(a.Argument, b.Argument) || !reflect.DeepEqual(a.Formula, b.Formula) || !reflect.DeepEqual(a.Database, b.Database) {
			t.Errorf("seed %d: the argument is unchanged, or the formula is not", seed)
		}
	}
}
