package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"queens/cmd/internal/external"
	"queens/cmd/internal/formula"
	"queens/cmd/internal/generate"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/verdict"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	answer "queens/dimacs/result"

	"github.com/urfave/cli/v2"
)

// reducing holds the values of the flags of `qbench reduce`.
type reducing struct {
	limit, timeout time.Duration
	exitOnly       bool
	checkers       []external.Command
	tries          int
	formula        formula.Flags
}

var reduceRules = []program.Rule{formula.OneSyntax, {Flags: "exit-code", Excludes: "checker", Why: "it checks no answers"}}

func (r *reducing) flags() []cli.Flag {
	r.limit, r.timeout, r.tries = 10*time.Second, formula.NoTimeout, 1
	return append([]cli.Flag{
		&cli.GenericFlag{Name: "limit", Usage: "stop each run of CMD after `TIME`, in seconds or as in 1m30s (default 10)", Value: program.Duration(&r.limit)},
		&cli.BoolFlag{Name: "exit-code", Usage: "compare only how CMD ends, with its exit code or signal, and check no answers: CMD may be any program", Destination: &r.exitOnly},
		checkerFlag(&r.checkers),
		&cli.GenericFlag{Name: "tries", Usage: "run CMD up to `K` times on each smaller formula, if it does not fail each time", Value: program.Integer(&r.tries, 1, 1<<20)},
		&cli.GenericFlag{Name: "timeout", Aliases: []string{"t"}, Usage: "write the smallest formula that was found within `TIME`", Value: program.Duration(&r.timeout)},
	}, r.formula.Syntax()...)
}

// run reduces a formula on which a command fails, writes the result to the output, and prints a notice about
// it. After --timeout or an interrupt, it writes the smallest formula so far, and returns an error for an
// interrupt. It writes nothing and returns an error if the command does not fail, does not fail in the same way
// again, or has not failed by then. Wrong arguments are usage errors.
func (r *reducing) run(ctx context.Context, call *program.Invocation) error {
	if len(call.Args) < 2 {
		return program.Usagef("expected FORMULA -- CMD, found %d arguments", len(call.Args))
	}
	command, err := runnable(external.Of(call.Args[1:]))
	if err != nil {
		return program.Usagef("CMD: %w", err)
	}
	limited, cancel := context.WithTimeoutCause(ctx, r.timeout, fmt.Errorf("%s: CMD did not fail on this formula within %v", call.Args[0], r.timeout))
	defer cancel()
	f, name, err := readFormula(limited, call, &r.formula, call.Args[0], dimacs.Options{Keys: []string{}, Soft: true})
	if err != nil {
		return err
	}
	out, err := createFormula(context.WithoutCancel(ctx), call, call.Output, f.Soft != nil)
	if err != nil {
		return err
	}
	defer out.Abort()
	temporary, remove, err := opened.From(ctx).MakeTemporaryDir("qbench-")
	if err != nil {
		return err
	}
	defer remove()
	t := &tester{command: command, checkers: r.checkers, limit: r.limit, exitOnly: r.exitOnly, dir: filepath.Join(temporary, "run")}
	plain := &dimacs.Formula{Vars: f.Vars, Projection: f.Projection, CountType: f.CountType, Weights: f.Weights, Soft: f.Soft}
	plain = plain.With(slices.Collect(f.Clauses())...)
	failed, err := t.fails(limited, plain, "", r.tries)
	if err != nil {
		return err
	}
	if !failed {
		return fmt.Errorf("%s: CMD does not fail on this formula, written without its comments: expected a crash, a hang or a wrong answer; to keep an exit code, add --exit-code", name)
	}
	first := t.last
	if failed, err = t.fails(ctx, plain, first.kind, r.tries); err == nil && !failed {
		return fmt.Errorf("%s: CMD failed on this formula (%v), but not again, so it is not deterministic: try --tries", name, first)
	}
	status := call.Status()
	t.progress = status.Show
	small, tried := t.reduce(limited, plain, first.kind, r.tries)
	status.Clear()
	if err := out.CommitAfter(small.Write(context.WithoutCancel(ctx), out)); err != nil {
		return err
	}
	soft := ""
	if f.Soft != nil {
		soft = fmt.Sprintf("; %s instead of %d", quantity(len(small.Soft), "soft clause"), len(f.Soft))
	}
	call.Notice("%s: %s and %s instead of %d and %d, after %s: %v%s", name, quantity(small.NumClauses(), "clause"), quantity(small.Vars, "variable"), f.NumClauses(), f.Vars,
		quantity(tried, "trial"), t.last, soft)
	return context.Cause(ctx)
}

