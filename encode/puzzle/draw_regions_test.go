package puzzle

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"queens/encode"
	"queens/encode/board"
)

// Drawn boards have connected regions and exactly one solution, and depend on the seed only.
func TestRegionPuzzles(t *testing.T) {
	t.Parallel()
	blocked := board.SquaresOf(board.Square{Row: 1, Col: 1}, board.Square{Row: 3, Col: 4})
	for _, tt := range []struct {
		in encode.Instance
		s  Sample
	}{
		{encode.Instance{N: 1}, Sample{}}, {encode.Instance{N: 4}, Sample{}}, {encode.Instance{N: 6}, Sample{Blocked: 5}}, {encode.Instance{N: 8}, Sample{}},
		{encode.Instance{N: 7, Placed: []board.Square{{Row: 3, Col: 2}, {Row: 1, Col: 5}}, Blocked: blocked, Encoding: "product"}, Sample{}},
		{encode.Instance{N: 9, Stars: 2}, Sample{}}, {encode.Instance{N: 8, Stars: 2}, Sample{}},
	} {
		for seed := range int64(3) {
			in, s := tt.in, tt.s
			in.Family, s.Seed, s.Puzzle = encode.Regions, seed, encode.Unique
			got, err := s.Apply(t.Context(), in)
			if err != nil {
				t.Fatalf("%v, %+v: %v", in.Comments(), s, err)
			}
			again, err := s.Apply(t.Context(), in)
			if err != nil || !again.Regions.Equal(got.Regions) {
				t.Errorf("%v, then %v, %v", got.Regions, again.Regions, err)
			}
			n, err := countBoards(got)
			if err != nil || n != 1 || got.Regions.Disconnected() != nil || *got.Seed != seed || got.Puzzle != encode.Unique ||
				!slices.Equal(got.Placed, encode.Instance{Placed: in.Placed}.Sorted().Placed) || got.Blocked.Len() != in.Blocked.Len()+s.Blocked {
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
		for _, kind := range append(encode.Difficulties(), encode.Unique) {
			g := func(context.Context, encode.Instance, encode.Puzzle) (encode.Puzzle, error) { return kind, nil }
			in, err := (Sample{Puzzle: kind, Grade: g, Balance: tt.balance}).Apply(t.Context(), encode.Instance{N: tt.n, Stars: tt.stars, Family: encode.Regions})
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
	for want, in := range map[string]encode.Instance{
		"AAAABB,AAABBB,CDAAAA,CDDAEE,DDDAFE,DDDDFE": {N: 6}, "AAAAABCC,AAAAABCC,DDDDABBC,DDDDABCC,EDFDDDGG,EEFFHDGG,EEFFHGGG,EEEHHGGG": {N: 8, Stars: 2},
	} {
		in.Family = encode.Regions
		if got, err := (Sample{Puzzle: encode.Unique, Seed: 1}).Apply(t.Context(), in); err != nil || got.Regions.String() != want {
			t.Errorf("got %v, %v, want %s", got.Regions, err, want)
		}
	}
}

// A difficulty takes the first board that has this grade.
func TestRegionDifficulty(t *testing.T) {
	in, calls := encode.Instance{N: 6, Family: encode.Regions}, 0
	grade := func(context.Context, encode.Instance, encode.Puzzle) (encode.Puzzle, error) {
		if calls++; calls < 4 {
			return encode.Easy, nil
		}
		return encode.Hard, nil
	}
	got, err := (Sample{Puzzle: encode.Hard, Grade: grade}).Apply(t.Context(), in)
	if err != nil || got.Puzzle != encode.Hard || calls != 4 {
		t.Errorf("%v after %d calls: %v", got.Comments(), calls, err)
	}
	if _, err := (Sample{Puzzle: encode.Medium, Grade: grade}).Apply(t.Context(), in); !errors.Is(err, ErrNoPuzzle) {
		t.Errorf("got %v", err)
	}
	failed := errors.New("failed")
	if _, err := (Sample{Puzzle: encode.Medium, Grade: func(context.Context, encode.Instance, encode.Puzzle) (encode.Puzzle, error) { return "", failed }}).Apply(t.Context(), in); err != failed {
		t.Errorf("got %v", err)
	}
}

// On given regions, as many queens are placed as the puzzle needs.
func TestRegionDifficultyByQueens(t *testing.T) {
	in := encode.Instance{N: 6, Family: encode.Regions, Regions: partition(t, "AAAAAA,BBBBBB,CCCCCC,DDDDDD,EEEEEE,FFFFFF")}
	got, err := (Sample{Puzzle: encode.Medium, Grade: grade, Satisfiable: satisfiable}).Apply(t.Context(), in)
	if g, _ := grade(t.Context(), got, encode.Hard); err != nil || g != encode.Medium || got.Puzzle != encode.Medium {
		t.Errorf("%v is %v, %v", got.Comments(), g, err)
	}
}

func TestRegionPuzzleFails(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Sample{Puzzle: encode.Unique}).Apply(ended, encode.Instance{N: 30, Family: encode.Regions}); err != context.Canceled {
		t.Errorf("got %v", err)
	}
	for want, tt := range map[string]struct {
		in encode.Instance
		s  Sample
	}{
		"board size is 31: expected a square board of size at most 30 to draw regions":                         {encode.Instance{N: 31}, Sample{}},
		"balance is 0.5: expected at least 1, regions of the mean size":                                        {encode.Instance{N: 6}, Sample{Balance: 0.5}},
		"board size is 0: expected 1 or more":                                                                  {encode.Instance{}, Sample{}},
		"no puzzle: the board has no solution with any regions":                                                {encode.Instance{N: 3}, Sample{}},
		"number of stars is 5: expected 1 to 4, the number of squares of a row":                                {encode.Instance{N: 4, Stars: 5}, Sample{}},
		"the queens placed on a6 and b5 touch":                                                                 {encode.Instance{N: 6, Placed: []board.Square{{Row: 1, Col: 1}, {Row: 2, Col: 2}}}, Sample{}},
		"family regions: queens do not attack along diagonals: expected none blocked":                          {encode.Instance{N: 6}, Sample{Diagonals: 1}},
		"expected a function that grades puzzles":                                                              {encode.Instance{N: 6}, Sample{Puzzle: encode.Easy}},
		"family regions: its board has borders: expected the regular board":                                    {encode.Instance{N: 6, Variant: board.Torus}, Sample{}},
		"family regions: random queens that are not from a solution make no sense: expected a solvable puzzle": {encode.Instance{N: 1, Regions: partition(t, "A,")}, Sample{Placed: 1, Puzzle: "none"}},
	} {
		tt.in.Family = encode.Regions
		switch tt.s.Puzzle {
		case "":
			tt.s.Puzzle = encode.Unique
		case "none":
			tt.s.Puzzle = ""
		}
		if _, err := tt.s.Apply(t.Context(), tt.in); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// BenchmarkRegionPuzzles draws boards with one solution, with seeds from 0.
func BenchmarkRegionPuzzles(b *testing.B) {
	for _, in := range []encode.Instance{{N: 8}, {N: 12}, {N: 20}, {N: 14, Stars: 2}} {
		in.Family = encode.Regions
		b.Run(fmt.Sprintf("size=%d/stars=%d", in.N, in.StarCount()), func(b *testing.B) {
			for seed := int64(0); b.Loop(); seed++ {
				if _, err := (Sample{Puzzle: encode.Unique, Seed: seed}).Apply(b.Context(), in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
