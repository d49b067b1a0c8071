package sat_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"queens/cmd/qcheck/drat"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// Which two of three guests can come? A clause and a variable are added between two loops.
func ExampleSolver_Models() {
	s := sat.NewSolver(sat.Options{})
	defer s.Close()
	ada, bob, eve := s.NewVar(), s.NewVar(), s.NewVar()
	list := func(assume ...dimacs.Lit) (count int) {
		for _, err := range s.Models(context.Background(), []int{ada.Var(), bob.Var(), eve.Var()}, assume...) {
			if err != nil {
				log.Fatal(err)
			}
			count++
		}
		return count
	}
	s.Add(ada, bob)
	s.Add(-bob, -eve)
	fmt.Println(list(), list(eve))
	rain := s.NewVar()
	s.Add(-rain, -ada)
	fmt.Println(list(rain), list(-rain))
	// Output:
	// 4 1
	// 1 4
}

// How many groups of guests are possible, and how many with Bob? The formula could come from dimacs.ReadFormula.
func ExampleOpenSolver() {
	f := &dimacs.Formula{}
	f.Add(1, 2, 3) // Ada, Bob or Eve
	f.Add(-2, -3)
	s := sat.OpenSolver(f, sat.Options{})
	defer s.Close()
	fmt.Println(s.Count(context.Background(), nil))
	fmt.Println(s.Count(context.Background(), nil, 2))
	// Output:
	// 5 <nil>
	// 2 <nil>
}

// If Ada comes, who comes in any case, and who does not?
func ExampleSolver_Backbone() {
	s := sat.NewSolver(sat.Options{})
	defer s.Close()
	ada, bob, eve, dan := s.NewVar(), s.NewVar(), s.NewVar(), s.NewVar()
	s.Add(-ada, bob)
	s.Add(-bob, -eve)
	s.Add(bob, dan)
	for l, err := range s.Backbone(context.Background(), []int{bob.Var(), eve.Var(), dan.Var()}, ada) {
		fmt.Println(l, err)
	}
	// Output:
	// 2 <nil>
	// -3 <nil>
}

// Ada comes only with Bob, and never with him. The proof has the assumption as a unit clause.
func ExampleSolver_Prove() {
	s := sat.NewSolver(sat.Options{})
	defer s.Close()
	ada, bob := s.NewVar(), s.NewVar()
	s.Add(-ada, bob)
	s.Add(-ada, -bob)
	var proof bytes.Buffer
	w := dimacs.NewProofWriter(&proof, false)
	a, err := s.Prove(context.Background(), w, ada)
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
	_, err = drat.Check(context.Background(), s.Formula().With([]dimacs.Lit{ada}), &proof, drat.Options{})
	fmt.Println(a.Status, a.Failed, err)
	// Output: UNSATISFIABLE [1] <nil>
}