// runnable takes and returns the results of a function that parses a command. If err is nil and the program
// of the command is not installed, it returns the error of exec.LookPath.
func runnable(c external.Command, err error) (external.Command, error) {
	if err == nil {
		_, err = exec.LookPath(c.Files()[0])
	}
	return c, err
}

// A tester runs a solver on one small formula after the other, and finds out how it fails.
type tester struct {
	command  external.Command
	checkers []external.Command  // of --checker
	limit    time.Duration       // for each run
	exitOnly bool                // ignore answers: every run is a failure, whose kind says how it ended, such as its exit code
	simplify bool                // test the simplification of package sat instead of the command
	seed     uint64              // of the function simplified
	dir      string              // for the formula, the proof and the result; emptied before each run
	last     failure             // the last failure with which the method fails returned true
	progress func(func() string) // shows the progress of a reduction; nil shows nothing
}

// answerCodes are the exit codes after an answer. Clasp ends with the last code after the last model.
var answerCodes = []int{program.ExitDone, program.ExitSatisfiable, program.ExitUnsatisfiable, program.ExitOptimum}

// A failure describes how a solver fails on a formula.
type failure struct {
	kind string // such as "wrong model"; "" if the solver does not fail
	note string // details, which may differ between failures of one kind; or ""
}

// String returns the kind and the note.
func (f failure) String() string {
	if f.note == "" {
		return f.kind
	}
	return f.kind + ": " + f.note
}

// run runs the solver on f and returns its failure, with an empty kind if it does not fail. With t.exitOnly,
// it returns how the run ended, as a failure. run empties t.dir, or creates it, and sets t.command.Tolerant. It
// returns an error if it could not start the solver or write its files, or the cause of ctx.
func (t *tester) run(ctx context.Context, f *dimacs.Formula) (failure, error) {
	if t.simplify {
		limited, cancel := context.WithTimeout(ctx, t.limit)
		defer cancel()
		return simplified(limited, f, t.seed)
	}
	if err := errors.Join(os.RemoveAll(t.dir), os.Mkdir(t.dir, 0o700)); err != nil {
		return failure{}, err
	}
	name, proof := filepath.Join(t.dir, "formula."+format(f.Soft != nil)), filepath.Join(t.dir, "proof")
	var text bytes.Buffer
	if err := cmp.Or(f.Write(ctx, &text), os.WriteFile(name, text.Bytes(), 0o600)); err != nil {
		return failure{}, err
	}
	t.command.Tolerant = true
	m, err := t.command.Measure(ctx, name, f.Vars, external.Limits{Time: t.limit}, t.dir, proof)
	switch {
	case err != nil:
		return failure{}, err
	case t.exitOnly && m.Stopped:
		return failure{kind: "no end within " + t.limit.String()}, nil
	case t.exitOnly:
		return failure{kind: m.State.String()}, nil
	}
	if bad := misbehaviour(m, t.limit); bad.kind != "" {
		return bad, nil
	}
	return t.judge(ctx, f, m, proof)
}

// misbehaviour returns a failure if a run was stopped at the limit or crashed, if it printed no valid answer,
// or if its exit code contradicts its answer or is not in answerCodes after an answer. Otherwise the kind of
// the result is empty. misbehaviour does not check the answer itself.
func misbehaviour(m external.Measurement, limit time.Duration) failure {
	code := m.State.ExitCode()
	switch {
	case m.Stopped:
		return failure{"hang", fmt.Sprintf("no end within %v", limit)}
	case external.IsSignaled(m.State):
		return failure{fmt.Sprintf("crash (%v)", m.State), ""}
	case m.Failure != nil:
		return failure{fmt.Sprintf("no valid answer (%v)", m.State), m.Failure.Error()}
	case m.Status == dimacs.Satisfiable && code == program.ExitUnsatisfiable && m.Count == nil, m.Status == dimacs.Unsatisfiable && code == program.ExitSatisfiable:
		return failure{fmt.Sprintf("exit code %d after %v", code, m.Status), ""}
	case m.Status != dimacs.Unknown && !slices.Contains(answerCodes, code):
		return failure{fmt.Sprintf("exit code %d after an answer", code), m.Status.String()}
	}
	return failure{}
}

