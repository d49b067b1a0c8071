package encode

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/dimacs"
	"queens/encode/board"
	"queens/encode/internal/random"
)

// excludes reports whether a square must stay empty, straight from the rules. So does
// attacks for two queens.
func (in Instance) excludes(s board.Square) bool {
	on := func(d board.Diagonal) bool {
		if d.Rising {
			return in.same(s.Row+s.Col, d.Index)
		}
		return in.same(s.Row-s.Col, d.Index)
	}
	return in.Blocked.Has(s) || slices.ContainsFunc(in.BlockedDiagonals, on)
}

func (in Instance) attacks(a, b board.Square) bool {
	return a.Row == b.Row || a.Col == b.Col || in.same(a.Row-a.Col, b.Row-b.Col) || in.same(a.Row+a.Col, b.Row+b.Col)
}

func (in Instance) same(x, y int) bool {
	return x == y || in.Variant == board.Torus && (x-y)%in.N == 0
}

// smallInstances returns small instances of every family, also with random choices.
func smallInstances(t *testing.T) []Instance {
	all := smallFamilies()
	for _, variant := range []board.Variant{board.Regular, board.Torus} {
		for n := 1; n <= 7; n++ {
			all = append(all, Instance{N: n, Variant: variant})
			for k := 0; k <= min(n*n, n+3); k++ {
				if most := mostQueens(board.Board{N: n, Variant: variant}); n < 6 || n == 6 && variant == board.Regular || k == most || k == most+1 {
					all = append(all, Instance{N: n, Variant: variant, Queens: new(k)})
				}
			}
			if n < 6 {
				all = append(all, Instance{N: n, Variant: variant, Queens: new(n * n)})
			}
		}
	}
	corners := board.SquaresOf(board.Square{Row: 1, Col: 1}, board.Square{Row: 1, Col: 6}, board.Square{Row: 6, Col: 1}, board.Square{Row: 6, Col: 6})
	all = append(all, []Instance{
		{N: 1, Placed: []board.Square{{Row: 1, Col: 1}}},
		{N: 1, Blocked: board.SquaresOf(board.Square{Row: 1, Col: 1})},
		{N: 1, Placed: []board.Square{{Row: 1, Col: 1}}, Blocked: board.SquaresOf(board.Square{Row: 1, Col: 1}), BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 2}, {Rising: false, Index: 0}}},
		{N: 1, Queens: new(0), Placed: []board.Square{{Row: 1, Col: 1}}},
		{N: 2, Queens: new(4), Placed: []board.Square{{Row: 1, Col: 1}, {Row: 2, Col: 2}}},
		{N: 4, Placed: []board.Square{{Row: 1, Col: 2}}},
		{N: 4, Placed: []board.Square{{Row: 1, Col: 2}, {Row: 1, Col: 2}}, Blocked: board.SquaresOf(board.Square{Row: 1, Col: 1}, board.Square{Row: 3, Col: 3}), BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 2}, {Rising: false, Index: -3}}},
		{N: 4, Queens: new(3), Variant: board.Torus, Placed: []board.Square{{Row: 1, Col: 2}}, BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 2}}},
		{N: 5, Variant: board.Torus, Placed: []board.Square{{Row: 3, Col: 3}}},
		{N: 5, Placed: []board.Square{{Row: 3, Col: 3}, {Row: 3, Col: 3}}}, // all symmetries
		{N: 5, Placed: []board.Square{{Row: 2, Col: 4}, {Row: 1, Col: 1}}, Blocked: board.SquaresOf(board.Square{Row: 3, Col: 2})},
		{N: 5, Blocked: board.SquaresOf(board.Square{Row: 1, Col: 1}, board.Square{Row: 5, Col: 5}, board.Square{Row: 1, Col: 1}), BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 4}, {Rising: false, Index: -2}, {Rising: true, Index: 4}}},
		{N: 5, Variant: board.Torus, BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 6}}},
		{N: 5, Variant: board.Torus, BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 8}, {Rising: true, Index: 3}}},
		{N: 5, Variant: board.Torus, BlockedDiagonals: []board.Diagonal{{Rising: false, Index: -4}}, Placed: []board.Square{{Row: 1, Col: 2}}},
		{N: 5, Queens: new(2), Placed: []board.Square{{Row: 2, Col: 2}}, Blocked: board.SquaresOf(board.Square{Row: 4, Col: 4})}, // a reflection
		{N: 5, Queens: new(3), Placed: []board.Square{{Row: 2, Col: 2}}, Blocked: board.SquaresOf(board.Square{Row: 1, Col: 3}), BlockedDiagonals: []board.Diagonal{{Rising: false, Index: 1}}},
		{N: 6, Placed: []board.Square{{Row: 1, Col: 2}}, Blocked: board.SquaresOf(board.Square{Row: 1, Col: 2})},
		{N: 6, Placed: []board.Square{{Row: 1, Col: 5}, {Row: 6, Col: 2}}}, // the half turn
		{N: 6, Blocked: corners}, // all
		{N: 6, BlockedDiagonals: []board.Diagonal{{Rising: false, Index: 0}}}, // both diagonals and the half turn
		{N: 6, BlockedDiagonals: []board.Diagonal{{Rising: false, Index: 1}}}, // the rising diagonal
		{N: 6, Blocked: board.SquaresOf(board.Square{Row: 1, Col: 2}), BlockedDiagonals: []board.Diagonal{{Rising: false, Index: 5}, {Rising: true, Index: 12}}},
		{N: 7, Placed: []board.Square{{Row: 1, Col: 4}}},                                                                                                         // a reflection
		{N: 7, Blocked: board.SquaresOf(board.Square{Row: 1, Col: 2}, board.Square{Row: 2, Col: 7}, board.Square{Row: 7, Col: 6}, board.Square{Row: 6, Col: 1})}, // rotations
	}...)
	r := random.New(20, random.StreamOrder)
	for range 100 {
		in := Instance{N: 2 + r.Below(6), Variant: board.Variant(r.Below(2))}
		if r.Below(2) == 0 {
			in.Queens = new(r.Below(in.N + 1))
		}
		square := func() board.Square { return board.Square{Row: r.Below(in.N) + 1, Col: r.Below(in.N) + 1} }
		for range r.Below(2) {
			in.Placed = append(in.Placed, square())
		}
		for range r.Below(in.N) {
			in.Blocked.Add(square())
		}
		for range r.Below(3) {
			d := square()
			in.BlockedDiagonals = append(in.BlockedDiagonals, board.Diagonal{Index: d.Row - d.Col})
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
// boards.
func checkLinears(t *testing.T, in Instance, boards int) {
	t.Helper()
	type sum struct {
		vars      uint64 // a bit for each variable
		low, high int
	}
	var list []sum
	for l := range in.Linears(false) {
		s := sum{low: l.Low, high: l.High}
		for v := range l.Vars {
			s.vars |= 1 << v
		}
		list = append(list, s)
		if bits.OnesCount64(s.vars) != l.Length {
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
}
