package dimacs

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"
)

// pairwiseText returns an instance of n queens in the pairwise encoding.
func pairwiseText(n int) []byte {
	var b bytes.Buffer
	w := NewWriter(&b)
	lines := boardLines(n)
	clauses := int64(0)
	for i, line := range lines {
		if i < 2*n {
			clauses++
		}
		clauses += int64(len(line) * (len(line) - 1) / 2)
	}
	w.Header(n*n, clauses)
	neg := make([]Lit, n)
	for i, line := range lines {
		if i < 2*n {
			w.Clause(line...)
		}
		for k, l := range line {
			neg[k] = l.Neg()
		}
		w.Pairs(neg[:len(line)])
	}
	w.Flush()
	return b.Bytes()
}

// boardLines returns the rows, columns and diagonals of a board.
func boardLines(n int) [][]Lit {
	lines := make([][]Lit, 6*n-2)
	for i := range n * n {
		r, c := i/n, i%n
		for _, k := range []int{r, n + c, 2*n + r + c, 4*n - 1 + r - c + n - 1} {
			lines[k] = append(lines[k], Lit(i+1))
		}
	}
	return lines
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

func BenchmarkReader(b *testing.B) {
	text := pairwiseText(100)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(bytes.NewReader(text), Options{})
		for {
			if _, err := r.Read(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}
