package sat_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"log"
	"os"

	"queens/cmd/qsat/sat"
	"queens/decode"
	"queens/dimacs"
	"queens/encode"
)

// Who comes to dinner? The formula is made in memory.
func ExampleSolve() {
	const ada, bob, eve = 1, 2, 3
	f := &dimacs.Formula{}
	f.Add(ada, bob)  // at least one
	f.Add(-ada, eve) // Ada comes with Eve
	f.Add(-bob, -eve)
	a, err := sat.Solve(context.Background(), sat.Problem{Formula: f, Assume: []dimacs.Lit{-bob}}, sat.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Status, a.Model.Value(ada), a.Model.Value(bob), a.Model.Value(eve))
	a, err = sat.Solve(context.Background(), sat.Problem{Formula: f, Assume: []dimacs.Lit{-bob, -eve}}, sat.Options{})
	fmt.Println(a.Status, a.Failed, err)
	// Output:
	// SATISFIABLE true false true
	// UNSATISFIABLE [-2 -3] <nil>
}

// All boards of six queens: encode writes the clauses, sat finds the models, and decode
// reads, checks and draws them.
func ExampleModels() {
	six := encode.Instance{N: 6}
	f, err := six.Formula(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	var answer bytes.Buffer
	w, model := dimacs.NewResultWriter(&answer), make([]dimacs.Lit, f.Vars)
	for a, err := range sat.Models(context.Background(), sat.Problem{Formula: f}, sat.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		for v := range model {
			model[v] = a.Lit(v + 1)
		}
		w.Model(model)
	}
	w.Flush()
	boards, err := decode.NewReader(decode.NewResults(&answer, "answer"), decode.Options{Size: 6})
	out := bufio.NewWriter(os.Stdout)
	draw := decode.Formats[0].New(out, decode.Style{})
	for err == nil {
		var p *decode.Placement
		if p, err = boards.Read(); err == nil {
			err = draw.Render(context.Background(), p)
		}
	}
	out.Flush()
	fmt.Println(err) // after the last board
	// Output:
	// . Q . . . .
	// . . . Q . .
	// . . . . . Q
	// Q . . . . .
	// . . Q . . .
	// . . . . Q .
	//
	// . . Q . . .
	// . . . . . Q
	// . Q . . . .
	// . . . . Q .
	// Q . . . . .
	// . . . Q . .
	//
	// . . . Q . .
	// Q . . . . .
	// . . . . Q .
	// . Q . . . .
	// . . . . . Q
	// . . Q . . .
	//
	// . . . . Q .
	// . . Q . . .
	// Q . . . . .
	// . . . . . Q
	// . . . Q . .
	// . Q . . . .
	// EOF
}

// Each variable in no clause doubles the number of models. The number is exact however
// large it is.
func ExampleCount() {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	f.Vars = 1_000
	n, err := sat.Count(context.Background(), sat.Problem{Formula: f}, sat.Options{})
	fmt.Println(n.M, "* 2 ^", n.Shift, err)
	n, err = sat.Count(context.Background(), sat.Problem{Formula: f, Project: []int{1, 3}}, sat.Options{})
	fmt.Println(n.Int(), err)
	// Output:
	// 3 * 2 ^ 998 <nil>
	// 4 <nil>
}

// The boards of eight queens. The formula has more variables than squares. Its projection
// is the squares, so that Count counts boards.
func ExampleCount_queens() {
	f, err := encode.Instance{N: 8, Encoding: "sequential"}.Formula(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	n, err := sat.Count(context.Background(), sat.Problem{Formula: f}, sat.Options{})
	fmt.Println(n, err)
	// Output: 92 <nil>
}

// Three random boards of six queens. All four boards are equally likely, and one may come
// again.
func ExampleSample() {
	six := encode.Instance{N: 6}
	f, err := six.Formula(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for a, err := range sat.Sample(context.Background(), sat.Problem{Formula: f}, sat.Options{Seed: 1}, 3) {
		if err != nil {
			log.Fatal(err)
		}
		var columns []int
		for v := 1; v <= 36; v++ {
			if a.Value(v) {
				columns = append(columns, 1+(v-1)%6)
			}
		}
		fmt.Println(columns)
	}
	// Output:
	// [4 1 5 2 6 3]
	// [5 3 1 6 4 2]
	// [5 3 1 6 4 2]
}

// Which wishes cannot all come true? No wish of the answer can be left out.
func ExampleCore() {
	f := &dimacs.Formula{}
	f.Add(-1, -2, -3)
	f.Add(-2, 4)
	wishes := []dimacs.Lit{5, 1, 2, 3, 4}
	a, err := sat.Core(context.Background(), sat.Problem{Formula: f.With([]dimacs.Lit{1, 5}), Assume: wishes}, sat.Options{})
	fmt.Println(a.Status, a.Failed, a.Minimal, err)
	// Output: UNSATISFIABLE [1 2 3] true <nil>
}

// How long would it take to count the boards of 16 queens, and how many are there? 14,772,512.
func ExampleEstimateCount() {
	f, err := encode.Instance{N: 16}.Formula(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	x, err := sat.EstimateCount(context.Background(), sat.Problem{Formula: f}, sat.Options{})
	hours, _ := x.CoreHours.Mean.Float64()
	fmt.Printf("10^%.1f boards, less than an hour: %v, %v", x.Log10, hours < 1, err)
	// Output: 10^7.2 boards, less than an hour: true, <nil>
}

// kept holds the counts of cubes in memory; qsat writes them to a file.
type kept map[int]dimacs.Count

func (k kept) Counted(cube int) (n dimacs.Count, is bool) { n, is = k[cube]; return n, is }
func (k kept) Keep(cube int, n dimacs.Count)              { k[cube] = n }

// A count that was interrupted goes on with the counts it has.
func ExampleCheckpoint() {
	f := &dimacs.Formula{}
	f.Add(1, 2, 3, 4)
	p, before := sat.Problem{Formula: f}, kept{}
	for range 2 {
		parts, err := sat.NewParts(context.Background(), p, sat.Options{}, 1, true)
		if err != nil {
			log.Fatal(err)
		}
		known := len(before)
		n, err := sat.Count(context.Background(), p, sat.Options{Parts: parts, Part: 1, Checkpoint: before})
		fmt.Println(n.Int(), known == len(parts.Cubes), err)
	}
	// Output:
	// 15 false <nil>
	// 15 true <nil>
}
