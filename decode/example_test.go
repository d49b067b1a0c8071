package decode_test

import (
	"fmt"

	"queens/decode"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

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

// Check a placement that is not a solution.
func ExampleCheck() {
	p := &decode.Placement{
		Instance: &encode.Instance{N: 8},
		Queens:   []board.Square{{Row: 1, Col: 1}, {Row: 3, Col: 3}},
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
			p.Queens = append(p.Queens, board.Square{Row: row + 1, Col: col})
		}
		fmt.Println(classes.Add(p))
	}
	// Output:
	// true
	// false
}
