package command

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"queens/dimacs"
	"queens/encode"
)

func TestKnown(t *testing.T) {
	eleven, ten, eight, twelve := 11, 10, 8, 12
	tests := []struct {
		in     encode.Instance
		status dimacs.Status
		count  string
	}{
		{encode.Instance{N: 8}, dimacs.Satisfiable, "92"},
		{encode.Instance{N: 3}, dimacs.Unsatisfiable, "0"},
		{encode.Instance{N: 15}, dimacs.Satisfiable, "2279184"},
		{encode.Instance{N: 15, SymmetryBroken: true}, dimacs.Satisfiable, "285053"},
		{encode.Instance{N: 27}, dimacs.Satisfiable, "234907967154122528"},
		{encode.Instance{N: 28}, dimacs.Satisfiable, "<nil>"},
		{encode.Instance{N: 28, SymmetryBroken: true}, dimacs.Satisfiable, "<nil>"},
		{encode.Instance{N: 13, Variant: encode.Torus}, dimacs.Satisfiable, "4524"},
		{encode.Instance{N: 15, Variant: encode.Torus}, dimacs.Unsatisfiable, "0"},
		{encode.Instance{N: 25, Variant: encode.Torus}, dimacs.Satisfiable, "1957725000"},
		{encode.Instance{N: 25, Variant: encode.Torus, SymmetryBroken: true}, dimacs.Satisfiable, "<nil>"},
		{encode.Instance{N: 35, Variant: encode.Torus}, dimacs.Satisfiable, "<nil>"},
		{encode.Instance{N: 100, Variant: encode.Torus}, dimacs.Unsatisfiable, "0"},
		{encode.Instance{N: 100, Variant: encode.Torus, Queens: &eleven}, dimacs.Satisfiable, "<nil>"},
		{encode.Instance{N: 12, Variant: encode.Torus, Queens: &eleven}, dimacs.Unsatisfiable, "0"},
		{encode.Instance{N: 12, Variant: encode.Torus, Queens: &ten}, dimacs.Satisfiable, "<nil>"},
		{encode.Instance{N: 11, Queens: &twelve}, dimacs.Unsatisfiable, "0"},
		{encode.Instance{N: 9, Queens: &eight}, dimacs.Satisfiable, "<nil>"},
		{encode.Instance{N: 20, Queens: &eight}, dimacs.Satisfiable, "<nil>"},
		{encode.Instance{N: 8, Placed: []encode.Square{{Row: 1, Col: 1}}}, dimacs.Unknown, "<nil>"},
		{encode.Instance{N: 8, Placed: []encode.Square{{Row: 1, Col: 1}, {Row: 2, Col: 2}}}, dimacs.Unsatisfiable, "0"},
		{encode.Instance{N: 60, Placed: []encode.Square{{Row: 1, Col: 1}}}, dimacs.Unknown, "<nil>"},
		{encode.Instance{N: 100, Variant: encode.Torus, Blocked: encode.SquaresOf([]encode.Square{{Row: 1, Col: 1}}...)}, dimacs.Unsatisfiable, "0"},
		{encode.Instance{N: 100, Blocked: encode.SquaresOf([]encode.Square{{Row: 1, Col: 1}}...)}, dimacs.Unknown, "<nil>"},
	}
	for _, tt := range tests {
		status, count := known(tt.in)
		if status != tt.status || fmt.Sprint(count) != tt.count {
			t.Errorf("%v: %v, %v; want %v, %s", tt.in, status, count, tt.status, tt.count)
		}
	}
}

