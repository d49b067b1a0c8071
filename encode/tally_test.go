package encode

import (
	"fmt"
	"slices"
	"testing"

	"queens/dimacs"
)

// shapesOf returns the shapes of clauses.
func shapesOf(clauses [][]dimacs.Lit) (list []shape) {
	for _, c := range clauses {
		s := shape{count: 1}
		for _, l := range c {
			if l > 0 {
				s.positive++
			} else {
				s.negative++
			}
		}
		list = append(list, s)
	}
	return list
}

// counted adds up shapes that are alike, in order.
func counted(shapes []shape) (list []string) {
	counts := map[shape]int64{}
	for _, s := range shapes {
		counts[shape{0, s.positive, s.negative}] += s.count
	}
	for s, count := range counts {
		if count != 0 {
			list = append(list, fmt.Sprintf("%d of %d and %d", count, s.positive, s.negative))
		}
	}
	slices.Sort(list)
	return list
}

// The tallies are those of the constraints, of every family and form, and groups have the
// shapes that they declare.
func TestTalliesAreThoseOfConstraints(t *testing.T) {
	t.Parallel()
	for _, in := range everySize() {
		for _, maximise := range []bool{false, true} {
			checkTallies(t, in, maximise)
		}
		for _, g := range in.otherGroups() {
			c := NewCollector(in.squareVariables())
			g.add(c, c)
			if got, want := counted(g.shapes), counted(shapesOf(slices.Collect(c.Formula().Clauses()))); !slices.Equal(got, want) || g.clauses != total(g.shapes) {
				t.Errorf("%v, %s: declares %v, adds %v", in.Comments(), g.comment(), got, want)
			}
		}
	}
}

// everySize returns instances of each family on boards of many sizes.
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
			}
		}
	}
	return slices.DeleteFunc(list, func(in Instance) bool { return in.Check() != nil })
}

func checkTallies(t *testing.T, in Instance, maximise bool) {
	t.Helper()
	var got, want []string
	add := func(to *[]string, count int64, length, doubled int, c Constraint) {
		if c.FirstExcludes { // as if each two were one
			count, length = count*int64(length-1), 2
		}
		for range count {
			if c.AtLeastOne || c.AtMostOne || c.FirstExcludes {
				*to = append(*to, fmt.Sprint(length, doubled, c.AtLeastOne, c.AtMostOne, c.FirstExcludes))
			}
		}
	}
	for _, tally := range in.family().tallies(in, maximise) {
		add(&got, tally.count, tally.length, tally.doubled, tally.Constraint)
	}
	for c := range in.family().constraints(in, maximise) {
		add(&want, 1, c.Scope.Len(), c.Scope.doubled(), c)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%v: tallies %v, constraints %v", in.Comments(), slices.Compact(got), slices.Compact(want))
	}
}

// The sizes of the formats that are not CNF are those of their constraints.
func TestSizesOfLinears(t *testing.T) {
	for _, in := range everySize() {
		in.SymmetryBroken = false
		if in.N > 6 {
			continue
		}
		bounds := int64(0)
		for l := range in.linears(false) {
			if l.low > 0 {
				bounds++
			}
			if l.high < l.length {
				bounds++
			}
		}
		if got := clausalSize(in).Clauses; got != bounds {
			t.Errorf("%v: %d bounds, want %d", in.Comments(), got, bounds)
		}
		for _, maximise := range []bool{false, true} {
			want := int64(0)
			for range in.linears(maximise) {
				want++
			}
			if got := linearSize(in, maximise).Clauses; got != want {
				t.Errorf("%v: %d linear constraints, want %d; maximise %v", in.Comments(), got, want, maximise)
			}
		}
	}
}

// Sizes come without going through squares, so that the largest boards take no longer.
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
