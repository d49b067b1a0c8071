package result_test

import (
	"fmt"
	"io"
	"os"
	"strings"

	"queens/dimacs"
	"queens/dimacs/result"
)

// Read the answer of kissat, without its other comments.
func ExampleReader() {
	output := `c ---- [ banner ] ------------------------------------------------------------
c
c Kissat SAT Solver
c
s SATISFIABLE
v -1 2 -3
v 4 0
c ---- [ shutting down ] -----------------------------------------------------
c
c exit 10
`
	r := result.NewReader(strings.NewReader(output), "kissat")
	for {
		model, err := r.Read() // valid until the next Read
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(model)
	}
	fmt.Println(r.Status())
	// Output:
	// [-1 2 -3 4]
	// SATISFIABLE
}

// Write an answer in the format of the SAT competitions.
func ExampleWriter() {
	w := result.NewWriter(os.Stdout)
	w.Comment("board", "1")
	w.Status(dimacs.Satisfiable)
	w.Model([]dimacs.Lit{1})
	if err := w.Flush(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// c board: 1
	// s SATISFIABLE
	// v 1 0
}
