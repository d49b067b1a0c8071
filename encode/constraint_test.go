package encode

import (
	"math"
	"slices"
	"testing"

	"queens/dimacs"
	"queens/encode/board"
)

// Every group adds the variables and clauses that it declares.
func TestSizesOfGroups(t *testing.T) {
	t.Parallel()
	for _, in := range everySize() {
		groups, err := in.groups()
		if err != nil {
			t.Fatal(err)
		}
		c := dimacs.NewCollector(t.Context(), in.squareVariables())
		f := c.Formula()
		vars, clauses := in.squareVariables(), 0
		for g := range groups {
			vars, clauses = vars+g.aux, clauses+g.clauses
			if g.add(c, c.Fresh); f.Vars != vars || f.NumClauses() != clauses {
				t.Fatalf("%v, %s: declares %d variables and %d clauses so far, adds %d and %d",
					in.Comments(), g.comment(), vars, clauses, f.Vars, f.NumClauses())
			}
		}
		if size, err := in.Size(); err != nil || size != (Size{vars, int64(clauses)}) {
			t.Errorf("%v: the size is %v, %v, want %d and %d", in.Comments(), size, err, vars, clauses)
		}
		checkTransformedSize(t, in, slices.Collect(f.Clauses()))
	}
}

// checkTransformedSize compares Size under a transform with a sum over all clauses.
func checkTransformedSize(t *testing.T, in Instance, clauses [][]dimacs.Lit) {
	t.Helper()
	if in.Aim != "" { // excludes a transform
		return
	}
	want, transform := 0.0, Transform{"or", 2} // of a complement, it makes two clauses
	for _, c := range clauses {
		negative := len(slices.DeleteFunc(c, func(l dimacs.Lit) bool { return l > 0 }))
		want += math.Pow(2, float64(negative))
	}
	in.Transform = &transform
	if size, err := in.Size(); err == nil && float64(size.Clauses) != want || err != nil && want <= MaxTransformed {
		t.Errorf("%v: the size is %v, %v, want %f clauses", in.Comments(), size, err, want)
	}
}

// everySize returns instances of every family on boards of many sizes.
func everySize() (list []Instance) {
	two := 2
	for n := 1; n <= 11; n++ {
		for _, variant := range []board.Variant{board.Regular, board.Torus} {
			for _, family := range Families() {
				in := Instance{N: n, Family: family, Variant: variant, SymmetryBroken: true}
				list = append(list, in)
				if minimal := in; true {
					minimal.Minimal, minimal.SymmetryBroken = true, false
					list = append(list, minimal)
				}
				if family == Domination {
					in.Independent = true
					list = append(list, in)
				}
				if in.Queens, in.Colours = &two, nil; family == Colouring {
					in.Queens, in.Colours = nil, &two
				}
				list = append(list, in)
				in.Colours, in.Encoding, in.Blocked = nil, "commander", board.SquaresOf(board.Square{Row: 1, Col: 1})
				list = append(list, in)
				in.SymmetryBroken, in.Queens = false, nil
				list = append(list, in)
			}
		}
	}
	return slices.DeleteFunc(list, func(in Instance) bool { return in.Check() != nil })
}

// In the formats other than CNF, the size is the number of constraints.
func TestSizesOfLinears(t *testing.T) {
	for _, in := range everySize() {
		in.SymmetryBroken = false
		for _, maximise := range []bool{false, true} {
			for _, counts := range []func(Linear) int{
				func(Linear) int { return 1 },
				func(l Linear) int { return min(l.Low, 1) + min(l.Length-l.High, 1) },
			} {
				want := int64(0)
				for l := range in.Linears(maximise) {
					want += int64(counts(l))
				}
				if got := in.LinearSize(maximise, counts).Clauses; got != want {
					t.Errorf("%v: %d linear constraints or bounds, want %d; maximise %v", in.Comments(), got, want, maximise)
				}
			}
		}
	}
}
