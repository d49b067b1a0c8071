package command

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"queens/cmd/internal/input"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/explain"
	"queens/decode"
	"queens/dimacs"
	"queens/encode"
)

// showPuzzle renders a puzzle. With --steps, formats with one object or page per puzzle get
// the list of its steps, and other formats a board for each step: with the squares that are known
// before it, and with the marks of the step.
func (s *settings) showPuzzle(ctx context.Context, in *encode.Instance, name string, number int, to decode.Renderer) error {
	if !s.steps {
		return to.Render(ctx, decode.NewPuzzle(in, number))
	}
	steps, err := explain.Steps(ctx, *in)
	if err != nil {
		return fmt.Errorf("%s: --steps: %w", name, err)
	}
	if s.format == "json" || s.format == "html" {
		p := decode.NewPuzzle(in, number)
		for _, step := range steps {
			p.Steps = append(p.Steps, step.Marked())
		}
		return to.Render(ctx, p)
	}
	queens, crosses := decode.NewPuzzle(in, number).Queens, slices.Collect(in.Blocked.All())
	for _, step := range steps {
		known, marked := *in, step.Marked()
		known.Blocked = encode.SquaresOf(crosses...)
		p := decode.NewPuzzle(&known, number)
		p.Queens, p.Marked = slices.Clone(queens), &marked
		if err := to.Render(ctx, p); err != nil {
			return err
		}
		queens, crosses = inOrder(slices.Concat(queens, step.Queens)), append(crosses, step.Crosses...)
	}
	return nil
}

// showSolutions renders the answer of a puzzle. If the answer contains several boards, it renders two
// boards with their differences, and prints a notice. It reads the answer to its end.
func (s *settings) showSolutions(ctx context.Context, call *program.Invocation, boards *decode.Reader, answer string, number int, all renderers) error {
	var found []*decode.Placement
	for {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		p, err := boards.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if p.Aim != "" {
			found = nil // an optimum is the last board
		}
		if len(found) == 0 || len(found) == 1 && !(slices.Equal(p.Queens, found[0].Queens) && slices.Equal(p.Layers, found[0].Layers)) {
			board := *p
			board.Queens, board.Layers, board.Number = slices.Clone(p.Queens), slices.Clone(p.Layers), number
			found = append(found, &board)
		}
	}
	to := all.answers
	if len(found) == 2 {
		differ := differing(found[0], found[1])
		var names []string
		for _, q := range differ {
			names = append(names, q.Algebraic(found[0].Instance.N))
		}
		call.Notice("%s: the puzzle has several solutions; two of them differ on %s", answer, strings.Join(names, " "))
		for _, p := range found {
			p.Marked = &decode.Marked{Text: "One of several solutions. Two of them differ on the marked squares.", Look: differ}
		}
		if pair := all.pair(); pair != nil {
			to = pair
		}
	}
	for _, p := range found {
		if err := to.Render(ctx, p); err != nil {
			return err
		}
		if p.Aim != "" {
			reportOptimum(call, p.Aim, p.Objective(), boards.Optimal())
		}
	}
	if to != all.answers {
		return to.Close(ctx)
	}
	return nil
}

// pairRenderer returns a function that makes a renderer for two boards side by side, below the boards
// so far. The renderer writes to answersOut, or to out if answersOut is nil. pairRenderer returns nil
// if the renderer of the answers puts boards side by side itself: in pictures and pages, with
// --columns, and on a terminal.
func (s *settings) pairRenderer(call *program.Invocation, out, answersOut *bufio.Writer) func() decode.Renderer {
	style, format, w := s.style(call), s.format, out
	if answersOut != nil {
		format, w, style.Width = s.answersFormat, answersOut, 0
		style.Color = s.color == colorAlways
	}
	return func() decode.Renderer {
		if f := formatByName(format); !f.Can(decode.Columns) || f.Can(decode.Pixels) || slices.Contains(binary, format) || style.Columns > 0 || style.Width > 0 {
			return nil
		}
		style.Columns = 2
		if answersOut == nil {
			w.WriteByte('\n') // after the puzzle
		}
		return newRenderer(format, w, style)
	}
}

