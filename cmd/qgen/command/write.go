package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/encode/board"
	"queens/encode/format"
	"queens/encode/puzzle"
)

// writeOne writes a single file, or with --stats its size, to --output or standard output. It returns a
// usage error if there are several board sizes, if there is neither a size nor --regions, if the ending
// of the output contradicts the flags, if the flags describe no file, several or an impossible one, or
// if compressed data would go to a terminal. If there is no puzzle, the error wraps puzzle.ErrNoPuzzle.
// Other errors come from reading the regions, from writing, and from ctx. It prints the warnings of
// noteRegions.
func (s *settings) writeOne(ctx context.Context, call *program.Invocation) error {
	arg, err := call.AtMostOne("board size N or RxC")
	if err != nil {
		return err
	}
	if arg == "" && s.regions == "" {
		return program.Usagef("expected a board size N or RxC")
	}
	if strings.Contains(arg, "..") || strings.Contains(arg, ",") {
		return program.Usagef("expected one board size, found %q: --out-dir DIR writes a file for each size", arg)
	}
	if arg != "" {
		if s.sizes, err = parseSizes(call.Args); err != nil {
			return err
		}
	}
	compression, err := s.chooseForm(call)
	if err != nil {
		return err
	}
	if err := s.readRegions(ctx, call); err != nil {
		return err
	}
	s.noteRegions(call)
	f, err := s.single(ctx, s.sizes[0])
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	switch {
	case errors.Is(err, puzzle.ErrNoPuzzle):
		return err
	case err != nil:
		return program.Usagef("%w", err)
	}
	if s.compress != "" && call.PrintsToTerminal() {
		return program.Usagef("compressed data cannot be shown on a terminal: expected --output or a pipe")
	}
	out, err := output.Create(ctx, call.Output, call.Stdout, compression)
	if err != nil {
		return err
	}
	defer out.Abort()
	switch {
	case s.stats:
		err = writeStats(out, f)
	case call.Output == "" || call.Output == "-":
		err = f.Write(ctx, out)
	default:
		status := call.Status()
		defer status.Clear()
		err = f.Write(ctx, &progress{Writer: out, name: call.Output, status: status})
	}
	return out.CommitAfter(err)
}

// single returns the file that the flags describe on a board of the size of b. It returns an error if they do
// not describe exactly one file, or the error of member.make.
func (s *settings) single(ctx context.Context, b board.Board) (f format.File, err error) {
	members := 0
	for m := range s.members(b) {
		if members++; members > 1 {
			return f, errors.New("expected one instance, found a list: --out-dir writes them all")
		}
		if f, err = m.make(ctx); err != nil {
			return f, err
		}
	}
	if members == 0 {
		return f, errEmpty
	}
	return f, nil
}

// chooseForm sets s.formats to one format and returns the compression, or "". Both follow from the
// flags and the ending of the output's name. It returns a usage error if the flags and the ending
// contradict each other. If the flags list several formats, it does nothing, because single then
// returns an error.
func (s *settings) chooseForm(call *program.Invocation) (compression string, err error) {
	if len(s.formats) > 1 { // single refuses them
		return "", nil
	}
	c := output.Form{Compression: s.compress}
	if s.stats {
		c.Format, c.Flag = "statistics", "--stats"
	}
	format := cmp.Or(strings.Join(s.formats, ""), s.defaultFormat())
	compression, err = call.ChooseForm(c, &format, formats())
	s.formats = []string{format}
	return compression, err
}

// A progress is a writer that shows the number of megabytes (of 2^20 bytes) that it has written to a
// file.
type progress struct {
	io.Writer
	name   string          // of the file
	status *program.Status // nil shows nothing
	bytes  int             // number of bytes written so far
}

func (p *progress) Write(b []byte) (int, error) {
	n, err := p.Writer.Write(b)
	p.bytes += n
	p.status.Show(func() string { return fmt.Sprintf("qgen: %s: %d MB written", p.name, p.bytes>>20) })
	return n, err
}

// writeStats writes the numbers of variables and clauses of f as two comment lines. Formats other than
// CNF have constraints instead of clauses. The error is the error of f.Size or of out.
func writeStats(out io.Writer, f format.File) error {
	size, err := f.Size()
	if err != nil {
		return err
	}
	noun := "clauses"
	if f.Format != format.DefaultFormat {
		noun = "constraints"
	}
	_, err = fmt.Fprintf(out, "c variables: %d\nc %s: %d\n", size.Variables, noun, size.Clauses)
	return err
}
