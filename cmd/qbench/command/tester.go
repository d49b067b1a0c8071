package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"queens/cmd/internal/external"
	"queens/cmd/internal/formulas"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// A tester runs a solver on one small formula after the other, and finds out how it fails.
type tester struct {
	command  external.Command
	checkers []external.Command  // of --checker
	limit    time.Duration       // for each run
	exitOnly bool                // ignore answers: every run is a failure, whose kind is its exit code or signal
	layout   formulas.Layout     // the layout of the formula's text
	dir      string              // for the formula, the proof and the result; emptied before each run
	last     failure             // the last failure that the method fails found
	progress func(func() string) // shows the progress of a reduction; nil shows nothing
}

// answerCodes are the exit codes after an answer. Clasp ends with the last one after the last model.
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

// run runs the solver on f and returns its failure, with an empty kind if it does not fail. run
// returns an error if it could not start the solver or write its files, and the cause of ctx.
func (t *tester) run(ctx context.Context, f *dimacs.Formula) (failure, error) {
	if err := errors.Join(os.RemoveAll(t.dir), os.Mkdir(t.dir, 0o700)); err != nil {
		return failure{}, err
	}
	name, proof := filepath.Join(t.dir, "formula.cnf"), filepath.Join(t.dir, "proof")
	if err := os.WriteFile(name, t.layout.Text(f), 0o600); err != nil {
		return failure{}, err
	}
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
	bad, err := t.judge(ctx, f, m, proof)
	if err == nil && bad.kind == "" {
		bad = deviation(m.Deviations)
	}
	return bad, err
}

// misbehaviour returns a failure if a run was stopped or crashed, if it printed no valid answer, or
// if its exit code contradicts its answer. It does not check the answer itself.
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

// judge checks the answer of a run. It checks a model against the clauses, a count against the count
// of qsat, and UNSATISFIABLE by the proof. If there is no verified proof, qsat must not find a model
// within the limit of a run. An answer that qsat cannot decide is no failure.
func (t *tester) judge(ctx context.Context, f *dimacs.Formula, m external.Measurement, proof string) (bad failure, err error) {
	problem := sat.Problem{Formula: f}
	switch {
	case m.Status == dimacs.Unknown:
		return failure{}, nil
	case m.Model != nil:
		if clause := f.Falsified(m.Model); clause != nil {
			return failure{"wrong model", fmt.Sprintf("it does not satisfy the clause %v", clause)}, nil
		}
	case m.Status == dimacs.Satisfiable && m.Count == nil:
		return failure{"no model", ""}, nil
	}
	if m.Status == dimacs.Unsatisfiable && t.command.Proves() {
		if bad, err = checkProof(ctx, f, proof, t.limit, t.checkers, t.dir); err != nil || bad.kind == "" {
			return bad, err
		}
	}
	limited, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	if m.Count != nil {
		n, err := sat.Count(limited, problem, sat.Options{Threads: 1})
		if err == nil && n.Int().Cmp(m.Count) != 0 {
			return failure{"wrong count", fmt.Sprintf("it printed %v, and qsat counts %v", m.Count, n)}, nil
		}
	}
	if m.Status == dimacs.Unsatisfiable {
		a, err := sat.Solve(limited, problem, sat.Options{Threads: 1})
		if err == nil && a.Status == dimacs.Satisfiable {
			return failure{"wrong UNSATISFIABLE", "qsat has a model"}, nil
		}
	}
	return bad, context.Cause(ctx)
}

// outputFormat is the beginning of the kind of a failure of deviation.
const outputFormat = "output format: "

// deviation returns a failure that names the deviations from the output format of the competitions.
func deviation(list []dimacs.Deviation) failure {
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
// tries times. It reports whether it did, and stores the failure in t.last.
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

// reduce returns a smaller formula on which the solver has a failure of the same kind, and the number
// of trials. First it makes t.layout simpler. It runs the solver on each candidate until the first
// failure of this kind, at most tries times. If ctx ends, it returns the smallest formula found. It sets
// t.last to the failure on the formula that it returns.
func (t *tester) reduce(ctx context.Context, f *dimacs.Formula, kind string, tries int) (small *dimacs.Formula, tried int) {
	small = f
	fails := func(g *dimacs.Formula, layout formulas.Layout) bool {
		tried++
		if t.progress != nil {
			t.progress(func() string {
				return fmt.Sprintf("qbench: trial %d: %s, %s", tried, count(g.NumClauses(), "clause"), count(g.Vars, "variable"))
			})
		}
		before := t.layout
		t.layout = layout
		failed, _ := t.fails(ctx, g, kind, tries)
		if failed {
			small = g
		} else {
			t.layout = before
		}
		return failed
	}
	for list := t.layout.Simpler(); len(list) > 0 && ctx.Err() == nil; list = list[1:] {
		if fails(f, list[0]) {
			list = append(list[:1], list[0].Simpler()...)
		}
	}
	formulas.Reduced(ctx, f, func(g *dimacs.Formula) bool { return fails(g, t.layout) })
	return small, tried
}
