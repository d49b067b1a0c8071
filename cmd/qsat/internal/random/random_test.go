package random_test

import (
	"slices"
	"testing"

	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/random"
)

// uniform fails the test unless the frequencies are compatible with equal probabilities.
func uniform(t *testing.T, name string, times []float64) {
	t.Helper()
	if err := enginetest.CheckShares(times, slices.Repeat([]float64{1 / float64(len(times))}, len(times))); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

func TestBelow(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 5, 64, 100} {
		d, times := random.New(int64(n)), make([]float64, n)
		for range 100 * n {
			times[d.Below(n)]++
		}
		uniform(t, "below", times)
	}
	d, times := random.New(0), make([]float64, 3)
	for range 300 {
		times[d.Below(3<<61)>>61]++
	}
	uniform(t, "large", times)
}

func TestFlip(t *testing.T) {
	d, times := random.New(1), make([]float64, 8)
	for range 8000 {
		i := 0
		for k := range 3 {
			if d.Flip() {
				i |= 1 << k
			}
		}
		times[i]++
	}
	uniform(t, "flip", times)
}

// The streams of a seed and the seeds of a stream give different numbers, and the same ones again.
func TestStreams(t *testing.T) {
	seen := map[uint64]bool{}
	for _, s := range []random.Stream{random.Walks, random.CDCL, random.DPLL, random.Symmetry} {
		for seed := range int64(2) {
			n := s.Rand(seed).Uint64()
			if seen[n] || n != s.Rand(seed).Uint64() {
				t.Errorf("stream %d, seed %d: %d", s, seed, n)
			}
			seen[n] = true
		}
	}
}
