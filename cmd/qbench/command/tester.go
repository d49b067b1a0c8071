package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"queens/cmd/internal/external"
	"queens/cmd/internal/generate"
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/verdict"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	answer "queens/dimacs/result"
)

// A tester runs a solver on one small formula after the other, and finds out how it fails.
type tester struct {
	command  external.Command
	checkers []external.Command  // of --checker
	limit    time.Duration       // for each run
	exitOnly bool                // ignore answers: every run is a failure, whose kind says how it ended, such as its exit code
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
	if err := errors.Join(os.RemoveAll(t.dir), os.Mkdir(t.dir, 0o700)); err != nil {
		return failure{}, err
	}
	name, proof := filepath.Join(t.dir, "formula.cnf"), filepath.Join(t.dir, "proof")
	if f.Soft != nil {
		name = filepath.Join(t.dir, "formula.wcnf")
	}
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
		if err == nil && v.Cost.Cmp(big.NewInt(best.Cost)) > 0 {
			return failure{"wrong optimum", fmt.Sprintf("its model costs %v, and qsat has a model of cost %d", v.Cost, best.Cost)}, nil
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
