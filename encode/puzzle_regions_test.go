package encode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
)

// Drawn boards have connected regions and exactly one solution, and depend on the seed only.
func TestRegionPuzzles(t *testing.T) {
	t.Parallel()
	blocked := SquaresOf(Square{1, 1}, Square{3, 4})
	for _, tt := range []struct {
		in Instance
		s  Sample
	}{
		{Instance{N: 1}, Sample{}}, {Instance{N: 4}, Sample{}}, {Instance{N: 6}, Sample{Blocked: 5}}, {Instance{N: 8}, Sample{}},
		{Instance{N: 7, Placed: []Square{{3, 2}, {1, 5}}, Blocked: blocked, Encoding: "product"}, Sample{}},
		{Instance{N: 9, Stars: 2}, Sample{}}, {Instance{N: 8, Stars: 2}, Sample{}},
	} {
		for seed := range int64(3) {
			in, s := tt.in, tt.s
			in.Family, s.Seed, s.Puzzle = Regions, seed, Unique
			got, err := in.Sample(t.Context(), s)
			if err != nil {
				t.Fatalf("%v, %+v: %v", in.Comments(), s, err)
			}
			again, err := in.Sample(t.Context(), s)
			if err != nil || !again.Regions.Equal(got.Regions) {
				t.Errorf("%v, then %v, %v", got.Regions, again.Regions, err)
			}
			n, err := solutions(got.plain(), nil)
			if err != nil || n != 1 || got.Regions.Disconnected() != nil || *got.Seed != seed || got.Puzzle != Unique ||
				!slices.Equal(got.Placed, sortedSquares(in.Placed)) || got.Blocked.Len() != in.Blocked.Len()+s.Blocked {
				t.Errorf("%v: %d solutions, %v", got.Comments(), n, err)
			}
			if status, count := got.Known(); status == 0 || count == nil || count.Int64() != 1 {
				t.Errorf("Known returns %v, %v", status, count)
			}
		}
	}
}

// The sizes of regions are within the balance, for every difficulty.
func TestBalance(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		n, stars    int
		balance     float64
		least, most int // bounds of the sizes
	}{{8, 0, 0, 2, 17}, {11, 0, 0, 2, 24}, {9, 2, 0, 2, 19}, {7, 0, 1.5, 2, 10}, {8, 0, math.Inf(1), 1, 64}} {
		for _, kind := range append(Difficulties(), Unique) {
			g := func(context.Context, Instance, Puzzle) (Puzzle, error) { return kind, nil }
			in, err := Instance{N: tt.n, Stars: tt.stars, Family: Regions}.Sample(t.Context(), Sample{Puzzle: kind, Grade: g, Balance: tt.balance})
			if err != nil {
				t.Fatal(tt, err)
			}
			for i := range in.N {
				if size := len(in.Regions.Vars(i)); size < tt.least || size > tt.most {
					t.Errorf("%+v, %s: region %s has %d squares", tt, kind, in.Regions.Name(i), size)
				}
			}
		}
	}
}

// The first boards of a seed stay the same.
func TestRegionPuzzleBytes(t *testing.T) {
	for want, in := range map[string]Instance{
		"AAAABB,AAABBB,CDAAAA,CDDAEE,DDDAFE,DDDDFE": {N: 6}, "AAAAABCC,AAAAABCC,DDDDABBC,DDDDABCC,EDFDDDGG,EEFFHDGG,EEFFHGGG,EEEHHGGG": {N: 8, Stars: 2},
	} {
		in.Family = Regions
		if got, err := in.Sample(t.Context(), Sample{Puzzle: Unique, Seed: 1}); err != nil || got.Regions.String() != want {
			t.Errorf("got %v, %v, want %s", got.Regions, err, want)
		}
	}
}

