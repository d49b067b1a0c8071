package count

import (
	"fmt"
	"math/big"
	"testing"
)

// Entries with equal hashes are distinguished by their keys.
func TestCacheComparesKeys(t *testing.T) {
	c := newCache(1 << 30)
	for i := range 100 {
		c.add(7, []byte{byte(i), 1}, number{word: uint64(i)})
	}
	for i := range 100 {
		if n, known := c.lookup(7, []byte{byte(i), 1}); !known || n.word != uint64(i) {
			t.Errorf("entry %d: %v, %v", i, n, known)
		}
	}
	for _, key := range [][]byte{{}, {100, 1}, {1}, {1, 1, 0}, {1, 2}} {
		if n, known := c.lookup(7, key); known {
			t.Errorf("%v: %v", key, n)
		}
	}
}

// The counts that became known in a refuted branch are removed, and no others, even if an
// eviction happened meanwhile.
func TestCacheForgetsBranches(t *testing.T) {
	for _, limit := range []int64{1 << 30, 3 << 20} {
		c := newCache(limit)
		key := func(branch, i int) []byte { return fmt.Appendf(nil, "%d/%1000d", branch, i) }
		fill := func(branch, n int) {
			for i := range n {
				k := key(branch, i)
				c.add(c.hash(k), k, number{word: uint64(branch)})
			}
		}
		known := func(branch, n int) (hits int) {
			for i := range n {
				k := key(branch, i)
				if v, known := c.lookup(c.hash(k), k); known {
					hits++
					if v.word != uint64(branch) {
						t.Errorf("limit %d: %v for an entry of branch %d", limit, v, branch)
					}
				}
			}
			return hits
		}
		fill(1, 10)
		c.begin()
		fill(2, 1000)
		c.begin()
		fill(3, 5000)
		c.end(true)
		if n := known(3, 5000); n != 0 {
			t.Errorf("limit %d: %d of a branch that was forgotten", limit, n)
		}
		if n := known(2, 1000); limit > 3<<20 && n != 1000 {
			t.Errorf("%d of a branch before that", n)
		}
		c.end(false)
		fill(4, 1000)
		if n := known(4, 1000); n == 0 {
			t.Errorf("limit %d: nothing of the last branch", limit)
		}
		if limit < 1<<30 && c.size() > limit+2*chunkSize {
			t.Errorf("%d bytes, with a limit of %d", c.size(), limit)
		}
	}
}

// A branch is forgotten even if its first count triggered an eviction.
func TestCacheForgetsFirst(t *testing.T) {
	c := newCache(0) // always full
	c.add(1, []byte{1}, one)
	c.begin()
	c.add(2, []byte{2}, one)
	c.end(true)
	if _, known := c.lookup(2, []byte{2}); known {
		t.Error("a count of a branch that was forgotten")
	}
}

// Numbers of all sizes survive encoding, and their sums and products agree with math/big.
func TestNumbers(t *testing.T) {
	list := []*big.Int{new(big.Int), big.NewInt(1), big.NewInt(-1), big.NewInt(-1234567)}
	for _, k := range []uint{31, 32, 63, 64, 65, 200} {
		p := new(big.Int).Lsh(big.NewInt(1), k)
		list = append(list, p, new(big.Int).Sub(p, big.NewInt(1)), new(big.Int).Neg(p))
	}
	for _, x := range list {
		b := numberOf(x).append(nil)
		if n := readNumber(b); n.Int().Cmp(x) != 0 {
			t.Errorf("%v became %v, in %d bytes", x, n.Int(), len(b))
		}
		for _, y := range list {
			if got, want := numberOf(x).plus(numberOf(y)), new(big.Int).Add(x, y); got.Int().Cmp(want) != 0 || got.isZero() != (want.Sign() == 0) {
				t.Errorf("%v + %v = %v", x, y, got.Int())
			}
			if got, want := numberOf(x).times(numberOf(y)), new(big.Int).Mul(x, y); got.Int().Cmp(want) != 0 || got.isZero() != (want.Sign() == 0) {
				t.Errorf("%v * %v = %v", x, y, got.Int())
			}
		}
	}
}
