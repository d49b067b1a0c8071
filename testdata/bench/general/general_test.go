package main

import (
	"testing"
)

func TestRandomLatinSquare(t *testing.T) {
	for n := 2; n <= 12; n++ {
		s := randomLatinSquare(n, random(n))
		rows, columns := make(map[[2]int]bool), make(map[[2]int]bool)
		for cell := range n * n {
			row, column := cell/n, cell%n
			symbol := s.at(row, column)
			rows[[2]int{row, symbol}] = true
			columns[[2]int{column, symbol}] = true
		}
		if len(rows) != n*n || len(columns) != n*n {
			t.Errorf("order %d: a symbol is twice in a row or column", n)
		}
	}
}

// TestSizes checks variables and clauses against what the literature gives for
// these families.
func TestSizes(t *testing.T) {
	for _, test := range []struct {
		args          []string
		vars, clauses int
	}{
		{[]string{"3sat", "250", "1065", "1"}, 250, 1065}, // SATLIB's uf250
		{[]string{"flat", "200", "479", "1"}, 600, 2237},  // SATLIB's flat200
		{[]string{"colouring", "200", "479", "1"}, 600, 2237},
		{[]string{"pigeonhole", "8"}, 72, 297},           // SATLIB's hole8
		{[]string{"quasigroup", "4", "4", "1"}, 64, 336}, // all Latin squares of order 4
	} {
		f := mustMake(t, test.args)
		if f.vars != test.vars || len(f.clauses) != test.clauses {
			t.Errorf("%v: got %d variables and %d clauses, want %d and %d",
				test.args, f.vars, len(f.clauses), test.vars, test.clauses)
		}
	}
}

func TestLiteralsInRange(t *testing.T) {
	for _, args := range [][]string{
		{"3sat", "5", "50", "1"}, {"flat", "7", "10", "1"}, {"colouring", "7", "10", "1"},
		{"pigeonhole", "1"}, {"quasigroup", "6", "3", "1"}, {"quasigroup", "2", "1", "1"},
	} {
		f := mustMake(t, args)
		for _, clause := range f.clauses {
			seen := make(map[int]bool)
			for _, l := range clause {
				if l.Var() < 1 || l.Var() > f.vars || seen[l.Var()] {
					t.Fatalf("%v: clause %v has a literal out of 1..%d or a variable twice", args, clause, f.vars)
				}
				seen[l.Var()] = true
			}
		}
	}
}

func mustMake(t *testing.T, args []string) *formula {
	t.Helper()
	f, err := makeFormula(args)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return f
}
