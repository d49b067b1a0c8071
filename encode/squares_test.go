package encode

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// sampleDistinct adds the first numbers of a list in random order.
func TestSampleDistinctIsTheFirstOfAPermutation(t *testing.T) {
	t.Parallel()
	const n = 1<<17 + 17
	for _, k := range []int{1, 5, 1 << 16, n - 3} {
		for _, taken := range []map[int]bool{nil, {0: true, 7: true, n - 1: true}} {
			list := make([]int, n)
			for i := range list {
				list[i] = i
			}
			want := map[int]bool{}
			r := newRandom(9, streamBlocked)
			for i := 0; len(want) < k; i++ {
				j := i + r.below(n-i)
				if list[i], list[j] = list[j], list[i]; !taken[list[i]] {
					want[list[i]] = true
				}
			}
			got := map[int]bool{}
			take := func(i int) bool {
				if !taken[i] {
					got[i] = true
				}
				return !taken[i]
			}
			if err := sampleDistinct(t.Context(), k, n, newRandom(9, streamBlocked), take); err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if !got[i] || len(got) != k {
					t.Fatalf("%d of %d: %d numbers, %d among them %v", k, n, len(got), i, got[i])
				}
			}
		}
	}
}

// Sample makes no choice after the context has ended.
func TestSampleEndsWithItsContext(t *testing.T) {
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	for _, s := range []Sample{{Placed: 1}, {Blocked: 1}, {Diagonals: 1}} {
		if _, err := (Instance{N: 8}).Sample(ctx, s); !errors.Is(err, stop) {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// The empty squares and the motions that keep them agree with a loop over all squares.
func TestEmptySquares(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 5, 63, 64, 65, 130} {
		for seed := range int64(3) {
			for _, variant := range []Variant{Regular, Torus} {
				in, err := Instance{N: n, Variant: variant}.Sample(t.Context(), Sample{Blocked: n / 2, Diagonals: n / 5, Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				checkEmpty(t, in)
			}
		}
	}
}

func checkEmpty(t *testing.T, in Instance) {
	t.Helper()
	want := map[Square]bool{}
	for s := range in.Board().squares() {
		for _, d := range in.BlockedDiagonals {
			if l := in.Board().lineOf(d); in.Board().through(l.Direction, s) == l {
				want[s] = true
			}
		}
		if in.Blocked.Has(s) {
			want[s] = true
		}
	}
	e, found := in.empty(), 0
	for v := range in.Board().vars(e) {
		if s, _ := in.Board().SquareOf(v.Var()); !want[s] {
			t.Fatalf("%v: %v is empty", in.Comments(), s)
		}
		found++
	}
	if found != len(want) || e.Len() != found {
		t.Fatalf("%v: %d squares, counted %d, want %d", in.Comments(), found, e.Len(), len(want))
	}
	for _, symmetry := range Symmetries() {
		keeps := true
		for s := range want {
			keeps = keeps && want[symmetry.Image(s, in.N)]
		}
		if got := (motion{Symmetry: symmetry}).keeps(in, e); got != keeps {
			t.Errorf("%v: %v keeps the empty squares: %v", in.Comments(), symmetry, got)
		}
	}
}

func TestSquares(t *testing.T) {
	set := SquaresOf(Square{3, 70}, Square{1, 2}, Square{3, 70})
	set.Add(Square{2, 1})
	if got := fmt.Sprint(set.Len(), set); got != "3 [1:2 2:1 3:70]" {
		t.Error(got)
	}
	other := SquaresOf(Square{1, 2}, Square{2, 1}, Square{3, 70})
	if same := set.Equal(other); !same {
		t.Errorf("%v is not equal to %v", set, other)
	}
	if other = SquaresOf(Square{2, 1}, Square{3, 70}); other.Has(Square{1, 2}) || set.Equal(other) || other.Len() != 2 {
		t.Errorf("%v and %v", set, other)
	}
	for n, want := range map[int]bool{70: false, 69: true, 2: true} {
		if s, found := set.beyond(n); found != want {
			t.Errorf("beyond %d: %v, %v", n, s, found)
		}
	}
}
