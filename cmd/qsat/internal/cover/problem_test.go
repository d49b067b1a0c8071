package cover

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// describe returns the items, conflicts and other clauses of a problem, in the variables of the
// formula.
func describe(p *problem) string {
	var items, conflicts, other [][]dimacs.Lit
	name := func(l clause.Lit) dimacs.Lit { return p.clauses.Name(l) }
	named := func(c []clause.Lit) (list []dimacs.Lit) {
		for _, l := range c {
			list = append(list, name(l))
		}
		slices.Sort(list)
		return list
	}
	full := p.in.root()
	for k := range p.in.items {
		var c []clause.Lit
		for _, i := range p.in.availableOptions(full, k) {
			c = append(c, p.in.options[i])
		}
		if items = append(items, named(c)); k >= p.in.choices {
			other = append(other, named(c))
		}
	}
	items = items[:p.in.choices]
	for i := range p.in.options {
		for j := range i {
			if p.in.conflicts[i].Has(j) {
				conflicts = append(conflicts, named([]clause.Lit{p.in.options[i], p.in.options[j]}))
			}
		}
	}
	for _, list := range [][][]dimacs.Lit{items, conflicts, other} {
		slices.SortFunc(list, slices.Compare)
	}
	return fmt.Sprint(items, conflicts, other)
}

// The options of a formula are found from its clauses, whatever their signs and whatever the
// encoding of at-most-one constraints.
func TestShape(t *testing.T) {
	type lits = []dimacs.Lit
	for _, test := range []struct {
		name    string
		clauses []lits
		goal    goal
		project []int
		want    string
	}{
		{"exactly one", []lits{{1, 2, 3}, {-1, -2}, {-1, -3}, {-2, -3}}, allModels, nil,
			"[[1 2 3]] [[1 2] [1 3] [2 3]] []"},
		{"negative literals are chosen", []lits{{-1, -2, -3}, {1, 2}, {1, 3}, {2, 3}}, allModels, nil,
			"[[-3 -2 -1]] [[-3 -2] [-3 -1] [-2 -1]] []"},
		{"two clauses share an option", []lits{{1, 2}, {2, 3, 4}, {-1, -2}, {-3, -4}, {-2, -3}, {-2, -4}}, allModels, nil,
			"[[1 2] [2 3 4]] [[1 2] [2 3] [2 4] [3 4]] []"},
		{"units are assigned before", []lits{{5}, {-5, 1, 2, 3}, {-1, -2}, {-1, -3}, {-2, -3}, {5, 4}}, allModels, nil,
			"[[1 2 3]] [[1 2] [1 3] [2 3]] []"},
		{"an auxiliary variable for halves", []lits{{1, 2, 3, 4}, {-1, -2}, {-3, -4}, {-1, 5}, {-2, 5}, {-3, -5}, {-4, -5}}, allModels, []int{1, 2, 3, 4},
			"[[1 2 3 4]] [[1 2] [1 3] [1 4] [2 3] [2 4] [3 4]] []"},
		{"a clause of another shape", []lits{{1, 2, 3}, {-1, -2}, {-1, -3}, {-2, -3}, {-1, 4, 5}}, oneModel, nil,
			"[[1 2 3]] [[-1 1] [1 2] [1 3] [2 3]] [[-1 1] [-1 4 5]]"},
	} {
		f := &dimacs.Formula{Vars: 5}
		for _, c := range test.clauses {
			f.Add(c...)
		}
		p, err := newProblem(t.Context(), &engine.Task{Formula: f, Project: test.project, Threads: 1}, test.goal)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := describe(p); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// Formulas without choices are declined with a reason.
func TestDeclined(t *testing.T) {
	type lits = []dimacs.Lit
	for _, test := range []struct {
		clauses []lits
		goal    goal
		want    string
	}{
		{[]lits{{1, -2, 3}, {-1, 2, -3}, {1, 2, 3}}, allModels, "too few of its clauses are choices or conflicts of pairs"},
		{[]lits{{-1, -2, 3}, {-1, 2, -3}, {-3, -2, 1}}, allModels, noChoice},
		{[]lits{{1, 2, 3}, {-1, -2}, {-1, -3}, {-2, -3}, {4, -1}, {-4, -2}, {4, 5, 1}, {-4, -5, 2}, {4, -5, 3}}, oneModel,
			"most clauses of its auxiliary variables have more than two literals"},
	} {
		f := &dimacs.Formula{Vars: 5}
		for _, c := range test.clauses {
			f.Add(c...)
		}
		_, err := newProblem(t.Context(), enginetest.Task(f), test.goal)
		var d *engine.DeclinedError
		if !errors.As(err, &d) || d.Reason != test.want {
			t.Errorf("%v: %v, want %q", test.clauses, err, test.want)
		}
	}
}
