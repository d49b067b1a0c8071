package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"strconv"
	"strings"
	"time"

	"queens/cmd/internal/external"
	"queens/cmd/internal/input"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/drat"
	"queens/dimacs"

	"github.com/urfave/cli/v2"
)

// noModel is the note of a run that answers SAT with neither a model nor a count.
const noModel = "no model to check"

// inexact is the note of a run that answers SAT with a count that is not exact.
const inexact = "it printed no exact count (`c s exact arb int` or `c s exact arb frac`), the only kind of count that can be compared"

// contradictedByExit is the note of a run whose exit code contradicts its answer.
const contradictedByExit = "it answered UNSATISFIABLE and ended with exit code 10, which means SATISFIABLE"

// changed is the note of a run during which the instance changed.
const changed = "the instance changed during the run"

// judge sets the answer of a run according to the measurement. A run that was stopped is TIMEOUT or
// MEMORY. A run with a failure is FAILED, with the failure as its note, and so is a run that ends with
// exit code 10 after UNSATISFIABLE. For SAT, judgeModel checks the model. SAT without a model is accepted
// if r.count is an exact count, and is FAILED otherwise. The error says that the formula could not be
// read.
func judge(ctx context.Context, r *result, in *instance, m external.Measurement) error {
	switch {
	case m.Exceeded:
		r.answer = answerMemory
	case m.Stopped:
		r.answer = answerTimeout
	case m.Failure != nil:
		r.answer, r.note = answerFailed, m.Failure.Error()
	case m.Status == dimacs.Unsatisfiable && m.State.ExitCode() == program.ExitSatisfiable:
		r.answer, r.note = answerFailed, contradictedByExit
	case m.Status == dimacs.Unsatisfiable:
		r.answer = answerUnsat
	case m.Status == dimacs.Unknown:
		r.answer = answerUnknown
	case m.Model == nil && r.count == "" && m.Counted:
		r.answer, r.note = answerFailed, inexact
	case m.Model == nil && r.count == "":
		r.answer, r.note = answerFailed, noModel
	case m.Model == nil:
		r.answer = answerSat
	default:
		f, err := in.parse(ctx)
		if err != nil {
			return err
		}
		judgeModel(r, f, m)
	}
	return nil
}

// judgeModel checks the model of a run. If it violates a hard clause, or if there are lines o and the
// last one gives another cost, the answer is WRONG. A right model beside a count or with soft clauses sets the column proof
// to verified. With soft clauses, r.count becomes the cost of the model, and the answer is SAT only if the
// solver claims an optimum, and otherwise UNKNOWN.
func judgeModel(r *result, f *dimacs.Formula, m external.Measurement) {
	clause, cost := f.Falsified(m.Model), strconv.FormatInt(f.Cost(m.Model), 10)
	switch r.answer = answerSat; {
	case clause != nil:
		r.answer, r.note = answerWrong, fmt.Sprintf("wrong model: it does not satisfy the clause %v", clause)
		return
	case f.Soft == nil && r.count == "":
		return
	case f.Soft != nil && m.Cost != "" && decimal(m.Cost) != cost:
		r.answer, r.note = answerWrong, fmt.Sprintf("wrong cost: the model costs %s, but the last line o says %s", cost, m.Cost)
		return
	case f.Soft != nil && !m.Optimal:
		r.answer = answerUnknown
	}
	if r.proof = verified; f.Soft != nil {
		r.count = costMark + cost
	}
}

// decimal returns an integer in its usual form: without leading zeros and plus signs.
func decimal(text string) string {
	if n, is := new(big.Int).SetString(text, 10); is {
		return n.String()
	}
	return text
}

// verified is the value of the proof column after a successful check of a proof, or of a model
// that was printed with a count or for a WCNF.
const verified = "verified"

// proven reports whether the status of a run was checked: UNSAT by a proof, SAT by a model. A run
// that answers SAT without a count always has a checked model.
func (r *result) proven() bool {
	return r.answer == answerSat && r.count == "" || r.proof == verified && r.status() != ""
}

// Kinds of failures of proofs.
const (
	noProof        = "no proof"
	wrongProof     = "wrong proof"
	uncheckedProof = "unchecked proof" // the check takes too long or too much memory, a file cannot be read or written, or a checker of --checker gave no verdict
)

// proofTimeFactor times the limit of a run is the limit for the check of its proof.
const proofTimeFactor = 10

// checkerFlag returns the flag --checker, which adds a checker of proofs to to.
func checkerFlag(to *[]external.Command) cli.Flag {
	return &cli.GenericFlag{Name: "checker", Usage: "also ask the checker with the command line `CMD`, such as drat-trim, about each proof that qbench verified",
		Value: program.Func(func(line string) error {
			c, err := runnable(external.ParseChecker(line))
			*to = append(*to, c)
			return err
		})}
}

// checkProof checks whether the proof in a file refutes f. All checkers together get the time limit. The checker
// of qcheck decides. If it accepts the proof, each of the other checkers may reject it. They use
// temporary files in dir. The kind of the failure is empty if the proof is verified. The error is
// the cause of ctx.
func checkProof(ctx context.Context, f *dimacs.Formula, proof string, limit time.Duration, others []external.Command, dir string) (failure, error) {
	err := opened.Regular(proof)
	if errors.Is(err, fs.ErrNotExist) {
		return failure{kind: noProof}, nil
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if err == nil {
		err = refutes(limited, f, proof)
	}
	for _, c := range others {
		if err == nil {
			err = c.Verify(limited, f, dir, proof)
		}
	}
	switch {
	case err == nil:
		return failure{}, nil
	case ctx.Err() != nil:
		return failure{}, context.Cause(ctx)
	case limited.Err() != nil:
		return failure{uncheckedProof, fmt.Sprintf("no end of the check within %v", limit)}, nil
	case errors.Is(err, drat.ErrTooLarge), errors.Is(err, external.ErrNoVerdict), errors.As(err, new(*fs.PathError)):
		return failure{uncheckedProof, err.Error()}, nil
	}
	return failure{wrongProof, strings.TrimLeft(strings.TrimPrefix(err.Error(), proof), ": ")}, nil
}

// refutes returns nil if the checker of qcheck accepts the proof.
func refutes(ctx context.Context, f *dimacs.Formula, proof string) error {
	in, err := input.Open(ctx, proof, nil)
	if err != nil {
		return err
	}
	defer in.Close()
	return drat.CheckAny(ctx, f, in.Reader, drat.Options{Name: in.Name})
}

// checkProof checks the proof of a run that answered UNSAT. A wrong or missing proof makes the
// answer WRONG.
func (b *bench) checkProof(ctx context.Context, r *result, in *instance, dir, proof string) error {
	f, err := in.parse(ctx)
	if err != nil {
		return err
	}
	bad, err := checkProof(ctx, f, proof, proofTimeFactor*b.limit, b.checkers, dir)
	switch {
	case err != nil:
		return err
	case bad.kind == "":
		r.proof = verified
	case bad.kind == uncheckedProof:
		r.proof, r.note = "unchecked", bad.note
	default:
		r.answer, r.note = answerWrong, bad.String()
	}
	return nil
}
