package bitset_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/bitset"
)

// Sets agree with maps, also if they have several words.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 63, 64, 65, 200} {
		a, b, both, only := bitset.New[int](n), bitset.New[int](n), []int(nil), []int(nil)
		for i := range n {
			inA, inB := r.IntN(2) == 0, r.IntN(2) == 0
			if b.Add(i); !inB {
				b.Remove(i)
			}
			if inA {
				a.Add(i)
			}
			switch {
			case inA && inB:
				both = append(both, i)
			case inA:
				only = append(only, i)
			}
			if a.Has(i) != inA || b.Has(i) != inB {
				t.Errorf("%d of %d: %v, %v", i, n, a.Has(i), b.Has(i))
			}
		}
		if got := slices.Collect(a.Common(b, 0)); !slices.Equal(got, both) {
			t.Errorf("common: %v, want %v", got, both)
		}
		union, common := slices.Clone(a), slices.Clone(a)
		union.Or(b)
		common.And(b)
		if got := slices.Collect(common.All()); !slices.Equal(got, both) || union.Len() != a.Len()+b.Len()-len(both) {
			t.Errorf("and: %v, want %v, %d in one of them", got, both, union.Len())
		}
		if a.Meets(b) != (len(both) > 0) || a.Within(b) != (len(only) == 0) || !a.Within(union) || !common.Within(b) {
			t.Errorf("meets: %t, within: %t", a.Meets(b), a.Within(b))
		}
		last := len(a) - 1
		var end []int // the members of both in the last word
		for _, i := range both {
			if i >= 64*last {
				end = append(end, i)
			}
		}
		if got := slices.Collect(a.Common(b[last:], last)); !slices.Equal(got, end) {
			t.Errorf("common in the last word: %v, want %v", got, end)
		}
		a.AndNot(a, b)
		if got := slices.Collect(a.All()); !slices.Equal(got, only) || a.Len() != len(only) || a.IsEmpty() != (len(only) == 0) {
			t.Errorf("only in one: %v, want %v", got, only)
		}
	}
}
