package encode

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/dimacs"
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

// smallInstances returns small instances of every family, also with random choices.
func smallInstances(t *testing.T) []Instance {
	all := smallFamilies()
	for _, variant := range []Variant{Regular, Torus} {
		for n := 1; n <= 7; n++ {
			all = append(all, Instance{N: n, Variant: variant})
			for k := 0; k <= min(n*n, n+3); k++ {
				if most := (Board{N: n, Variant: variant}).mostQueens(); n < 6 || n == 6 && variant == Regular || k == most || k == most+1 {
					all = append(all, Instance{N: n, Variant: variant, Queens: to(k)})
				}
			}
			if n < 6 {
				all = append(all, Instance{N: n, Variant: variant, Queens: to(n * n)})
			}
		}
	}
	corners := SquaresOf(Square{1, 1}, Square{1, 6}, Square{6, 1}, Square{6, 6})
	all = append(all, []Instance{
		{N: 1, Placed: []Square{{1, 1}}},
		{N: 1, Blocked: SquaresOf(Square{1, 1})},
		{N: 1, Placed: []Square{{1, 1}}, Blocked: SquaresOf(Square{1, 1}), BlockedDiagonals: []Diagonal{{true, 2}, {false, 0}}},
		{N: 1, Queens: to(0), Placed: []Square{{1, 1}}},
		{N: 2, Queens: to(4), Placed: []Square{{1, 1}, {2, 2}}},
		{N: 4, Placed: []Square{{1, 2}}},
		{N: 4, Placed: []Square{{1, 2}, {1, 2}}, Blocked: SquaresOf(Square{1, 1}, Square{3, 3}), BlockedDiagonals: []Diagonal{{true, 2}, {false, -3}}},
		{N: 4, Queens: to(3), Variant: Torus, Placed: []Square{{1, 2}}, BlockedDiagonals: []Diagonal{{true, 2}}},
		{N: 5, Variant: Torus, Placed: []Square{{3, 3}}},
		{N: 5, Placed: []Square{{3, 3}, {3, 3}}}, // all symmetries
		{N: 5, Placed: []Square{{2, 4}, {1, 1}}, Blocked: SquaresOf(Square{3, 2})},
		{N: 5, Blocked: SquaresOf(Square{1, 1}, Square{5, 5}, Square{1, 1}), BlockedDiagonals: []Diagonal{{true, 4}, {false, -2}, {true, 4}}},
		{N: 5, Variant: Torus, BlockedDiagonals: []Diagonal{{true, 6}}},
		{N: 5, Variant: Torus, BlockedDiagonals: []Diagonal{{true, 8}, {true, 3}}},
		{N: 5, Variant: Torus, BlockedDiagonals: []Diagonal{{false, -4}}, Placed: []Square{{1, 2}}},
		{N: 5, Queens: to(2), Placed: []Square{{2, 2}}, Blocked: SquaresOf(Square{4, 4})}, // a reflection
		{N: 5, Queens: to(3), Placed: []Square{{2, 2}}, Blocked: SquaresOf(Square{1, 3}), BlockedDiagonals: []Diagonal{{false, 1}}},
		{N: 6, Placed: []Square{{1, 2}}, Blocked: SquaresOf(Square{1, 2})},
		{N: 6, Placed: []Square{{1, 5}, {6, 2}}},         // the half turn
		{N: 6, Blocked: corners},                         // all
		{N: 6, BlockedDiagonals: []Diagonal{{false, 0}}}, // both diagonals and the half turn
		{N: 6, BlockedDiagonals: []Diagonal{{false, 1}}}, // the rising diagonal
		{N: 6, Blocked: SquaresOf(Square{1, 2}), BlockedDiagonals: []Diagonal{{false, 5}, {true, 12}}},
		{N: 7, Placed: []Square{{1, 4}}},                                                   // a reflection
		{N: 7, Blocked: SquaresOf(Square{1, 2}, Square{2, 7}, Square{7, 6}, Square{6, 1})}, // rotations
	}...)
	r := newRandom(20, streamOrder)
	for range 100 {
		in := Instance{N: 2 + r.below(6), Variant: Variant(r.below(2))}
		if r.below(2) == 0 {
			in.Queens = to(r.below(in.N + 1))
		}
		in, err := in.Sample(t.Context(), Sample{Placed: r.below(2), Blocked: r.below(in.N), Diagonals: r.below(3), Seed: int64(r.below(1000))})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, in)
	}
	return all
}

