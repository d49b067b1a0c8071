package encode

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
	"queens/encode/internal/random"
)

// smallInstances returns small instances of every family, also with random choices.
func smallInstances() []Instance {
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

// smallFamilies returns small instances, on both kinds of boards, of every family except
// the queens.
func smallFamilies() []Instance {
	var all []Instance
	for _, variant := range []board.Variant{board.Regular, board.Torus} {
		for n := 1; n <= 4; n++ {
			for k := 1; k <= min(n*n, 8-n) && (n < 4 || variant == board.Regular); k++ { // a torus of size 4 needs 8 colours
				all = append(all, Instance{N: n, Variant: variant, Family: Colouring, Colours: new(k)})
			}
			for k := 0; k <= n*n; k++ {
				if n < 4 || k <= 4 || k >= 15 {
					all = append(all, Instance{N: n, Variant: variant, Family: Domination, Queens: new(k)})
				}
				if n < 4 && k <= 5 || k <= 2 || k == n*n {
					all = append(all, Instance{N: n, Variant: variant, Family: Armies, Queens: new(k)})
				}
				if k <= n+1 {
					all = append(all, Instance{N: n, Variant: variant, Family: Domination, Independent: true, Queens: new(k)},
						Instance{N: n, Variant: variant, Family: Superqueens, Queens: new(k)})
				}
			}
		}
		for n := 5; n <= 6; n++ {
			all = append(all, Instance{N: n, Variant: variant, Family: Superqueens}, Instance{N: n, Variant: variant, Family: Superqueens, Queens: new(n - 2)},
				Instance{N: n, Variant: variant, Family: Domination, Queens: new(3)},
				Instance{N: n, Variant: variant, Family: Domination, Independent: true, Queens: new(3)})
		}
		all = append(all, Instance{N: 5, Variant: variant, Family: Colouring}, Instance{N: 5, Variant: variant, Family: Armies, Queens: new(1)})
	}
	for _, rows := range []string{"A,", "AA,BB", "AAB,ABB,CCC", "AABB,AABB,CCDD,CCDD", "ABBB,ABBB,ACDD,ACDD", "ABCD,BCDA,CDAB,DABC",
		"AABBB,AABBC,DDBCC,DDECC,EEEEE", "ABBBB,BBBBB,BBCBB,DBBBE,DBBBB"} {
		p, err := board.ParsePartition(rows, "", true)
		if err != nil {
			panic(err)
		}
		in := Instance{N: p.Board().N, Family: Regions, Regions: p}
		all = append(all, in)
		if in.N > 1 {
			in.Blocked = board.SquaresOf(board.Square{Row: 1, Col: in.N})
			all = append(all, in)
			in.Stars = 2
			all = append(all, in)
		}
		if in.N == 4 {
			in.Blocked, in.Stars, in.Placed = board.Squares{}, 0, []board.Square{{Row: 1, Col: 2}}
			all = append(all, in)
		}
	}
	return append(all,
		Instance{N: 4, Family: Domination, Queens: new(3), Placed: []board.Square{{Row: 1, Col: 1}}, Blocked: board.SquaresOf([]board.Square{{Row: 2, Col: 3}}...), BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 4}}},
		Instance{N: 4, Family: Domination, Queens: new(3), Independent: true, Placed: []board.Square{{Row: 1, Col: 2}}},
		Instance{N: 4, Family: Armies, Queens: new(2), Blocked: board.SquaresOf([]board.Square{{Row: 2, Col: 3}}...), BlockedDiagonals: []board.Diagonal{{Rising: false, Index: 0}}},
		Instance{N: 6, Family: Superqueens, Queens: new(4), Placed: []board.Square{{Row: 1, Col: 2}}, Blocked: board.SquaresOf([]board.Square{{Row: 3, Col: 4}}...)},
	)
}

// forms returns the instance in every form and encoding that its family accepts.
func (in Instance) forms() []Instance {
	var all []Instance
	for _, e := range atmostone.All() {
		for _, in.Minimal = range []bool{false, true} {
			if in.Encoding = e.Name; in.Check() == nil {
				all = append(all, in)
			}
		}
	}
	return all
}

// Every instance has the solutions that a search by the rules finds.
func TestSolutions(t *testing.T) {
	for i, in := range smallInstances() {
		t.Run(fmt.Sprint(i, in.Family, in), func(t *testing.T) {
			t.Parallel()
			checkSolutions(t, i, in)
		})
	}
}

// checkSolutions compares an instance with its solutions by the rules, and returns their number. The forms and
// encodings take turns by the number of the instance; the long tests try all of them for the usual pieces.
func checkSolutions(t *testing.T, number int, in Instance) int {
	t.Helper()
	if err := in.Check(); err != nil {
		t.Fatalf("%v: %v", in, err)
	}
	solutions, forms := byRules(in), in.forms()
	for k, form := range forms {
		if k == number%len(forms) || long() && in.Pieces == nil {
			checkClauses(t, form, solutions)
		}
	}
	if in.squareVariables() < 9 || in.squareVariables() <= 16 && (in.Family == Domination || in.Family == Queens) {
		checkLinears(t, in, len(solutions))
	}
	return len(solutions)
}

// checkClauses compares the models of the clauses with the solutions, the written size with the declared size, and
// the known number of solutions. With broken symmetries, the first solution of each class in reading order
// remains.
func checkClauses(t *testing.T, in Instance, solutions []string) {
	t.Helper()
	symmetries, n := in.symmetries(), in.Board().Count()
	for _, in.SymmetryBroken = range []bool{false, true} {
		if in.Check() != nil { // refuses broken symmetries
			return
		}
		if in.SymmetryBroken {
			solutions = slices.DeleteFunc(slices.Clone(solutions), func(solution string) bool {
				image := []byte(solution)
				return slices.ContainsFunc(symmetries, func(symmetry []int) bool {
					for v := range image {
						image[v/n*n+symmetry[v%n]] = solution[v]
					}
					return string(image) > solution
				})
			})
		}
		if models := byClauses(t, in); !slices.Equal(models, solutions) {
			t.Errorf("%v: %d models, want %d: %s, want %s", in, len(models), len(solutions), models, solutions)
		}
		checkSize(t, in)
		status, count := in.Known()
		if status != dimacs.Unknown && (status == dimacs.Satisfiable) != (len(solutions) > 0) || count != nil && count.Int64() != int64(len(solutions)) {
			t.Errorf("%v: %v and %v, but there are %d", in, status, count, len(solutions))
		}
	}
}

// byClauses returns the solutions that satisfy the clauses, in the form of byRules.
func byClauses(t *testing.T, in Instance) (found []string) {
	t.Helper()
	f, err := in.Formula(t.Context())
	if err != nil {
		t.Fatalf("%v: %v", in, err)
	}
	drawn := make([]byte, in.squareVariables())
	countModels(f, len(drawn), func(value func(dimacs.Lit) int8) {
		for v := range drawn {
			drawn[v] = '.'
			if value(dimacs.Lit(v+1)) > 0 {
				drawn[v] = 'Q'
			}
		}
		found = append(found, string(drawn))
	})
	slices.Sort(found)
	return found
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
