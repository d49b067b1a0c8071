package atmostone_test

import (
	"context"
	"fmt"

	"queens/dimacs"
	"queens/encode/atmostone"
)

// An encoding can be used in any formula: here at most one literal of three is true.
func ExampleEncoding() {
	e, err := atmostone.ByName("sequential")
	if err != nil {
		fmt.Println(err)
		return
	}
	c := dimacs.NewCollector(context.Background(), 3)
	c.Clause(1, 2, 3)
	e.Encode([]dimacs.Lit{1, 2, 3}, c, c.Fresh)
	for clause := range c.Formula().Clauses() {
		fmt.Println(clause)
	}
	// Output:
	// [1 2 3]
	// [-1 4]
	// [-2 5]
	// [-4 5]
	// [-2 -4]
	// [-3 -5]
}
