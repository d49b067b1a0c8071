package command

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"queens/cmd/internal/input"
	"queens/cmd/internal/manifest"
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/verdict"
	"queens/cmd/qsat/sat"
	"queens/decode/read"
	"queens/dimacs"
	"queens/dimacs/result"
	"queens/encode"
)

// maxAhead is the largest number of bytes at the start of an input that are read to recognize its kind.
const maxAhead = 16 << 20

// aboutInstances reports whether qshow shows instances, with --puzzle or as a lesson. Then the
// inputs besides --cnf may be instances; otherwise they are answers.
func (s *settings) aboutInstances() bool { return s.puzzle || s.isLesson() }

// answersApart reports whether the answers get a file of their own.
func (s *settings) answersApart() bool { return s.answersTo != "" && s.answersTo != "-" }

// needsClauses reports whether qshow reads the clauses of instances even without answers.
func (s *settings) needsClauses() bool { return s.isLesson() || s.answersTo != "" }

// inputs are opened inputs.
type inputs []*input.File

func (all inputs) close() {
	for _, in := range all {
		in.Close()
	}
}

// open reads the instances into known and opens the answers, which it returns in all. The caller must close
// them, also after an error. This happens before the output is created, so that an output with the name of an
// input is noticed. Without names, the input besides --cnf is standard input, unless qshow shows the instances
// of --cnf.
//
// With --puzzle or for a lesson, a name may be a directory, which expand replaces; then sortSet sorts the
// instances. If --answers has no answers to write, open solves the puzzles. In other cases, known has an
// element for each --cnf, or without --cnf one element with the size of the board. It is a usage error if two
// inputs come from standard input, if checkAnswers refuses the numbers of inputs, or if --play gets answers
// without --answers. Other errors come from expand, readInstance, input.Open, puzzles and solve.
func (s *settings) open(ctx context.Context, call *program.Invocation) (known []read.Options, all inputs, err error) {
	names, awaited, isSet := call.Args, "the answer of a solver", false
	if s.aboutInstances() {
		if names, isSet, err = expand(names); err != nil {
			return nil, nil, err
		}
	}
	if len(names) == 0 && (len(s.cnf) == 0 || !s.aboutInstances()) {
		names = []string{"-"}
	}
	given := slices.Concat(s.cnf, names)
	if first := slices.Index(given, "-"); first >= 0 && slices.Contains(given[first+1:], "-") {
		return nil, nil, program.Usagef("only one input can come from standard input")
	}
	if !s.aboutInstances() {
		if err := checkAnswers(len(s.cnf), len(names)); err != nil {
			return nil, nil, err
		}
	}
	for _, name := range s.cnf {
		read, err := s.readInstance(ctx, call, name, len(names) > 0 || s.needsClauses())
		if err != nil {
			return nil, nil, err
		}
		known = append(known, read...)
	}
	if s.aboutInstances() && len(s.cnf) == 0 {
		awaited = "an instance"
	}
	for _, name := range names {
		call.Await(name, awaited)
		in, err := input.Open(ctx, name, call.Stdin)
		if err != nil {
			return nil, all, err
		}
		all = append(all, in)
	}
	if s.aboutInstances() {
		known, answers, err := s.puzzles(ctx, known, all)
		if isSet {
			sortSet(known)
		}
		if err == nil && s.answersTo != "" && len(answers) == 0 {
			answers, err = s.solve(ctx, known)
		}
		if err == nil && s.look.Play && !s.answersApart() && len(answers) > 0 {
			err = program.Usagef("--play makes a page without answers: expected --answers FILE for the answer in %s", answers[0].Name)
		}
		return known, answers, err
	}
	if len(known) == 0 {
		known = []read.Options{s.options()}
	}
	return known, all, nil
}

// checkAnswers returns a usage error unless there is no answer, one answer per instance, or at most one
// instance. The arguments are the numbers of instances and answers.
func checkAnswers(instances, answers int) error {
	if instances > 1 && answers > 0 && answers != instances {
		return program.Usagef("expected an answer for each of the %d instances, found %d", instances, answers)
	}
	return nil
}

// puzzles divides the inputs into instances and answers by their content. It appends the instances to known,
// which holds the instances of --cnf, and returns both lists. The inputs that it returns stay open, also after
// an error; it closes the others. Answer i belongs to instance i, or to the only instance. It is an error if
// an input cannot be read, if there is no instance, if a lesson has several or gets an answer without a board,
// or if answers remain without an instance. If all instances come from --cnf, one instance may have several
// answers, and several instances need an answer each or none at all.
func (s *settings) puzzles(ctx context.Context, known []read.Options, all inputs) ([]read.Options, inputs, error) {
	var formulas, answers inputs
	for _, in := range all {
		is, err := isInstance(in)
		switch {
		case err != nil:
			return nil, all, err
		case is:
			formulas = append(formulas, in)
		default:
			answers = append(answers, in)
		}
	}
	defer formulas.close()
	for _, in := range formulas {
		read, err := s.readOpened(ctx, in, len(answers) > 0 || s.needsClauses())
		if err != nil {
			return nil, answers, err
		}
		known = append(known, read...)
	}
	switch n := len(known); {
	case n == 0 && s.isLesson():
		return nil, answers, errNoLesson
	case n == 0:
		return nil, answers, errNoPuzzle
	case n > 1 && s.isLesson():
		return nil, answers, fmt.Errorf("a lesson needs exactly one formula, found %d, such as %s and %s", n, known[0].FormulaName, known[1].FormulaName)
	case len(answers) > 0 && s.isLesson() && isBoardless(known[0]):
		return nil, answers, fmt.Errorf("%s: a lesson about a formula without a board shows no answer: expected only the formula", answers[0].Name)
	case len(formulas) == 0:
		return known, answers, checkAnswers(n, len(answers))
	case len(answers) > n:
		return nil, answers, fmt.Errorf("%s: expected no more answers than puzzles, found %d for %d", answers[n].Name, len(answers), n)
	}
	return known, answers, nil
}

