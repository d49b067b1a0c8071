package clause_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/dimacs"
)

func TestLoad(t *testing.T) {
	for _, test := range []struct {
		name    string
		clauses []lits
		units   lits
		want    []lits // residual clauses and units
	}{
		{"empty formula", nil, nil, nil},
		{"empty clause", []lits{{1, 2}, {}}, nil, []lits{{}}},
		{"kept as it is", []lits{{5, -2}, {2, 3, 5}}, nil, []lits{{-2, 5}, {2, 3, 5}}},
		{"repeated literals", []lits{{1, 2, 1}, {3, 3, -4}, {5, 6, 5, 7}}, nil, []lits{{-4, 3}, {1, 2}, {5, 6, 7}}},
		{"tautology", []lits{{1, 2, -1}, {1, 2}}, nil, []lits{{1, 2}}},
		{"tautology after a repetition", []lits{{1, 1, 2, -2}, {2, 1}}, nil, []lits{{1, 2}}},
		{"tautology alone", []lits{{1, -1}}, nil, nil},
		{"unit by repetition", []lits{{7, 7, 7}, {8, 8}}, nil, []lits{{7}, {8}}},
		{"unit", []lits{{1}, {-1, 2, 3}, {1, 4}}, nil, []lits{{1}, {2, 3}}},
		{"unit twice", []lits{{1}, {1}}, nil, []lits{{1}}},
		{"units that contradict", []lits{{1}, {-1}}, nil, []lits{{}}},
		{"chain", []lits{{-1, 2}, {-2, 3}, {1}, {-3, -4, 5, 6}, {4, 7}}, nil, []lits{{-4, 5, 6}, {1}, {2}, {3}, {4, 7}}},
		{"chain to a conflict", []lits{{-1, 2}, {-2, 3}, {-3, -1}, {1}}, nil, []lits{{}}},
		{"long clause falls at once", []lits{{1, 2, 3}, {-1}, {-2}, {-3}}, nil, []lits{{}}},
		{"assumption", []lits{{-1, 2}, {3, 4}}, lits{1}, []lits{{1}, {2}, {3, 4}}},
		{"assumption that is new", []lits{{3, 4}}, lits{-9}, []lits{{-9}, {3, 4}}},
		{"assumptions that contradict", []lits{{3, 4}}, lits{3, -3}, []lits{{}}},
		{"assumption against a unit", []lits{{3}}, lits{-3}, []lits{{}}},
		{"largest variable", []lits{{dimacs.MaxVar, -1}, {-dimacs.MaxVar, 1}}, nil,
			[]lits{{-dimacs.MaxVar, 1}, {-1, dimacs.MaxVar}}},
	} {
		f := formula(test.clauses...)
		for _, l := range test.units {
			f.Vars = max(f.Vars, l.Var())
		}
		d := load(t, f, test.units)
		if diff := cmp.Diff(test.want, residual(d)); diff != "" {
			t.Errorf("%s: -want +got\n%s", test.name, diff)
		}
		if err := broken(d); err != nil && !d.Unsat {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
