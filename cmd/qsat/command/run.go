package command

import (
	"context"
	"errors"
	"runtime"
	"time"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/memory"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
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
	to, err := s.outputs(call)
	if err != nil {
		return err
	}
	ctx, release := s.limited(ctx)
	defer release()
	out, err := call.Create(ctx, to.answer)
	if err != nil {
		return err
	}
	defer out.Abort()
	switch {
	case s.cubes > 0:
		return out.CommitAfter(s.split(ctx, call, name, out))
	case s.part.K > 0:
		return s.answerPart(ctx, call, name, to, out)
	}
	r := newReport(out, s.noModel)
	defer r.leave()
	r.assumed, r.core, r.drawn = call.Given("assume"), s.core, s.samples > 0
	code, err := s.answer(ctx, call, name, to, r)
	if err == nil {
		if cause := context.Cause(ctx); errors.As(cause, new(*memory.ExceededError)) {
			call.Notice("%v", cause)
		}
		err = r.flush()
	}
	if err = out.CommitAfter(err); err != nil {
		return err
	}
	if r.incomplete {
		r.stopped()
	} else if err = r.forget(); err != nil {
		return err
	}
	if s.exitZero {
		return nil
	}
	return program.ExitCode(code)
}

// limited sets the limits of --threads, --timeout and --memory, until what it returns is called.
func (s *settings) limited(ctx context.Context) (context.Context, func()) {
	ctx, release := s.Within(ctx)
	if s.threads == 0 {
		return ctx, release
	}
	s.threads = min(s.threads, runtime.NumCPU())
	// for all that runs, searches next to each other and the garbage collector, too
	old := runtime.GOMAXPROCS(s.threads)
	return ctx, func() {
		release()
		runtime.GOMAXPROCS(old)
	}
}

// questions are the flags that ask for something else than one model, of which a run
// answers one.
var questions = []string{"models", "all", "count", "sample", "split", "core"}

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
	s.enumerate = s.all || question == "models" || question == "sample"
	for _, wrong := range []struct {
		is   bool
		what string
	}{
		{s.external != nil && call.Given("engine"), "--solver and --engine"},
		{s.external != nil && question != "" && !s.core, "--solver and --" + question},
		{s.external != nil && s.proof != "", "--solver and --proof"},
		{s.external != nil && s.part.K > 0, "--solver and --part"},
		{s.cubes > 0 && (s.proof != "" || s.verify || call.Given("engine")), "--split and --proof, --verify or --engine"},
		{s.part.K > 0 && question != "" && !s.all && !s.count, "--part and --" + question},
		{s.part.K > 0 && (s.verify || s.noModel), "--part and --verify or --no-model"},
		{s.part.K > 0 && (s.excluded != "" || s.graph != ""), "--part and --models-excluded or --graph"},
	} {
		if wrong.is {
			return program.Usagef("%s do not go together", wrong.what)
		}
	}
	switch {
	case s.estimate && (!s.count || s.part.K > 0 || s.proof != "" || s.verify || s.excluded != "" || s.kept != ""):
		return program.Usagef("--estimate goes with --count alone: it counts nothing, and has neither parts nor a proof")
	case s.kept != "" && (!s.count || s.excluded != ""):
		return program.Usagef("--checkpoint needs --count, without --models-excluded: it keeps counts")
	case s.kept != "" && (s.proof != "" || s.graph != ""):
		return program.Usagef("--checkpoint keeps the counts of cubes, which are no proof: it does not go with --proof or --graph")
	case s.excluded != "" && (s.proof == "" || !s.all && !s.count):
		return program.Usagef("--models-excluded needs --proof FILE and --all or --count")
	case s.graph != "" && (!s.count || s.excluded != ""):
		return program.Usagef("--graph needs --count, without --models-excluded")
	case s.proof != "" && s.enumerate && s.excluded == "":
		return program.Usagef("--proof with --%s needs --models-excluded FILE", question)
	case s.certifies() && (s.part.K > 0 || call.Given("assume") || s.binary || s.verify):
		return program.Usagef("the certificate of a count is of a whole formula, in text: --proof with --count does not go with --part, --assume, --binary-proof or --verify")
	case s.external != nil && s.external.Proves() != s.verify:
		return program.Usagef("--verify needs {proof} in the command of --solver, and {proof} needs --verify")
	case s.binary && s.proof == "":
		return program.Usagef("--binary-proof needs --proof FILE")
	case s.core && !call.Given("assume"):
		return program.Usagef("--core needs --assume LITS: it is about assumptions; for a core of the clauses see qcheck --used-clauses")
	}
	return nil
}

// answer reads the formula, finds the answer and reports it. The end of the
// context is an answer, too.
func (s *settings) answer(ctx context.Context, call *program.Invocation, name string, to outputs, r *report) (int, error) {
	statistics, watch := &statistics{start: time.Now()}, s.watch(call)
	if watch != nil {
		defer watch.status.Clear()
		r.clear, r.stopped = watch.status.Clear, func() { watch.stopped(call, r.models) }
	}
	q, p, x, e, err := s.open(ctx, call, name, to)
	defer p.abort()
	defer x.abort()
	defer e.abort()
	switch {
	case isStop(ctx, err):
		return r.unknown(), nil
	case err != nil:
		return 0, err
	}
	statistics.parse = time.Since(statistics.start)
	if s.stats || s.verbose {
		q.options.Stats = &sat.Stats{}
	}
	if watch != nil {
		watch.searching()
		q.options.Progress = watch.show
	}
	if r.part != nil || s.kept != "" {
		if err := s.deal(ctx, call, q, p, r); err != nil {
			return 0, q.located(err)
		}
		if cubes := len(q.options.Parts.Cubes); cubes < s.part.K {
			call.Notice("the number of cubes is only %d: %d of the %d parts are empty", cubes, s.part.K-cubes, s.part.K)
		}
	}
	r.describe(q)
	if s.verbose {
		if err := statistics.reportRead(r.w, q, name); err != nil {
			return 0, err
		}
	}
	code, err := s.ask(ctx, q, p, x, e, r)
	if err == nil && (s.stats || s.verbose) {
		statistics.report(r.w, q)
	}
	return code, q.located(err)
}

// open creates the files besides the answer and reads the formula, in this order, as names may
// be wrong.
func (s *settings) open(ctx context.Context, call *program.Invocation, name string, to outputs) (q *question, p *proofFile, x *exclusion, e *evidence, err error) {
	if s.external != nil {
		s.external.Doubt = func(err error) { call.Notice("%v", err) }
		for _, file := range s.external.Files() {
			if err := opened.From(ctx).InputPath(file); err != nil {
				return nil, nil, nil, nil, err
			}
		}
	}
	if p, err = s.createProof(ctx, call, to.proof); err == nil {
		x, err = s.createExcluded(ctx, call, to.excluded)
	}
	if err == nil {
		e, err = s.createEvidence(ctx, call, to)
	}
	if err == nil {
		q, err = s.read(ctx, call, name)
	}
	return q, p, x, e, err
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
