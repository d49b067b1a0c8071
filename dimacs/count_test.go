package dimacs

import (
	"math/big"
	"testing"
)

// A sum is the same in either order, and keeps the denominator if one of the two is 0,
// which has none.
func TestPlus(t *testing.T) {
	count := func(m int64, shift uint64) Count {
		return Count{M: big.NewInt(m), Shift: shift, Denominator: big.NewInt(12)}
	}
	for _, test := range []struct {
		c, d Count
		want *big.Rat
	}{
		{count(3, 2), count(5, 0), big.NewRat(17, 12)},
		{count(3, 1), count(-3, 1), new(big.Rat)},
		{count(3, 2), Count{M: new(big.Int)}, big.NewRat(1, 1)},
	} {
		if got, other := test.c.Plus(test.d).Rat(), test.d.Plus(test.c).Rat(); got.Cmp(test.want) != 0 || other.Cmp(test.want) != 0 {
			t.Errorf("%v and %v: %v and %v, want %v", test.c, test.d, got, other, test.want)
		}
	}
}

func TestCount(t *testing.T) {
	n := Count{M: big.NewInt(3), Shift: 70}
	if got := n.Int().String(); got != "3541774862152233910272" {
		t.Errorf("3 * 2^70 = %s", got)
	}
	if n.M.Int64() != 3 {
		t.Errorf("Int has changed M to %v", n.M)
	}
	if n.IsZero() || !(Count{M: new(big.Int), Shift: 5}).IsZero() {
		t.Error("IsZero is wrong")
	}
}
