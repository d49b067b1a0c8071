package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"queens/cmd/internal/input"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/decode"
	"queens/dimacs"
	"queens/encode"
)

// outputBlock is the number of bytes in one write.
const outputBlock = 128 << 10

// run executes the program: it checks the flags, opens the inputs, creates the outputs, and
// renders the boards. If an answer is UNSATISFIABLE and there is no board, it returns
// exitUnsatisfiable, or nil with --exit-zero. In that case and after a failure, no output gets its
// name, unless it contains the status of the answer or marks a conflict.
func (s *settings) run(ctx context.Context, call *program.Invocation) error {
	if err := s.check(); err != nil {
		return err
	}
	answersCompression, err := s.chooseAnswersForm(call)
	if err != nil {
		return err
	}
	compression, err := s.chooseForm(call)
	if err != nil {
		return err
	}
	if err := s.checkFormat(call); err != nil {
		return err
	}
	names, err := s.names(call)
	if err != nil {
		return err
	}
	known, err := s.instances(ctx, call, len(names) > 0 || s.isLesson())
	if err != nil {
		return err
	}
	answers, err := s.openAll(ctx, call, names)
	if err != nil {
		return err
	}
	defer answers.close()
	if s.aboutInstances() {
		if known, answers, err = s.puzzles(ctx, known, answers); err != nil {
			return err
		}
		if s.answersTo != "" && len(answers) == 0 {
			return program.Usagef("--answers needs the answer of a solver to write")
		}
		if s.play && s.answersTo == "" && len(answers) > 0 {
			return program.Usagef("--play makes a page without answers: expected --answers FILE for the answer in %s", answers[0].Name)
		}
	}
	out, err := output.Create(ctx, call.Output, call.Stdout, compression)
	if err != nil {
		return err
	}
	defer out.Abort()
	w := bufio.NewWriterSize(out, outputBlock)
	renderer, err := s.renderer(w, call, known[0])
	if err != nil {
		return err
	}
	to := renderers{puzzles: renderer, answers: renderer}
	outputs := []*output.File{out}
	var answersOut *bufio.Writer
	if s.answersTo != "" {
		file, err := output.Create(ctx, s.answersTo, call.Stdout, answersCompression)
		if err != nil {
			return err
		}
		defer file.Abort()
		answersOut = bufio.NewWriterSize(file, outputBlock)
		to.answers = s.answersRenderer(answersOut, call)
		outputs = append(outputs, file)
	}
	to.pair = s.pairRenderer(call, w, answersOut)
	err = s.showAll(ctx, call, known, answers, to)
	if err == nil || errors.Is(err, exitUnsatisfiable) {
		err = cmp.Or(renderer.Close(ctx), err)
	}
	if answersOut != nil && (err == nil || errors.Is(err, errMarked)) {
		err = cmp.Or(to.answers.Close(ctx), answersOut.Flush(), err)
	}
	// The boards before a failure reach the output before the error is reported.
	if flushErr := w.Flush(); flushErr != nil {
		return flushErr
	}
	if statusRenderer(to.answers) != nil && (errors.Is(err, exitUnsatisfiable) || errors.Is(err, errNoAnswer)) {
		if err := output.CommitAll(outputs...); err != nil { // the output contains the status
			return err
		}
	}
	switch {
	case errors.Is(err, errMarked):
		if err := output.CommitAll(outputs...); err != nil || s.exitZero {
			return err
		}
		return exitUnsatisfiable
	case errors.Is(err, exitUnsatisfiable) && s.exitZero:
		return nil
	case err != nil:
		return s.hinted(err)
	}
	return output.CommitAll(outputs...)
}

// names returns the names of the inputs besides --cnf. Without names, it returns "-", standard
// input, unless qshow shows the instances of --cnf. It is an error if two inputs come from
// standard input, or if the number of answers is wrong (checkAnswers).
func (s *settings) names(call *program.Invocation) ([]string, error) {
	names := call.Args
	if len(names) == 0 && (len(s.cnf) == 0 || !s.aboutInstances()) {
		names = []string{"-"}
	}
	fromStdin := 0
	for _, name := range slices.Concat(s.cnf, names) {
		if name == "-" {
			fromStdin++
		}
	}
	if fromStdin > 1 {
		return nil, program.Usagef("only one input can come from standard input")
	}
	if s.aboutInstances() {
		return names, nil
	}
	return names, checkAnswers(len(s.cnf), len(names))
}

// checkAnswers returns a usage error unless there is no answer, one answer per instance, or
// only one instance.
func checkAnswers(instances, answers int) error {
	if instances > 1 && answers > 0 && answers != instances {
		return program.Usagef("expected an answer for each of the %d instances, found %d", instances, answers)
	}
	return nil
}

// inputs are the opened inputs besides --cnf.
type inputs []*input.File

