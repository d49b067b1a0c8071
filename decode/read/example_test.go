package read_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"queens/decode/draw"
	"queens/decode/read"
)

// Read the answer of a solver and write its boards.
func ExampleReader() {
	answer := "c board: 4\ns SATISFIABLE\nv 2 8 9 15 0\nv 3 5 12 14 0\n"
	boards, err := read.NewReader(read.NewResults(strings.NewReader(answer), "answer"), read.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	out := bufio.NewWriter(os.Stdout)
	renderer := draw.Formats[0].New(out, draw.Style{}) // the default
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
