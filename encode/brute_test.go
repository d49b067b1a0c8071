package encode

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/encode/atmostone"
)

// excludes reports whether a square must stay empty, straight from the rules. So does
// attacks for two queens.
func (in Instance) excludes(s Square) bool {
	on := func(d Diagonal) bool {
		if d.Rising {
			return in.same(s.Row+s.Col, d.Index)
		}
		return in.same(s.Row-s.Col, d.Index)
	}
	return in.Blocked.Has(s) || slices.ContainsFunc(in.BlockedDiagonals, on)
}

func (in Instance) attacks(a, b Square) bool {
	return a.Row == b.Row || a.Col == b.Col || in.same(a.Row-a.Col, b.Row-b.Col) || in.same(a.Row+a.Col, b.Row+b.Col)
}

func (in Instance) same(x, y int) bool {
	return x == y || in.Variant == Torus && (x-y)%in.N == 0
}

// checkBoards compares the models of the clauses with the boards found by the rules, in every
// encoding, and the written size with the declared size. The encodings take turns with the two forms.
func checkBoards(t *testing.T, number int, in Instance) {
	t.Helper()
	want := byRules(in)
	for i, e := range atmostone.All() {
		for form, minimal := range []bool{false, true} {
			if (number+i)%2 != form && !long() {
				continue
			}
			in.Encoding, in.Minimal = e.Name, minimal
			if diff := cmp.Diff(want, byClauses(t, in)); diff != "" {
				t.Errorf("%v (-want +got):\n%s", in, diff)
			}
			checkSize(t, in)
		}
	}
}

// Numbers of queens other than N, including more than fit.
func TestNumbersOfQueens(t *testing.T) {
	t.Parallel()
	for _, variant := range []Variant{Regular, Torus} {
		for n := 1; n <= 5; n++ {
			for k := range min(n*n, n+3) + 1 {
				checkBoards(t, k, Instance{N: n, Variant: variant, Queens: &k})
			}
			all := n * n
			checkBoards(t, n, Instance{N: n, Variant: variant, Queens: &all})
		}
	}
	for k := range 8 {
		checkBoards(t, k, Instance{N: 6, Queens: &k})
	}
}

func TestPlacedAndBlocked(t *testing.T) {
	three, none, all := 3, 0, 4
	tests := []Instance{
		{N: 1, Placed: []Square{{1, 1}}},
		{N: 1, Blocked: SquaresOf([]Square{{1, 1}}...)},
		{N: 1, Placed: []Square{{1, 1}}, Blocked: SquaresOf([]Square{{1, 1}}...), BlockedDiagonals: []Diagonal{{true, 2}, {false, 0}}},
		{N: 1, Queens: &none, Placed: []Square{{1, 1}}},
		{N: 2, Queens: &all, Placed: []Square{{1, 1}, {2, 2}}},
		{N: 4, Placed: []Square{{1, 2}}},
		{N: 4, Placed: []Square{{1, 1}}},
		{N: 5, Placed: []Square{{3, 3}, {3, 3}}},
		{N: 5, Placed: []Square{{2, 4}, {1, 1}}, Blocked: SquaresOf([]Square{{3, 2}}...)},
		{N: 5, Blocked: SquaresOf([]Square{{1, 1}, {5, 5}, {1, 1}}...), BlockedDiagonals: []Diagonal{{true, 4}, {false, -2}, {true, 4}}},
		{N: 5, Variant: Torus, BlockedDiagonals: []Diagonal{{true, 3}}},
		{N: 5, Variant: Torus, BlockedDiagonals: []Diagonal{{true, 8}, {true, 3}}},
		{N: 5, Variant: Torus, BlockedDiagonals: []Diagonal{{false, -4}}, Placed: []Square{{1, 2}}},
		{N: 5, Queens: &three, Placed: []Square{{2, 2}}, Blocked: SquaresOf([]Square{{1, 3}}...), BlockedDiagonals: []Diagonal{{false, 1}}},
		{N: 6, Blocked: SquaresOf([]Square{{1, 2}}...), BlockedDiagonals: []Diagonal{{false, 5}, {true, 12}}},
	}
	for i, in := range tests {
		checkBoards(t, i, in)
	}
}
