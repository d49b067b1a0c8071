package encode

import (
	"fmt"
	"math/big"
	"testing"

	"queens/dimacs"
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
		{Instance{N: 13, Variant: Torus}, dimacs.Satisfiable, "4524"},
		{Instance{N: 15, Variant: Torus}, dimacs.Unsatisfiable, "0"},
		{Instance{N: 25, Variant: Torus}, dimacs.Satisfiable, "1957725000"},
		{Instance{N: 25, Variant: Torus, SymmetryBroken: true}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 35, Variant: Torus}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 100, Variant: Torus}, dimacs.Unsatisfiable, "0"},
		{Instance{N: 100, Variant: Torus, Queens: &eleven}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 12, Variant: Torus, Queens: &eleven}, dimacs.Unsatisfiable, "0"},
		{Instance{N: 12, Variant: Torus, Queens: &ten}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 11, Queens: &twelve}, dimacs.Unsatisfiable, "0"},
		{Instance{N: 9, Queens: &eight}, dimacs.Satisfiable, "13848"},
		{Instance{N: 20, Queens: &eight}, dimacs.Satisfiable, "<nil>"},
		{Instance{N: 8, Placed: []Square{{1, 1}}}, dimacs.Satisfiable, "4"},
		{Instance{N: 8, Placed: []Square{{1, 1}, {2, 2}}}, dimacs.Unsatisfiable, "0"},
		{Instance{N: 60, Placed: []Square{{1, 1}}}, dimacs.Unknown, "<nil>"},
		{Instance{N: 100, Blocked: []Square{{1, 1}}}, dimacs.Unknown, "<nil>"},
		{Instance{N: 0}, dimacs.Unknown, "<nil>"},
	}
	for _, tt := range tests {
		status, count := tt.in.Known()
		if status != tt.status || fmt.Sprint(count) != tt.count {
			t.Errorf("%v: %v, %v; want %v, %s", tt.in, status, count, tt.status, tt.count)
		}
	}
}

// The search agrees with the rules.
func TestSearch(t *testing.T) {
	for _, variant := range []Variant{Regular, Torus} {
		for n := 1; n <= 5; n++ {
			for k := range n + 1 {
				for _, in := range []Instance{
					{}, {Placed: []Square{{1, 1}}}, {Blocked: []Square{{1, n}, {n, n}}}, {BlockedDiagonals: []Diagonal{{true, 4 - 4/(n+1)*2}}},
				} {
					in.N, in.Variant, in.Queens = n, variant, &k
					want := len(boards(in))
					if got, ok := in.search(); !ok || got.Int64() != int64(want) {
						t.Errorf("%v: %v, %v; want %d", in, got, ok, want)
					}
					in.SymmetryBroken = true
					want = len(representatives(in))
					if got, ok := in.search(); !ok || got.Int64() != int64(want) {
						t.Errorf("%v: %v, %v; want %d", in, got, ok, want)
					}
				}
			}
		}
	}
	if n, ok := (Instance{N: 14}).search(); ok {
		t.Errorf("14 queens counted within the budget: %v", n)
	}
}

// What the tables and theorems say is what a search finds.
func TestTablesAgreeWithSearch(t *testing.T) {
	for _, broken := range []bool{false, true} {
		for n := 1; n <= 10; n++ {
			for _, variant := range []Variant{Regular, Torus} {
				in := Instance{N: n, Variant: variant, SymmetryBroken: broken}
				found, ok := in.search()
				if !ok {
					t.Fatalf("%v: the search did not end", in)
				}
				if fits := n <= in.Board().mostQueens(); fits != (found.Sign() > 0) {
					t.Errorf("%v: %v boards, but %d queens fit", in, found, in.Board().mostQueens())
				}
				if table := in.tabulated(); table != nil && table.Cmp(found) != 0 {
					t.Errorf("%v: %v in the table, found %v", in, table, found)
				}
			}
		}
	}
	for n := 2; n <= 8; n++ {
		b := Board{N: n, Variant: Torus}
		for _, k := range []int{b.mostQueens(), b.mostQueens() + 1} {
			found, ok := Instance{N: n, Variant: Torus, Queens: &k}.search()
			if !ok || (found.Sign() > 0) != (k <= b.mostQueens()) {
				t.Errorf("torus of size %d: %v ways to place %d queens (%v)", n, found, k, ok)
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
			t.Errorf("torus of size %v: %v boards", n, count)
		}
	}
}