// A difficulty takes the first board that has this grade.
func TestRegionDifficulty(t *testing.T) {
	in, calls := Instance{N: 6, Family: Regions}, 0
	grade := func(context.Context, Instance, Puzzle) (Puzzle, error) {
		if calls++; calls < 4 {
			return Easy, nil
		}
		return Hard, nil
	}
	got, err := in.Sample(t.Context(), Sample{Puzzle: Hard, Grade: grade})
	if err != nil || got.Puzzle != Hard || calls != 4 {
		t.Errorf("%v after %d calls: %v", got.Comments(), calls, err)
	}
	if _, err := in.Sample(t.Context(), Sample{Puzzle: Medium, Grade: grade}); !errors.Is(err, ErrNoPuzzle) {
		t.Errorf("got %v", err)
	}
	failed := errors.New("failed")
	if _, err := in.Sample(t.Context(), Sample{Puzzle: Medium, Grade: func(context.Context, Instance, Puzzle) (Puzzle, error) { return "", failed }}); err != failed {
		t.Errorf("got %v", err)
	}
}

// On given regions, as many queens are placed as the puzzle needs.
func TestRegionDifficultyByQueens(t *testing.T) {
	in := Instance{N: 6, Family: Regions, Regions: partition(t, "AAAAAA,BBBBBB,CCCCCC,DDDDDD,EEEEEE,FFFFFF")}
	got, err := in.Sample(t.Context(), Sample{Puzzle: Medium, Grade: grade, Satisfiable: satisfiable})
	if g, _ := grade(t.Context(), got, Hard); err != nil || g != Medium || got.Puzzle != Medium {
		t.Errorf("%v is %v, %v", got.Comments(), g, err)
	}
}

func TestRegionPuzzleFails(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Instance{N: 30, Family: Regions}).Sample(ended, Sample{Puzzle: Unique}); err != context.Canceled {
		t.Errorf("got %v", err)
	}
	for want, tt := range map[string]struct {
		in Instance
		s  Sample
	}{
		"board size is 31: expected at most 30 to draw regions":                                                {Instance{N: 31}, Sample{}},
		"balance is 0.5: expected at least 1, regions of the mean size":                                        {Instance{N: 6}, Sample{Balance: 0.5}},
		"board size is 0: expected 1 or more":                                                                  {Instance{}, Sample{}},
		"no puzzle: the board has no solution with any regions":                                                {Instance{N: 3}, Sample{}},
		"number of stars is 5: expected 1 to 4, the number of squares of a row":                                {Instance{N: 4, Stars: 5}, Sample{}},
		"the queens placed on a6 and b5 touch":                                                                 {Instance{N: 6, Placed: []Square{{1, 1}, {2, 2}}}, Sample{}},
		"family regions: queens do not attack along diagonals: expected none blocked":                          {Instance{N: 6}, Sample{Diagonals: 1}},
		"expected a function that grades puzzles":                                                              {Instance{N: 6}, Sample{Puzzle: Easy}},
		"family regions: its board has borders: expected the regular board":                                    {Instance{N: 6, Variant: Torus}, Sample{}},
		"family regions: random queens that are not from a solution make no sense: expected a solvable puzzle": {Instance{N: 1, Regions: partition(t, "A,")}, Sample{Placed: 1, Puzzle: "none"}},
	} {
		tt.in.Family = Regions
		switch tt.s.Puzzle {
		case "":
			tt.s.Puzzle = Unique
		case "none":
			tt.s.Puzzle = ""
		}
		if _, err := tt.in.Sample(t.Context(), tt.s); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// BenchmarkRegionPuzzles draws boards with one solution, with seeds from 0.
func BenchmarkRegionPuzzles(b *testing.B) {
	for _, in := range []Instance{{N: 8}, {N: 12}, {N: 20}, {N: 14, Stars: 2}} {
		in.Family = Regions
		b.Run(fmt.Sprintf("size=%d/stars=%d", in.N, in.StarCount()), func(b *testing.B) {
			for seed := int64(0); b.Loop(); seed++ {
				if _, err := in.Sample(b.Context(), Sample{Puzzle: Unique, Seed: seed}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
