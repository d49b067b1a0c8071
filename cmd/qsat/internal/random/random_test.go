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

// The same seed gives the same numbers, and another seed gives others.
func TestSeeds(t *testing.T) {
	a, b, c := New(7), New(7), New(8)
	same := 0
	for range 100 {
		x := a.Below(1 << 40)
		if x != b.Below(1<<40) {
			t.Fatal("one seed has two numbers")
		}
		if x == c.Below(1<<40) {
			same++
		}
	}
	if same > 0 {
		t.Errorf("%d numbers of two seeds are the same", same)
	}
}

func TestFalls(t *testing.T) {
	for _, test := range []struct{ share, all int64 }{{0, 3}, {1, 3}, {1, 2}, {99, 100}, {5, 5}} {
		share, all := big.NewInt(test.share), big.NewInt(test.all)
		d, digits, fallen := New(3), Digits(share, all), 0.0
		const n = 10_000
		for range n {
			if d.Falls(digits, func() (*big.Int, *big.Int) { return share, all }) {
				fallen++
			}
		}
		p := float64(test.share) / float64(test.all)
		if math.Abs(fallen-n*p) > 4*math.Sqrt(n*p*(1-p)) {
			t.Errorf("%d/%d: %v of %d", test.share, test.all, fallen, n)
		}
	}
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
