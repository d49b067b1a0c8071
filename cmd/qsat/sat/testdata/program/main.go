// Boards prints the boards of six queens, and how many there are of eight: what a program
// in a module of its own does with the packages of this one.
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"queens/cmd/qsat/sat"
	"queens/decode"
	"queens/dimacs"
	"queens/encode"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	if err := show(ctx, encode.Instance{N: 6}); err != nil {
		return err
	}
	f, err := encode.Instance{N: 8, Encoding: "sequential"}.Formula(ctx)
	if err != nil {
		return err
	}
	n, err := sat.Count(ctx, sat.Problem{Formula: f}, sat.Options{})
	if err != nil {
		return err
	}
	fmt.Println(n.Int(), "boards of eight queens")
	_, err = sat.Solve(ctx, sat.Problem{Formula: f, Assume: []dimacs.Lit{dimacs.Lit(f.Vars) + 1}}, sat.Options{})
	if wrong := (*sat.ProblemError)(nil); errors.As(err, &wrong) {
		fmt.Println(wrong.Reason)
	}
	return nil
}

// show prints all boards of an instance.
func show(ctx context.Context, in encode.Instance) error {
	f, err := in.Formula(ctx)
	if err != nil {
		return err
	}
	var answer bytes.Buffer
	w := dimacs.NewResultWriter(&answer)
	for a, err := range sat.Models(ctx, sat.Problem{Formula: f}, sat.Options{}) {
		if err != nil {
			return err
		}
		w.BeginModel()
		for v := range f.Vars {
			w.Values([]dimacs.Lit{a.Lit(v + 1)})
		}
		w.EndModel()
	}
	if err := w.Flush(); err != nil {
		return err
	}
	boards, err := decode.NewReader(decode.NewResults(&answer, "answer", in.N), decode.Options{Size: in.N})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	board := decode.Formats[0].New(out, decode.Style{})
	for {
		p, err := boards.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if err := board.Render(ctx, p); err != nil {
			return err
		}
	}
	return errors.Join(board.Close(ctx), out.Flush())
}
