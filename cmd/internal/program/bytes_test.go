package program

import "testing"

func TestBytes(t *testing.T) {
	for text, want := range map[string]int64{
		"64M": 64 << 20, "64m": 64 << 20, "2G": 2 << 30, "1T": 1 << 40, "65536K": 64 << 20, "67108864": 64 << 20, "8388607T": 8388607 << 40,
		"": -1, "M": -1, "63M": -1, "65535K": -1, "0": -1, "-1G": -1, "1.5G": -1, "2X": -1, "2GB": -1, "8388608T": -1, "99999999999999999999": -1,
	} {
		got := int64(-1)
		v := Bytes(&got, 64<<20)
		if err := v.Set(text); (err != nil) != (want < 0) || got != want {
			t.Errorf("%q: %d, want %d; %v", text, got, want, err)
		}
	}
	var n int64
	v := Bytes(&n, 64<<20)
	if err := v.Set("10M"); err == nil || err.Error() != `expected a size such as 2G, of at least 64M, found "10M"` {
		t.Error(err)
	}
	if v.String() != "" {
		t.Errorf("the default of none is %q", v.String())
	}
}
