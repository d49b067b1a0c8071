package command

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"queens/cmd/internal/external"
	"queens/cmd/internal/formula"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/program"
	"queens/dimacs"

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
