package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"queens/cmd/internal/input"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/decode"
	"queens/decode/draw"
	"queens/decode/read"
	"queens/dimacs"
	"queens/dimacs/result"
	"queens/encode"
)

// outputBlock is the number of bytes in one write.
const outputBlock = 128 << 10

// A display renders the puzzles and then the answers of one run.
type display struct {
	*settings
	call    *program.Invocation
	known   []read.Options // one for each instance; without instances, one with only the size of the board
	outputs []*target      // one for all boards, or with --answers one for the puzzles and one for the answers

	classes       decode.Classes // the classes of boards so far, with --up-to-symmetry
	boards        int            // number of boards in the answers so far
	unsatisfiable bool           // an answer is UNSATISFIABLE, or a puzzle has no solution
	marked        bool           // the output shows why there is no solution, so it is kept without an answer
}

// A target is an output file with the renderer that writes to it.
type target struct {
	renderer draw.Renderer // nil if no boards are drawn
	file     *output.File
	w        *bufio.Writer
	format   draw.Format
	style    draw.Style
	boards   int // number of boards rendered
}

// answers returns the target of the answers.
func (d *display) answers() *target { return d.outputs[len(d.outputs)-1] }

// run executes the program: it checks the flags, opens the inputs, creates the outputs, and renders the boards.
// If an answer is UNSATISFIABLE or a puzzle has no solution, and the answers have no board, it returns
// ExitUnsatisfiable, or nil with --exit-zero. In this case, no output gets its name, unless the format shows
// the status of an answer or a board marks a conflict. After an error, no output gets its name, except after
// errNoAnswer in a format that shows the status.
func (s *settings) run(ctx context.Context, call *program.Invocation) error {
	compressions, err := s.chooseForms(call)
	if err != nil {
		return err
	}
	known, answers, err := s.open(ctx, call)
	defer answers.close()
	if err != nil {
		return err
	}
	d := &display{settings: s, call: call, known: known}
	defer d.abort()
	if err := d.create(ctx, compressions); err != nil {
		return err
	}
	err = d.showAll(ctx, answers)
	for _, t := range d.outputs {
		if err == nil {
			err = d.close(ctx, t)
		}
	}
	var files []*output.File
	for _, t := range d.outputs { // the boards before a failure reach the output before the error is reported
		if failure := t.w.Flush(); failure != nil {
			return failure
		}
		files = append(files, t.file)
	}
	none, hasStatus := d.unsatisfiable && d.boards == 0, d.answers().status() != nil
	if err != nil && !(hasStatus && errors.Is(err, errNoAnswer)) {
		return s.hinted(err)
	}
	if !none || hasStatus || d.marked {
		if failure := output.CommitAll(files...); failure != nil {
			return failure
		}
	}
	if err == nil && none && !s.exitZero {
		return program.ExitCode(program.ExitUnsatisfiable)
	}
	return err
}

// showAll renders the puzzles, with --puzzle, and then the answers, until the first error, which it returns.
// Answer i belongs to instance i, or to the last instance if there are fewer.
func (d *display) showAll(ctx context.Context, answers inputs) error {
	for i, o := range d.known {
		if !d.puzzle {
			break
		}
		if err := d.showPuzzle(ctx, o, d.numberOf(i)); err != nil {
			return err
		}
	}
	for i, in := range answers {
		about := d.known[min(i, len(d.known)-1)]
		if err := d.showAnswer(ctx, in, about, d.numberOf(i), len(answers) > 1); err != nil {
			return err
		}
	}
	return nil
}

// numberOf returns i+1, the number of puzzle i on a worksheet, or 0 if there is only one puzzle.
func (d *display) numberOf(i int) int {
	if len(d.known) > 1 {
		return i + 1
	}
	return 0
}

// showAnswer renders the boards of the answer in, where about describes its instance, and adds the number of
// models that it read to d.boards. An input that `qsat --mus` wrote gets showSubset, and an answer without
// boards showNone. Each board gets number, which is a result of numberOf. If several is true, the notice "no
// solution" names the answer. With --puzzle, a syntax error names the puzzle.
func (d *display) showAnswer(ctx context.Context, in *input.File, about read.Options, number int, several bool) error {
	if is, err := isSubset(in); err != nil {
		return err
	} else if is {
		return d.showSubset(ctx, in, about)
	}
	results := read.NewResults(in, in.Name)
	boards, err := read.NewReader(results, about)
	if err != nil {
		return err
	}
	if d.puzzle && d.model == 0 {
		err = d.showSolution(ctx, boards, in.Name, number)
	} else {
		err = d.show(ctx, boards, number)
	}
	d.boards += boards.Models()
	switch {
	case err == nil && boards.Models() == 0:
		return d.showNone(ctx, results, boards, about.FormulaName, several)
	case d.puzzle && errors.As(err, new(*dimacs.SyntaxError)):
		return fmt.Errorf("%w (an answer to the puzzle %s)", err, about.FormulaName)
	}
	return err
}

