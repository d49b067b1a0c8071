package encode

import (
	"fmt"
	"math/big"
	"testing"

	"queens/dimacs"
	"queens/encode/board"
)

func TestKnown(t *testing.T) {
	eleven, ten, eight, twelve := 11, 10, 8, 12
	tests := []struct {
		in     Instance
		status dimacs.Status
		count  string
	}{
		{Instance{N: 8}, dimacs.Satisfiable, "92"},
		{Instance{N: 3}, dimacs.Unsatisfiable, "0"},
		{Instance{N: 15}, dimacs.Satisfiable, "2279184"},
		{Instance{N: 15, SymmetryBroken: true}, dimacs.Satisfiable, "285053"},
		{Instance{N: 27}, dimacs.Satisfiable, "234907967154122528"},
		{Instance{N: 28}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 28, SymmetryBroken: true}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 13, Variant: board.Torus}, dimacs.Satisfiable, "4524"},
		{Instance{N: 15, Variant: board.Torus}, dimacs.Unsatisfiable, "0"},
		{Instance{N: 25, Variant: board.Torus}, dimacs.Satisfiable, "1957725000"},
		{Instance{N: 25, Variant: board.Torus, SymmetryBroken: true}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 13, Variant: board.Torus, SymmetryBroken: true}, dimacs.Satisfiable, "572"},
		{Instance{N: 8, Placed: []board.Square{{Row: 1, Col: 1}}, Puzzle: Solvable}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 8, Placed: []board.Square{{Row: 4, Col: 4}, {Row: 8, Col: 5}}, Puzzle: Medium}, dimacs.Satisfiable, "1"},
		{Instance{N: 35, Variant: board.Torus}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 100, Variant: board.Torus}, dimacs.Unsatisfiable, "0"},
		{Instance{N: 100, Variant: board.Torus, Queens: &eleven}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 12, Variant: board.Torus, Queens: &eleven}, dimacs.Unsatisfiable, "0"},
		{Instance{N: 12, Variant: board.Torus, Queens: &ten}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 11, Queens: &twelve}, dimacs.Unsatisfiable, "0"},
		{Instance{N: 9, Queens: &eight}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 20, Queens: &eight}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 8, Placed: []board.Square{{Row: 1, Col: 1}}}, dimacs.Unknown, "<nil>"},
		{Instance{N: 8, Placed: []board.Square{{Row: 1, Col: 1}, {Row: 2, Col: 2}}}, dimacs.Unsatisfiable, "0"},
		{Instance{N: 60, Placed: []board.Square{{Row: 1, Col: 1}}}, dimacs.Unknown, "<nil>"},
		{Instance{N: 100, Variant: board.Torus, Blocked: board.SquaresOf([]board.Square{{Row: 1, Col: 1}}...)}, dimacs.Unsatisfiable, "0"},
		{Instance{N: 100, Blocked: board.SquaresOf([]board.Square{{Row: 1, Col: 1}}...)}, dimacs.Unknown, "<nil>"},
	}
	for _, tt := range tests {
		status, count := tt.in.Known()
		if status != tt.status || fmt.Sprint(count) != tt.count {
			t.Errorf("%v: %v, %v; want %v, %s", tt.in, status, count, tt.status, tt.count)
		}
	}
}

