package encode

import (
	"fmt"
	"testing"
)

// Files depend on these numbers, so the generator must not change.
func TestRandomNumbersStay(t *testing.T) {
	tests := []struct {
		seed   int64
		stream uint64
		want   string
	}{
		{1, streamPlaced, "[997 102 863 912 285 934 812 105] [5 0 3 1 7 6 2 4]TTTHTTHT"},
		{1, streamRenaming, "[122 230 141 197 976 854 839 500] [6 0 1 5 3 2 7 4]THHHHHTH"},
		{-7, streamOrder, "[651 477 366 652 393 178 526 211] [7 4 1 6 3 2 0 5]HTHTHTTH"},
	}
	for _, tt := range tests {
		r := newRandom(tt.seed, tt.stream)
		var numbers []int
		for range 8 {
			numbers = append(numbers, r.below(1000))
		}
		order := []int{0, 1, 2, 3, 4, 5, 6, 7}
		r.permute(t.Context(), len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		coin, heads := r.coins(), ""
		for range 8 {
			heads += map[bool]string{true: "H", false: "T"}[coin()]
		}
		if got := fmt.Sprint(numbers, order, heads); got != tt.want {
			t.Errorf("seed %d, stream %d: got %q, want %q", tt.seed, tt.stream, got, tt.want)
		}
	}
}
