package dimacs

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// Every method is exact for the zero value and for all denominators. A sum does not depend on
// the order.
func TestCountIsExact(t *testing.T) {
	half := Count{M: big.NewInt(1), Denominator: big.NewInt(2)}
	huge := Count{M: big.NewInt(3), Shift: 1 << 40}
	for _, test := range []struct {
		n           Count
		text, asInt string
	}{
		{Count{}, "0", "0"},
		{Count{Denominator: big.NewInt(12)}, "0", "0"},
		{Count{M: new(big.Int), Shift: 1 << 60}, "0", "0"},
		{Count{M: big.NewInt(-3), Shift: 2}, "-12", "-12"},
		{Count{M: big.NewInt(1), Shift: 4, Denominator: big.NewInt(16)}, "1", "1"},
		{Count{M: big.NewInt(3), Shift: 70}, "3541774862152233910272", "3541774862152233910272"},
		{half, "1/2", "<nil>"},
		{Count{M: big.NewInt(7), Shift: 3, Denominator: big.NewInt(-12)}, "-14/3", "<nil>"},
	} {
		before := fmt.Sprint(test.n.M)
		if got := test.n.String(); got != test.text || test.n.Rat().RatString() != test.text {
			t.Errorf("%#v: String is %s, Rat is %v, want %s", test.n, got, test.n.Rat(), test.text)
		}
		if got := fmt.Sprint(test.n.Int()); got != test.asInt {
			t.Errorf("%s: Int is %s, want %s", test.text, got, test.asInt)
		}
		if fmt.Sprint(test.n.M) != before {
			t.Errorf("%s: M became %v", test.text, test.n.M)
		}
		if got := test.n.IsZero(); got != (test.text == "0") {
			t.Errorf("%s: IsZero is %t", test.text, got)
		}
	}
	if got := huge.String(); got != "2^1099511627776 * 3" {
		t.Errorf("%s", got)
	}
	if huge.Denominator = big.NewInt(5); huge.String() != "2^1099511627776 * 3 / 5" {
		t.Errorf("%v", huge)
	}
}

func TestPlus(t *testing.T) {
	count := func(m int64, shift uint64, denominator int64) Count {
		return Count{M: big.NewInt(m), Shift: shift, Denominator: big.NewInt(denominator)}
	}
	for _, test := range []struct {
		c, d Count
		want string
	}{
		{Count{}, Count{}, "0"},
		{Count{}, count(1, 0, 3), "1/3"},
		{count(1, 0, 2), count(1, 0, 4), "3/4"},
		{count(1, 1, 3), Count{M: big.NewInt(1)}, "5/3"},
		{count(3, 2, 12), count(5, 0, 12), "17/12"},
		{count(3, 1, 12), count(-3, 1, 12), "0"},
		{count(1, 3, 6), count(-4, 0, 3), "0"},
	} {
		before := fmt.Sprint(test.c, test.d)
		if got, other := test.c.Plus(test.d).String(), test.d.Plus(test.c).String(); got != test.want || other != test.want {
			t.Errorf("%s: %v and %v, want %v", before, got, other, test.want)
		}
		if fmt.Sprint(test.c, test.d) != before {
			t.Errorf("%s became %v %v", before, test.c, test.d)
		}
	}
}

// TestRoundedText compares rounded numbers with the exact ones, and with numbers known by hand.
func TestRoundedText(t *testing.T) {
	for text, want := range map[string]string{"0": "0", "2/3": "0.6667", "-2/3": "-0.6667", "99999": "1.000e5", "9999": "9999", "1/8": "0.1250", "12345/100000": "0.1234", "12355/100000": "0.1236",
		"1/1000000": "1.000e-6", "1/100000": "0.00001000", "99995/10": "1.000e4", "1e30": "1.000e30"} {
		x, _ := new(big.Rat).SetString(text)
		if got := RoundedText(x, 4); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		x, digits := big.NewRat(1+r.Int64N(1<<r.IntN(62)), 1+r.Int64N(1<<r.IntN(62))), 1+r.IntN(20)
		text := RoundedText(x, digits)
		y, ok := new(big.Rat).SetString(text)
		mantissa, exponent, _ := strings.Cut(text, "e")
		e, _ := strconv.Atoi(exponent)
		if n := len(strings.TrimLeft(strings.ReplaceAll(mantissa, ".", ""), "0")); !ok || n != digits {
			t.Fatalf("%v with %d digits: %s", x, digits, text)
		}
		_, fraction, _ := strings.Cut(mantissa, ".")
		half := new(big.Rat).SetFrac(big.NewInt(1), big.NewInt(2))
		for range max(0, len(fraction)-e) {
			half.Quo(half, big.NewRat(10, 1))
		}
		for range max(0, e-len(fraction)) {
			half.Mul(half, big.NewRat(10, 1))
		}
		if y.Sub(x, y).Abs(y).Cmp(half) > 0 {
			t.Fatalf("%v with %d digits: %s", x, digits, text)
		}
	}
}
