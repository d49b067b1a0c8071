package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"queens/cmd/internal/input"
	"queens/cmd/qsat/explain"
	"queens/decode"
	"queens/decode/draw"
	"queens/decode/read"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// showPuzzle renders the puzzle of an instance, which gets number on a worksheet, as numberOf returns
// it. With --hint, it writes a hint about the first useful step instead, or that the puzzle is solved.
// With --steps, the formats json and html get the puzzle with the list of its steps. Other formats get a
// board for each step: with the squares that are known before it, and with the marks of the step. The
// errors come from the description, from explained, from target.Render, and from writing.
func (d *display) showPuzzle(ctx context.Context, o read.Options, number int) error {
	in, err := o.Instance()
	if err != nil {
		return err
	}
	in, to := cmp.Or(in, &encode.Instance{N: d.size.N, Columns: d.size.Columns}), d.outputs[0]
	p := decode.NewPuzzle(in, number)
	if !d.steps && d.hint == 0 {
		return to.Render(ctx, p)
	}
	steps, err := d.explained(ctx, in)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", o.FormulaName, map[bool]string{true: "--steps", false: "--hint"}[d.steps], err)
	}
	if d.hint > 0 {
		hint := "The puzzle is solved."
		if i := slices.IndexFunc(steps, explain.Step.Useful); i >= 0 {
			hint = steps[i].Hint(d.hint)
		}
		if hint = to.style.Language.Say(hint); number > 0 {
			hint = fmt.Sprintf("%d. %s", number, hint)
		}
		_, err := fmt.Fprintln(to.w, hint)
		return err
	}
	if d.format == "json" || d.format == "html" {
		for _, step := range steps {
			p.Steps = append(p.Steps, step.Marked())
		}
		return to.Render(ctx, p)
	}
	queens, crosses := p.Queens, slices.Collect(in.Blocked.All())
	for _, step := range steps {
		known, marked := *in, step.Marked()
		known.Blocked = board.SquaresOf(crosses...)
		p := decode.NewPuzzle(&known, number)
		p.Queens, p.Marked = slices.Clone(queens), &marked
		if err := to.Render(ctx, p); err != nil {
			return err
		}
		queens, crosses = append(queens, step.Queens...), append(crosses, step.Crosses...)
		slices.SortFunc(queens, board.Square.Compare)
	}
	return nil
}

// explained returns the steps that solve a puzzle. With --steps, it also stores the difficulty in
// in.Puzzle, and prints it. If the puzzle has no solution, it returns the steps of explain.Refute,
// prints a notice, clears in.Puzzle, and sets d.unsatisfiable and d.marked. The other errors are the
// errors of explain.Steps and explain.Refute.
func (d *display) explained(ctx context.Context, in *encode.Instance) ([]explain.Step, error) {
	steps, err := explain.Steps(ctx, *in)
	switch {
	case errors.Is(err, explain.ErrNone):
		d.unsatisfiable, d.marked, in.Puzzle = true, true, ""
		d.call.Notice("no solution")
		_, steps, err := explain.Refute(ctx, *in)
		return steps, err
	case err == nil && d.steps:
		hardest := explain.One
		for _, s := range steps {
			hardest = max(hardest, s.Kind)
		}
		in.Puzzle = hardest.Grade()
		d.call.Notice("difficulty: %s", in.Puzzle)
	}
	return steps, err
}

// showDifference renders the two solutions of a puzzle, and marks the squares on which they differ. It
// first prints a notice that names the squares and the answer. It returns the first error of rendering.
func (d *display) showDifference(ctx context.Context, answer string, two []*decode.Placement) error {
	differ := differing(two[0], two[1])
	var names []string
	for _, q := range differ {
		names = append(names, q.Algebraic(two[0].Instance.N))
	}
	d.call.Notice("%s: the puzzle has several solutions; two of them differ on %s", answer, strings.Join(names, " "))
	for _, p := range two {
		p.Marked = &decode.Marked{Text: "One of several solutions. Two of them differ on the marked squares.", Look: differ}
		if err := d.answers().Render(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// showConflict prints a notice that says why an instance has no solution: the constraints called named,
// or a minimal conflict if named is nil. If mark is true and the format shows puzzles, it also renders a
// board that marks the conflict, sets d.marked, and returns the error of rendering. With json, which has
// no marks, and if no boards are shown, it renders nothing. If in is nil, or if there is no explanation,
// for example because the board is too large, showConflict does nothing and returns nil. It returns the
// cause of ctx if ctx ends.
func (d *display) showConflict(ctx context.Context, in *encode.Instance, named []string, mark bool) error {
	if in == nil {
		return nil
	}
	var step explain.Step
	var err error
	if named == nil {
		step, err = explain.Conflict(ctx, *in)
	} else {
		step, err = explain.Named(ctx, *in, named)
	}
	if ctx.Err() != nil || err != nil {
		return context.Cause(ctx)
	}
	d.call.Notice("%s", strings.TrimSuffix(strings.TrimPrefix(step.Text, "No solution: "), "."))
	if !mark || d.count || d.verifyOnly || d.format == "json" || !formatByName(d.format).Can(draw.Puzzles) {
		return nil
	}
	p, marked := decode.NewPuzzle(in, 0), step.Marked()
	p.Marked, d.marked = &marked, true
	return d.answers().Render(ctx, p)
}

// musHead is the beginning of a formula that `qsat --mus` writes.
const musHead = "c s UNSATISFIABLE"

// isSubset reports whether an input is a formula that `qsat --mus` wrote. Afterwards the input is at
// its start again. The error is an error of lookAhead.
func isSubset(in *input.File) (is bool, err error) {
	head := make([]byte, len(musHead))
	in.Reader, err = lookAhead(in.Reader, func(r io.Reader) {
		n, _ := io.ReadFull(r, head)
		is = string(head[:n]) == musHead
	})
	return is, err
}

// showSubset shows a formula that `qsat --mus` wrote: it sets d.unsatisfiable and prints the notice "no
// solution". If the formula has named groups, it also names their constraints and marks them on the
// board, by showConflict. The board is described by about or else by the formula. The errors are the
// errors of dimacs.ReadFormula, of the description, and of showConflict.
func (d *display) showSubset(ctx context.Context, in *input.File, about read.Options) error {
	f, err := dimacs.ReadFormula(ctx, in, dimacs.Options{Name: in.Name, Keys: encode.Keys, Lines: true})
	if err != nil {
		return err
	}
	board, err := about.Instance()
	if err == nil && board == nil {
		board, err = read.Options{Formula: f, FormulaName: in.Name}.Instance()
	}
	if err != nil {
		return err
	}
	d.unsatisfiable = true
	d.call.Notice("no solution")
	if names := f.NamedGroups().Names; len(names) > 0 {
		return d.showConflict(ctx, board, names, true)
	}
	return nil
}

// differing returns, in reading order, the squares on which two boards have different pieces.
func differing(a, b *decode.Placement) (all []board.Square) {
	boards, squares := map[int]int{}, a.Instance.Board() // number of boards with the piece of a variable
	for _, v := range append(a.Variables(), b.Variables()...) {
		boards[v]++
	}
	for v, n := range boards {
		if s, _ := squares.SquareOf((v-1)%(squares.N*squares.N) + 1); n == 1 {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, board.Square.Compare)
	return slices.Compact(all)
}