// openAll opens all inputs. This happens before the output is created, so that an output with
// the name of an input is noticed.
func (s *settings) openAll(ctx context.Context, call *program.Invocation, names []string) (inputs, error) {
	awaited := "the answer of a solver"
	if s.aboutInstances() && len(s.cnf) == 0 {
		awaited = "an instance"
	}
	var all inputs
	for _, name := range names {
		call.Await(name, awaited)
		in, err := input.Open(ctx, name, call.Stdin)
		if err != nil {
			all.close()
			return nil, err
		}
		all = append(all, in)
	}
	return all, nil
}

func (all inputs) close() {
	for _, in := range all {
		in.Close()
	}
}

// renderers holds the renderer of puzzles and the renderer of answers. They differ only with
// --answers. The function pair returns a renderer for two boards side by side, to be closed after
// them.
type renderers struct {
	puzzles, answers decode.Renderer
	pair             func() decode.Renderer
}

// showAll renders the puzzles, with --puzzle, and then the answers. Each answer has its own
// instance, or all have the same one. It returns exitUnsatisfiable if there is no model and at
// least one answer is UNSATISFIABLE.
func (s *settings) showAll(ctx context.Context, call *program.Invocation, known []decode.Options, answers inputs, to renderers) error {
	for i, o := range known {
		if !s.puzzle {
			break
		}
		in, err := o.Instance()
		if err != nil {
			return err
		}
		in = cmp.Or(in, &encode.Instance{N: s.size})
		if err := s.showPuzzle(ctx, in, o.FormulaName, numberOf(i, len(known)), to.puzzles); err != nil {
			return err
		}
	}
	shown, unsatisfiable, marks := 0, false, false
	for i, in := range answers {
		about := known[min(i, len(known)-1)]
		if isSubset(in) {
			err := s.showSubset(ctx, call, in, about, to.answers)
			if unsatisfiable, marks = true, marks || errors.Is(err, errMarked); !errors.Is(err, exitUnsatisfiable) {
				return err
			}
			continue
		}
		of := &subset{names: map[string]string{}}
		results := decode.NewResults(io.TeeReader(in, of), in.Name)
		boards, err := decode.NewReader(results, about)
		if err != nil {
			return err
		}
		if s.puzzle && s.model == 0 {
			err = s.showSolutions(ctx, call, boards, in.Name, numberOf(i, len(known)), to)
		} else {
			err = s.show(ctx, call, boards, to.answers, numberOf(i, len(known)))
		}
		if err == nil {
			err = reportEmpty(call, results, boards.Models(), len(answers) > 1)
		}
		if errors.Is(err, exitUnsatisfiable) && !s.count && !s.verifyOnly {
			board, failure := boards.Instance()
			if failure != nil {
				return failure
			}
			err = s.showConflict(ctx, call, board, of.named(), s.puzzle && len(known) == 1, to.answers)
		}
		if marks = marks || errors.Is(err, errMarked); s.puzzle && !errors.Is(err, errMarked) {
			err = unsolved(err, in.Name, about.FormulaName)
		}
		if failure := renderStatus(ctx, to.answers, err); failure != nil {
			return failure
		}
		if unsatisfiable = unsatisfiable || errors.Is(err, exitUnsatisfiable); err != nil && !errors.Is(err, exitUnsatisfiable) {
			return err
		}
		shown += boards.Models()
	}
	switch {
	case unsatisfiable && shown == 0 && marks:
		return errMarked
	case unsatisfiable && shown == 0:
		return exitUnsatisfiable
	}
	return nil
}

// renderStatus renders UNSATISFIABLE for exitUnsatisfiable and UNKNOWN for errNoAnswer, if the
// renderer can. Otherwise it does nothing.
func renderStatus(ctx context.Context, r decode.Renderer, err error) error {
	to := statusRenderer(r)
	switch {
	case to != nil && errors.Is(err, exitUnsatisfiable):
		return to.RenderStatus(ctx, dimacs.Unsatisfiable)
	case to != nil && errors.Is(err, errNoAnswer):
		return to.RenderStatus(ctx, dimacs.Unknown)
	}
	return nil
}

// statusRenderer returns the renderer r, without --up-to-symmetry, or nil if its format cannot say
// that there is no board.
func statusRenderer(r decode.Renderer) decode.StatusRenderer {
	if f, ok := r.(*firsts); ok {
		r = f.Renderer
	}
	s, _ := r.(decode.StatusRenderer)
	return s
}

// unsolved adds the names of the answer and its puzzle to err if the answer is UNSATISFIABLE,
// UNKNOWN or not an answer at all (a dimacs.SyntaxError). It returns other errors unchanged.
func unsolved(err error, answer, puzzle string) error {
	switch {
	case errors.Is(err, exitUnsatisfiable):
		return fmt.Errorf("%s: expected a solution of the puzzle %s, found UNSATISFIABLE", answer, puzzle)
	case errors.Is(err, errNoAnswer):
		return fmt.Errorf("%s: expected a solution of the puzzle %s, found UNKNOWN", answer, puzzle)
	case errors.As(err, new(*dimacs.SyntaxError)):
		return fmt.Errorf("%w (an answer to the puzzle %s)", err, puzzle)
	}
	return err
}

