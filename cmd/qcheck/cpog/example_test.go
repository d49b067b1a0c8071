package cpog_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"queens/cmd/qcheck/cpog"
	"queens/dimacs"
)

// The certificate of the package text proves that "1 or 2" has six models over three variables.
// sat.Certify, `qsat --count --proof` and other model counters write such certificates. A line that
// proves nothing is an error.
func ExampleCheck() {
	const certificate = "2 p 4 -1 2 0\n5 s 5 1 4 3 0\n8 a 5 0 6 1 7 2 0\nr 5\nd 1 8 5 4 0\n"
	f := &dimacs.Formula{Vars: 3}
	f.Add(1, 2)
	g, err := cpog.Check(context.Background(), f, strings.NewReader(certificate), "q.cpog")
	if err != nil {
		log.Fatal(err)
	}
	all, err := g.Count(context.Background(), cpog.Question{})
	fmt.Println(all, err)
	projected, err := g.Count(context.Background(), cpog.Question{Project: []int{1, 3}})
	fmt.Println(projected, err)

	_, err = cpog.Check(context.Background(), f, strings.NewReader("r 1\nd 1 0\n"), "q.cpog")
	fmt.Println(err)
	// Output:
	// 6 <nil>
	// 4 <nil>
	// q.cpog:2:5: expected hints that lead to a conflict, found none
}