// boardsByRules returns all boards that the instance permits, straight from the
// rules of the puzzle, each in reading order.
func boardsByRules(in encode.Instance) [][]encode.Square {
	same := func(x, y int) bool { return x == y || in.Variant == encode.Torus && (x-y)%in.N == 0 }
	blocked := func(s encode.Square) bool {
		return in.Blocked.Has(s) || slices.ContainsFunc(in.BlockedDiagonals, func(d encode.Diagonal) bool {
			return d.Rising && same(s.Row+s.Col, d.Index) || !d.Rising && same(s.Row-s.Col, d.Index)
		})
	}
	var boards [][]encode.Square
	var place func(v int, queens []encode.Square)
	place = func(v int, queens []encode.Square) {
		if v > in.N*in.N {
			missing := func(s encode.Square) bool { return !slices.Contains(queens, s) }
			if len(queens) == in.QueenCount() && !slices.ContainsFunc(in.Placed, missing) {
				boards = append(boards, slices.Clone(queens))
			}
			return
		}
		place(v+1, queens)
		s, _ := in.Board().SquareOf(v)
		attacks := func(q encode.Square) bool {
			return q.Row == s.Row || q.Col == s.Col || same(q.Row-q.Col, s.Row-s.Col) || same(q.Row+q.Col, s.Row+s.Col)
		}
		if len(queens) < in.QueenCount() && !blocked(s) && !slices.ContainsFunc(queens, attacks) {
			place(v+1, append(queens, s))
		}
	}
	place(1, nil)
	return boards
}

// classes returns the number of classes of the boards under the symmetries of
// the instance by the lemma of Burnside: the mean number of boards that a
// symmetry maps to themselves.
func classes(boards [][]encode.Square, in encode.Instance) int {
	fixed, symmetries := 0, in.Symmetries()
	for _, symmetry := range symmetries {
		for _, board := range boards {
			moved := func(s encode.Square) bool { return !slices.Contains(board, symmetry.Image(s, in.N)) }
			if !slices.ContainsFunc(board, moved) {
				fixed++
			}
		}
	}
	return fixed / len(symmetries)
}

// What the tables and theorems say is what the rules make.
func TestTablesAgreeWithTheRules(t *testing.T) {
	for n := 1; n <= 8; n++ {
		for _, variant := range []encode.Variant{encode.Regular, encode.Torus} {
			in := encode.Instance{N: n, Variant: variant}
			boards := boardsByRules(in)
			if fits := n <= mostQueens(in.Board()); fits != (len(boards) > 0) {
				t.Errorf("%+v: %d boards, but %d queens fit", in, len(boards), mostQueens(in.Board()))
			}
			for _, broken := range []bool{false, true} {
				in.SymmetryBroken = broken
				want := len(boards)
				if broken {
					want = classes(boards, in)
				}
				if table := tabulated(in); table != nil && table.Int64() != int64(want) {
					t.Errorf("%+v: %v in the table, found %d", in, table, want)
				}
			}
		}
		b := encode.Board{N: n, Variant: encode.Torus}
		for _, k := range []int{mostQueens(b), mostQueens(b) + 1} {
			boards := boardsByRules(encode.Instance{N: n, Variant: encode.Torus, Queens: &k})
			if (len(boards) > 0) != (k <= mostQueens(b)) {
				t.Errorf("torus of size %d: %d ways to place %d queens", n, len(boards), k)
			}
		}
	}
}

// Most classes have eight members and all others fewer, so that the number of
// solutions is a little less than eight times that of classes. Translations of
// the torus along its rows make classes of N.
func TestTablesAreConsistent(t *testing.T) {
	for i := 5; i < len(knownRegular); i++ {
		all, _ := new(big.Int).SetString(knownRegular[i], 10)
		classes, _ := new(big.Int).SetString(knownClasses[i], 10)
		less := new(big.Int).Sub(new(big.Int).Lsh(classes, 3), all)
		if less.Sign() < 0 || new(big.Int).Mul(less, less).Cmp(new(big.Int).Lsh(all, 8)) > 0 {
			t.Errorf("N=%d: %v boards, %v classes", i+1, all, classes)
		}
	}
	for i, text := range knownTorus {
		count, _ := new(big.Int).SetString(text, 10)
		if n := big.NewInt(int64(2*i + 1)); new(big.Int).Mod(count, n).Sign() != 0 {
			t.Errorf("torus of size %+v: %v boards", n, count)
		}
	}
}
