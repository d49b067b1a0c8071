package decode_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"queens/decode"
	"queens/dimacs"
	"queens/encode"
)

// Read the answer of a solver and write its boards.
func ExampleReader() {
	answer := "c board: 4\ns SATISFIABLE\nv 2 8 9 15 0\nv 3 5 12 14 0\n"
	boards, err := decode.NewReader(decode.NewResults(strings.NewReader(answer), "answer"), decode.Options{})
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

// Map the model of an answer to a board. Here the true variables are 2, 8, 9 and 15, as package
// sat might find them for in.Formula.
func ExampleFromModel() {
	in, model := &encode.Instance{N: 4}, &dimacs.Assignment{}
	for _, v := range []int{2, 8, 9, 15} {
		model.Set(v, true)
	}
	p, err := decode.FromModel(in, model)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, q := range p.Queens {
		fmt.Println(q.Algebraic(in.N))
	}
	// Output:
	// b4
	// d3
	// a2
	// c1
}

// Draw the board of a model as a picture, here into a file of a web page.
func ExampleDrawSVG() {
	in, model := &encode.Instance{N: 4}, &dimacs.Assignment{}
	for _, v := range []int{2, 8, 9, 15} {
		model.Set(v, true)
	}
	p, err := decode.FromModel(in, model)
	if err != nil {
		fmt.Println(err)
		return
	}
	var picture strings.Builder
	if err := decode.DrawSVG(context.Background(), &picture, p); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Count(picture.String(), "<use "), "queens")
	// Output: 4 queens
}

// Choose a format by its name, and draw two boards.
func ExampleFormat_Draw() {
	format, err := decode.FormatByName("compact")
	if err != nil {
		fmt.Println(err)
		return
	}
	board := &decode.Placement{Instance: &encode.Instance{N: 2}, Queens: []encode.Square{{Row: 1, Col: 2}}}
	if err := format.Draw(context.Background(), os.Stdout, decode.Style{}, board, board); err != nil {
		fmt.Println(err)
	}
	_, err = decode.FormatByName("gif")
	fmt.Println(err)
	// Output:
	// .Q
	// ..
	//
	// .Q
	// ..
	// unknown format "gif": expected text, compact, matrix, unicode, box, list, squares, names, json, fen, latex, python, svg, html
}

// Check a placement that is not a solution.
func ExampleCheck() {
	p := &decode.Placement{
		Instance: &encode.Instance{N: 8},
		Queens:   []encode.Square{{Row: 1, Col: 1}, {Row: 3, Col: 3}},
	}
	fmt.Println(decode.Check(p))
	// Output: queens on a8 and c6 attack each other along a diagonal
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
