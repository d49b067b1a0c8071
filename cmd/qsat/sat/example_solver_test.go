package sat_test

import (
	"context"
	"fmt"
	"log"

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
