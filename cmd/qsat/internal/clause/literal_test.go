package clause_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

func TestOfAndDimacs(t *testing.T) {
	for l, want := range map[dimacs.Lit]clause.Lit{
		1: 2, -1: 3, 7: 14, -7: 15, dimacs.MaxVar: 1<<32 - 2, -dimacs.MaxVar: 1<<32 - 1,
	} {
		got := clause.Of(l)
		if got != want || got.Dimacs() != l || got.Not() != clause.Of(-l) || got.Var() != uint32(l.Var()) {
			t.Errorf("Of(%d) = %d, want %d; Dimacs %d, Not %d, Var %d", l, got, want, got.Dimacs(), got.Not(), got.Var())
		}
	}
	if clause.Positive(9) != clause.Of(9) {
		t.Errorf("Positive(9) = %d", clause.Positive(9))
	}
}

func TestNumber(t *testing.T) {
	for _, test := range []struct {
		name    string
		clauses []lits
		units   lits
		sparse  bool
		names   []int32
	}{
		{"none", nil, nil, false, []int32{0}},
		{"pairs and others", []lits{{9, -2}, {-5}, {4, 9, -11}}, nil, false, []int32{0, 2, 4, 5, 9, 11}},
		{"units", []lits{{3, 4}}, lits{-7}, false, []int32{0, 3, 4, 7}},
		{"a tautology counts", []lits{{3, -3}}, nil, false, []int32{0, 3}},
		{"sparse", []lits{{dimacs.MaxVar, -2}, {-1_000_000}}, lits{70_000}, true, []int32{0, 2, 70_000, 1_000_000, dimacs.MaxVar}},
	} {
		f := formula(test.clauses...)
		for _, l := range test.units {
			f.Vars = max(f.Vars, l.Var())
		}
		n := clause.Number(f, test.units)
		if diff := cmp.Diff(test.names, n.Names); diff != "" || clause.IsSparse(f) != test.sparse {
			t.Errorf("%s: sparse %v; names (-want +got)\n%s", test.name, clause.IsSparse(f), diff)
		}
		for v, name := range n.Names[1:] {
			l := dimacs.Lit(name)
			if k := n.Lit(-l); n.Var(l.Var()) != v+1 || k != clause.Positive(v+1).Not() || n.Name(k) != -l {
				t.Errorf("%s: variable %d is %d, its negation %d and back %d", test.name, l, n.Var(l.Var()), k, n.Name(k))
			}
		}
		if n.Var(6) != 0 || n.Lit(-6) != 0 || n.Var(dimacs.MaxVar-1) != 0 {
			t.Errorf("%s: variables that do not occur have the numbers %d and %d, their literals %d",
				test.name, n.Var(6), n.Var(dimacs.MaxVar-1), n.Lit(-6))
		}
		for _, name := range []int{6, dimacs.MaxVar - 1, 80_000, 3_000, 6, dimacs.MaxVar - 2, 80_000} {
			if v := n.Extend(name); n.Names[v] != int32(name) {
				t.Errorf("%s: variable %d has the number %d of variable %d", test.name, name, v, n.Names[v])
			}
		}
		for v, name := range n.Names[1:] {
			if n.Var(int(name)) != v+1 || len(n.Names) != len(test.names)+5 {
				t.Errorf("%s: of %d variables, %d has the number %d, expected %d", test.name, len(n.Names), name, n.Var(int(name)), v+1)
			}
		}
	}
}
