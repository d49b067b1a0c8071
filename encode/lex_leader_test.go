package encode

import (
	"testing"

	"queens/encode/board"
)

func TestComparisonsAreCounted(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for _, s := range board.Symmetries() {
			got := 0
			for range (Instance{N: n}).comparisons(s) {
				got++
			}
			if want := s.Comparisons(board.Board{N: n}); got != want {
				t.Errorf("%s, N=%d: %d comparisons, want %d", s, n, got, want)
			}
		}
	}
}
