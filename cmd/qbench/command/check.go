package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strconv"

	"queens/cmd/internal/external"
	"queens/cmd/internal/input"
	"queens/cmd/qcheck/drat"
	"queens/dimacs"
)

// noModel is the note of a run that answers SAT with neither a model nor a count.
const noModel = "no model to check"

// inexact is the note of a run that answers SAT with a count that is not exact.
const inexact = "it printed no exact count (`c s exact arb int` or `c s exact arb frac`), the only kind of count that can be compared"

// contradictedByExit is the note of a run whose exit code contradicts its answer.
const contradictedByExit = "it answered UNSATISFIABLE and ended with exit code 10, which means SATISFIABLE"

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
	case m.Status == dimacs.Unsatisfiable && m.State.ExitCode() == 10:
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

// judgeModel checks the model of a run. If it violates a hard clause, or if the last line o does not give
// its cost, the answer is WRONG. A right model beside a count or with soft clauses sets the column proof
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
	case f.Soft != nil && m.Cost != "" && m.Cost != cost:
		r.answer, r.note = answerWrong, fmt.Sprintf("wrong cost: the model costs %s, but the last line o says %s", cost, m.Cost)
		return
	case f.Soft != nil && !m.Optimal:
		r.answer = answerUnknown
	}
	if r.proof = verified; f.Soft != nil {
		r.count = costMark + cost
	}
}

// verified is the value of the proof column after a successful check of a proof, or of a model
// that was printed with a count or for a WCNF.
const verified = "verified"

// proven reports whether the status of a run was checked: UNSAT by a proof, SAT by a model. A run
// that answers SAT without a count always has a checked model.
func (r *result) proven() bool {
	return r.answer == answerSat && r.count == "" || r.proof == verified && r.status() != ""
}

// proofTimeFactor times the limit of a run is the limit for the check of its proof.
const proofTimeFactor = 10

// checkProof checks a proof and records the result in r. A wrong or missing proof makes the
// answer WRONG; a check beyond the limits of time or size is recorded as unchecked.
func (b *bench) checkProof(ctx context.Context, r *result, in *instance, proof string) error {
	if _, err := os.Lstat(proof); errors.Is(err, fs.ErrNotExist) {
		r.answer, r.note = answerWrong, "it wrote no proof"
		return nil
	}
	f, err := in.parse(ctx)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, proofTimeFactor*b.limit)
	defer cancel()
	err = verify(limited, f, in.plain, proof)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case limited.Err() != nil, errors.Is(err, drat.ErrTooLarge):
		r.proof = "unchecked"
	case err != nil:
		r.answer, r.note = answerWrong, err.Error()
	default:
		r.proof = verified
	}
	return nil
}

// verify returns nil if a proof refutes a formula, which must also be in the given file. If the
// proof is in DRAT and drat-trim is installed, drat-trim may verify it. Otherwise the checker of
// qcheck decides.
func verify(ctx context.Context, f *dimacs.Formula, file, proof string) error {
	in, err := input.Open(ctx, proof, nil)
	if err != nil {
		return fmt.Errorf("wrong proof: %w", err)
	}
	defer in.Close()
	head, err := io.ReadAll(io.LimitReader(in.Reader, drat.HeadSize))
	if err != nil {
		return fmt.Errorf("wrong proof: %w", err)
	}
	if !drat.IsLRAT(head, f.NumClauses()) {
		out, _ := exec.CommandContext(ctx, "drat-trim", file, proof, "-t", "1000000").Output()
		if bytes.Contains(out, []byte("s VERIFIED")) { // the exit code does not matter
			return nil
		}
	}
	return drat.CheckAny(ctx, f, io.MultiReader(bytes.NewReader(head), in.Reader), drat.Options{Name: "wrong proof"})
}
