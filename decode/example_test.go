package decode_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"queens/cmd/qsat/sat"
	"queens/decode"
	"queens/encode"
)

// Read the answer of a solver and write its boards.
func ExampleReader() {
	answer := "c board: 4\ns SATISFIABLE\nv 2 8 9 15 0\nv 3 5 12 14 0\n"
	boards, err := decode.NewReader(decode.NewResults(strings.NewReader(answer), "answer", 0), decode.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	out := bufio.NewWriter(os.Stdout)
	renderer := decode.Formats[0].New(out, decode.Style{}) // the default
	for {
		p, err := boards.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		renderer.Render(context.Background(), p)
	}
	renderer.Close(context.Background())
	out.Flush()
	// Output:
	// . Q . .
	// . . . Q
	// Q . . .
	// . . Q .
	//
	// . . Q .
	// Q . . .
	// . . . Q
	// . Q . .
}

// Solve a board, and draw the model of the answer.
func ExampleFromModel() {
	ctx, in := context.Background(), &encode.Instance{N: 6}
	f, err := in.Formula(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := sat.Solve(ctx, sat.Problem{Formula: f}, sat.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := decode.FromModel(in, answer.Model)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(p.Queens), "queens")
	// Output: 6 queens
}

// Check a placement that is not a solution.
func ExampleCheck() {
	p := &decode.Placement{
		Instance: &encode.Instance{N: 8},
		Queens:   []encode.Square{{Row: 1, Col: 1}, {Row: 3, Col: 3}},
	}
	fmt.Println(decode.Check(p))
	// Output: queens on 1:1 (a8) and 3:3 (c6) attack each other along a diagonal
}

// The two solutions of four queens are in one class, because a reflection maps one to the
// other.
func ExampleClasses() {
	in := &encode.Instance{N: 4}
	var classes decode.Classes
	for _, columns := range [][]int{{2, 4, 1, 3}, {3, 1, 4, 2}} {
		p := &decode.Placement{Instance: in}
		for row, col := range columns {
			p.Queens = append(p.Queens, encode.Square{Row: row + 1, Col: col})
		}
		fmt.Println(classes.Add(p))
	}
	// Output:
	// true
	// false
}
