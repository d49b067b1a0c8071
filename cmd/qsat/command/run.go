package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"time"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/memory"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// run answers the question that the command line asks.
func (s *settings) run(ctx context.Context, call *program.Invocation) error {
	if err := s.check(call); err != nil {
		return err
	}
	if len(call.Args) == 2 { // as minisat has it
		return program.Usagef("expected one FILE, found a second argument %q: the answer goes to a file with -o %[1]s", call.Args[1])
	}
	name, err := call.AtMostOne("FILE")
	if err != nil {
		return err
	}
	form, err := s.chooseForms(call)
	if err != nil {
		return err
	}
	ctx, release := s.limited(ctx)
	defer release()
	out, err := output.Create(ctx, call.Output, call.Stdout, form.answer)
	if err != nil {
		return err
	}
	defer out.Abort()
	if s.cubes > 0 {
		if err := s.split(ctx, call, name, out); err != nil {
			return err
		}
		return out.Commit()
	}
	if s.part.K > 0 {
		if err := s.answerPart(ctx, call, name, form, out); err != nil {
			return err
		}
		return out.Commit()
	}
	r := newReport(out, s.noModel)
	r.assumed = call.Given("assume")
	code, err := s.answer(ctx, call, name, form, r)
	if err == nil {
		if cause := context.Cause(ctx); errors.As(cause, new(*memory.ExceededError)) {
			call.Notice("%v", cause)
		}
		err = r.flush()
	}
	if err == nil {
		err = out.Commit()
	}
	if err == nil && r.incomplete {
		r.stopped()
	}
	if err != nil || s.exitZero {
		return err
	}
	return program.ExitCode(code)
}

// limited sets the limits of --threads, --timeout and --memory, until what it returns is called.
func (s *settings) limited(ctx context.Context) (context.Context, func()) {
	ctx, release := s.Within(ctx)
	if s.threads == 0 {
		return ctx, release
	}
	// for all that runs, searches next to each other and the garbage collector, too
	old := runtime.GOMAXPROCS(min(s.threads, runtime.NumCPU()))
	return ctx, func() {
		release()
		runtime.GOMAXPROCS(old)
	}
}

// questions are the flags that ask for something else than one model, of which a run
// answers one.
var questions = []string{"models", "all", "count", "split", "core"}

// check refuses flags that do not go together.
func (s *settings) check(call *program.Invocation) error {
	question := ""
	for _, q := range questions {
		if call.Given(q) && question != "" {
			return program.Usagef("one question a run: --%s and --%s are two", question, q)
		} else if call.Given(q) {
			question = q
		}
	}
	s.enumerate = s.all || question == "models"
	several := s.enumerate || s.count
	for _, wrong := range []struct {
		is   bool
		what string
	}{
		{s.external != nil && call.Given("engine"), "--solver and --engine"},
		{s.external != nil && question != "" && !s.core, "--solver and --" + question},
		{s.external != nil && s.proof != "", "--solver and --proof"},
		{s.external != nil && s.part.K > 0, "--solver and --part"},
		{s.cubes > 0 && (s.proof != "" || s.verify), "--split and --proof or --verify"},
		{s.part.K > 0 && question != "" && !s.all && !s.count, "--part and --" + question},
		{s.part.K > 0 && s.verify, "--part and --verify"},
		{s.part.K > 0 && s.excluded != "", "--part and --models-excluded"},
	} {
		if wrong.is {
			return program.Usagef("%s do not go together", wrong.what)
		}
	}
	switch {
	case s.excluded != "" && (s.proof == "" || !s.all && !s.count):
		return program.Usagef("--models-excluded needs --proof FILE and --all or --count")
	case s.proof != "" && several && s.excluded == "":
		return program.Usagef("--proof with --%s needs --models-excluded FILE", question)
	case s.external != nil && s.external.Proves() != s.verify:
		return program.Usagef("--verify needs {proof} in the command of --solver, and {proof} needs --verify")
	case s.binary && s.proof == "":
		return program.Usagef("--binary-proof needs --proof FILE")
	case s.core && !call.Given("assume"):
		return program.Usagef("--core needs --assume LITS")
	}
	return nil
}

