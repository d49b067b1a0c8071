package symmetry

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// definitions returns a formula of a few clauses and of definitions of variables as
// disjunctions. Some definitions have only the clauses of one direction.
func definitions(r *rand.Rand) *dimacs.Formula {
	f := &dimacs.Formula{Vars: 5}
	for range 4 {
		f.Add(generate.Lits(r, f.Vars, 3)...)
	}
	for range 4 {
		lits := generate.Lits(r, f.Vars, 1+r.IntN(3))
		f.Vars++
		defined := dimacs.Lit(f.Vars) * dimacs.Lit(1-2*r.IntN(2))
		f.Add(append(slices.Clone(lits), defined.Neg())...)
		for _, l := range lits {
			if r.IntN(8) > 0 {
				f.Add(l.Neg(), defined)
			}
		}
	}
	for range r.IntN(4) {
		f.Add(generate.Lits(r, f.Vars, 2)...)
	}
	return f
}

// The clauses without auxiliary variables have the same models as the formula, restricted to
// the other variables.
func TestDropAuxiliary(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	dropped := 0
	for k := range 1500 {
		f := definitions(r)
		d := enginetest.Load(t, f)
		fails := func(l clause.Lit) bool { // binary clauses do not show a failed literal
			d.Decide(l)
			defer d.Backtrack(0)
			return d.Propagate() != nil
		}
		if d.Unsat || len(d.Trail) > 0 || slices.ContainsFunc(slices.Collect(d.Literals), fails) {
			continue
		}
		s := newReducedGraph(d)
		q := s.newQuotient(identity(len(s.kinds)))
		mask := uint64(0)
		for _, l := range s.literals {
			mask |= 1 << d.Name(l).Var()
		}
		var got, want []uint64
		for _, m := range models(f) {
			want = append(want, m&mask)
		}
		for _, m := range models(q.Formula) {
			lifted := uint64(0)
			for v, l := range s.literals {
				if o, name := q.orbit[v], d.Name(l); name > 0 && (m>>o.Var()&1 != 0) == (o > 0) {
					lifted |= 1 << name.Var()
				}
			}
			got = append(got, lifted)
		}
		slices.Sort(got)
		slices.Sort(want)
		if want = slices.Compact(want); !slices.Equal(got, want) {
			t.Errorf("formula %d: %d models without auxiliary variables, want %d", k, len(got), len(want))
		}
		if all, _ := d.NumLong(); 0 < s.numVertices(aClause) && s.numVertices(aClause) < all {
			dropped++
		}
	}
	if dropped < 100 {
		t.Errorf("only %d formulas with auxiliary variables", dropped)
	}
}

// A definition is dropped after the definitions that use it, whatever the order of the clauses.
// It is also dropped if the defined variable equals an auxiliary variable that nothing else
// implies.
func TestDropAuxiliaryOrder(t *testing.T) {
	choices := [][]dimacs.Lit{{1, 2, 3}, {-1, -2, 3}, {1, -2, -3}, {-1, 2, -3}, {-1, 2, 3}}
	for _, test := range []struct {
		clauses [][]dimacs.Lit
		want    int // besides the choices
	}{
		{[][]dimacs.Lit{}, 0},
		{[][]dimacs.Lit{{1, 2, -4}, {-1, 4}, {-2, 4}, {3, 4, -5}, {-3, 5}, {-4, 5}}, 0},
		{[][]dimacs.Lit{{3, 4, -5}, {-3, 5}, {-4, 5}, {1, 2, -4}, {-1, 4}, {-2, 4}}, 0},
		{[][]dimacs.Lit{{1, 2, -4}, {-1, 4}, {-2, 4}, {1, 3, 4}}, 2},
		{[][]dimacs.Lit{{1, 2, -4}, {-1, 4}, {-2, 4}, {4, -5}, {-4, 5}, {-3, -5}}, 0},
		{[][]dimacs.Lit{{1, 2, -4}, {-1, 4}, {-2, 4}, {4, -5}, {-4, 5}, {5, -6}, {-5, 6}, {-3, -6}}, 0},
		{[][]dimacs.Lit{{1, 2, -4}, {-1, 4}, {-2, 4}, {4, -5}, {-4, 5}, {-3, 5}}, 1},
	} {
		f := &dimacs.Formula{}
		for _, c := range slices.Concat(choices, test.clauses) {
			f.Add(c...)
		}
		d := enginetest.Load(t, f)
		if left := len(dropAuxiliary(d)) - len(choices); left != test.want {
			t.Errorf("%v: %d clauses are left, want %d", test.clauses, left, test.want)
		}
	}
}