// showConflict prints a notice that says why an instance has no solution: the constraints with the
// names of named, or a minimal conflict if named is nil. If mark is set and the format shows
// puzzles, it renders a board that marks the conflict, except as json, which has no marks. Nothing is said
// about a board that is not known, too large, or too much work. The result is exitUnsatisfiable,
// errMarked after a board, or another error.
func (s *settings) showConflict(ctx context.Context, call *program.Invocation, in *encode.Instance, named []string, mark bool, to decode.Renderer) error {
	if in == nil {
		return exitUnsatisfiable
	}
	var step explain.Step
	var err error
	if named == nil {
		step, err = explain.Conflict(ctx, *in)
	} else {
		step, err = explain.Named(*in, named)
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if err != nil {
		return exitUnsatisfiable
	}
	call.Notice("%s", strings.TrimSuffix(strings.TrimPrefix(step.Text, "No solution: "), "."))
	if !mark || s.count || s.verifyOnly || s.format == "json" || !formatByName(s.format).Can(decode.Puzzles) {
		return exitUnsatisfiable
	}
	p, marked := decode.NewPuzzle(in, 0), step.Marked()
	p.Marked = &marked
	if err := to.Render(ctx, p); err != nil {
		return err
	}
	return errMarked
}

// errMarked is exitUnsatisfiable after a board that marks a conflict, so that the output is kept.
var errMarked = fmt.Errorf("%w after a board with a conflict", exitUnsatisfiable)

// maxNamed limits the sum of the lengths of the names that a subset keeps, in bytes.
const maxNamed = 1 << 20

// A subset is a Writer that reads the output of `qsat --mus --all`: the comments `c name NUMBER NAME`
// and the numbers of the first line `c mus`.
type subset struct {
	line    []byte            // the beginning of a line, until it ends
	names   map[string]string // by number
	numbers []string          // of the first subset; nil before it
	bytes   int               // of the lines that were read
}

func (s *subset) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		part, rest, ended := bytes.Cut(p, []byte("\n"))
		if p = rest; len(s.line) < 4096 {
			s.line = append(s.line, part...)
		}
		if ended {
			s.read(string(s.line))
			s.line = s.line[:0]
		}
	}
	return n, nil
}

// read reads a line, and keeps the names and numbers in it.
func (s *subset) read(line string) {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "c" || s.bytes > maxNamed {
		return
	}
	s.bytes += len(line)
	switch {
	case words[1] == "mus" && s.numbers == nil:
		s.numbers = words[2:]
	case words[1] == "name" && len(words) > 3:
		s.names[words[2]] = strings.Join(words[3:], " ")
	}
}

// named returns the names of the constraints in the subset, or nil if a name is not known.
func (s *subset) named() []string {
	var names []string
	for _, number := range s.numbers {
		name, known := s.names[number]
		if !known {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// musHead begins the output of `qsat --mus` that is a formula.
const musHead = "c s UNSATISFIABLE"

// isSubset reports whether an input is a formula that `qsat --mus` wrote. Afterwards the input is at
// its start again.
func isSubset(in *input.File) bool {
	head := make([]byte, len(musHead))
	file, ok := in.Reader.(*os.File)
	if !ok {
		b := bufio.NewReader(in.Reader)
		head, _ = b.Peek(len(musHead)) // the next reader returns the error
		in.Reader = b
		return string(head) == musHead
	}
	start, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return false
	}
	n, _ := file.ReadAt(head, start)
	return string(head[:n]) == musHead
}

// showSubset shows a formula that `qsat --mus` wrote: it names the constraints of its groups, and
// marks them on the board. It returns exitUnsatisfiable, or an error if the formula is wrong or has
// no names.
func (s *settings) showSubset(ctx context.Context, call *program.Invocation, in *input.File, about decode.Options, to decode.Renderer) error {
	f, err := dimacs.ReadFormula(ctx, in, dimacs.Options{Name: in.Name, Keys: encode.Keys, Lines: true})
	if err != nil {
		return err
	}
	board, err := about.Instance()
	if err == nil && board == nil {
		board, err = decode.Options{Formula: f, FormulaName: in.Name}.Instance()
	}
	if err != nil {
		return err
	}
	call.Notice("no solution")
	if names := f.NamedGroups().Names; len(names) > 0 {
		return s.showConflict(ctx, call, board, names, true, to)
	}
	return exitUnsatisfiable
}

// inOrder sorts squares in reading order.
func inOrder(squares []encode.Square) []encode.Square {
	slices.SortFunc(squares, func(a, b encode.Square) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) })
	return squares
}

// differing returns, in reading order, the squares on which two boards have different pieces.
func differing(a, b *decode.Placement) []encode.Square {
	type piece struct {
		square encode.Square
		layer  int
	}
	boards := map[piece]int{} // number of boards with the piece
	for _, p := range [...]*decode.Placement{a, b} {
		for i, q := range p.Queens {
			of := piece{square: q}
			if p.Layers != nil {
				of.layer = p.Layers[i]
			}
			boards[of]++
		}
	}
	var all []encode.Square
	for of, n := range boards {
		if n == 1 {
			all = append(all, of.square)
		}
	}
	return slices.Compact(inOrder(all))
}