// answer reads the formula, finds the answer and reports it. The end of the
// context is an answer, too. The proof is created before anything is read, as
// its name may be wrong.
func (s *settings) answer(ctx context.Context, call *program.Invocation, name string, form forms, r *report) (int, error) {
	statistics, watch := &statistics{start: time.Now()}, s.watch(call)
	if watch != nil {
		defer watch.status.Clear()
		r.clear, r.stopped = watch.status.Clear, func() { watch.stopped(call, r.models) }
	}
	if err := s.guardSolver(ctx); err != nil {
		return 0, err
	}
	p, err := s.createProof(ctx, call, form.proof)
	if err != nil {
		if isStop(ctx, err) {
			return r.unknown(), nil
		}
		return 0, err
	}
	defer p.abort()
	x, err := s.createExcluded(ctx, call, form, p)
	defer x.abort()
	if err != nil {
		return 0, err
	}
	t, err := s.readTask(ctx, call, name)
	if err != nil {
		if isStop(ctx, err) {
			return r.unknown(), nil
		}
		return 0, err
	}
	statistics.parse = time.Since(statistics.start)
	if r.part != nil {
		if err := s.deal(ctx, name, t, r); err != nil {
			return 0, err
		}
	}
	r.describe(t)
	if s.verbose {
		if err := statistics.reportRead(r.w, t, name); err != nil {
			return 0, err
		}
	}
	if s.stats || s.verbose {
		t.Stats = &engine.Stats{}
	}
	if watch != nil {
		watch.searching()
		t.Progress = watch.show
	}
	code, err := s.ask(ctx, t, p, x, r)
	if err == nil && (s.stats || s.verbose) {
		statistics.report(r.w, t)
	}
	return code, err
}

// guardSolver keeps outputs off the files of --solver.
func (s *settings) guardSolver(ctx context.Context) error {
	if s.external == nil {
		return nil
	}
	for _, name := range s.external.Files() {
		if err := opened.From(ctx).InputPath(name); err != nil {
			return err
		}
	}
	return nil
}

// ask finds the answer to a task and reports it.
func (s *settings) ask(ctx context.Context, t *engine.Task, p *proofFile, x *exclusion, r *report) (int, error) {
	e := engine.Checked(s.newEngine())
	switch {
	case s.part.K > 0:
		e = engine.Share(e, t.Formula.Cubes, s.part.I-1, s.part.K)
	case t.Formula.Incremental && len(t.Formula.Cubes) > 0:
		e = engine.Cubes(e, t.Formula.Cubes)
	}
	switch {
	case s.count:
		return s.countModels(ctx, e, t, p, x, r)
	case s.enumerate:
		return s.enumerateModels(ctx, e, t, p, x, r)
	}
	a, status, err := s.solve(ctx, e, t, p, r)
	if r.part != nil && p != nil && err == nil {
		r.nameProof(p)
	}
	return r.single(ctx, t, a, status, stopped(ctx, err))
}

// errStopped stands for every end of the context: what is known counts.
var errStopped = errors.New("stopped")

// stopped returns errStopped for an error that the end of ctx has caused.
func stopped(ctx context.Context, err error) error {
	if isStop(ctx, err) {
		return errStopped
	}
	return err
}

// isStop reports whether an error is an end of ctx that leaves time for an
// answer. The end of the address space does not.
func isStop(ctx context.Context, err error) bool {
	var exceeded *memory.ExceededError
	if errors.As(context.Cause(ctx), &exceeded) && exceeded.Of != formula.MemoryFlag {
		return false
	}
	return err != nil && ctx.Err() != nil && (errors.Is(err, context.Cause(ctx)) || errors.Is(err, ctx.Err()))
}

// errEnough ends an enumeration that has found as many models as were asked for.
var errEnough = errors.New("enough models")

// enumerateModels prints models as they are found. One goroutine searches and
// checks while another prints.
func (s *settings) enumerateModels(ctx context.Context, e engine.Engine, t *engine.Task, p *proofFile, x *exclusion, r *report) (int, error) {
	printer := newPrinter(func(a *dimacs.Assignment) error { return r.model(ctx, t, a) })
	found := int64(0)
	err := e.Enumerate(ctx, t, func(a *dimacs.Assignment) error {
		if err := cmp.Or(printer.print(a), x.add(t, a)); err != nil {
			return err
		}
		if found++; found == s.models {
			return errEnough
		}
		return nil
	})
	if perr := printer.close(); perr == errStopped {
		err = errStopped
	} else if perr != nil {
		return 0, perr
	}
	if err == nil {
		err = s.proveFound(ctx, e, t, p, x, found == 0, r)
	}
	if err = stopped(ctx, err); err != nil && err != errStopped && err != errEnough {
		return 0, err
	}
	return r.enumerated(t, err), nil
}

