package cdcl

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// All of a list come in order, and the first ones with few comparisons.
func TestAscending(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, values := range []int{1, 2, 50, 1 << 30} {
		for n := range 300 {
			list := make([]int, n)
			for i := range list {
				list[i] = r.IntN(values)
			}
			want := slices.Sorted(slices.Values(list))
			if got := slices.Collect(ascending(list, cmp.Compare[int])); !slices.Equal(got, want) {
				t.Fatalf("of %d values up to %d: %v", n, values, got)
			}
		}
	}
	list := r.Perm(1 << 16)
	compared := 0
	for x := range ascending(list, func(a, b int) int { compared++; return a - b }) {
		if x == 99 {
			break
		}
	}
	if compared > 4*len(list) {
		t.Errorf("%d comparisons for the first 100 of %d", compared, len(list))
	}
}
