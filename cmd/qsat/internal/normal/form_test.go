package normal_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/normal"
	"queens/dimacs"
)

type lits = []dimacs.Lit

func formula(clauses ...lits) *dimacs.Formula {
	f := &dimacs.Formula{}
	for _, c := range clauses {
		f.Add(c...)
	}
	return f
}

// named returns the clauses of a form in the variables of the formula.
func named(form *normal.Form) []lits {
	var clauses []lits
	for i := range form.NumClauses() {
		var clause lits
		for _, k := range form.Clause(i) {
			name := dimacs.Lit(form.Names[max(k, -k)-1])
			if k < 0 {
				name = -name
			}
			clause = append(clause, name)
		}
		clauses = append(clauses, clause)
	}
	return clauses
}

func TestOf(t *testing.T) {
	tests := []struct {
		name    string
		clauses []lits
		units   lits
		fixed   lits
		left    []lits
		unsat   bool
	}{
		{"empty formula", nil, nil, nil, nil, false},
		{"empty clause", []lits{{1, 2}, {}}, nil, nil, nil, true},
		{"kept as it is", []lits{{5, -2}, {2, 3, 5}}, nil, nil, []lits{{5, -2}, {2, 3, 5}}, false},
		{"repeated literals", []lits{{1, 2, 1}, {3, 3, -4}}, nil, nil, []lits{{1, 2}, {3, -4}}, false},
		{"tautology", []lits{{1, 2, -1}, {1, 2}}, nil, nil, []lits{{1, 2}}, false},
		{"tautology after a repetition", []lits{{1, 1, 2, -2}, {2, 1}}, nil, nil, []lits{{2, 1}}, false},
		{"tautology alone", []lits{{1, -1}}, nil, nil, nil, false},
		{"unit by repetition", []lits{{7, 7, 7}}, nil, lits{7}, nil, false},
		{"unit", []lits{{1}, {-1, 2, 3}, {1, 4}}, nil, lits{1}, []lits{{2, 3}}, false},
		{"unit twice", []lits{{1}, {1}}, nil, lits{1}, nil, false},
		{"units that contradict", []lits{{1}, {-1}}, nil, nil, nil, true},
		{"chain", []lits{{-1, 2}, {-2, 3}, {1}, {-3, -4, 5, 6}, {4, 7}}, nil, lits{1, 2, 3}, []lits{{-4, 5, 6}, {4, 7}}, false},
		{"chain to a conflict", []lits{{-1, 2}, {-2, 3}, {-3, -1}, {1}}, nil, nil, nil, true},
		{"long clause falls at once", []lits{{1, 2, 3}, {-1}, {-2}, {-3}}, nil, nil, nil, true},
		{"assumption", []lits{{-1, 2}, {3, 4}}, lits{1}, lits{1, 2}, []lits{{3, 4}}, false},
		{"assumption that is new", []lits{{3, 4}}, lits{-9}, lits{-9}, []lits{{3, 4}}, false},
		{"assumptions that contradict", []lits{{3, 4}}, lits{3, -3}, nil, nil, true},
		{"assumption against a unit", []lits{{3}}, lits{-3}, nil, nil, true},
		{"largest variable", []lits{{dimacs.MaxVar, -1}, {-dimacs.MaxVar, 1}}, nil, nil,
			[]lits{{dimacs.MaxVar, -1}, {-dimacs.MaxVar, 1}}, false},
	}
	for _, test := range tests {
		f := formula(test.clauses...)
		for _, u := range test.units {
			f.Vars = max(f.Vars, u.Var())
		}
		form, err := normal.Of(t.Context(), f, test.units)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if form.Unsat != test.unsat {
			t.Errorf("%s: refuted %v, want %v", test.name, form.Unsat, test.unsat)
		}
		if diff := cmp.Diff(test.fixed, form.Fixed); diff != "" {
			t.Errorf("%s: fixed (-want +got)\n%s", test.name, diff)
		}
		if diff := cmp.Diff(test.left, named(form)); diff != "" {
			t.Errorf("%s: clauses (-want +got)\n%s", test.name, diff)
		}
	}
}

