package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestQueueSort checks the order of few and of many variables, also with large stamps.
func TestQueueSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 1000} {
		for _, scale := range []int64{1, 1 << 20, 1 << 40} {
			q := queue{stamp: make([]int64, n)}
			var vars []uint32
			for v, i := range r.Perm(n) {
				q.stamp[v] = 1 + scale*int64(i)
				vars = append(vars, uint32(v))
			}
			q.sort(vars)
			for i, v := range vars {
				if q.stamp[v] != 1+scale*int64(i) {
					t.Fatalf("of %d variables with stamps %d apart number %d has stamp %d", n, scale, i, q.stamp[v])
				}
			}
			if slices.Sort(vars); n > 0 && int(vars[n-1]) != n-1 {
				t.Errorf("of %d variables with stamps %d apart not all are there", n, scale)
			}
		}
	}
}
