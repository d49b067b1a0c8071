package priority_test

import (
	"cmp"
	"math/rand/v2"
	"testing"

	"queens/cmd/qsat/internal/priority"
)

// TestQueue checks that numbers leave a queue in the order of their priorities, after any
// sequence of operations.
func TestQueue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		n := 1 + r.IntN(30)
		h := priority.NewQueue[int64](n)
		in := map[uint32]bool{}
		first := func(a, b uint32) int {
			return cmp.Or(cmp.Compare(h.Priority[b], h.Priority[a]), cmp.Compare(a, b))
		}
		for range 200 {
			v := uint32(1 + r.IntN(n))
			switch r.IntN(3) {
			case 0:
				h.Push(v)
				in[v] = true
			case 1:
				h.Update(v, r.Int64N(10))
			case 2:
				if h.Len() > 0 {
					v = h.First()
					if got := h.Pop(); got != v || !in[v] {
						t.Fatalf("popped %d, the first was %d", got, v)
					}
					for k := range in {
						if first(k, v) < 0 || h.Before(k, v) {
							t.Fatalf("popped %d before %d", v, k)
						}
					}
					delete(in, v)
				}
			}
			if h.Len() != len(in) || h.Has(v) != in[v] {
				t.Fatalf("%d of %d variables, %d: %v", h.Len(), len(in), v, h.Has(v))
			}
		}
	}
}
