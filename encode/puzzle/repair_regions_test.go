package puzzle

import (
	"context"
	"errors"
	"math/rand"
	"slices"
	"testing"

	"queens/encode"
	"queens/encode/board"
)

// randomPartition returns random connected regions of a board.
func randomPartition(n int, r *rand.Rand) *board.Partition {
	names, beside := make([]string, n*n), (board.Board{N: n}).Neighbours()
	for left := n * n; left > 0; {
		square := r.Intn(n * n)
		next := beside[square][r.Intn(len(beside[square]))]
		switch {
		case names[square] != "":
		case n*n-left < n:
			names[square] = string(rune('A' + n*n - left))
			left--
		case names[next] != "":
			names[square] = names[next]
			left--
		}
	}
	p, _ := board.NewPartition(board.Board{N: n}, names)
	return p
}

// cellsOf returns the name of the region of each square.
func cellsOf(p *board.Partition) (names []string) {
	for s := range p.Board().Squares() {
		names = append(names, p.Name(p.Region(s)))
	}
	return names
}

// changedTo returns the number of squares whose regions have other names in q.
func changedTo(p, q *board.Partition) (n int) {
	after := cellsOf(q)
	for i, name := range cellsOf(p) {
		if after[i] != name {
			n++
		}
	}
	return n
}

// A repair leaves one solution and connected regions, of two squares if all had two, and depends on the seed only. On small
// boards, no single change does the same if the repair has more.
func TestRepair(t *testing.T) {
	t.Parallel()
	instances := []encode.Instance{
		{N: 1, Regions: partition(t, "A,")}, {N: 5, Regions: partition(t, "AABBB,AACBB,AACCC,DDDDD,EEEEA")}, {N: 6, Regions: partition(t, "AAAAAA,BBBBBB,CCCCCC,DDDDDD,EEEEEE,FFFFFF")},
		{N: 6, Regions: partition(t, "112233,112233,112233,445566,445566,445566"), Placed: []board.Square{{Row: 1, Col: 2}}, Blocked: board.SquaresOf(board.Square{Row: 6, Col: 6})},
		{N: 8, Stars: 2, Regions: partition(t, "AAABBBCC,AAABBBCC,AAABBBCC,DDDDDDDD,EEEEEEEE,FFFFFFFF,GGGGHHHH,GGGGHHHH")},
	}
	for n := 4; n <= 7; n++ {
		for seed := range int64(8 - n) {
			instances = append(instances, encode.Instance{N: n, Regions: randomPartition(n, rand.New(rand.NewSource(seed)))})
		}
	}
	for _, in := range instances {
		in.Family = encode.Regions
		s := Sample{Puzzle: encode.Unique, Repair: true, Seed: 3}
		got, err := s.Apply(t.Context(), in)
		if err != nil {
			t.Errorf("%v: %v", in.Regions, err)
			continue
		}
		again, err := s.Apply(t.Context(), in)
		if err != nil || !again.Regions.Equal(got.Regions) {
			t.Errorf("%v, then %v, %v", got.Regions, again.Regions, err)
		}
		n, err := countBoards(got)
		if err != nil || n != 1 || got.Regions.Disconnected() != nil || smallest(got.Regions) < min(2, smallest(in.Regions)) || got.Puzzle != encode.Unique || *got.Seed != 3 || !slices.Equal(got.Placed, in.Placed) {
			t.Errorf("%v becomes %v: %d solutions, %v", in.Regions, got.Regions, n, err)
		}
		before, err := countBoards(in)
		if changed := changedTo(in.Regions, got.Regions); err != nil || changed > 1 && in.N <= 5 && oneChange(in) || (changed == 0) != (before == 1 && in.Regions.Disconnected() == nil) {
			t.Errorf("%v with %d solutions becomes %v", in.Regions, before, got.Regions)
		}
	}
}

// smallest returns the least number of squares of a region.
func smallest(p *board.Partition) int {
	least := p.Board().Count()
	for region := range p.Count() {
		least = min(least, len(p.Vars(region)))
	}
	return least
}

// oneChange reports whether a change of one square leaves one solution, with connected regions.
func oneChange(in encode.Instance) bool {
	for square, own := range cellsOf(in.Regions) {
		for region := range in.N {
			cells, next := cellsOf(in.Regions), in
			if cells[square] = in.Regions.Name(region); cells[square] == own {
				continue
			}
			next.Regions, _ = board.NewPartition(in.Board(), cells)
			if next.Regions.Count() < in.N || next.Regions.Disconnected() != nil || smallest(next.Regions) < min(2, smallest(in.Regions)) {
				continue
			}
			if n, err := countBoards(next); err == nil && n == 1 {
				return true
			}
		}
	}
	return false
}

func TestRepairFails(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	rows := partition(t, "AAA,BBB,CCC")
	unique := Sample{Puzzle: encode.Unique, Repair: true}
	if _, err := unique.Apply(ended, encode.Instance{N: 8, Family: encode.Regions, Regions: randomPartition(8, rand.New(rand.NewSource(1)))}); err != context.Canceled {
		t.Errorf("got %v", err)
	}
	if _, err := unique.Apply(t.Context(), encode.Instance{N: 3, Family: encode.Regions, Regions: rows}); !errors.Is(err, ErrNoPuzzle) {
		t.Errorf("got %v", err)
	}
	queens := 3
	for want, tt := range map[string]struct {
		in encode.Instance
		s  Sample
	}{
		"board size is 3: expected a square board of size at most 30 with N regions to repair": {encode.Instance{N: 3, Regions: rows, Queens: &queens}, unique},
		"expected regions to repair, and one solution":                                         {encode.Instance{N: 3, Regions: rows}, Sample{Puzzle: encode.Solvable, Repair: true}},
		"family regions: expected no random squares with regions to repair":                    {encode.Instance{N: 3, Regions: rows}, Sample{Puzzle: encode.Unique, Repair: true, Blocked: 1}},
		"the queens placed on a3 and b2 touch":                                                 {encode.Instance{N: 3, Regions: rows, Placed: []board.Square{{Row: 1, Col: 1}, {Row: 2, Col: 2}}}, unique},
	} {
		tt.in.Family = encode.Regions
		if _, err := tt.s.Apply(t.Context(), tt.in); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}
