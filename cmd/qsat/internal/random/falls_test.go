package random

import (
	"math"
	"math/big"
	"testing"
)

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
