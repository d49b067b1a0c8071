package checker

import (
	"math"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// formula returns the database of some clauses. Each variable from 1 to vars occurs, so the numbers of the
// database equal the variables of the formula.
func formula(t testing.TB, vars int, clauses ...[]dimacs.Lit) *clause.Database {
	f := &dimacs.Formula{Vars: vars}
	for v := range dimacs.Lit(vars) {
		f.Add(v+1, -v-1)
	}
	for _, c := range clauses {
		f.Add(c...)
	}
	return enginetest.Load(t, f)
}

// literals returns the literals of the database for DIMACS literals.
func literals(names ...dimacs.Lit) (list []clause.Lit) {
	for _, l := range names {
		list = append(list, clause.Of(l))
	}
	return list
}

// ref returns the clause of d with exactly these literals, false literals included.
func ref(t testing.TB, d *clause.Database, names ...dimacs.Lit) clause.Ref {
	t.Helper()
	want := slices.Sorted(slices.Values(literals(names...)))
	for c := range d.All {
		if slices.Equal(slices.Sorted(slices.Values(d.Lits(c))), want) {
			return c
		}
	}
	t.Fatalf("there is no clause %v", names)
	return 0
}

// accepts reports whether the checker accepts an argument.
func accepts(t testing.TB, d *clause.Database, a argument.Argument) bool {
	return New(d).Check(t.Context(), &a) == nil
}

// The checker accepts a group of at most one exactly if chains of binary clauses exclude each pair.
func TestAtMostOne(t *testing.T) {
	d := formula(t, 9, []dimacs.Lit{-9}, []dimacs.Lit{8}, // 9 is false, 8 is true
		[]dimacs.Lit{-1, -2}, []dimacs.Lit{-1, 4}, []dimacs.Lit{-4, 5}, []dimacs.Lit{-5, -3}, // 1 to 4 to 5 to not 3
		[]dimacs.Lit{-2, -3, 9},                      // no binary clause, though 9 is false
		[]dimacs.Lit{-2, -6}, []dimacs.Lit{6, 7, -3}, // no chain: 3 implies 6 or 7
		[]dimacs.Lit{-1, -6}, []dimacs.Lit{-7, 8}, []dimacs.Lit{-8, 1, 2})
	for _, test := range []struct {
		lits []dimacs.Lit
		want bool
	}{
		{[]dimacs.Lit{1, 2}, true},
		{[]dimacs.Lit{2, 1}, true},
		{[]dimacs.Lit{1, 3}, true}, // the chain
		{[]dimacs.Lit{3, 1}, true},
		{[]dimacs.Lit{1, 2, 6}, true},
		{[]dimacs.Lit{6, 2, 1}, true},
		{[]dimacs.Lit{1, -5}, true}, // a literal and a negation
		{[]dimacs.Lit{1, -1}, true},
		{[]dimacs.Lit{1}, true},
		{nil, true},
		{[]dimacs.Lit{1, 1}, false}, // if 1 is true, two positions hold a true literal
		{[]dimacs.Lit{2, 3}, false},
		{[]dimacs.Lit{1, 2, 3}, false},
		{[]dimacs.Lit{3, 2, 1}, false},
		{[]dimacs.Lit{3, -7}, false},
		{[]dimacs.Lit{1, 4}, false}, // 1 implies 4
		{[]dimacs.Lit{1, 5}, false},
		{[]dimacs.Lit{1, 9}, false}, // assigned
		{[]dimacs.Lit{1, 8}, false},
		{[]dimacs.Lit{7, -8}, false},
	} {
		if got := accepts(t, d, argument.Argument{Groups: []argument.Group{{Lits: literals(test.lits...), AtMost: 1}}}); got != test.want {
			t.Errorf("%v: %v", test.lits, got)
		}
	}
	for _, l := range []clause.Lit{0, 1, argument.True, argument.True ^ 1, clause.Lit(d.NumLits()), math.MaxUint32} { // no literals of the database
		for _, atMost := range []int{1, 2} {
			if accepts(t, d, argument.Argument{Groups: []argument.Group{{Lits: []clause.Lit{l}, AtMost: atMost}}}) {
				t.Errorf("at most %d of the literal %d are accepted", atMost, l)
			}
		}
	}
	// every group is checked, also one with literals of an earlier group
	good, bad := argument.Group{Lits: literals(1, 2), AtMost: 1}, argument.Group{Lits: literals(2, 3), AtMost: 1}
	for _, groups := range [][]argument.Group{{good, bad}, {bad, good}, {good, good, bad}, {good, {Lits: literals(3, 2), AtMost: 1}}} {
		if accepts(t, d, argument.Argument{Groups: groups}) {
			t.Errorf("%v are accepted", groups)
		}
	}
	if !accepts(t, d, argument.Argument{Groups: []argument.Group{good, {Lits: literals(1, 3), AtMost: 1}, {Lits: literals(6, 2), AtMost: 1}}}) {
		t.Error("groups with common literals are rejected")
	}
}

// triples returns a clause of negations for each triple of vars: at most two of vars are true.
func triples(vars ...dimacs.Lit) (list [][]dimacs.Lit) {
	for k := range vars {
		for j := range k {
			for i := range j {
				list = append(list, []dimacs.Lit{-vars[i], -vars[j], -vars[k]})
			}
		}
	}
	return list
}

// The checker accepts a group of at most two exactly if there is a clause for each triple.
func TestAtMostTwo(t *testing.T) {
	all := triples(1, 2, 3, -4, 5)
	d := formula(t, 9, all...)
	group := func(names ...dimacs.Lit) argument.Argument {
		return argument.Argument{Groups: []argument.Group{{Lits: literals(names...), AtMost: 2}}}
	}
	for _, test := range []struct {
		lits []dimacs.Lit
		want bool
	}{
		{[]dimacs.Lit{1, 2, 3, -4, 5}, true}, {[]dimacs.Lit{-4, 5, 3, 1, 2}, true}, {[]dimacs.Lit{3, 1, 5}, true},
		{[]dimacs.Lit{1, 6}, true}, // two literals
		{[]dimacs.Lit{1, 2, 3, 4}, false}, {[]dimacs.Lit{1, 2, 6}, false}, {[]dimacs.Lit{1, 1}, false}, {[]dimacs.Lit{1, 2, 2}, false}, {[]dimacs.Lit{1, 2, 3, 3}, false},
	} {
		if got := accepts(t, d, group(test.lits...)); got != test.want {
			t.Errorf("%v: %v", test.lits, got)
		}
	}
	for i := range all {
		if d := formula(t, 9, slices.Delete(slices.Clone(all), i, i+1)...); accepts(t, d, group(1, 2, 3, -4, 5)) {
			t.Errorf("accepted without %v", all[i])
		}
		others := slices.Clone(all)
		others[i] = append(slices.Clone(all[i]), 9) // true, false, or unassigned
		for unit, want := range map[dimacs.Lit]bool{9: false, -9: true, 8: false} {
			if d := formula(t, 9, append(others, []dimacs.Lit{unit})...); accepts(t, d, group(1, 2, 3, -4, 5)) != want {
				t.Errorf("with %v and %d: want %v", others[i], unit, want)
			}
		}
	}
	for _, atMost := range []int{math.MinInt, -1, 0, 3, math.MaxInt} {
		if accepts(t, d, argument.Argument{Groups: []argument.Group{{Lits: literals(1, 2, 3), AtMost: atMost}}}) {
			t.Errorf("at most %d is accepted", atMost)
		}
	}
	many := make([]clause.Lit, 1<<22) // the number of triples overflows
	for i := range many {
		many[i] = clause.Of(1)
	}
	if accepts(t, d, argument.Argument{Groups: []argument.Group{{Lits: many, AtMost: 2}}}) {
		t.Error("many literals are accepted")
	}
}

// pairOf returns the count of the binary clause (k, l): at least one of the labels k and l is true.
func pairOf(k, l dimacs.Lit) argument.Count {
	return argument.Count{
		Labels: literals(k, l),
		Bounds: []argument.Bound{{Lit: argument.True, Middle: 1, To: 2, AtLeast: 1, End: 1}},
		Pairs:  []argument.Pair{{Parts: [2]int32{-1, -2}}},
	}
}
