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
	const certificate = "2 p 4 -1 2 0\n5 s 5 1 4 3 0\n8 a 5 0 6 1 7 2 0\nr 5\n"
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

// A count with weights: variable 1 is true with probability 1/4, and variable 2 with 1/2.
func ExampleQuestionOf() {
	const certificate = "2 p 3 -1 2 0\n5 s 4 1 3 3 0\n8 a 4 0 6 1 7 2 0\nr 4\n"
	const formula = "c t wmc\np cnf 2 1\nc p weight 1 0.25 0\nc p weight 2 0.5 0\n1 2 0\n"
	f, err := dimacs.ReadFormula(context.Background(), strings.NewReader(formula), dimacs.Options{})
	if err != nil {
		log.Fatal(err)
	}
	g, err := cpog.Check(context.Background(), f, strings.NewReader(certificate), "q.cpog")
	if err != nil {
		log.Fatal(err)
	}
	q, err := cpog.QuestionOf(f, f.Projection)
	if err != nil {
		log.Fatal(err)
	}
	n, err := g.Count(context.Background(), q)
	fmt.Println(n.Rat(), err)
	// Output: 5/8 <nil>
}
