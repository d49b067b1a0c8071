package cmd

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestOptimumProofs draws WCNF files, and checks their optima with proofs in LRAT, which number the
// clauses of the bound. So qsat and qcheck must encode the bound in the same way.
func TestOptimumProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 1))
	dir := t.TempDir()
	for i := range 40 {
		vars := 3 + r.IntN(8)
		var b strings.Builder
		clause := func(n int) {
			for range n {
				b.WriteString(strconv.Itoa((1+r.IntN(vars))*(1-2*r.IntN(2))) + " ")
			}
			b.WriteString("0\n")
		}
		for range 2 * vars {
			b.WriteString("h ")
			clause(2 + r.IntN(2))
		}
		heaviest := []int64{1, 3, 1 << 45}[i%3]
		for range 2 * vars {
			b.WriteString(strconv.FormatInt((1+r.Int64N(heaviest))*7, 10) + " ")
			clause(r.IntN(3))
		}
		if err := os.WriteFile(filepath.Join(dir, "q.wcnf"), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, errors, code := runLine(t, dir, "qsat --proof q.lrat -o q.out q.wcnf"); code != 30 && code != 20 {
			t.Fatalf("exit code %d, %s\n%s", code, errors, b.String())
		}
		if text, errors, code := runLine(t, dir, "qcheck q.wcnf q.out q.lrat"); code != 0 {
			t.Fatalf("%s%s\n%s", text, errors, b.String())
		}
	}
}

// TestPublishedOptima compares optima with OEIS: A075458, A075324, A250000 and A088202; and the most
// queens on a torus with the theorem of Monsky.
func TestPublishedOptima(t *testing.T) {
	for flags, want := range map[string]struct {
		short int   // the largest N without QUEENS_LONG
		all   []int // from N = 1
	}{
		"--minimum --family domination":               {6, []int{1, 1, 1, 2, 3, 3, 4, 5, 5, 5}},
		"--minimum --family domination --independent": {6, []int{1, 1, 1, 3, 3, 4, 4, 5}},
		"--maximum --family armies":                   {5, []int{0, 0, 1, 2, 4, 5, 7, 9}},
		"--minimum --family colouring":                {6, []int{1, 4, 5, 5, 5, 7, 7, 9}},
		"--maximum":                                   {10, []int{1, 1, 2, 4, 5, 6, 7, 8, 9, 10}},
		"--maximum --variant torus":                   {7, []int{1, 1, 1, 2, 5, 4, 7, 6, 7, 9, 11, 10}},
		"--maximum --family superqueens":              {8, []int{1, 1, 1, 2, 4, 4, 5, 6, 8}},
	} {
		for i, optimum := range want.all {
			if i >= want.short && !long() {
				break
			}
			line := fmt.Sprintf("qgen %s %d | qsat | qshow --verify-only", flags, i+1)
			if _, found, _ := runLine(t, t.TempDir(), line); !strings.HasPrefix(found, fmt.Sprintf("qshow: optimum: %d ", optimum)) {
				t.Errorf("%s: %s, want %d", line, found, optimum)
			}
		}
	}
}
