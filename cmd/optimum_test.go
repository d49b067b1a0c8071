package cmd

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode"
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
	tests := []struct {
		in         encode.Instance
		name       string
		want       []int // from N = 1
		short      int   // the largest N without QUEENS_LONG
		complement bool  // the cost is N minus the number
	}{
		{encode.Instance{Family: encode.Domination, Aim: encode.Minimum}, "domination", []int{1, 1, 1, 2, 3, 3, 4, 5, 5, 5}, 6, false},
		{encode.Instance{Family: encode.Domination, Independent: true, Aim: encode.Minimum}, "independent domination", []int{1, 1, 1, 3, 3, 4, 4, 5}, 6, false},
		{encode.Instance{Family: encode.Armies, Aim: encode.Maximum}, "armies", []int{0, 0, 1, 2, 4, 5, 7, 9}, 5, true},
		{encode.Instance{Family: encode.Colouring, Aim: encode.Minimum}, "colouring", []int{1, 4, 5, 5, 5, 7, 7, 9}, 6, false},
		{encode.Instance{Aim: encode.Maximum}, "queens", []int{1, 1, 2, 4, 5, 6, 7, 8, 9, 10}, 10, true},
		{encode.Instance{Variant: encode.Torus, Aim: encode.Maximum}, "torus", []int{1, 1, 1, 2, 5, 4, 7, 6, 7, 9, 11, 10}, 7, true},
		{encode.Instance{Family: encode.Superqueens, Aim: encode.Maximum}, "superqueens", []int{1, 1, 1, 2, 4, 4, 5, 6, 8}, 8, true},
	}
	for _, tt := range tests {
		for i, want := range tt.want {
			in := tt.in
			if in.N = i + 1; in.N > tt.short && !long() {
				break
			}
			var b strings.Builder
			if err := (encode.File{Instance: in, Format: "wcnf"}).Write(t.Context(), &b); err != nil {
				t.Fatal(err)
			}
			f, err := dimacs.ReadFormula(t.Context(), strings.NewReader(b.String()), dimacs.Options{Soft: true})
			if err != nil {
				t.Fatal(err)
			}
			o, err := sat.Minimize(t.Context(), sat.Problem{Formula: f}, sat.Options{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := int(o.Cost)
			if tt.complement {
				got = len(f.Soft) - got
			}
			if got != want || o.Bound != o.Cost {
				t.Errorf("%s, N=%d: %d (bound %d), want %d", tt.name, in.N, got, o.Bound, want)
			}
		}
	}
}