func TestKnownFamilies(t *testing.T) {
	of := func(f Family, n, k int) Instance {
		in := Instance{N: n, Family: f, Queens: &k}
		if f == Colouring {
			in.Queens, in.Colours = nil, &k
		}
		return in
	}
	apart := func(n, k int) Instance {
		in := of(Domination, n, k)
		in.Independent = true
		return in
	}
	torus := func(in Instance) Instance { in.Variant = board.Torus; return in }
	broken := func(in Instance) Instance { in.SymmetryBroken = true; return in }
	blocked := func(in Instance) Instance {
		in.Blocked = board.SquaresOf(board.Square{Row: 1, Col: 1})
		return in
	}
	sat, unsat, unknown := dimacs.Satisfiable, dimacs.Unsatisfiable, dimacs.Unknown
	for _, tt := range []struct {
		in     Instance
		status dimacs.Status
		count  string
	}{
		{of(Colouring, 8, 8), unsat, "0"}, {of(Colouring, 8, 9), sat, "<nil>"}, {of(Colouring, 12, 12), sat, "<nil>"},
		{of(Colouring, 27, 27), unknown, "<nil>"}, {of(Colouring, 27, 26), unsat, "0"}, {of(Colouring, 35, 35), sat, "<nil>"},
		{torus(of(Colouring, 7, 7)), sat, "20160"}, {broken(torus(of(Colouring, 11, 11))), sat, "39916800"}, {broken(of(Colouring, 1, 1)), sat, "1"}, {torus(of(Colouring, 4, 7)), unsat, "0"}, {torus(of(Colouring, 4, 8)), sat, "<nil>"}, {torus(of(Colouring, 14, 14)), unsat, "0"}, {torus(of(Colouring, 8, 9)), unknown, "<nil>"},
		{of(Domination, 8, 5), sat, "4860"}, {broken(of(Domination, 8, 5)), sat, "638"}, {of(Domination, 8, 6), sat, "<nil>"}, {of(Domination, 8, 4), unsat, "0"}, {of(Domination, 30, 30), sat, "<nil>"},
		{of(Domination, 30, 16), unknown, "<nil>"}, {blocked(of(Domination, 8, 5)), unknown, "<nil>"}, {blocked(of(Domination, 8, 4)), unsat, "0"},
		{torus(of(Domination, 8, 5)), sat, "<nil>"}, {torus(of(Domination, 8, 4)), sat, "<nil>"}, {torus(of(Domination, 8, 3)), unsat, "0"}, {torus(of(Domination, 9, 4)), unsat, "0"}, {torus(of(Domination, 22, 11)), sat, "<nil>"}, {torus(of(Domination, 23, 5)), unknown, "<nil>"}, {of(Domination, 19, 10), sat, "84"}, {of(Domination, 8, 0), unsat, "0"},
		{apart(8, 5), sat, "728"}, {broken(apart(8, 5)), sat, "<nil>"}, {torus(apart(6, 4)), sat, "<nil>"}, {torus(apart(6, 3)), unsat, "0"}, {torus(apart(5, 4)), unsat, "0"}, {apart(8, 4), unsat, "0"}, {apart(8, 6), unknown, "<nil>"}, {apart(8, 8), sat, "<nil>"}, {apart(8, 9), unsat, "0"},
		{apart(3, 3), unsat, "0"}, {torus(apart(8, 7)), unsat, "0"}, {torus(apart(7, 7)), sat, "<nil>"}, {apart(30, 12), unsat, "0"}, {apart(30, 16), sat, "240"}, {apart(31, 16), unsat, "0"}, {apart(31, 17), sat, "<nil>"}, {apart(32, 12), unknown, "<nil>"}, {torus(apart(18, 9)), unsat, "0"}, {torus(apart(18, 10)), sat, "<nil>"},
		{of(Armies, 9, 12), sat, "<nil>"}, {of(Armies, 9, 13), unsat, "0"}, {of(Armies, 16, 38), unknown, "<nil>"},
		{broken(of(Armies, 7, 7)), sat, "38"}, {broken(of(Armies, 9, 12)), sat, "<nil>"}, {of(Armies, 6, 5), sat, "560"}, {torus(of(Armies, 5, 2)), sat, "<nil>"}, {torus(of(Armies, 5, 3)), unsat, "0"}, {torus(of(Armies, 9, 13)), unsat, "0"}, {torus(of(Armies, 9, 12)), unknown, "<nil>"},
		{broken(of(Armies, 11, 17)), sat, "<nil>"}, {of(Armies, 4, 0), sat, "1"},
		{of(Superqueens, 10, 10), sat, "4"}, {broken(of(Superqueens, 14, 14)), sat, "653"}, {of(Superqueens, 9, 9), unsat, "0"},
		{of(Superqueens, 9, 8), sat, "<nil>"}, {of(Superqueens, 8, 7), unsat, "0"}, {of(Superqueens, 12, 13), unsat, "0"}, {of(Superqueens, 30, 20), sat, "<nil>"},
		{torus(of(Superqueens, 11, 11)), sat, "44"}, {broken(torus(of(Superqueens, 13, 13))), sat, "139"}, {broken(torus(of(Superqueens, 19, 19))), sat, "<nil>"}, {torus(of(Superqueens, 23, 23)), unknown, "<nil>"}, {torus(of(Superqueens, 9, 6)), unsat, "0"}, {torus(of(Superqueens, 9, 5)), sat, "<nil>"}, {torus(of(Superqueens, 12, 11)), unsat, "0"}, {of(Superqueens, 27, 27), sat, "<nil>"},
	} {
		status, count := tt.in.Known()
		if status != tt.status || fmt.Sprint(count) != tt.count {
			t.Errorf("%v %v: %v, %v; want %v, %s", tt.in.Family, tt.in.Comments(), status, count, tt.status, tt.count)
		}
	}
}

// Most classes have eight members and all other classes have fewer, so that the number of
// solutions is slightly less than eight times the number of classes. Translations of the
// torus along its rows make classes of N.
func TestTablesAreConsistent(t *testing.T) {
	for i := 5; i < len(queensRegular); i++ {
		all, _ := new(big.Int).SetString(queensRegular[i], 10)
		classes, _ := new(big.Int).SetString(queenClasses[i], 10)
		less := new(big.Int).Sub(new(big.Int).Lsh(classes, 3), all)
		if less.Sign() < 0 || new(big.Int).Mul(less, less).Cmp(new(big.Int).Lsh(all, 8)) > 0 {
			t.Errorf("N=%d: %v boards, %v classes", i+1, all, classes)
		}
	}
	for i, text := range queensOnTorus {
		count, _ := new(big.Int).SetString(text, 10)
		if n := big.NewInt(int64(2*i + 1)); new(big.Int).Mod(count, n).Sign() != 0 {
			t.Errorf("torus of size %+v: %v boards", n, count)
		}
	}
}
