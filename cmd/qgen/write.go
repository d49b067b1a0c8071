package main

import (
	"context"
	"fmt"
	"io"

	"queens/cmd/internal/compress"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/cmd/internal/terminal"
	"queens/encode"
)

// writeOne writes one file, or how large it would be.
func (s *settings) writeOne(ctx context.Context, call *program.Invocation) error {
	arg, err := call.ExactlyOne("board size N")
	if err != nil {
		return err
	}
	n, err := parseSize(arg)
	if err != nil {
		return err
	}
	d, err := s.document(call, n)
	if err != nil {
		return err
	}
	if s.compress != "" && call.Output == "" && terminal.Is(call.Stdout) {
		return program.Usagef("compressed data is nothing for a terminal: expected --output or a pipe")
	}
	out, err := output.Create(ctx, call.Output, call.Stdout)
	if err != nil {
		return err
	}
	defer out.Abort()
	if s.stats {
		err = writeStats(ctx, out, d)
	} else {
		err = s.writeFormula(ctx, call, out, d)
	}
	if err != nil {
		return err
	}
	return out.Commit()
}

// writeFormula writes the document, compressed if that is asked for, and shows
// on a terminal how far it is if it goes elsewhere.
func (s *settings) writeFormula(ctx context.Context, call *program.Invocation, out *output.File, d encode.Document) error {
	format := s.compress
	if format == "" {
		format = compress.FormatOf(call.Output)
	}
	bar := newBar(call)
	defer bar.clear()
	if call.Output == "" || call.Output == "-" {
		bar = nil
	}
	if err := bar.expect(ctx, d); err != nil {
		return err
	}
	return writeCompressed(ctx, out, format, d, bar)
}

// writeCompressed writes the document through the bar and the compressor, and as
// it is to the others.
func writeCompressed(ctx context.Context, w io.Writer, format string, d encode.Document, bar *bar, others ...io.Writer) error {
	packed, err := compress.NewWriter(w, format)
	if err != nil {
		return err
	}
	all := io.Writer(packed)
	if len(others) > 0 {
		all = io.MultiWriter(append(others, packed)...)
	}
	if err := d.Write(ctx, bar.counting(all)); err != nil {
		return err
	}
	return packed.Close()
}

// writeStats writes the size of the document as comment lines.
func writeStats(ctx context.Context, out io.Writer, d encode.Document) error {
	size, err := d.Size()
	if err != nil {
		return err
	}
	bytes, err := d.Bytes(ctx)
	if err != nil {
		return err
	}
	what := "clauses"
	if d.Format != encode.DefaultFormat {
		what = "constraints"
	}
	_, err = fmt.Fprintf(out, "c variables: %d\nc %s: %d\nc bytes: %d\n", size.Variables, what, size.Clauses, bytes)
	return err
}