// isBoardless reports whether the comments of an instance are right and describe no board.
func isBoardless(o read.Options) bool {
	in, err := o.Instance()
	return in == nil && err == nil
}

var (
	errNoPuzzle = program.Usagef("--puzzle needs a formula: FILE, --cnf FILE or standard input")
	errNoLesson = program.Usagef("a lesson needs a formula: FILE, --cnf FILE or standard input")
)

// isInstance reports whether an input is an instance and not an answer. Afterwards the input is at its
// start again. The error is an error of lookAhead.
func isInstance(in *input.File) (bool, error) {
	var head read.Head
	var err error
	in.Reader, err = lookAhead(in.Reader, func(r io.Reader) { head, _ = read.ReadHead(r, in.Name) })
	return head.Instance, err
}

// lookAhead calls look with a reader of at most maxAhead bytes of the input in, and returns a reader of the
// whole input, from the position before. For an *os.File, this is the file. The next reader gets any error of
// reading; lookAhead itself returns only an error of seeking in a file, and look is not called if the first
// seek fails.
func lookAhead(in io.Reader, look func(r io.Reader)) (whole io.Reader, err error) {
	file, ok := in.(*os.File)
	if !ok {
		var seen bytes.Buffer
		look(io.LimitReader(io.TeeReader(in, &seen), maxAhead))
		return io.MultiReader(&seen, in), nil
	}
	start, err := file.Seek(0, io.SeekCurrent)
	if err == nil {
		look(io.LimitReader(file, maxAhead))
		_, err = file.Seek(start, io.SeekStart)
	}
	return file, err
}

func (s *settings) options() read.Options {
	return read.Options{Size: s.size, NoVerify: s.noVerify || s.look.Attacks}
}

// checkModel returns a function for read.Options that checks models of the formula called name. The function
// returns an error if the model violates the formula or has a variable above f.Vars, or if ctx ends. A
// variable without a value counts as false, because solvers leave out variables that occur in no clause. But
// if a model has values only for variables of the projection, the other variables are unassigned. Then the
// model violates the formula if unit propagation falsifies a clause.
func checkModel(ctx context.Context, f *dimacs.Formula, name string) func(model []dimacs.Lit) error {
	var project []int
	if len(f.Projection) < f.Vars {
		project = slices.Sorted(slices.Values(f.Projection))
	}
	models := verdict.NewModels(f, project, true)
	return func(model []dimacs.Lit) error {
		var given dimacs.Assignment
		for _, l := range model {
			if l.Var() > f.Vars {
				return fmt.Errorf("the model has a value for variable %d, but %s has only %d variables", l.Var(), name, f.Vars)
			}
			given.Set(l.Var(), true)
		}
		model = slices.Clone(model)
		for _, v := range project {
			if !given.Value(v) {
				model = append(model, -dimacs.Lit(v))
			}
		}
		wrong, err := models.Check(ctx, model, true)
		if wrong != "" {
			return fmt.Errorf("the model violates %s: %s", name, wrong)
		}
		if ctx.Err() != nil {
			return err
		}
		return nil // an error means that unit propagation does not decide
	}
}

