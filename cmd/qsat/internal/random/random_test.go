package random

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/enginetest"
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
		d, times := New(int64(n)), make([]float64, n)
		for range 100 * n {
			times[d.Below(n)]++
		}
		uniform(t, "below", times)
	}
	d, times := New(0), make([]float64, 3)
	for range 300 {
		times[d.Below(3<<61)>>61]++
	}
	uniform(t, "large", times)
}

func TestFlip(t *testing.T) {
	d, times := New(1), make([]float64, 8)
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

// words is a source that returns its words in turn.
type words []uint64

func (w *words) Uint64() uint64 {
	x := (*w)[0]
	*w = (*w)[1:]
	return x
}

// If the first 64 digits do not decide, the next ones do.
func TestFallsFurther(t *testing.T) {
	third := uint64(math.MaxUint64 / 3) // 0.0101...
	share, all := big.NewInt(1), big.NewInt(3)
	for _, test := range []struct {
		drawn words
		want  bool
	}{
		{words{third - 1}, true}, {words{third + 1}, false},
		{words{third, third - 1}, true}, {words{third, third + 1}, false}, {words{third, third, 0}, true},
	} {
		d := &Source{source: &test.drawn}
		if got := d.Falls(Digits(share, all), func() (*big.Int, *big.Int) { return share, all }); got != test.want || len(test.drawn) > 0 {
			t.Errorf("%v, want %v; %d words left", got, test.want, len(test.drawn))
		}
	}
}