// countModels prints the number of models.
func (s *settings) countModels(ctx context.Context, e engine.Engine, t *engine.Task, p *proofFile, x *exclusion, r *report) (int, error) {
	n := dimacs.Count{M: new(big.Int)}
	var err error
	if x != nil {
		err = e.Enumerate(ctx, t, func(a *dimacs.Assignment) error {
			n.M.Add(n.M, big.NewInt(1))
			return x.add(t, a)
		})
	} else if r.split != nil {
		n, err = r.split.Share(ctx, s.part.I-1, s.part.K)
	} else {
		n, err = e.Count(ctx, t)
	}
	if err == nil {
		err = s.proveFound(ctx, e, t, p, x, n.IsZero(), r)
	}
	if err = stopped(ctx, err); err != nil && err != errStopped {
		return 0, err
	}
	if t.Weights == nil || err == errStopped {
		return r.counted(t, s.Projects(t.Formula), n, err == errStopped), nil
	}
	if !n.IsZero() {
		return r.weighted(t, s.Projects(t.Formula), n, true), nil
	}
	a, err := e.Solve(ctx, t) // weights may be 0, or add up to it
	if err = stopped(ctx, err); err != nil && err != errStopped {
		return 0, err
	}
	if err == errStopped {
		return r.unknown(), nil
	}
	return r.weighted(t, s.Projects(t.Formula), n, a != nil), nil
}

// solve finds one model, or the assumptions that have failed, and writes the proof
// that was asked for.
func (s *settings) solve(ctx context.Context, e engine.Engine, t *engine.Task, p *proofFile, r *report) (*dimacs.Assignment, dimacs.Status, error) {
	if p != nil && !s.core { // the proof of a core comes after it
		return s.prove(ctx, e, t, p, r)
	}
	a, status, err := s.find(ctx, e, t)
	if err != nil || !s.core {
		return a, status, err
	}
	if status == dimacs.Unsatisfiable {
		minimal, err := s.minimize(ctx, e, t)
		if err != nil {
			return nil, dimacs.Unknown, err
		}
		r.notMinimal = !minimal
	}
	if p != nil && (s.proof != "" || status == dimacs.Unsatisfiable) {
		core := t.FailedOrAll()
		if status == dimacs.Satisfiable {
			core = t.Assume
		}
		return s.prove(ctx, e, t.Under(core), p, r)
	}
	return a, status, nil
}

// find finds one model.
func (s *settings) find(ctx context.Context, e engine.Engine, t *engine.Task) (*dimacs.Assignment, dimacs.Status, error) {
	if s.external != nil {
		return s.external.Solve(ctx, t.Formula, t.Assume)
	}
	a, err := e.Solve(ctx, t)
	switch {
	case err != nil:
		return nil, dimacs.Unknown, err
	case a == nil:
		return nil, dimacs.Unsatisfiable, nil
	}
	return a, dimacs.Satisfiable, nil
}

// prove does the same and writes a proof, which with --verify is checked.
func (s *settings) prove(ctx context.Context, e engine.Engine, t *engine.Task, p *proofFile, r *report) (*dimacs.Assignment, dimacs.Status, error) {
	if s.external == nil {
		t.Proof = p
	} else {
		s.external.Proof = p.checked
	}
	a, status, err := s.find(ctx, e, t)
	if err != nil && (!isStop(ctx, err) || s.part.K > 0) {
		return nil, dimacs.Unknown, err
	}
	if perr := p.commit(); perr != nil {
		return nil, dimacs.Unknown, fmt.Errorf("proof: %w", perr)
	}
	if s.verify && err == nil && status == dimacs.Unsatisfiable {
		if err := p.verify(ctx, formula.WithUnits(t.Formula, t.Assume)); err != nil {
			return nil, dimacs.Unknown, err
		}
		r.verified = true
	}
	return a, status, err
}

// proveFound has it proved, where that is asked for, that all models were found, or that
// there is none.
func (s *settings) proveFound(ctx context.Context, e engine.Engine, t *engine.Task, p *proofFile, x *exclusion, none bool, r *report) error {
	switch {
	case x != nil:
		return s.proveComplete(ctx, t, x, r)
	case none:
		return s.confirm(ctx, e, t, p, r)
	}
	return nil
}

// confirm has an answer proved, with --verify, that there is no model.
func (s *settings) confirm(ctx context.Context, e engine.Engine, t *engine.Task, p *proofFile, r *report) error {
	if p == nil {
		return nil
	}
	_, status, err := s.prove(ctx, e, t, p, r)
	if err == nil && status != dimacs.Unsatisfiable {
		err = errors.New("internal error: there is a model, but none was found")
	}
	return err
}
