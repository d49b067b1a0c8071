package cardinality_test

import (
	"context"
	"fmt"
	"math"
	"strings"

	"queens/dimacs"
	"queens/encode/cardinality"
)

// A constraint can be used in any formula: here at least two of four literals are true.
func ExampleBound_Encode() {
	c := dimacs.NewCollector(context.Background(), 4)
	cardinality.AtLeast.Encode(2, []dimacs.Lit{1, 2, -3, 4}, c, c.Fresh)
	f := c.Formula()
	aux, clauses := cardinality.AtLeast.Size(2, 4)
	fmt.Println(f.Vars, f.NumClauses(), aux, clauses)
	v := 4
	for i, j := range cardinality.Meanings(2, 4) {
		v++
		fmt.Printf("%d: at least %d of the first %d literals are true\n", v, j, i)
	}
	// Output:
	// 8 14 4 14
	// 5: at least 1 of the first 1 literals are true
	// 6: at least 1 of the first 2 literals are true
	// 7: at least 2 of the first 2 literals are true
	// 8: at least 2 of the first 3 literals are true
}

// UpTo counts: variable j of the result, from 1 to 2, is true if at least j literals are true.
func ExampleUpTo() {
	c := dimacs.NewCollector(context.Background(), 4)
	least := cardinality.UpTo(2, 4, func(i int) dimacs.Lit { return dimacs.Lit(i + 1) }, c, c.Fresh)
	c.Clause(least[0])  // at least one of the four
	c.Clause(-least[1]) // not two
	fmt.Println(least)
	// Output: [10 11]
}

// A linear constraint has coefficients: here 3a + 2b + 2c must be at least 4.
func ExampleLinear() {
	f := &dimacs.Formula{}
	sink := f.Collect(context.Background())
	lits := sink.Fresh(3) // a, b and c
	cardinality.Linear(dimacs.Linear{Lits: lits, Coefs: []int64{3, 2, 2}, Low: 4, High: math.MaxInt64}, sink, sink.Fresh)
	fmt.Println(f.Vars, f.NumClauses())
	// Output: 7 13
}

// Clauses turns a pseudo-Boolean problem into clauses, so that package sat solves it.
func ExampleClauses() {
	const text = "min: -3 x1 +1 x2 ; +2 x1 +1 x2 +1 ~x3 = 3 ;"
	f, err := dimacs.ReadFormula(context.Background(), strings.NewReader(text), dimacs.Options{Linear: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := cardinality.Clauses(context.Background(), f)
	fmt.Println(len(g.Linear), g.NumClauses(), g.Inputs(), g.Auxiliary, g.Soft, g.Offset, err)
	// Output: 1 10 3 3 [{3 [1]} {1 [-2]}] -3 <nil>
}
