package symmetry

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
)

// A Chain of random permutations of 6 points has the elements that package checker lists, and knows which
// values no image exceeds.
func TestChain(t *testing.T) {
	const points = 6
	orders := map[int64]bool{}
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := checker.NewStructure(points)
		for v := range int32(points) {
			s.SetKind(v, 1)
		}
		var generators [][]int32
		for range r.IntN(4) {
			p, some := identity(points), r.Perm(points)[:1+r.IntN(points)]
			for i, j := range r.Perm(len(some)) {
				p[some[i]] = int32(some[j])
			}
			generators = append(generators, p)
		}
		want, err := s.Group(generators, 720)
		c, chainErr := NewChain(t.Context(), points, generators, 1<<20)
		if err != nil || chainErr != nil {
			t.Fatal(err, chainErr)
		}
		got := slices.Collect(c.Elements)
		if !slices.Equal(got[0], identity(points)) || c.Order.Int64() != int64(len(got)) {
			t.Errorf("%v: element %v is first, order %v, %d elements", generators, got[0], c.Order, len(got))
		}
		slices.SortFunc(want, slices.Compare)
		if slices.SortFunc(got, slices.Compare); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%v: elements %v, want %v", generators, got, want)
		}
		if orders[c.Order.Int64()] = true; len(c.Moved) == 0 != (len(want) == 1) {
			t.Errorf("%v moves %v", generators, c.Moved)
		}
		for bits := range 1 << points {
			values := make([]uint64, points)
			for v := range values {
				values[v] = uint64(bits >> v & 1)
			}
			greater := slices.ContainsFunc(want, func(p []int32) bool {
				return slices.CompareFunc(c.Moved, c.Moved, func(v, w clause.Lit) int { return int(values[p[v]]) - int(values[w]) }) > 0
			})
			if is, err := c.IsGreatest(t.Context(), values); is == greater || err != nil {
				t.Errorf("%v: %v is the greatest: %v, %v", generators, values, is, err)
			}
		}
	}
	if len(orders) < 10 {
		t.Errorf("only groups of the orders %v", orders)
	}
}

// It is an error if a group needs too much work, if values have too many images, or if the context ends.
func TestErrGroup(t *testing.T) {
	rotation, swap := identity(8), identity(8)
	for v := range rotation {
		rotation[v] = int32((v + 1) % len(rotation))
	}
	swap[0], swap[1] = 1, 0
	generators := [][]int32{rotation, swap}
	c, err := NewChain(t.Context(), 8, generators, 1<<20)
	if err != nil || c.Order.Int64() != 40320 {
		t.Fatal(err)
	}
	if _, err := NewChain(t.Context(), 8, generators, 1<<10); err != ErrGroup {
		t.Errorf("too large: %v", err)
	}
	c.tries = 3
	if is, err := c.IsGreatest(t.Context(), make([]uint64, 8)); is || err != ErrGroup {
		t.Errorf("too many images: %v, %v", is, err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if is, err := c.IsGreatest(ended, make([]uint64, 8)); is || err != context.Canceled {
		t.Errorf("ended: %v, %v", is, err)
	}
	if _, err := NewChain(ended, 8, generators, 1<<20); err != context.Canceled {
		t.Errorf("ended: %v", err)
	}
}