// numberOf returns the number of puzzle i on a worksheet, or 0 if there is only one puzzle.
func numberOf(i, of int) int {
	if of > 1 {
		return i + 1
	}
	return 0
}

// show renders all models, or only model s.model if that is not 0. Each board gets puzzle as its
// number on a worksheet; 0 means none. If s.model is larger than the number of models, show
// returns the error of tooFew. At the end of an optimisation problem, it reports the optimum.
func (s *settings) show(ctx context.Context, call *program.Invocation, boards *decode.Reader, renderer decode.Renderer, puzzle int) error {
	objective, aim := "", encode.Aim("") // of the last board
	for number := int64(1); ; number++ {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if number < s.model {
			if err := boards.Skip(); err == io.EOF {
				return s.tooFew(boards.Models())
			} else if err != nil {
				return err
			}
			continue
		}
		p, err := boards.Read()
		switch {
		case err == io.EOF && s.model > 0:
			return s.tooFew(boards.Models())
		case err == io.EOF && aim != "":
			reportOptimum(call, aim, objective, boards.Optimal())
			return nil
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if p.Number, aim = puzzle, p.Aim; aim != "" {
			objective = p.Objective()
		}
		if err := renderer.Render(ctx, p); err != nil || number == s.model {
			return err
		}
	}
}

// reportOptimum prints the number of queens or colours of the last board. If it is not known to be
// the optimum, reportOptimum says so.
func reportOptimum(call *program.Invocation, aim encode.Aim, objective string, optimal bool) {
	switch {
	case optimal:
		call.Notice("optimum: %s", objective)
	case aim == encode.Minimum:
		call.Notice("%s; fewer may suffice, because the solver was stopped", objective)
	default:
		call.Notice("%s; more may be possible, because the solver was stopped", objective)
	}
}

// tooFew returns the error for a result with fewer than s.model models. It returns nil if there
// are no models, because reportEmpty reports that case.
func (s *settings) tooFew(models int) error {
	if models == 0 {
		return nil
	}
	return fmt.Errorf("--model: expected at least %d models, found %d", s.model, models)
}

var errNoAnswer = errors.New("the solver found no answer (UNKNOWN)")

// reportEmpty reports a result without models. If the result is UNSATISFIABLE, or its count is 0,
// reportEmpty prints a notice and returns exitUnsatisfiable. Otherwise it returns an error that
// says what the result contains: only a count, only the status SATISFIABLE, or no answer. If
// several is true, the notice contains the name of the result. If models > 0, reportEmpty
// returns nil.
func reportEmpty(call *program.Invocation, r decode.Results, models int, several bool) error {
	if models > 0 {
		return nil
	}
	noSolution := "no solution"
	if several {
		noSolution = r.Name() + ": no solution"
	}
	if sat, ok := r.(*decode.SATResults); ok {
		if n := sat.Count(); n != nil && n.Sign() == 0 {
			call.Notice("%s", noSolution)
			return exitUnsatisfiable
		}
		if err := onlyCounted(sat.ResultReader); err != nil {
			return err
		}
	}
	switch r.Status() {
	case dimacs.Unsatisfiable:
		call.Notice("%s", noSolution)
		return exitUnsatisfiable
	case dimacs.Satisfiable:
		return fmt.Errorf("%s: the formula is satisfiable, but the result contains no model (minisat writes it to the file named after the formula)", r.Name())
	}
	return fmt.Errorf("%s: %w", r.Name(), errNoAnswer)
}

// onlyCounted returns an error if the result without models is a count, complete or not, and does
// not say UNSATISFIABLE. Otherwise it returns nil.
func onlyCounted(r *dimacs.ResultReader) error {
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

// hinted adds advice to four errors: a wrong number of queens, a board that no comment
// describes, an unknown size, and too many boards for one picture. For example, it advises to
// give the size with --size N. It advises --cnf only without --cnf. It returns other errors unchanged.
func (s *settings) hinted(err error) error {
	other, sized := "if the instance was shuffled or is not the puzzle of N queens, give it with --cnf FILE", "if the model has auxiliary variables, give the size, such as -n 8"
	given := len(s.cnf) > 0
	switch {
	case errors.As(err, new(*decode.QueensError)) && given:
		return fmt.Errorf("%w (%s)", err, sized)
	case errors.As(err, new(*decode.QueensError)):
		return fmt.Errorf("%w (%s; %s)", err, sized, other)
	case errors.As(err, new(*decode.UndescribedError)) && !given:
		return fmt.Errorf("%w (%s)", err, other)
	case errors.Is(err, decode.ErrSizeUnknown) && given:
		return fmt.Errorf("%w (give it with --size N)", err)
	case errors.Is(err, decode.ErrSizeUnknown):
		return fmt.Errorf("%w (give it with --size N, or the instance with --cnf FILE)", err)
	case errors.Is(err, decode.ErrSheetFull):
		return fmt.Errorf("%w (choose one with --model K, or show all with --format html)", err)
	}
	return err
}
