package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"queens/cmd/internal/external"
	"queens/cmd/qcheck/drat"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/testdata/formulas"
)

// A trial runs a solver on small formulas, one after the other, and says how it fails.
type trial struct {
	command  external.Command
	limit    time.Duration       // for each run
	exitOnly bool                // the way of a run is how it ended, and no answer is checked
	layout   formulas.Layout     // the text of the formulas
	dir      string              // for the formula, the proof and the result; emptied before each run
	last     failure             // the last failure that fails has found
	progress func(func() string) // shows the progress of a reduction; nil shows nothing
}

// A failure says how a solver fails on a formula.
type failure struct {
	way  string // in a few words, which are the same for failures of the same kind; "" for no failure
	note string // details, or ""
}

// String returns the way and the note.
func (f failure) String() string {
	if f.note == "" {
		return f.way
	}
	return f.way + ": " + f.note
}

// run runs the solver on f and returns how it failed. The error says that the run was not possible
// or that ctx ended.
func (t *trial) run(ctx context.Context, f *dimacs.Formula) (failure, error) {
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
		return failure{way: "no end within " + t.limit.String()}, nil
	case t.exitOnly:
		return failure{way: m.State.String()}, nil
	}
	if bad := misbehaviour(m, t.limit); bad.way != "" {
		return bad, nil
	}
	return t.judge(ctx, f, m, name, proof)
}

// lastSignal is the largest number of a signal. A shell reports a signal as an exit code of 128
// plus its number.
const lastSignal = 64

// misbehaviour returns how a run failed that gave no answer, or ended otherwise than its answer
// says.
func misbehaviour(m external.Measurement, limit time.Duration) failure {
	code := m.State.ExitCode()
	switch {
	case m.Stopped:
		return failure{"hang", fmt.Sprintf("no end within %v", limit)}
	case code < 0 || code > 128 && code <= 128+lastSignal:
		return failure{fmt.Sprintf("crash (%v)", m.State), ""}
	case m.Failure != nil:
		return failure{fmt.Sprintf("no valid answer (%v)", m.State), m.Failure.Error()}
	case m.Status == dimacs.Satisfiable && code == 20 && m.Count == nil, m.Status == dimacs.Unsatisfiable && code == 10:
		return failure{fmt.Sprintf("exit code %d after %v", code, m.Status), ""}
	case m.Status != dimacs.Unknown && code != 0 && code != 10 && code != 20 && code != 30: // 30: clasp, after the last model
		return failure{fmt.Sprintf("exit code %d after an answer", code), m.Status.String()}
	}
	return failure{}
}

// judge checks the answer of a run: a model against the clauses, a proof with the checkers, and
// any other answer and each count against the answer of qsat.
func (t *trial) judge(ctx context.Context, f *dimacs.Formula, m external.Measurement, file, proof string) (failure, error) {
	problem := sat.Problem{Formula: f}
	limited, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
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
	if m.Count != nil {
		n, err := sat.Count(limited, problem, sat.Options{Threads: 1})
		if err == nil && n.Int().Cmp(m.Count) != 0 {
			return failure{"wrong count", fmt.Sprintf("it printed %v, and qsat counts %v", m.Count, n)}, nil
		}
	}
	if m.Status == dimacs.Satisfiable {
		return failure{}, causeOf(ctx)
	}
	if t.command.Proves() {
		if _, err := os.Lstat(proof); err != nil {
			return failure{"no proof", ""}, nil
		}
		err := verify(limited, f, file, proof)
		if err == nil {
			return failure{}, nil
		}
		if limited.Err() == nil && !errors.Is(err, drat.ErrTooLarge) {
			return failure{"wrong proof", err.Error()}, nil
		}
	}
	a, err := sat.Solve(limited, problem, sat.Options{Threads: 1})
	if err == nil && a.Status == dimacs.Satisfiable {
		return failure{"wrong UNSATISFIABLE", "qsat has a model"}, nil
	}
	return failure{}, causeOf(ctx)
}

// causeOf returns the cause of the end of ctx, or nil if it has not ended.
func causeOf(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// fails reports whether the solver fails on f in the given way in one of several runs.
func (t *trial) fails(ctx context.Context, f *dimacs.Formula, way string, tries int) bool {
	for range tries {
		if bad, err := t.run(ctx, f); err != nil {
			return false
		} else if bad.way == way {
			t.last = bad
			return true
		}
	}
	return false
}

// reduce returns a smaller formula on which the solver fails in the same way, and the number
// of formulas that it tried. It makes the layout of the text simpler, too. If ctx ends, the result is the smallest
// formula found so far. In each step, a formula is run up to tries times.
func (t *trial) reduce(ctx context.Context, f *dimacs.Formula, way string, tries int) (small *dimacs.Formula, tried int) {
	for list := t.layout.Simpler(); len(list) > 0; list = list[1:] {
		simpler := *t
		simpler.layout = list[0]
		if tried++; simpler.fails(ctx, f, way, tries) {
			t.layout, list = list[0], append(list[:1], list[0].Simpler()...)
		}
	}
	small = formulas.Reduced(f, func(g *dimacs.Formula) bool {
		if ctx.Err() != nil {
			return false
		}
		if tried++; t.progress != nil {
			t.progress(func() string {
				return fmt.Sprintf("qbench: trial %d: %s, %s", tried, count(g.NumClauses(), "clause"), count(g.Vars, "variable"))
			})
		}
		return t.fails(ctx, g, way, tries)
	})
	return small, tried
}
