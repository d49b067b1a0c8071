package dimacs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"queens/dimacs"
	"queens/dimacs/result"
)

// cell returns the literal for: this cell of a 4 by 4 Sudoku holds the digit. All arguments
// count from 0.
func cell(row, column, digit int) dimacs.Lit { return dimacs.Lit(16*row + 4*column + digit + 1) }

// sudoku returns a formula whose only model is the solution of this Sudoku:
//
//	1 2 . .
//	4 . . .
//	. . 4 .
//	. . . 1
func sudoku() *dimacs.Formula {
	f := &dimacs.Formula{}
	exactlyOne := func(at func(i int) dimacs.Lit) {
		f.Add(at(0), at(1), at(2), at(3))
		for i := range 4 {
			for j := range i {
				f.Add(-at(i), -at(j))
			}
		}
	}
	for a := range 4 {
		for b := range 4 {
			exactlyOne(func(i int) dimacs.Lit { return cell(a, b, i) })                 // a digit in each cell
			exactlyOne(func(i int) dimacs.Lit { return cell(a, i, b) })                 // each digit in each row,
			exactlyOne(func(i int) dimacs.Lit { return cell(i, a, b) })                 // in each column,
			exactlyOne(func(i int) dimacs.Lit { return cell(a/2*2+i/2, a%2*2+i%2, b) }) // and in each box
		}
	}
	for _, given := range []dimacs.Lit{cell(0, 0, 0), cell(0, 1, 1), cell(1, 0, 3), cell(2, 2, 3), cell(3, 3, 0)} {
		f.Add(given)
	}
	return f
}

// Write a Sudoku as a formula, and read a solver's answer to it.
func Example() {
	var text strings.Builder
	if err := sudoku().Write(context.Background(), &text); err != nil {
		fmt.Println(err)
		return
	}
	header, _, _ := strings.Cut(text.String(), "\n")
	fmt.Println(header)

	// A solver's answer.
	answer := `s SATISFIABLE
v 1 -2 -3 -4 -5 6 -7 -8 -9 -10 11 -12 -13 -14 -15 16 -17 -18 -19 20 -21 -22 23
v -24 25 -26 -27 -28 -29 30 -31 -32 -33 34 -35 -36 37 -38 -39 -40 -41 -42 -43
v 44 -45 -46 47 -48 -49 -50 51 -52 -53 -54 -55 56 -57 58 -59 -60 61 -62 -63
v -64 0
`
	model, err := result.NewReader(strings.NewReader(answer), "answer").Read()
	if err != nil {
		fmt.Println(err)
		return
	}
	var a dimacs.Assignment
	for _, l := range model {
		a.SetLit(l)
	}
	if clause := sudoku().Falsified(&a); clause != nil {
		fmt.Println("no model:", clause)
	}
	for row := range 4 {
		var digits []int
		for i := range 16 {
			if a.Holds(cell(row, i/4, i%4)) {
				digits = append(digits, i%4+1)
			}
		}
		fmt.Println(digits)
	}
	// Output:
	// p cnf 64 453
	// [1 2 3 4]
	// [4 3 1 2]
	// [2 1 4 3]
	// [3 4 2 1]
}

// A *SyntaxError gives the line and the column of a fault, the expected text and the actual text.
func ExampleSyntaxError() {
	text := "p cnf 2 1\n1 3 0\n"
	_, err := dimacs.ReadFormula(context.Background(), strings.NewReader(text), dimacs.Options{Name: "q.cnf"})
	fmt.Println(err)
	var syntax *dimacs.SyntaxError
	fmt.Println(errors.As(err, &syntax), syntax.Line, syntax.Column)
	// Output:
	// q.cnf:2:3: expected a variable of at most 2 as the header says, found "3"
	// true 2 3
}

// Build a formula with soft clauses, and write it as a WCNF.
func ExampleFormula_AddSoft() {
	f := &dimacs.Formula{}
	f.Add(-1, -2)
	f.AddSoft(3, 1)
	f.AddSoft(2, 2)
	if err := f.Write(context.Background(), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// h -1 -2 0
	// 3 1 0
	// 2 2 0
}

// Read a formula, and print its clauses.
func ExampleReadFormula() {
	text := "p cnf 3 2\n1 -2 0\n-1 2 3 0\n"
	f, err := dimacs.ReadFormula(context.Background(), strings.NewReader(text), dimacs.Options{Name: "small.cnf"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for clause := range f.Clauses() {
		fmt.Println(clause)
	}
	// Output:
	// [1 -2]
	// [-1 2 3]
}