// random returns a formula of n variables, scale apart.
func random(r *rand.Rand, n, scale int) (*dimacs.Formula, lits) {
	literal := func() dimacs.Lit {
		l := dimacs.Lit(scale * (1 + r.IntN(n)))
		if r.IntN(2) == 0 {
			return -l
		}
		return l
	}
	f := &dimacs.Formula{}
	for range r.IntN(3 * n) {
		var clause lits
		for range 1 + r.IntN(4) {
			clause = append(clause, literal())
		}
		f.Add(clause...)
	}
	var units lits
	for range r.IntN(3) {
		units = append(units, literal())
	}
	f.Vars = scale * n
	return f, units
}

// models returns the assignments of n variables, scale apart, that satisfy
// all clauses.
func models(n, scale int, clauses []lits) []int {
	var found []int
	for a := range 1 << n {
		holds := func(l dimacs.Lit) bool { return a>>(l.Var()/scale-1)&1 != 0 == (l > 0) }
		if !slices.ContainsFunc(clauses, func(c lits) bool { return !slices.ContainsFunc(c, holds) }) {
			found = append(found, a)
		}
	}
	return found
}

// The form has the models of the formula, and the shape that is promised.
func TestSameModels(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	refuted := 0
	for i := range 2000 {
		n, scale := 1+r.IntN(7), 1
		if i%10 == 0 {
			scale = 1_000_000 // more variables than arrays are made for
		}
		f, units := random(r, n, scale)
		all := slices.Collect(f.Clauses())
		for i := range units {
			all = append(all, units[i:i+1])
		}
		form, err := normal.Of(t.Context(), f, units)
		if err != nil {
			t.Fatal(err)
		}
		left := named(form)
		for _, l := range form.Fixed {
			left = append(left, lits{l})
		}
		if form.Unsat {
			left = []lits{{}}
			refuted++
		}
		if diff := cmp.Diff(models(n, scale, all), models(n, scale, left)); diff != "" {
			t.Fatalf("%v, assuming %v: models (-want +got)\n%s", all, units, diff)
		}
		if complaint := shape(form); complaint != "" {
			t.Fatalf("%v, assuming %v: %s", all, units, complaint)
		}
	}
	if refuted == 0 || refuted == 2000 {
		t.Errorf("%d refuted", refuted)
	}
}

// shape returns what is wrong with a form.
func shape(form *normal.Form) string {
	seen := map[int]bool{}
	for _, l := range form.Fixed {
		if seen[l.Var()] {
			return "a variable is fixed twice"
		}
		seen[l.Var()] = true
	}
	for _, v := range form.Names {
		if seen[int(v)] {
			return "a variable is named that is fixed, or named twice"
		}
		seen[int(v)] = true
	}
	used := make([]bool, len(form.Names)+1)
	total := 0
	for i := range form.NumClauses() {
		c := form.Clause(i)
		total += len(c)
		if len(c) < 2 || cap(c) != len(c) {
			return "a clause of fewer than two literals, or that can grow into the next"
		}
		met := map[int32]bool{}
		for _, k := range c {
			v := max(k, -k)
			if k == 0 || int(v) > len(form.Names) || met[v] {
				return "a clause with a variable that is unknown or there twice"
			}
			met[v], used[v] = true, true
		}
	}
	if slices.Contains(used[1:], false) {
		return "a variable that is in no clause"
	}
	if total != form.NumLits() {
		return "a wrong number of literals"
	}
	return ""
}

func TestOfStops(t *testing.T) {
	cause := errors.New("stopped by the test")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	f := &dimacs.Formula{}
	for v := range dimacs.Lit(100_000) {
		f.Add(v+1, v+2)
	}
	if form, err := normal.Of(ctx, f, nil); form != nil || err != cause {
		t.Errorf("form %v, error %v, want %v", form != nil, err, cause)
	}
}
