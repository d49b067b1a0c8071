package encode

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Random choices respect the placed and blocked squares of the instance, for many seeds.
func TestSampleFits(t *testing.T) {
	tests := []struct {
		in     Instance
		sample Sample
	}{
		{Instance{N: 1}, Sample{Placed: 1}},
		{Instance{N: 8}, Sample{Placed: 1}},
		{Instance{N: 8}, Sample{Placed: 5, Blocked: 10, Diagonals: 3}},
		{Instance{N: 8}, Sample{Placed: 8}}, // found after some attempts
		{Instance{N: 8}, Sample{Blocked: 64}},
		{Instance{N: 8}, Sample{Diagonals: 30}},
		{Instance{N: 8, Variant: Torus}, Sample{Placed: 4, Blocked: 10, Diagonals: 4}},
		{Instance{N: 7, Variant: Torus}, Sample{Placed: 7}},
		{Instance{N: 12, Family: Superqueens}, Sample{Placed: 7}},
		{Instance{N: 6, Placed: []Square{{3, 1}, {1, 4}}, Blocked: SquaresOf([]Square{{2, 2}, {2, 2}}...), BlockedDiagonals: []Diagonal{{true, 3}}},
			Sample{Placed: 1, Blocked: 20, Diagonals: 4}},
	}
	for _, tt := range tests {
		for tt.sample.Seed = range int64(20) {
			got, err := tt.in.Sample(t.Context(), tt.sample)
			if err != nil {
				t.Fatalf("%v, %+v: %v", tt.in, tt.sample, err)
			}
			plain := got
			plain.Blocked, plain.BlockedDiagonals = Squares{}, nil
			if err := errors.Join(got.Check(), plain.Conflict(), got.blockedQueen()); err != nil {
				t.Errorf("%v, %+v: %v", tt.in, tt.sample, err)
			}
			given := tt.in.Sorted()
			if len(got.Placed) != len(given.Placed)+tt.sample.Placed || got.Blocked.Len() != given.Blocked.Len()+tt.sample.Blocked ||
				len(got.BlockedDiagonals) != len(given.BlockedDiagonals)+tt.sample.Diagonals {
				t.Errorf("%v, %+v: sampled %v", tt.in, tt.sample, got)
			}
			lost := func(s Square) bool { return !slices.Contains(got.Placed, s) }
			if *got.Seed != tt.sample.Seed || slices.ContainsFunc(given.Placed, lost) {
				t.Errorf("%v, %+v: %v lacks queens, or seed %d is wrong", tt.in, tt.sample, got.Placed, *got.Seed)
			}
		}
	}
}

func TestSampleNothing(t *testing.T) {
	in := Instance{N: 4, Placed: []Square{{2, 4}, {1, 2}, {2, 4}}, BlockedDiagonals: []Diagonal{{false, 1}, {true, 5}, {true, 2}}}
	got, err := in.Sample(t.Context(), Sample{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	if s, want := fmt.Sprint(got.Placed, got.BlockedDiagonals, got.Seed), "[1:2 2:4] [s2 s5 d1] <nil>"; s != want {
		t.Errorf("got %s, want %s", s, want)
	}
	if in.Placed[0] != (Square{2, 4}) {
		t.Error("the lists of the instance itself were changed")
	}
}

func TestSampleRefuses(t *testing.T) {
	t.Parallel()
	type test struct {
		in     Instance
		sample Sample
		want   string
	}
	tests := []test{
		{Instance{N: 3}, Sample{Placed: 3}, "found no way to place 3 random queens"},
		{Instance{N: 2, Placed: []Square{{1, 1}}}, Sample{Blocked: 4}, "cannot block 4 random squares: expected at most 3"},
		{Instance{N: 2, Placed: []Square{{1, 1}}}, Sample{Diagonals: 5}, "cannot block 5 random diagonals: expected at most 4"},
		{Instance{N: 0}, Sample{Placed: 1}, "board size is 0"},
	}
	if long() {
		tests = append(tests, test{Instance{N: 6, Variant: Torus}, Sample{Placed: 6}, "found no way to place 6 random queens"})
	}
	for _, tt := range tests {
		if _, err := tt.in.Sample(t.Context(), tt.sample); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, %+v: %v, want %q", tt.in, tt.sample, err, tt.want)
		}
	}
}

// Squares are uniformly distributed over many seeds, whether next tries random squares or
// lists all available ones.
func TestSampleIsUniform(t *testing.T) {
	t.Parallel()
	const seeds = 1600
	placed := map[Square]int{}
	for seed := range int64(seeds) {
		got, err := Instance{N: 4}.Sample(t.Context(), Sample{Placed: 1, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		placed[got.Placed[0]]++
	}
	for s := range (Board{N: 4}).Squares() {
		if n := placed[s]; n < 50 || n > 150 { // 100 expected, deviation 10
			t.Errorf("%v sampled %d times of %d", s, n, seeds)
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