// judge checks the answer of a run on f by package verdict, and returns the failure, with an empty kind if
// the answer is right. SATISFIABLE without a model, a count or another claim is a failure. judge also
// compares a count and an unproved optimum with the answers of qsat. If there is no verified proof of
// UNSATISFIABLE, qsat must not find a model within the limit of a run. An answer that qsat cannot check
// within this limit is no failure. If nothing else is wrong, judge checks the form of the answer. proof is
// the file of the proof. The error is the cause of ctx.
func (t *tester) judge(ctx context.Context, f *dimacs.Formula, m external.Measurement, proof string) (bad failure, err error) {
	c := checking{formula: f, strict: t.command.Prints(), limit: t.limit, checkers: t.checkers, dir: t.dir}
	if t.command.Proves() {
		c.proof = proof
	}
	v, bad, err := c.ask(ctx, m)
	if err != nil || bad.kind != "" && m.Status == dimacs.Satisfiable && m.Count == nil {
		return bad, err
	}
	if bad.kind == "" && m.Status == dimacs.Satisfiable && m.Model == nil && m.Count == nil && m.Sum == nil && v.Claim == verdict.NoClaim {
		return failure{"no model", ""}, nil
	}
	limited, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	problem := sat.Problem{Formula: f}
	printed := m.Sum
	if m.Count != nil {
		printed = new(big.Rat).SetInt(m.Count)
	}
	if printed != nil {
		n, err := sat.Count(limited, problem, sat.Options{Threads: 1})
		if err == nil && n.Rat().Cmp(printed) != 0 {
			return failure{verdict.WrongCount, fmt.Sprintf("it printed %s, and qsat counts %v", printed.RatString(), n)}, nil
		}
	}
	if v.Cost != nil && m.Result.Optimal() && !v.Proved {
		best, err := sat.Minimize(limited, problem, sat.Options{Threads: 1}, nil)
		if err == nil && v.Cost.Cmp(f.Units(big.NewInt(f.Objective(best.Cost)))) > 0 {
			return failure{"wrong optimum", fmt.Sprintf("its model costs %s, and qsat has a model of cost %s", dimacs.DecimalText(v.Cost), f.CostText(best.Cost))}, nil
		}
	}
	problem.Formula = f.Hard()
	if m.Status == dimacs.Unsatisfiable && !v.Proved {
		a, err := sat.Solve(limited, problem, sat.Options{Threads: 1})
		if err == nil && a.Status == dimacs.Satisfiable {
			return failure{"wrong UNSATISFIABLE", "qsat has a model"}, nil
		}
	}
	if bad.kind == "" {
		bad = deviation(v.Deviations)
	}
	return bad, context.Cause(ctx)
}

// outputFormat is the beginning of the kind of a failure of deviation.
const outputFormat = verdict.OutputFormat + ": "

// deviation returns a failure that names the deviations from the output format of the competitions, with an
// empty kind if the list is empty.
func deviation(list []answer.Deviation) failure {
	var names, lines []string
	for _, d := range list {
		names, lines = append(names, d.Name), append(lines, fmt.Sprint(d.Line))
	}
	if len(list) == 0 {
		return failure{}
	}
	return failure{outputFormat + strings.Join(names, ", "), "line " + strings.Join(lines, ", ")}
}

// fails runs the solver on f until it fails with this kind, or with any kind if kind is empty, at most
// tries times. It reports whether it failed, and stores this failure in t.last. The error is an error of run.
func (t *tester) fails(ctx context.Context, f *dimacs.Formula, kind string, tries int) (bool, error) {
	for range tries {
		if bad, err := t.run(ctx, f); err != nil {
			return false, err
		} else if bad.kind != "" && (kind == "" || kind == bad.kind) {
			t.last = bad
			return true, nil
		}
	}
	return false, nil
}

// reduce returns a formula, reduced from f, on which the solver has a failure of the same kind, and the number
// of formulas that it tried. f must have no cubes, groups or linear constraints, and the solver must have
// failed on it with this kind. It must fail twice on each smaller formula, in at most tries runs each time,
// because a failure may be due to chance, such as a slow machine. When ctx ends, reduce stops with the smallest
// formula so far. t.last becomes the last failure on this formula, unless it is f.
func (t *tester) reduce(ctx context.Context, f *dimacs.Formula, kind string, tries int) (small *dimacs.Formula, tried int) {
	small = generate.Reduced(ctx, f, func(g *dimacs.Formula) bool {
		tried++
		if t.progress != nil {
			t.progress(func() string {
				return fmt.Sprintf("qbench: trial %d: %s, %s", tried, quantity(g.NumClauses(), "clause"), quantity(g.Vars, "variable"))
			})
		}
		last := t.last
		for range 2 {
			if failed, _ := t.fails(ctx, g, kind, tries); !failed {
				t.last = last
				return false
			}
		}
		return true
	})
	return small, tried
}
