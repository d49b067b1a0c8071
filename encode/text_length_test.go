package encode

import (
	"math"
	"strconv"
	"testing"

	"queens/dimacs"
)

func TestLiteralBytes(t *testing.T) {
	check := func(l dimacs.Lit) {
		if got, want := literalBytes(l), int64(len(strconv.Itoa(int(l)))+1); got != want {
			t.Errorf("literalBytes(%d) = %d, want %d", l, got, want)
		}
	}
	for p := int64(1); p <= math.MaxInt32; p *= 2 {
		for v := max(1, p-2); v <= p+2; v++ {
			check(dimacs.Lit(v))
			check(dimacs.Lit(-v))
		}
	}
	for p := int64(1); p <= math.MaxInt32; p *= 10 {
		for v := max(1, p-2); v <= p+2; v++ {
			check(dimacs.Lit(v))
			check(dimacs.Lit(-v))
		}
	}
	check(math.MaxInt32)
	check(-math.MaxInt32)
}

// Around these sizes the auxiliary variables of a line get a digit more.
func TestBytesAcrossPowersOfTen(t *testing.T) {
	for _, n := range []int{8, 9, 14, 15, 16, 17, 25, 26, 44, 45, 46} {
		for _, in := range everyForm(n) {
			var count byteCount
			if err := in.Write(t.Context(), &count); err != nil {
				t.Fatal(err)
			}
			if got, err := in.Bytes(t.Context()); err != nil || got != int64(count) {
				t.Errorf("%v: Bytes is %d, %v; written %d", in, got, err, count)
			}
		}
	}
}
