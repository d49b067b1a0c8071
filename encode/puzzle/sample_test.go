package puzzle

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"queens/encode"
	"queens/encode/board"
)

// Random choices respect the placed and blocked squares of the instance, for many seeds.
func TestSampleFits(t *testing.T) {
	tests := []struct {
		in     encode.Instance
		sample Sample
	}{
		{encode.Instance{N: 1}, Sample{Placed: 1}},
		{encode.Instance{N: 8}, Sample{Placed: 1}},
		{encode.Instance{N: 8}, Sample{Placed: 5, Blocked: 10, Diagonals: 3}},
		{encode.Instance{N: 8}, Sample{Placed: 8}}, // found after some attempts
		{encode.Instance{N: 8}, Sample{Blocked: 64}},
		{encode.Instance{N: 8}, Sample{Diagonals: 30}},
		{encode.Instance{N: 8, Variant: board.Torus}, Sample{Placed: 4, Blocked: 10, Diagonals: 4}},
		{encode.Instance{N: 7, Variant: board.Torus}, Sample{Placed: 7}},
		{encode.Instance{N: 12, Family: encode.Superqueens}, Sample{Placed: 7}},
		{encode.Instance{N: 6, Columns: 9}, Sample{Placed: 4, Blocked: 10, Diagonals: 5}},
		{pieces("king", 5, 7, 8), Sample{Placed: 7, Blocked: 5}},
		{pieces("knight", 6, 6, 12), Sample{Placed: 9}},
		{pieces("amazon", 9, 7, 4), Sample{Placed: 4, Diagonals: 2}},
		{encode.Instance{N: 6, Placed: []board.Square{{Row: 3, Col: 1}, {Row: 1, Col: 4}}, Blocked: board.SquaresOf([]board.Square{{Row: 2, Col: 2}, {Row: 2, Col: 2}}...), BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 3}}},
			Sample{Placed: 1, Blocked: 20, Diagonals: 4}},
	}
	for _, tt := range tests {
		for tt.sample.Seed = range int64(20) {
			got, err := tt.sample.Apply(t.Context(), tt.in)
			if err != nil {
				t.Fatalf("%v, %+v: %v", tt.in, tt.sample, err)
			}
			plain := got
			plain.Blocked, plain.BlockedDiagonals = board.Squares{}, nil
			if err := errors.Join(got.Check(), plain.Conflict()); err != nil || slices.ContainsFunc(got.Placed, got.Blocked.Has) {
				t.Errorf("%v, %+v: %v", tt.in, tt.sample, err)
			}
			given := tt.in.Sorted()
			if len(got.Placed) != len(given.Placed)+tt.sample.Placed || got.Blocked.Len() != given.Blocked.Len()+tt.sample.Blocked ||
				len(got.BlockedDiagonals) != len(given.BlockedDiagonals)+tt.sample.Diagonals {
				t.Errorf("%v, %+v: sampled %v", tt.in, tt.sample, got)
			}
			lost := func(s board.Square) bool { return !slices.Contains(got.Placed, s) }
			if *got.Seed != tt.sample.Seed || slices.ContainsFunc(given.Placed, lost) {
				t.Errorf("%v, %+v: %v lacks queens, or seed %d is wrong", tt.in, tt.sample, got.Placed, *got.Seed)
			}
		}
	}
}

func TestSampleNothing(t *testing.T) {
	in := encode.Instance{N: 4, Placed: []board.Square{{Row: 2, Col: 4}, {Row: 1, Col: 2}, {Row: 2, Col: 4}}, BlockedDiagonals: []board.Diagonal{{Rising: false, Index: 1}, {Rising: true, Index: 5}, {Rising: true, Index: 2}}}
	got, err := (Sample{Seed: 7}).Apply(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if s, want := fmt.Sprint(got.Placed, got.BlockedDiagonals, got.Seed), "[1:2 2:4] [s2 s5 d1] <nil>"; s != want {
		t.Errorf("got %s, want %s", s, want)
	}
	if in.Placed[0] != (board.Square{Row: 2, Col: 4}) {
		t.Error("the lists of the instance itself were changed")
	}
}

func TestSampleRefuses(t *testing.T) {
	t.Parallel()
	type test struct {
		in     encode.Instance
		sample Sample
		want   string
	}
	tests := []test{
		{encode.Instance{N: 3}, Sample{Placed: 3}, "found no way to place 3 random queens"},
		{encode.Instance{N: 2, Placed: []board.Square{{Row: 1, Col: 1}}}, Sample{Blocked: 4}, "cannot block 4 random squares: expected at most 3"},
		{encode.Instance{N: 2, Placed: []board.Square{{Row: 1, Col: 1}}}, Sample{Diagonals: 5}, "cannot block 5 random diagonals: expected at most 4"},
		{encode.Instance{N: 0}, Sample{Placed: 1}, "board size is 0"},
	}
	if os.Getenv("QUEENS_LONG") != "" {
		tests = append(tests, test{encode.Instance{N: 6, Variant: board.Torus}, Sample{Placed: 6}, "found no way to place 6 random queens"})
	}
	for _, tt := range tests {
		if _, err := tt.sample.Apply(t.Context(), tt.in); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, %+v: %v, want %q", tt.in, tt.sample, err, tt.want)
		}
	}
}

// Squares are uniformly distributed over many seeds, whether next tries random squares or
// lists all available ones.
func TestSampleIsUniform(t *testing.T) {
	t.Parallel()
	const seeds = 1600
	placed := map[board.Square]int{}
	for seed := range int64(seeds) {
		got, err := (Sample{Placed: 1, Seed: seed}).Apply(t.Context(), encode.Instance{N: 4})
		if err != nil {
			t.Fatal(err)
		}
		placed[got.Placed[0]]++
	}
	for s := range (board.Board{N: 4}).Squares() {
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
		if _, err := s.Apply(ctx, encode.Instance{N: 8}); !errors.Is(err, stop) {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

func TestSquares(t *testing.T) {
	set := board.SquaresOf(board.Square{Row: 3, Col: 70}, board.Square{Row: 1, Col: 2}, board.Square{Row: 3, Col: 70})
	set.Add(board.Square{Row: 2, Col: 1})
	if got := fmt.Sprint(set.Len(), set); got != "3 [1:2 2:1 3:70]" {
		t.Error(got)
	}
	other := board.SquaresOf(board.Square{Row: 1, Col: 2}, board.Square{Row: 2, Col: 1}, board.Square{Row: 3, Col: 70})
	if same := set.Equal(other); !same {
		t.Errorf("%v is not equal to %v", set, other)
	}
	if other = board.SquaresOf(board.Square{Row: 2, Col: 1}, board.Square{Row: 3, Col: 70}); other.Has(board.Square{Row: 1, Col: 2}) || set.Equal(other) || other.Len() != 2 {
		t.Errorf("%v and %v", set, other)
	}
	for n, want := range map[int]bool{70: false, 69: true, 2: true} {
		if s, found := set.Beyond(board.Board{N: n}); found != want {
			t.Errorf("beyond %d: %v, %v", n, s, found)
		}
	}
}

func TestSampleRefusesAims(t *testing.T) {
	if _, err := (Sample{Puzzle: encode.Unique}).Apply(t.Context(), encode.Instance{N: 5, Aim: encode.Maximum}); err == nil {
		t.Error("a puzzle that looks for a number of queens: no error")
	}
}
