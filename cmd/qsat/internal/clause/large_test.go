package clause_test

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// smallest has every array count as a large one until the test ends.
func smallest(t *testing.T) {
	large := clause.Large
	clause.Large = 1
	t.Cleanup(func() { clause.Large = large })
}

// What cannot look at the context is left behind when that ends, and not begun after that.
func TestAwait(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	begun, release, end := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		<-begun
		cancel()
	}()
	if clause.Await(ctx, clause.Large, func() { begun <- true; <-release; end <- true }) {
		t.Error("done though it waits")
	}
	close(release)
	<-end
	if clause.Await(ctx, clause.Large, func() { t.Error("begun though the context had ended") }) {
		t.Error("done though the context had ended")
	}
	done := false
	if !clause.Await(ctx, clause.Large-1, func() { done = true }) || !done {
		t.Error("what is small was not done")
	}
}

// Arrays grow as they do by append until the context ends, and then stay as they are.
func TestGrow(t *testing.T) {
	smallest(t)
	ended := &enginetest.Ending{Context: t.Context()}
	if s := clause.Make[int](ended, 3); s != nil {
		t.Errorf("made %v", s)
	}
	if s := clause.Make[int](t.Context(), 3); !slices.Equal(s, make([]int, 3)) {
		t.Errorf("made %v", s)
	}
	var s, want []int
	for i := range 300_000 { // more than are copied between two looks
		s, want = clause.Append(t.Context(), s, i), append(want, i)
	}
	if !slices.Equal(s, want) {
		t.Error("other elements than those appended")
	}
	s = slices.Clip(s)
	if grown, ok := clause.Grow(t.Context(), s, 7); !ok || !slices.Equal(grown, want) || cap(grown) < len(s)+len(s)/4 {
		t.Errorf("grown: %v, %d elements, room for %d", ok, len(grown), cap(grown))
	}
	for looks := range 4 { // one to make the array, and others to copy to it
		ctx := &enginetest.Ending{Context: t.Context(), Looks: looks}
		if grown, ok := clause.Grow(ctx, s, 1); ok || !slices.Equal(grown, want) {
			t.Errorf("grown after %d looks: %v", looks, ok)
		}
		ctx.Looks = looks
		if !slices.Equal(clause.Append(ctx, s, 1), want) {
			t.Errorf("appended after %d looks", looks)
		}
	}
}

// No elements are compared once the context has ended, and none is lost.
func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sorted := make([]int, 20_000)
	for i := range sorted {
		sorted[i] = i
	}
	for _, looks := range []int{0, 1, 10, 1 << 30} {
		ctx := &enginetest.Ending{Context: t.Context(), Looks: looks}
		s := slices.Clone(sorted)
		r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		after := 0
		clause.Sort(ctx, s, func(a, b int) int {
			if ctx.Looks < 0 {
				after++
			}
			return cmp.Compare(a, b)
		})
		if after > 0 || slices.IsSorted(s) != (looks == 1<<30) {
			t.Errorf("%d looks: %d comparisons after that, sorted %v", looks, after, slices.IsSorted(s))
		}
		if slices.Sort(s); !slices.Equal(s, sorted) {
			t.Errorf("%d looks: other elements", looks)
		}
	}
}

// Whatever look ends a copy, it is whole or absent, and the original as it was; clauses that
// have no room stay as they are.
func TestLargeEnds(t *testing.T) {
	smallest(t)
	f := &dimacs.Formula{}
	for v := range dimacs.Lit(100) {
		f.Add(v+1, v+2)
		f.Add(v+1, v+2, v+3)
	}
	d := load(t, f, nil)
	want := residual(d)
	copies := 0
	for looks := 0; copies == 0; looks++ {
		switch e, err := d.Clone(&enginetest.Ending{Context: t.Context(), Looks: looks}); {
		case err == nil && slices.EqualFunc(want, residual(e), slices.Equal):
			copies++
		case err == nil, !errors.Is(err, context.Canceled), looks > 10_000:
			t.Fatalf("a copy after %d looks: %v", looks, err)
		}
	}
	ended := &enginetest.Ending{Context: t.Context()}
	if d.Reserve(ended, 1<<20) || !slices.EqualFunc(want, residual(d), slices.Equal) {
		t.Error("room though the context had ended, or other clauses")
	}
	if !d.Reserve(t.Context(), 1<<20) || !slices.EqualFunc(want, residual(d), slices.Equal) {
		t.Error("no room, or other clauses")
	}
	if err := broken(d); err != nil {
		t.Error(err)
	}
}

// Where arrays are large formulas are loaded, cleaned and collected as others are.
func TestLargeAsSmall(t *testing.T) {
	smallest(t)
	t.Run("load", TestNumberAndLoadStop)
	t.Run("all", TestAll)
	t.Run("unwatch", TestUnwatch)
	t.Run("collect", TestCollectEnds)
	t.Run("clone", TestClone)
}
