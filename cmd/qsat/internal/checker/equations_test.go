package checker

import (
	"slices"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// stated returns an equation with the clauses of d that state it.
func stated(t testing.TB, d *clause.Database, odd bool, vars ...uint32) argument.Equation {
	e := argument.Equation{Vars: vars, Odd: odd}
	if len(vars) == 2 {
		e.Clauses = make([]clause.Ref, 2)
		return e
	}
	for c := range d.All {
		var open []uint32
		negative, satisfied := 0, false
		for _, l := range d.Lits(c) {
			if d.Value(l) == 0 {
				open = append(open, l.Var())
				negative += int(l & 1)
			}
			satisfied = satisfied || d.Value(l) > 0
		}
		if slices.Sort(open); !satisfied && slices.Equal(open, vars) && negative%2 == 1 != odd {
			e.Clauses = append(e.Clauses, c)
		}
	}
	negated := func(c clause.Ref) (set int) {
		for _, l := range d.Lits(c) {
			set |= int(l&1) << (slices.Index(vars, l.Var()) + 1)
		}
		return set &^ 1
	}
	slices.SortStableFunc(e.Clauses, func(a, b clause.Ref) int { return negated(a) - negated(b) })
	return e
}

// triangles returns clauses that are contradictory modulo 2, and the argument for that. The clauses of the
// first equation have a false literal, 9. The clause 1 2 3 8 has a true literal.
func triangles(t testing.TB) (*clause.Database, *argument.Argument) {
	f := &dimacs.Formula{Vars: 9}
	f.Add(-9)
	f.Add(8)
	f.Add(1, 2, 9)
	f.Add(1, 2, 3, 8)
	with := &dimacs.Formula{}
	formulas.AddSum(with, true, []dimacs.Lit{1, 2, 3})
	for c := range with.Clauses() {
		f.Add(append([]dimacs.Lit{9}, c...)...)
	}
	formulas.AddSum(f, true, []dimacs.Lit{1, 2, 4})
	formulas.AddSum(f, false, []dimacs.Lit{5, 6, 7})
	formulas.AddSum(f, true, []dimacs.Lit{3, 4})
	d := enginetest.Load(t, f)
	return d, &argument.Argument{
		Equations: []argument.Equation{stated(t, d, true, 1, 2, 3), stated(t, d, true, 1, 2, 4), stated(t, d, true, 3, 4), stated(t, d, false, 5, 6, 7)},
		Additions: []argument.Addition{{A: 0, B: 1}, {A: 4, B: 2}},
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
	for c := range d.All { // a shorter clause implies the longer one
		if d.Size(c) == 3 && slices.Contains(d.Lits(c), clause.Of(9)) {
			a.Equations[0].Clauses[0] = c // instead of 1 2 3 9
		}
	}
	if err := New(d).Check(t.Context(), a); err != nil {
		t.Error(err)
	}
	a.Additions[1] = argument.Addition{A: 2, B: 2} // 0 = 0 is no contradiction
	if c = New(d); c.Check(t.Context(), a) != nil || c.Refuted {
		t.Errorf("refuted without the contradiction")
	}
}

// Each of the changes makes an argument wrong, and the checker rejects it.
func TestWrongEquations(t *testing.T) {
	for name, change := range map[string]func(d *clause.Database, a *argument.Argument){
		"a clause is missing": func(_ *clause.Database, a *argument.Argument) { a.Equations[0].Clauses = a.Equations[0].Clauses[1:] },
		"no clauses":          func(_ *clause.Database, a *argument.Argument) { a.Equations[0].Clauses = nil },
		"a clause twice":      func(_ *clause.Database, a *argument.Argument) { a.Equations[0].Clauses[1] = a.Equations[0].Clauses[0] },
		"a clause too many": func(_ *clause.Database, a *argument.Argument) {
			a.Equations[0].Clauses = append(a.Equations[0].Clauses, a.Equations[1].Clauses[0])
		},
		"a clause of other variables": func(_ *clause.Database, a *argument.Argument) { a.Equations[0].Clauses[1] = a.Equations[1].Clauses[1] },
		"a clause with a true literal": func(d *clause.Database, a *argument.Argument) {
			for c := range d.All {
				if slices.ContainsFunc(d.Lits(c), func(l clause.Lit) bool { return d.Value(l) > 0 }) {
					a.Equations[0].Clauses[0] = c // instead of 1 2 3 9
				}
			}
		},
		"clauses of the other parity":   func(_ *clause.Database, a *argument.Argument) { a.Equations[0].Odd = false },
		"a wrong variable":              func(_ *clause.Database, a *argument.Argument) { a.Equations[0].Vars = []uint32{1, 2, 4} },
		"a variable less":               func(_ *clause.Database, a *argument.Argument) { a.Equations[0].Vars = []uint32{1, 2} },
		"a variable more":               func(_ *clause.Database, a *argument.Argument) { a.Equations[0].Vars = []uint32{1, 2, 3, 4} },
		"an assigned variable":          func(_ *clause.Database, a *argument.Argument) { a.Equations[0].Vars = []uint32{1, 2, 3, 9} },
		"no variables":                  func(_ *clause.Database, a *argument.Argument) { a.Equations[0] = argument.Equation{Odd: true} },
		"one variable":                  func(_ *clause.Database, a *argument.Argument) { a.Equations[0] = argument.Equation{Vars: []uint32{1}} },
		"variable 0":                    func(_ *clause.Database, a *argument.Argument) { a.Equations[2].Vars[0] = 0 },
		"a variable out of range":       func(_ *clause.Database, a *argument.Argument) { a.Equations[2].Vars[1] = 10 },
		"variables in another order":    func(_ *clause.Database, a *argument.Argument) { slices.Reverse(a.Equations[2].Vars) },
		"a variable twice":              func(_ *clause.Database, a *argument.Argument) { a.Equations[2].Vars[0] = 4 },
		"a pair of the other parity":    func(_ *clause.Database, a *argument.Argument) { a.Equations[2].Odd = false },
		"a pair without clauses":        func(_ *clause.Database, a *argument.Argument) { a.Equations[2].Vars[0] = 1 },
		"an addition to itself":         func(_ *clause.Database, a *argument.Argument) { a.Additions[0].A = 4 },
		"an addition of a later one":    func(_ *clause.Database, a *argument.Argument) { a.Additions[0].B = 5 },
		"an addition out of range":      func(_ *clause.Database, a *argument.Argument) { a.Additions[1].A = 6 },
		"an addition of a negative one": func(_ *clause.Database, a *argument.Argument) { a.Additions[1].B = -1 },
		"an addition to a replaced one": func(_ *clause.Database, a *argument.Argument) { a.Additions[1].B = 1 },
		"an addition of a replaced one": func(_ *clause.Database, a *argument.Argument) { a.Additions[1].A = 1 },
		"clauses in another order":      func(_ *clause.Database, a *argument.Argument) { slices.Reverse(a.Equations[0].Clauses) },
		"a group of no sum":             func(_ *clause.Database, a *argument.Argument) { a.Equations[0].Sum = 1 },
		"no variables of no sum": func(_ *clause.Database, a *argument.Argument) {
			a.Equations[0] = argument.Equation{Vars: []uint32{}, Odd: true, Sum: 1}
		},
		"a group of a negative sum": func(_ *clause.Database, a *argument.Argument) { a.Equations[0].Sum = -1 },
		"a group of a sum without groups": func(_ *clause.Database, a *argument.Argument) {
			a.Sums, a.Equations[0].Sum = make([]argument.Sum, 1), 1
		},
	} {
		d, a := triangles(t)
		change(d, a)
		c := New(d)
		if err := c.Check(t.Context(), a); err == nil || c.Refuted {
			t.Errorf("%s: refuted %v, error %v", name, c.Refuted, err)
		}
	}
}

// Exactly one literal of a tight group is true. The group 1 2 -3 has an odd number of negations.
func TestTightGroup(t *testing.T) {
	group := []clause.Lit{clause.Of(1), clause.Of(2), clause.Of(-3)}
	for _, test := range []struct {
		name      string
		exclusive bool
		vars      []uint32
		odd, want bool
	}{
		{"the sum", true, []uint32{1, 2, 3}, false, true},
		{"the other parity", true, []uint32{1, 2, 3}, true, false},
		{"a variable less", true, []uint32{1, 2}, false, false},
		{"another variable", true, []uint32{1, 2, 4}, false, false},
		{"two may be true", false, []uint32{1, 2, 3}, false, false},
	} {
		f := &dimacs.Formula{Vars: 4}
		f.Add(1, 2, -3)
		f.Add(1, 4)
		f.Add(-1, -2)
		f.Add(-1, 3)
		if test.exclusive {
			f.Add(-2, 3)
		}
		d := enginetest.Load(t, f)
		a := &argument.Argument{
			Groups:    []argument.Group{{Lits: group, AtMost: 1}},
			Sums:      []argument.Sum{{Demands: []argument.Demand{{Lits: group, Groups: []int32{0, 0, 0}, AtLeast: 1}}}},
			Equations: []argument.Equation{{Vars: test.vars, Odd: test.odd, Sum: 1}},
		}
		for c := range d.All {
			a.Sums[0].Demands[0].Clause = c
		}
		if err := New(d).Check(t.Context(), a); (err == nil) != test.want {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
