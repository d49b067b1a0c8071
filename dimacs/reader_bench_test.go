package dimacs

import (
	"bytes"
	"context"
	"fmt"
	"testing"
)

// pairwiseText returns a formula of 6n groups of n variables, as many as an n by n board has
// lines. At most one variable of a group is true, in the pairwise encoding.
func pairwiseText(n int) []byte {
	var b bytes.Buffer
	w := NewWriter(&b)
	line := make([]Lit, n)
	w.Header(6*n*n, int64(6*n*n*(n-1)/2))
	for first := 0; first < 6*n*n; first += n {
		for i := range line {
			line[i] = -Lit(first + i + 1)
		}
		w.Pairs(line)
	}
	w.Flush()
	return b.Bytes()
}

// ternaryText returns random clauses of three literals.
func ternaryText(clauses int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "p cnf 100000 %d\n", clauses)
	x := uint32(1)
	lit := func() Lit {
		x = x*1664525 + 1013904223
		return Lit(x>>8%100000+1) * Lit(1-int32(x>>30&2))
	}
	for range clauses {
		fmt.Fprintf(&b, "%d %d %d 0\n", lit(), lit(), lit())
	}
	return b.Bytes()
}

func BenchmarkReadFormula(b *testing.B) {
	for name, text := range map[string][]byte{"pairwise200": pairwiseText(200), "ternary": ternaryText(2_000_000)} {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/threads=%d", name, threads), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := ReadFormula(context.Background(), bytes.NewReader(text), Options{Threads: threads}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
