package draw_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"queens/decode"
	"queens/decode/draw"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// Draw the board of a model as a picture, here into a file of a web page.
func ExampleSVG() {
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
	if err := draw.SVG(context.Background(), &picture, p); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Count(picture.String(), "<use "), "queens")
	// Output: 4 queens
}

// Draw two boards in a format without numbers of rows.
func ExampleFormat_Draw() {
	compact := draw.Formats[slices.IndexFunc(draw.Formats, func(f draw.Format) bool { return f.Name == "compact" })]
	p := &decode.Placement{Instance: &encode.Instance{N: 2}, Queens: []board.Square{{Row: 1, Col: 2}}}
	if err := compact.Draw(context.Background(), os.Stdout, draw.Style{}, p, p); err != nil {
		fmt.Println(err)
	}
	// Output:
	// .Q
	// ..
	//
	// .Q
	// ..
}
