package encode_test

import (
	"context"
	"fmt"
	"os"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// The smallest board with more than one square, as DIMACS CNF.
func ExampleInstance_Write() {
	in := encode.Instance{N: 2, Minimal: true}
	if err := in.Write(context.Background(), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// c board: 2
	// c variant: regular
	// c form: minimal
	// c encoding: pairwise
	// p cnf 4 6
	// -1 -2 0
	// -3 -4 0
	// 1 3 0
	// 2 4 0
	// -1 -4 0
	// -2 -3 0
}

// Size computes the size of a formula without writing it.
func ExampleInstance_Size() {
	for _, encoding := range []string{"pairwise", "sequential", "product"} {
		size, err := encode.Instance{N: 1000, Encoding: encoding}.Size()
		fmt.Println(encoding, size.Variables, size.Clauses, err)
	}
	// Output:
	// pairwise 1000000 1664669000 <nil>
	// sequential 4993962 11977988 <nil>
	// product 1514692 8907724 <nil>
}

// A model of a shuffled formula is mapped back with the seed and the number of variables.
func ExampleInstance_Renaming() {
	seed := int64(1)
	in := encode.Instance{N: 2, Shuffle: &seed}
	renaming, err := in.Renaming()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range []dimacs.Lit{1, -2, 3, -4} {
		fmt.Println(l, "stands for", renaming.Original(l))
	}
	// Output:
	// 1 stands for -4
	// -2 stands for -1
	// 3 stands for 2
	// -4 stands for 3
}

// Conflict names a contradiction between the placed squares.
func ExampleInstance_Conflict() {
	in := encode.Instance{N: 8, Placed: []board.Square{{Row: 1, Col: 1}, {Row: 8, Col: 8}}}
	fmt.Println(in.Conflict())
	// Output:
	// the queens placed on a8 and h1 attack each other on falling diagonal through a8
}

// Formula returns the formula in memory, for package sat. Its projection is the squares.
func ExampleInstance_Formula() {
	f, err := encode.Instance{N: 8, Encoding: "sequential"}.Formula(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Vars, f.NumClauses(), len(f.Projection))
	// Output: 234 580 64
}

// Encode writes only the clauses, into any sink: a formula, a text or a sat.Solver.
func ExampleInstance_Encode() {
	c := dimacs.NewCollector(context.Background(), 4)
	if err := (encode.Instance{N: 2}).Encode(c); err != nil {
		fmt.Println(err)
	}
	fmt.Println(c.Formula().NumClauses())
	// Output: 10
}

// The comments of a formula describe its board.
func ExampleParseComments() {
	in, err := encode.ParseComments([]dimacs.Comment{{Key: "board", Value: "8"}, {Key: "placed", Value: "1:1"}})
	fmt.Println(in.N, in.Placed, err)
	_, err = encode.ParseComments([]dimacs.Comment{{Key: "board", Value: "eight", Line: 1}})
	fmt.Println(err)
	// Output:
	// 8 [1:1] <nil>
	// <input>:1:10: expected a board size from 1 to 16383, or rows and columns such as 8x5, found "eight"
}
