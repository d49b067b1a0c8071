package encode

import (
	"math"
	"slices"
	"testing"

	"queens/dimacs"
	"queens/encode/atmostone"
)

// byShape is a weight that differs for clauses with different numbers of literals.
func byShape(positive, negative int) float64 {
	return math.Pow(math.Pi/3, float64(positive)) * math.Pow(math.E/2, float64(negative))
}

// weigh returns the total weight of the clauses of a formula.
func weigh(f *dimacs.Formula, weight atmostone.Weight) (sum float64) {
	for c := range f.Clauses() {
		negative := len(slices.DeleteFunc(slices.Clone(c), func(l dimacs.Lit) bool { return l > 0 }))
		sum += weight(len(c)-negative, negative)
	}
	return sum
}

// Every group adds the variables and the weight that its size declares. With listing.alike,
// the total size is the same.
func TestSizesOfGroups(t *testing.T) {
	t.Parallel()
	for _, in := range everySize() {
		for _, weight := range []atmostone.Weight{atmostone.One, byShape} {
			groups, err := in.groups(listing{})
			alike, err2 := in.groups(listing{alike: true})
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			c := dimacs.NewCollector(t.Context(), in.squareVariables())
			vars, sum, varsAlike, sumAlike := 0, 0.0, 0, 0.0
			for g, count := range groups {
				aux, clauses := g.size(weight)
				vars, sum = vars+aux, sum+clauses
				g.add(c, c.Fresh)
				if added := c.Formula().Vars - in.squareVariables(); added != vars || count != 1 {
					t.Fatalf("%v, %s: declares %d variables so far, adds %d; stands for %d", in.Comments(), g.comment(), vars, added, count)
				}
			}
			for g, count := range alike {
				aux, clauses := g.size(weight)
				varsAlike, sumAlike = varsAlike+count*aux, sumAlike+float64(count)*clauses
			}
			want := weigh(c.Formula(), weight)
			if math.Abs(sum-want) > 1e-9*want || varsAlike != vars || math.Abs(sumAlike-want) > 1e-9*want {
				t.Errorf("%v: declares %f and %d, %f if alike; adds %d and %f", in.Comments(), sum, varsAlike, sumAlike, vars, want)
			}
		}
	}
}

// everySize returns instances of every family on boards of many sizes.
func everySize() (list []Instance) {
	two := 2
	for n := 1; n <= 11; n++ {
		for _, variant := range []Variant{Regular, Torus} {
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
				in.Colours, in.Encoding, in.Blocked, in.Translations = nil, "commander", SquaresOf(Square{1, 1}), true
				list = append(list, in)
				in.SymmetryBroken, in.Translations, in.Queens = false, false, nil
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
			for _, counts := range []func(linear) int{once, linear.bounds} {
				want := int64(0)
				for l := range in.linears(listing{maximise: maximise}) {
					want += int64(counts(l))
				}
				if got := linearSize(in, maximise, counts).Clauses; got != want {
					t.Errorf("%v: %d linear constraints or bounds, want %d; maximise %v", in.Comments(), got, want, maximise)
				}
			}
		}
	}
}

// Sizes are computed without a loop over the squares, so that the largest boards take no
// longer.
func TestSizesOfTheLargestBoards(t *testing.T) {
	one := 1
	for _, tt := range []struct {
		in   Instance
		want Size
	}{
		{Instance{N: MaxN, Family: Superqueens}, Size{268_402_689, 7_328_198_655_994 + 4*(MaxN-1)*(MaxN-2)}},
		{Instance{N: MaxN, Family: Colouring, Colours: &one}, Size{268_402_689, 7_328_198_655_994 - 2*MaxN + MaxN*MaxN}},
		{Instance{N: 11000, Family: Domination, Queens: &one}, Size{2*11000*11000 - 1, 11000*11000 + 4*(11000*11000-1)}},
	} {
		if got, err := tt.in.Size(); err != nil || got != tt.want {
			t.Errorf("%v: %v, %v; want %v", tt.in.Comments(), got, err, tt.want)
		}
	}
}
