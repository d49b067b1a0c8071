package explain_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"queens/cmd/qsat/explain"
	"queens/encode"
	"queens/encode/board"
)

// puzzle returns the puzzle of the package text.
func puzzle() encode.Instance {
	regions, err := board.NewPartition(board.Board{N: 4}, strings.Split("ACDDACDDACDDBBBB", ""))
	if err != nil {
		log.Fatal(err)
	}
	return encode.Instance{N: 4, Family: encode.Regions, Regions: regions}
}

// The first step of a puzzle in words, and its grade.
func ExampleSteps() {
	steps, err := explain.Steps(context.Background(), puzzle())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(steps[0].Text)
	grade, err := explain.Grade(context.Background(), puzzle(), encode.Hard)
	fmt.Println(len(steps), "steps,", grade, err)
	// Output:
	// Region A lies in column a only, so no other region has a queen there: cross a1.
	// 13 steps, easy <nil>
}

// Why has a board of three queens no solution?
func ExampleConflict() {
	step, err := explain.Conflict(context.Background(), encode.Instance{N: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Join(step.Constraints, ", "))
	// Output: row 2, column b, the falling diagonal through b3, the rising diagonal through b3, the falling diagonal through a2, column c, the falling diagonal through a3, the rising diagonal through c3, the rising diagonal through c2
}