// models yields the boards of an answer. If d.model is not 0, it yields only the board of this model, from 1.
// It is an error if there are models, but fewer than d.model. models ends after an error, such as the cause of
// ctx, which it yields without a board.
func (d *display) models(ctx context.Context, boards *read.Reader) iter.Seq2[*decode.Placement, error] {
	return func(yield func(*decode.Placement, error) bool) {
		for number := int64(1); d.model == 0 || number <= d.model; number++ {
			var p *decode.Placement
			err := context.Cause(ctx)
			switch {
			case err != nil:
			case number < d.model:
				err = boards.Skip()
			default:
				p, err = boards.Read()
			}
			if err == io.EOF {
				if d.model == 0 || boards.Models() == 0 {
					return
				}
				err = fmt.Errorf("--model: expected at least %d models, found %d", d.model, boards.Models())
			}
			if (err != nil || p != nil) && !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// show renders each board of an answer as soon as it is read, or with --up-to-symmetry only the first board of
// each class. Each board gets number. At the end of an optimisation problem, show reports the optimum, unless
// --model is given. It returns the first error of models or target.Render.
func (d *display) show(ctx context.Context, boards *read.Reader, number int) error {
	objective, aim := "", encode.Aim("") // of the last board
	for p, err := range d.models(ctx, boards) {
		if err != nil {
			return err
		}
		if p.Number, aim = number, p.Aim; aim != "" {
			objective = p.Objective()
		}
		if d.upToSymmetry && !d.classes.Add(p) {
			continue
		}
		if err := d.answers().Render(ctx, p); err != nil {
			return err
		}
	}
	if aim != "" && d.model == 0 {
		d.reportOptimum(aim, objective, boards.Optimal())
	}
	return nil
}

// showSolution renders the answer to a puzzle, and reads it to its end. Each board gets number. If the answer
// contains different boards, showSolution renders the first board and the first different one with their
// differences, and the notice of showDifference calls the answer answer. Of an optimisation problem, it renders
// only the last board, and reports the optimum. It returns the first error of models or target.Render.
func (d *display) showSolution(ctx context.Context, boards *read.Reader, answer string, number int) error {
	var solutions []*decode.Placement
	for p, err := range d.models(ctx, boards) {
		if err != nil {
			return err
		}
		if p.Aim != "" {
			solutions = nil // an optimum is the last board
		}
		if len(solutions) == 0 || len(solutions) == 1 && !(slices.Equal(p.Queens, solutions[0].Queens) && slices.Equal(p.Layers, solutions[0].Layers)) {
			board := *p
			board.Queens, board.Layers, board.Number = slices.Clone(p.Queens), slices.Clone(p.Layers), number
			solutions = append(solutions, &board)
		}
	}
	if len(solutions) == 2 {
		return d.showDifference(ctx, answer, solutions)
	}
	for _, p := range solutions {
		if err := d.answers().Render(ctx, p); err != nil {
			return err
		}
		if p.Aim != "" {
			d.reportOptimum(p.Aim, p.Objective(), boards.Optimal())
		}
	}
	return nil
}

// reportOptimum prints objective, the text of Placement.Objective for the last board, as a notice. If
// optimal is false, the notice adds that a better board may exist.
func (d *display) reportOptimum(aim encode.Aim, objective string, optimal bool) {
	switch {
	case optimal:
		d.call.Notice("optimum: %s", objective)
	case aim == encode.Minimum:
		d.call.Notice("%s; fewer may suffice, because the solver was stopped", objective)
	default:
		d.call.Notice("%s; more may be possible, because the solver was stopped", objective)
	}
}

// showNone reports an answer r without boards. puzzle is the name of the instance. It is an error if r contains
// only a count that is not 0, or only the status SATISFIABLE. For UNSATISFIABLE, also as a count of 0, it calls
// showUnsatisfiable. With --puzzle, it is then an error if no conflict is marked, also for UNKNOWN. Otherwise a
// format that shows the status of an answer gets it, and for UNKNOWN the error wraps errNoAnswer.
func (d *display) showNone(ctx context.Context, r read.Results, boards *read.Reader, puzzle string, several bool) error {
	status := r.Status()
	if sat, ok := r.(*read.SATResults); ok {
		if n := sat.Count(); n != nil && n.Sign() == 0 {
			status = dimacs.Unsatisfiable
		} else if err := onlyCounted(sat.Reader); err != nil {
			return err
		}
	}
	switch status {
	case dimacs.Satisfiable:
		return fmt.Errorf("%s: the formula is satisfiable, but the result contains no model (minisat writes it to the file named after the formula)", r.Name())
	case dimacs.Unsatisfiable:
		if err := d.showUnsatisfiable(ctx, r, boards, several); err != nil {
			return err
		}
	}
	if d.puzzle && !d.marked {
		return fmt.Errorf("%s: expected a solution of the puzzle %s, found %v", r.Name(), puzzle, status)
	}
	if to := d.answers().status(); to != nil {
		if err := to.RenderStatus(ctx, status); err != nil {
			return err
		}
	}
	if status == dimacs.Unknown {
		return fmt.Errorf("%s: %w", r.Name(), errNoAnswer)
	}
	return nil
}

var errNoAnswer = errors.New("the solver found no answer (UNKNOWN)")

// showUnsatisfiable sets d.unsatisfiable, and prints the notice that there is no solution. If several is true,
// the notice contains the name of the answer. Without --count and --verify-only, it then explains the conflict
// by showConflict, which marks it on the board of a single puzzle. The errors are the errors of showConflict
// and of reading the instance.
func (d *display) showUnsatisfiable(ctx context.Context, r read.Results, boards *read.Reader, several bool) error {
	noSolution := "no solution"
	if several {
		noSolution = r.Name() + ": no solution"
	}
	d.unsatisfiable = true
	d.call.Notice("%s", noSolution)
	if d.count || d.verifyOnly {
		return nil
	}
	in, err := boards.Instance()
	if err != nil {
		return err
	}
	return d.showConflict(ctx, in, nil, d.puzzle && len(d.known) == 1)
}

// onlyCounted returns an error if the result, which has no models, contains the number of models and not the
// status UNSATISFIABLE, or a positive lower bound of this number and the status UNKNOWN. Otherwise it returns
// nil.
func onlyCounted(r *result.Reader) error {
	if r.Counted() && r.Status() != dimacs.Unsatisfiable {
		number := "a number of models"
		if n := r.Count(); n != nil && n.BitLen() < 200 {
			number = n.String() + " models"
		}
		return fmt.Errorf("%s: expected a model, found only a count (%s); run the solver without counting to see boards", r.Name(), number)
	}
	if n, _ := r.Announced(); n != nil && n.Sign() > 0 && r.Status() == dimacs.Unknown {
		return fmt.Errorf("%s: expected a model, found only a count that is not complete (%v+ models); run the solver without counting to see boards", r.Name(), n)
	}
	return nil
}

// hinted adds advice to three errors: a wrong board without a description (read.UndescribedError), an unknown
// size (read.ErrSizeUnknown), and too many boards for one picture (draw.ErrSheetFull). For example, it advises
// to give the size with --size N. It advises --cnf only if there is no --cnf. It returns nil and other errors
// unchanged, and with --cnf also an UndescribedError without Auxiliary.
func (s *settings) hinted(err error) error {
	other, sized := "if the instance was shuffled or is not the puzzle of N queens, give it with --cnf FILE", "if the model has auxiliary variables, give the size, such as -n 8"
	given, undescribed := len(s.cnf) > 0, new(read.UndescribedError)
	switch {
	case errors.As(err, &undescribed) && undescribed.Auxiliary && given:
		return fmt.Errorf("%w (%s)", err, sized)
	case undescribed.Auxiliary:
		return fmt.Errorf("%w (%s; %s)", err, sized, other)
	case errors.As(err, &undescribed) && !given:
		return fmt.Errorf("%w (%s)", err, other)
	case errors.Is(err, read.ErrSizeUnknown) && given:
		return fmt.Errorf("%w (give it with --size N or RxC)", err)
	case errors.Is(err, read.ErrSizeUnknown):
		return fmt.Errorf("%w (give it with --size N or RxC, or the instance with --cnf FILE)", err)
	case errors.Is(err, draw.ErrSheetFull):
		return fmt.Errorf("%w (choose one with --model K, or show all with --format html)", err)
	}
	return err
}