// readInstance opens the file called name, where "-" is standard input, and returns the result of readOpened,
// which gets clauses. It closes the file.
func (s *settings) readInstance(ctx context.Context, call *program.Invocation, name string, clauses bool) ([]read.Options, error) {
	call.Await(name, "an instance")
	in, err := input.Open(ctx, name, call.Stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return s.readOpened(ctx, in, clauses)
}

// readOpened returns the description of each instance in an input, as readOne returns it for clauses. It
// expects one instance, or at least one if qshow shows instances (aboutInstances). It returns the first error
// of reading.
func (s *settings) readOpened(ctx context.Context, in *input.File, clauses bool) ([]read.Options, error) {
	if !s.aboutInstances() {
		o, err := s.readOne(ctx, in, in.Name, clauses)
		return []read.Options{o}, err
	}
	var known []read.Options
	all := read.NewInstances(in.Reader, in.Name)
	for more := true; more; {
		name := in.Name
		if len(known) > 0 {
			name += fmt.Sprintf(", formula %d", len(known)+1)
		}
		o, err := s.readOne(ctx, all, name, clauses)
		if err != nil {
			return nil, err
		}
		known = append(known, o)
		if more, err = all.Next(); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// readOne reads one instance, which errors call name. If it may be a CNF (see read.Head) and clauses is true,
// readOne returns its clauses and comments in Options.Formula, and a check of models in Options.CheckModel.
// Otherwise it returns only its comments, in Options.Puzzle. Then it is an error if there are no comments,
// except for a CNF with --size and for a lesson.
func (s *settings) readOne(ctx context.Context, in io.Reader, name string, clauses bool) (read.Options, error) {
	o := s.options()
	o.FormulaName = name
	if f, ok := in.(*input.File); ok {
		in = f.Reader
	}
	var head read.Head
	var failure error
	text, err := lookAhead(in, func(r io.Reader) { head, failure = read.ReadHead(r, name) })
	if err == nil && head.Clauses && clauses {
		o.Formula, err = dimacs.ReadFormula(ctx, text, dimacs.Options{Name: name, Keys: encode.Keys, Soft: true, DeferProjection: true, Names: s.isLesson()})
		if err == nil {
			o.CheckModel = checkModel(ctx, o.Formula, name)
		}
		return o, err
	}
	o.Puzzle, err = head.Comments, cmp.Or(err, failure)
	if err == nil && len(o.Puzzle) == 0 && !s.isLesson() && (s.size.N == 0 || !head.Clauses) {
		err = fmt.Errorf("%s: expected comments that describe the board, found none", name)
	}
	return o, err
}

// expand replaces each directory by the files that its manifest lists or, if there are no such files, by its
// instances, sorted by name. isSet reports whether there was a directory. It is an error if neither finds a
// file, or if the directory or its manifest cannot be read. expand keeps names that do not exist.
func expand(names []string) (files []string, isSet bool, err error) {
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil || !info.IsDir() { // whoever opens the file reports the error
			files = append(files, name)
			continue
		}
		set, err := manifest.Read(name)
		if err != nil {
			return nil, true, err
		}
		var all []string
		for _, r := range set.Records {
			all = append(all, r.Name)
		}
		if all == nil {
			all, err = manifest.Instances(name)
		}
		if err == nil && len(all) == 0 {
			err = fmt.Errorf("%s: expected formulas, found none", name)
		}
		if err != nil {
			return nil, true, err
		}
		for _, file := range all {
			files = append(files, filepath.Join(name, file))
		}
		isSet = true
	}
	return files, isSet, nil
}

// sortSet sorts puzzles by difficulty, then by size, then by seed, which is 0 if there is no seed. Puzzles
// that are equal in all three keep their order. Puzzles without a difficulty come first, and puzzles without a
// readable description before them.
func sortSet(known []read.Options) {
	key := func(o read.Options) []int64 {
		in, err := o.Instance()
		if err != nil || in == nil { // whoever shows the puzzle reports the error
			return nil
		}
		difficulty := slices.Index(encode.Difficulties(), in.Puzzle)
		return []int64{int64(difficulty), int64(in.N), *cmp.Or(in.Seed, new(int64))}
	}
	slices.SortStableFunc(known, func(a, b read.Options) int { return slices.Compare(key(a), key(b)) })
}

// solve solves each puzzle and returns its answer as an input with the name of the puzzle, in the form that a
// solver writes. A puzzle without clauses and without a description is the standard puzzle of the size --size.
// It is an error if a formula cannot be made or solved, or if ctx ends.
func (s *settings) solve(ctx context.Context, known []read.Options) (answers inputs, err error) {
	for _, o := range known {
		f := o.Formula
		if f == nil {
			in, err := o.Instance()
			if err == nil {
				f, err = cmp.Or(in, &encode.Instance{N: s.size.N, Columns: s.size.Columns}).Formula(ctx)
			}
			if err != nil {
				return nil, err
			}
		}
		status, model, err := answer(ctx, f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.FormulaName, err)
		}
		var text bytes.Buffer
		w := result.NewWriter(&text)
		if status == dimacs.Satisfiable && f.Soft != nil {
			w.OptimumFound()
		} else {
			w.Status(status)
		}
		if status == dimacs.Satisfiable {
			w.Model(model.Lits(f.Vars))
		}
		w.Flush() // a bytes.Buffer returns no errors
		answers = append(answers, &input.File{Reader: &text, Name: o.FormulaName})
	}
	return answers, nil
}

// answer returns the status of a formula and a model, or nil if there is no model. With soft clauses, the
// model is an optimum. The model depends only on the formula. The error is an error of package sat, such as
// the cause of ctx.
func answer(ctx context.Context, f *dimacs.Formula) (dimacs.Status, *dimacs.Assignment, error) {
	p, o := sat.Problem{Formula: f}, sat.Options{Threads: 1}
	if f.Soft != nil {
		best, err := sat.Minimize(ctx, p, o, nil)
		return best.Status, best.Model, err
	}
	one, err := sat.Solve(ctx, p, o)
	return one.Status, one.Model, err
}