// Every instance has the solutions that a search by the rules finds. The forms and encodings take turns.
func TestSolutions(t *testing.T) {
	for i, in := range smallInstances(t) {
		t.Run(fmt.Sprint(i, in.Family, in), func(t *testing.T) {
			t.Parallel()
			boards, forms := byRules(in), in.forms()
			if in.squareVariables() > 70 { // takes seconds
				forms = forms[:1]
			}
			for k, form := range forms {
				if k%4 == i%4 || len(forms) < 5 || long() {
					checkClauses(t, form, boards)
				}
			}
			if in.squareVariables() <= 16 && (in.N < 4 || in.Family == Domination || in.Family == Queens) {
				checkLinears(t, in, len(boards))
			}
		})
	}
}

// checkClauses compares the models of the clauses with boards, and the written size with the declared size.
// With broken symmetries, one board of each class remains; with one kind of pieces, it is the board with the
// earliest pieces. The known number of boards must be right.
func checkClauses(t *testing.T, in Instance, boards []string) {
	t.Helper()
	if diff := cmp.Diff(boards, byClauses(t, in)); diff != "" {
		t.Errorf("%v (-want +got):\n%s", in, diff)
	}
	classes := map[string]int{}
	for _, board := range boards {
		classes[in.orbit(board)[0]] = 0
	}
	for _, in.SymmetryBroken = range []bool{false, true} {
		checkSize(t, in)
		want := len(boards)
		if in.SymmetryBroken {
			want = len(classes)
		}
		status, count := in.Known()
		if status != dimacs.Unknown && (status == dimacs.Satisfiable) != (want > 0) || count != nil && count.Int64() != int64(want) {
			t.Errorf("%v: %v and %v, but there are %d", in.Comments(), status, count, want)
		}
	}
	for _, board := range byClauses(t, in) {
		orbit := in.orbit(board)
		if classes[orbit[0]]++; in.Layers() == 1 && slices.Max(orbit) != board {
			t.Errorf("%v: keeps %s, which is not the first of its class", in, board)
		}
	}
	for class, kept := range classes {
		if kept != 1 {
			t.Errorf("%v: keeps %d boards of the class of %s", in, kept, class)
		}
	}
}

// checkLinears compares the number of assignments that satisfy the linear constraints with the number of
// boards. The formats other than CNF accept the instance.
func checkLinears(t *testing.T, in Instance, boards int) {
	t.Helper()
	type sum struct {
		vars      uint64 // a bit for each variable
		low, high int
	}
	var list []sum
	for l := range in.linears(false) {
		s := sum{low: l.low, high: l.high}
		for v := range l.vars {
			s.vars |= 1 << v
		}
		list = append(list, s)
		if bits.OnesCount64(s.vars) != l.length {
			t.Errorf("%v: a variable is twice in a sum", in)
		}
	}
	found := 0
	for values := range uint64(1) << in.squareVariables() {
		violated := func(s sum) bool {
			n := bits.OnesCount64(s.vars & (values << 1))
			return n < s.low || n > s.high
		}
		if !slices.ContainsFunc(list, violated) {
			found++
		}
	}
	if found != boards {
		t.Errorf("%v: %d assignments satisfy the linear constraints, want %d", in, found, boards)
	}
	for _, format := range decisionFormats() {
		if err := (File{Instance: in, Format: format.Name}).Check(); err != nil && format.Name != lp.Name && format.Name != miniZinc.Name {
			t.Errorf("%v: %v", in, err)
		}
	}
}
