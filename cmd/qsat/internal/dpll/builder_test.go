package dpll

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/csp"
	"queens/dimacs"
)

// definition returns the implications, indexed by literal, and the units of binary
// clauses, according to the definition. The argument lits is the length of a slice indexed
// by literal.
func definition(pairs []dimacs.Pair, lits int) (want [][]int32, units []clause.Lit) {
	want = make([][]int32, lits)
	for _, p := range pairs {
		a, b := clause.Of(p[0]), clause.Of(p[1])
		switch {
		case a == b:
			units = append(units, a)
		case a != b^1:
			want[a^1] = append(want[a^1], int32(b))
			want[b^1] = append(want[b^1], int32(a))
		}
	}
	return want, units
}

// TestImplications compares the implications, for any number of shares, with the definition.
func TestImplications(t *testing.T) {
	for _, vars := range []int{50, 1 << 15} {
		var pairs []dimacs.Pair
		f := &dimacs.Formula{}
		for i := range 3 * pieceSize {
			a, b := dimacs.Lit(i*i%vars+1), dimacs.Lit(i*7%vars+1)
			if i%3 == 0 {
				a = -a
			}
			if i%5 == 0 {
				b = -b
			}
			pairs = append(pairs, dimacs.Pair{a, b})
			f.Add(a, b)
		}
		lits := 2*vars + 2
		want, units := definition(pairs, lits)
		for threads := range 5 {
			b, err := buildImplications(f, lits, threads)
			if err != nil {
				t.Fatal(err)
			}
			checkImplications(t, b, want, units)
		}
	}
}

func checkImplications(t *testing.T, b *builder, want [][]int32, units []clause.Lit) {
	t.Helper()
	for l := range want {
		if !slices.Equal(want[l], b.list(clause.Lit(l))) {
			t.Fatalf("the implications of %d are not in the order of the text, or others", l)
		}
		choice := csp.IsChoice(csp.SureRatio, int32(len(want[l^1])), int32(len(want[l])))
		if b.choices.Has(clause.Lit(l)) != choice {
			t.Fatalf("%d is a choice: %v", l, !choice)
		}
	}
	if diff := cmp.Diff(units, b.units); diff != "" {
		t.Errorf("units: -want +got\n%s", diff)
	}
}
