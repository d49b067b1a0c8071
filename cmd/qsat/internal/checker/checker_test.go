package checker

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

type lits = []dimacs.Lit

// formula returns the database of the clauses in a text. Each variable from 1 to vars occurs, so the numbers of
// the database equal the variables of the formula.
func formula(t testing.TB, vars int, text string) *clause.Database {
	f := enginetest.Clauses(text)
	for v := range dimacs.Lit(vars) {
		f.Add(v+1, -v-1)
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

// triples returns a clause of negations for each triple of vars: at most two of vars are true.
func triples(vars ...dimacs.Lit) (text string) {
	for k := range vars {
		for j := range k {
			for i := range j {
				text += fmt.Sprint(";", -vars[i], " ", -vars[j], " ", -vars[k])
			}
		}
	}
	return text[1:]
}

// group returns the group with at most a number of true literals.
func group(atMost int, names ...dimacs.Lit) argument.Group {
	return argument.Group{Lits: literals(names...), AtMost: atMost}
}

// pairBy returns a pair with a clause.
func pairBy(c clause.Ref, i, j int32) argument.Pair {
	return argument.Pair{Parts: [2]int32{i, j}, Clause: c}
}

// sequential returns a formula and a tally: at least two of the labels 1 2 3 4 are true. The formula is a
// sequential counter with only the implications from sums to labels. Sum 5 implies at least 1 of the first
// 1 labels, 6 at least 1 of the first 2, 7 at least 2 of the first 2, and 8 at least 2 of the first 3.
func sequential(t testing.TB) (*clause.Database, *argument.Argument) {
	// 6 3: at least 1 of the first 3 labels
	d := formula(t, 10, "-10; -5 1; -6 5 2; 6 3; -7 2; -7 5; -8 7 3 10; -8 6; 8 4; 5 -6 -2 9")
	return d, &argument.Argument{Tallies: []argument.Tally{{
		Labels: literals(1, 2, 3, 4),
		Bounds: []argument.Bound{
			{Lit: clause.Of(5), To: 1, AtLeast: 1, End: 1},
			{Lit: clause.Of(6), Middle: 1, To: 2, AtLeast: 1, End: 2},
			{Lit: argument.True, Middle: 2, To: 3, AtLeast: 1, End: 3},
			{Lit: clause.Of(7), Middle: 1, To: 2, AtLeast: 2, End: 5},
			{Lit: clause.Of(8), Middle: 2, To: 3, AtLeast: 2, End: 7},
			{Lit: argument.True, Middle: 3, To: 4, AtLeast: 2, End: 9},
		},
		Pairs: []argument.Pair{
			pairBy(0, 0, -1), pairBy(ref(t, d, -6, 5, 2), 1, -2), pairBy(0, 2, -3),
			pairBy(0, 1, 0), pairBy(0, 0, -2), pairBy(0, 2, 0), pairBy(ref(t, d, -8, 7, 3, 10), 4, -3),
			pairBy(0, 3, 0), pairBy(0, 5, -4),
		},
	}}}
}

// totalizer returns a formula and a tally: at least two of the labels 1 2 -3 1 are true. Sum 5 is true if
// and only if at least 1 of 1 2 is true, and sum 6 for at least 2. Sums 7 and 8 say the same about -3 1.
// The literal 9 is an alias of 6.
func totalizer(t testing.TB) (*clause.Database, *argument.Argument) {
	d := formula(t, 9, "-5 1 2; 5 -1; 5 -2; -6 1; -6 2; 6 -1 -2; -7 -3 1; 7 3; 7 -1; -8 -3; -8 1; 8 3 -1; -9 6; 5 8; 9 7")
	return d, &argument.Argument{Tallies: []argument.Tally{{
		Labels: literals(1, 2, -3, 1),
		Bounds: []argument.Bound{
			{Lit: clause.Of(5), Middle: 1, To: 2, AtLeast: 1, End: 1},
			{Lit: clause.Of(6), Middle: 1, To: 2, AtLeast: 2, End: 3},
			{Lit: clause.Of(9), Middle: 2, To: 2, AtLeast: 2, End: 4},
			{Lit: clause.Of(7), From: 2, Middle: 3, To: 4, AtLeast: 1, End: 5},
			{Lit: clause.Of(8), From: 2, Middle: 3, To: 4, AtLeast: 2, End: 7},
			{Lit: argument.True, Middle: 2, To: 4, AtLeast: 2, End: 9},
		},
		Pairs: []argument.Pair{
			pairBy(ref(t, d, -5, 1, 2), -1, -2), pairBy(0, -1, 0), pairBy(0, 0, -2), pairBy(0, 2, 0),
			pairBy(ref(t, d, -7, -3, 1), -3, -4), pairBy(0, -3, 0), pairBy(0, 0, -4),
			pairBy(0, 1, 5), pairBy(0, 3, 4),
		},
	}}}
}

// mixed returns a formula and an argument with one sum. Its demands are the clauses (1, 2, 9), where 9
// is false, (3, 4) and (14, 15), and "at least 1 of the labels 6 7 5". The last demand follows because
// at least 2 of the labels 5 6 7 5 are true. So the demands ask for 4 true literals. The groups allow 2
// and last true literals: the sum is tight if last is 2.
func mixed(t testing.TB, last int) (*clause.Database, *argument.Argument) {
	text := "-9; 1 2 9; 1 2 8 -9; 3 4; 14 15; -1 -3; -1 -5; -3 -5; -2 -6; -14 -1; -14 -3; -14 -5; -15 -2; -15 -6;"
	// 10 and 11 imply at least 2 and 1 true labels among 5 6; 13 and 12 the same among 7 5
	text += "-10 5; -10 6; -11 5 6; -12 7 5; -13 7; -13 5; 11 13; 10 12;" + triples(4, 7, 8)
	if last == 1 {
		text += "; -4 -7; -4 -8; -7 -8"
	}
	d := formula(t, 15, text)
	n := argument.Tally{
		Labels: literals(5, 6, 7, 5),
		Bounds: []argument.Bound{
			{Lit: clause.Of(11), Middle: 1, To: 2, AtLeast: 1, End: 1},
			{Lit: clause.Of(10), Middle: 1, To: 2, AtLeast: 2, End: 3},
			{Lit: clause.Of(12), From: 2, Middle: 3, To: 4, AtLeast: 1, End: 4},
			{Lit: clause.Of(13), From: 2, Middle: 3, To: 4, AtLeast: 2, End: 6},
			{Lit: argument.True, Middle: 2, To: 4, AtLeast: 2, End: 8},
		},
		Pairs: []argument.Pair{
			pairBy(ref(t, d, -11, 5, 6), -1, -2), pairBy(0, -1, 0), pairBy(0, 0, -2),
			pairBy(ref(t, d, -12, 7, 5), -3, -4), pairBy(0, -3, 0), pairBy(0, 0, -4),
			pairBy(0, 1, 4), pairBy(0, 2, 3),
		},
	}
	return d, &argument.Argument{
		Tallies: []argument.Tally{n},
		Groups:  []argument.Group{group(1, 1, 3, 5, 14), group(1, 2, 6, 15), group(last, 4, 7, 8)},
		Sums: []argument.Sum{{Demands: []argument.Demand{
			{Lits: literals(1, 2), Groups: []int32{0, 1}, AtLeast: 1, Clause: ref(t, d, 1, 2, 9)},
			{Lits: literals(3, 4), Groups: []int32{0, 2}, AtLeast: 1},
			{Lits: literals(6, 7, 5), Groups: []int32{1, 2, 0}, AtLeast: 1, Tally: 1, Bound: 4, From: 1},
			{Lits: literals(14, 15), Groups: []int32{0, 1}, AtLeast: 1},
		}}},
	}
}

// stated returns an equation with the clauses of d that state it.
func stated(d *clause.Database, odd bool, vars ...uint32) argument.Equation {
	e := argument.Equation{Vars: vars, Odd: odd}
	for c := range d.All {
		var open []uint32
		for _, l := range d.Lits(c) {
			if d.Value(l) >= 0 {
				open = append(open, l.Var())
			}
		}
		if slices.Sort(open); slices.Equal(open, vars) {
			e.Clauses = append(e.Clauses, c)
		}
	}
	return e
}

// triangles returns clauses that are contradictory modulo 2, and the argument for that. The clauses of the
// first equation have a false literal, 9. The clause 1 2 3 8 has a true literal.
func triangles(t testing.TB) (*clause.Database, *argument.Argument) {
	f, with := enginetest.Clauses("-9; 8; 1 2 9; 1 2 3 8"), &dimacs.Formula{}
	generate.AddSum(with, true, lits{1, 2, 3})
	for c := range with.Clauses() {
		f.Add(append(lits{9}, c...)...)
	}
	generate.AddSum(f, true, lits{1, 2, 4})
	generate.AddSum(f, false, lits{5, 6, 7})
	generate.AddSum(f, true, lits{3, 4})
	d := enginetest.Load(t, f)
	pair := argument.Equation{Vars: []uint32{3, 4}, Odd: true, Clauses: make([]clause.Ref, 2)}
	return d, &argument.Argument{
		Equations: []argument.Equation{stated(d, true, 1, 2, 3), stated(d, true, 1, 2, 4), pair, stated(d, false, 5, 6, 7)},
		Additions: []argument.Addition{{A: 0, B: 1}, {A: 4, B: 2}},
	}
}

// tightGroup returns a formula in which exactly one of the literals 1, 2 and -3 is true, and an argument with
// the equation modulo 2 of this group. The group has an odd number of negative literals.
func tightGroup(t testing.TB) (*clause.Database, *argument.Argument) {
	d, group := formula(t, 4, "1 2 -3; -1 -2; -1 3; -2 3"), literals(1, 2, -3)
	demand := argument.Demand{Lits: group, Groups: []int32{0, 0, 0}, AtLeast: 1, Clause: ref(t, d, 1, 2, -3)}
	return d, &argument.Argument{
		Groups:    []argument.Group{{Lits: group, AtMost: 1}},
		Sums:      []argument.Sum{{Demands: []argument.Demand{demand}}},
		Equations: []argument.Equation{{Vars: []uint32{1, 2, 3}, Sum: 1}},
	}
}

// A maker returns a database and an argument that the checker accepts.
type maker = func(testing.TB) (*clause.Database, *argument.Argument)

// A change makes an argument wrong.
type change = func(a *argument.Argument)

// checkChanges fails the test unless the checker accepts an argument, and rejects it after each of the changes.
func checkChanges(t *testing.T, make maker, changes map[string]change) {
	t.Helper()
	d, a := make(t)
	if err := New(d).Check(t.Context(), a); err != nil {
		t.Error(err)
	}
	for name, change := range changes {
		d, a := make(t)
		change(a)
		c := New(d)
		if err := c.Check(t.Context(), a); err == nil || c.Refuted {
			t.Errorf("%s: refuted %v, error %v", name, c.Refuted, err)
		}
	}
}

// A larger bound of a tally is rejected, and so is a tally without one of its pairs or with pairs in another
// order. A smaller bound is accepted.
func TestCounts(t *testing.T) {
	for _, make := range []maker{sequential, totalizer} {
		changes := map[string]change{
			"another order": func(a *argument.Argument) { slices.Reverse(a.Tallies[0].Pairs[7:]) },
		}
		for i := range 6 {
			changes[fmt.Sprint("larger bound ", i)] = func(a *argument.Argument) { a.Tallies[0].Bounds[i].AtLeast++ }
		}
		for i := range 9 {
			changes[fmt.Sprint("without pair ", i)] = func(a *argument.Argument) {
				n := &a.Tallies[0]
				n.Pairs = slices.Delete(n.Pairs, i, i+1)
				for j := range n.Bounds {
					if int(n.Bounds[j].End) > i {
						n.Bounds[j].End--
					}
				}
			}
		}
		checkChanges(t, make, changes)
		d, a := make(t)
		a.Tallies = append(a.Tallies, a.Tallies[0])
		if a.Tallies[0].Bounds[5].AtLeast--; !accepts(t, d, *a) {
			t.Error("a smaller bound is rejected")
		}
	}
}

// A label that is not in its part proves no pair, although the literal is right.
func TestLabelOutside(t *testing.T) {
	for k, want := range map[int32]bool{-1: false, -3: false, -4: true} { // far before the part, next to it, in it
		d, _ := totalizer(t)
		bound := argument.Bound{Lit: clause.Of(8), From: 3, Middle: 3, To: 4, AtLeast: 1, End: 1}
		n := argument.Tally{Labels: literals(1, 2, 1, 1), Bounds: []argument.Bound{bound}, Pairs: []argument.Pair{pairBy(0, 0, k)}}
		if got := accepts(t, d, argument.Argument{Tallies: []argument.Tally{n}}); got != want {
			t.Errorf("label %d: accepted %v", -k-1, got)
		}
	}
}

// A clause with a true literal proves no pair, and neither does a learned clause of more than two literals.
func TestClausesOfPairs(t *testing.T) {
	d := formula(t, 6, "4; 1 2 4; -3 1 2 4; 1 2 3 5")
	n := argument.Tally{
		Labels: literals(1, 2),
		Bounds: []argument.Bound{{Lit: clause.Of(-6), Middle: 1, To: 2, AtLeast: 1, End: 1}},
		Pairs:  []argument.Pair{pairBy(0, -1, -2)},
	}
	for name, test := range map[string]struct {
		c    clause.Ref
		want bool
	}{
		"true literal": {ref(t, d, 1, 2, 4), false}, "longer": {ref(t, d, -3, 1, 2, 4), false},
		"learned": {d.Add(literals(6, 1, 2), clause.Learned), false}, "added": {d.Add(literals(6, 1, 2), clause.Added), true},
	} {
		if n.Pairs[0].Clause = test.c; accepts(t, d, argument.Argument{Tallies: []argument.Tally{n}}) != test.want {
			t.Errorf("%s: accepted %v", name, !test.want)
		}
	}
	d = formula(t, 5, triples(1, 2, 3, 4)[len("-1 -2 -3;"):])
	d.Add(literals(-1, -2, -3), clause.Learned)
	if accepts(t, d, argument.Argument{Groups: []argument.Group{group(2, 1, 2, 3, 4)}}) {
		t.Error("a learned clause excludes a triple")
	}
}

// Check returns the cause of its context, whichever rule it is checking.
func TestEnds(t *testing.T) {
	cause := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	d, a := mixed(t, 2)
	_, b := triangles(t)
	for _, a := range []*argument.Argument{
		{Tallies: a.Tallies}, {Groups: a.Groups}, {Sums: a.Sums}, {Equations: b.Equations}, {Additions: b.Additions},
	} {
		if err := New(d).Check(ctx, a); err != cause {
			t.Errorf("%+v: error %v", a, err)
		}
	}
}

// checkGroups checks which groups of literals the checker accepts with a bound.
func checkGroups(t *testing.T, d *clause.Database, atMost int, want bool, groups ...lits) {
	t.Helper()
	for _, g := range groups {
		if accepts(t, d, argument.Argument{Groups: []argument.Group{group(atMost, g...)}}) != want {
			t.Errorf("at most %d of %v: accepted %v", atMost, g, !want)
		}
	}
}

// The checker accepts a group of at most one exactly if chains of binary clauses exclude each pair.
func TestAtMostOne(t *testing.T) {
	// 9 is false, 8 is true. 1 implies 4, 5 and -3. 3 implies 6 or 7, which is no chain. -2 -3 9 is no binary clause.
	d := formula(t, 9, "-9; 8; -1 -2; -1 4; -4 5; -5 -3; -2 -3 9; -2 -6; 6 7 -3; -1 -6; -7 8; -8 1 2")
	checkGroups(t, d, 1, true, lits{1, 2}, lits{2, 1}, lits{1, 3}, lits{3, 1}, lits{1, 2, 6}, lits{6, 2, 1},
		lits{1, -5}, lits{1, -1}, lits{1}, nil)
	checkGroups(t, d, 1, false, lits{1, 1}, lits{2, 3}, lits{1, 2, 3}, lits{3, 2, 1}, lits{3, -7}, lits{1, 4}, lits{1, 5},
		lits{1, 9}, lits{1, 8}, lits{7, -8}) // the last three contain an assigned literal
	// no literals of the database
	for _, l := range []clause.Lit{0, 1, argument.True, argument.True ^ 1, clause.Lit(d.NumLits()), math.MaxUint32} {
		for _, atMost := range []int{1, 2} {
			if accepts(t, d, argument.Argument{Groups: []argument.Group{{Lits: []clause.Lit{l}, AtMost: atMost}}}) {
				t.Errorf("at most %d of the literal %d are accepted", atMost, l)
			}
		}
	}
	// every group is checked, also one with literals of an earlier group
	good, bad := group(1, 1, 2), group(1, 2, 3)
	for _, groups := range [][]argument.Group{{good, bad}, {bad, good}, {good, good, bad}, {good, group(1, 3, 2)}} {
		if accepts(t, d, argument.Argument{Groups: groups}) {
			t.Errorf("%v are accepted", groups)
		}
	}
	if !accepts(t, d, argument.Argument{Groups: []argument.Group{good, group(1, 1, 3), group(1, 6, 2)}}) {
		t.Error("groups with common literals are rejected")
	}
}

// The checker accepts a group of at most two exactly if there is a clause for each triple.
func TestAtMostTwo(t *testing.T) {
	five, text := lits{1, 2, 3, -4, 5}, triples(1, 2, 3, -4, 5)
	d := formula(t, 9, text)
	checkGroups(t, d, 2, true, five, lits{-4, 5, 3, 1, 2}, lits{3, 1, 5}, lits{1, 6})
	checkGroups(t, d, 2, false, lits{1, 2, 3, 4}, lits{1, 2, 6}, lits{1, 1}, lits{1, 2, 2}, lits{1, 2, 3, 3})
	all := strings.Split(text, ";")
	for i, triple := range all {
		others := strings.Join(slices.Delete(slices.Clone(all), i, i+1), ";")
		checkGroups(t, formula(t, 9, others), 2, false, five)
		// the clause has 9, which is true, false, or unassigned
		for unit, want := range map[string]bool{"9": false, "-9": true, "8": false} {
			checkGroups(t, formula(t, 9, others+";"+triple+" 9;"+unit), 2, want, five)
		}
	}
	for _, atMost := range []int{math.MinInt, -1, 0, 3, math.MaxInt} {
		checkGroups(t, d, atMost, false, lits{1, 2, 3})
	}
	checkGroups(t, d, 2, false, slices.Repeat(lits{1}, 1<<22)) // the number of triples overflows
}

func TestSums(t *testing.T) {
	for last, want := range map[int]bool{1: true, 2: false} {
		d, a := mixed(t, last)
		c := New(d)
		if err := c.Check(t.Context(), a); err != nil || c.Refuted != want || c.IsTight(0) == want {
			t.Fatalf("at most %d: refuted %v, tight %v, %v", last, c.Refuted, c.IsTight(0), err)
		}
	}
	d, a := mixed(t, 2)
	a.Sums = append(a.Sums, argument.Sum{Demands: a.Sums[0].Demands[:0]})
	c := New(d)
	if err := c.Check(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		sum, group int
		want       lits
	}{
		{0, 0, lits{1, 3, 5, 14}}, {0, 1, lits{2, 6, 15}}, {0, 2, nil}, {0, 3, nil}, {0, -1, nil},
		{-1, 0, nil}, {1, 0, nil}, {2, 0, nil},
	} {
		if got := c.ExactlyOne(test.sum, test.group); !slices.Equal(got, literals(test.want...)) {
			t.Errorf("sum %d, group %d: %v, want %v", test.sum, test.group, got, test.want)
		}
	}
	// a demand with more literals than its clause, and without another demand
	d, a = mixed(t, 1)
	x := &a.Sums[0].Demands[0]
	x.Lits, x.Groups = append(x.Lits, clause.Of(8)), append(x.Groups, 2)
	a.Sums[0].Demands = a.Sums[0].Demands[:3]
	last := argument.Demand{Lits: literals(5, 6, 7), Groups: []int32{0, 1, 2}, AtLeast: 1, Tally: 1, Bound: 4}
	a.Sums[0].Demands[2] = last
	if c = New(d); c.Check(t.Context(), a) != nil || c.Refuted || !c.IsTight(0) {
		t.Errorf("weaker demands: refuted %v", c.Refuted)
	}
}

// A demand needs a group for each literal, and asks for at least one literal.
func TestWrongDemands(t *testing.T) {
	changes := map[string]change{}
	for i := range 4 {
		for name, change := range map[string]func(d *argument.Demand){
			"a group less":       func(d *argument.Demand) { d.Groups = d.Groups[1:] },
			"a group more":       func(d *argument.Demand) { d.Groups = append(d.Groups, 0) },
			"less than no label": func(d *argument.Demand) { d.AtLeast = math.MinInt },
		} {
			changes[fmt.Sprint(name, ", demand ", i)] = func(a *argument.Argument) { change(&a.Sums[0].Demands[i]) }
		}
	}
	checkChanges(t, func(t testing.TB) (*clause.Database, *argument.Argument) { return mixed(t, 2) }, changes)
}

// A reference into the middle of a clause, to a deleted clause or beyond the last clause is rejected.
// The words of 1 2 3 4 5 from its first literal on look like a clause of the literals 4 5, which does
// not follow from the formula.
func TestForgedClause(t *testing.T) {
	d := formula(t, 5, "1 2 3 4 5; -4 -5; 4 5 1")
	two := literals(4, 5)
	long := ref(t, d, 1, 2, 3, 4, 5)
	i := slices.Index(d.Lits(long), clause.Of(1))
	deleted := d.Add(two, clause.Garbage)
	for c, want := range map[clause.Ref]bool{
		long: false, long + 3 + clause.Ref(i): false, deleted: false, deleted + 1: false, 1 << 31: false, d.Add(two, 0): true,
	} {
		a := argument.Argument{
			Groups: []argument.Group{{Lits: two, AtMost: 1}},
			Sums:   []argument.Sum{{Demands: []argument.Demand{{Lits: two, Groups: []int32{0, 0}, AtLeast: 1, Clause: c}}}},
		}
		if accepts(t, d, a) != want {
			t.Errorf("clause %d: accepted %v", c, !want)
		}
	}
}

// An argument is accepted, and its results are available.
func TestEquation(t *testing.T) {
	d, a := triangles(t)
	c := New(d)
	if err := c.Check(t.Context(), a); err != nil || !c.Refuted {
		t.Fatalf("refuted %v, %v", c.Refuted, err)
	}
	for n, want := range []argument.Equation{3: {Vars: []uint32{5, 6, 7}}, 4: {Vars: []uint32{3, 4}}, 5: {Odd: true}} {
		if got := c.Equation(n); want.Vars != nil && !slices.Equal(got.Vars, want.Vars) || got.Odd != want.Odd && n > 2 {
			t.Errorf("%d: %+v, want %+v", n, got, want)
		}
	}
	if got := c.Equation(1); got.Vars != nil || got.Odd { // an addition has replaced it
		t.Errorf("%+v", got)
	}
	a.Equations[0].Clauses[0] = ref(t, d, 1, 2, 9) // a shorter clause implies 1 2 3 9
	if err := New(d).Check(t.Context(), a); err != nil {
		t.Error(err)
	}
	a.Additions[1] = argument.Addition{A: 2, B: 2} // 0 = 0 is no contradiction
	if c = New(d); c.Check(t.Context(), a) != nil || c.Refuted {
		t.Errorf("refuted without the contradiction")
	}
}

// Each of the changes makes an argument wrong, and the checker rejects it. Exactly one literal of a tight group
// is true.
func TestWrongEquations(t *testing.T) {
	d, _ := triangles(t)
	satisfied := ref(t, d, 1, 2, 3, 8)
	checkChanges(t, triangles, map[string]change{
		"a clause is missing": func(a *argument.Argument) { a.Equations[0].Clauses = a.Equations[0].Clauses[1:] },
		"no clauses":          func(a *argument.Argument) { a.Equations[0].Clauses = nil },
		"a clause twice":      func(a *argument.Argument) { a.Equations[0].Clauses[1] = a.Equations[0].Clauses[0] },
		"a clause too many": func(a *argument.Argument) {
			a.Equations[0].Clauses = append(a.Equations[0].Clauses, a.Equations[1].Clauses[0])
		},
		"a clause of other variables": func(a *argument.Argument) { a.Equations[0].Clauses[1] = a.Equations[1].Clauses[1] },
		"a clause with a true literal": func(a *argument.Argument) {
			a.Equations[0].Clauses[0] = satisfied // instead of 1 2 3 9
		},
		"clauses of the other parity":   func(a *argument.Argument) { a.Equations[0].Odd = false },
		"a wrong variable":              func(a *argument.Argument) { a.Equations[0].Vars = []uint32{1, 2, 4} },
		"a variable less":               func(a *argument.Argument) { a.Equations[0].Vars = []uint32{1, 2} },
		"a variable more":               func(a *argument.Argument) { a.Equations[0].Vars = []uint32{1, 2, 3, 4} },
		"an assigned variable":          func(a *argument.Argument) { a.Equations[0].Vars = []uint32{1, 2, 3, 9} },
		"no variables":                  func(a *argument.Argument) { a.Equations[0] = argument.Equation{Odd: true} },
		"one variable":                  func(a *argument.Argument) { a.Equations[0] = argument.Equation{Vars: []uint32{1}} },
		"variable 0":                    func(a *argument.Argument) { a.Equations[2].Vars[0] = 0 },
		"a variable out of range":       func(a *argument.Argument) { a.Equations[2].Vars[1] = 10 },
		"variables in another order":    func(a *argument.Argument) { slices.Reverse(a.Equations[2].Vars) },
		"a variable twice":              func(a *argument.Argument) { a.Equations[2].Vars[0] = 4 },
		"a pair of the other parity":    func(a *argument.Argument) { a.Equations[2].Odd = false },
		"a pair without clauses":        func(a *argument.Argument) { a.Equations[2].Vars[0] = 1 },
		"an addition to itself":         func(a *argument.Argument) { a.Additions[0].A = 4 },
		"an addition of a later one":    func(a *argument.Argument) { a.Additions[0].B = 5 },
		"an addition out of range":      func(a *argument.Argument) { a.Additions[1].A = 6 },
		"an addition of a negative one": func(a *argument.Argument) { a.Additions[1].B = -1 },
		"an addition to a replaced one": func(a *argument.Argument) { a.Additions[1].B = 1 },
		"an addition of a replaced one": func(a *argument.Argument) { a.Additions[1].A = 1 },
		"clauses in another order":      func(a *argument.Argument) { slices.Reverse(a.Equations[0].Clauses) },
		"a group of no sum":             func(a *argument.Argument) { a.Equations[0].Sum = 1 },
		"no variables of no sum": func(a *argument.Argument) {
			a.Equations[0] = argument.Equation{Vars: []uint32{}, Odd: true, Sum: 1}
		},
		"a group of a negative sum": func(a *argument.Argument) { a.Equations[0].Sum = -1 },
		"a group of a sum without groups": func(a *argument.Argument) {
			a.Sums, a.Equations[0].Sum = make([]argument.Sum, 1), 1
		},
	})
	checkChanges(t, tightGroup, map[string]change{
		"the other parity": func(a *argument.Argument) { a.Equations[0].Odd = true },
		"a variable less":  func(a *argument.Argument) { a.Equations[0].Vars = []uint32{1, 2} },
		"another variable": func(a *argument.Argument) { a.Equations[0].Vars = []uint32{1, 2, 4} },
		"two may be true":  func(a *argument.Argument) { a.Groups[0].AtMost = 2 },
	})
}
