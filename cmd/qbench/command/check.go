package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"queens/cmd/internal/external"
	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/drat"
	"queens/cmd/qcheck/verdict"
	"queens/dimacs"

	"github.com/urfave/cli/v2"
)

// judge sets the answer of the run r of job j according to the measurement m; r.Count must be set
// before if the solver printed a count. A run that was stopped is TIMEOUT or MEMORY. A run with a
// failure is FAILED, with the failure as its note. So is a run that ends with exit code 10 after
// UNSATISFIABLE, and a run that answers SATISFIABLE with nothing to check. Any other run gets the
// answer of the solver. For a solved run, judge also asks package verdict and calls r.record, if
// there is a model, or if --check-proofs is given and the command writes proofs. proof is the file
// of the proof, and dir is for files of checkers. The error is an *unreadError of the formula, or
// the cause of ctx.
func (b *bench) judge(ctx context.Context, r *result, j job, m external.Measurement, dir, proof string) error {
	answers, complete := []dimacs.Lit(nil), false
	if m.Result != nil {
		answers, complete = m.Result.Backbone()
	}
	proves := b.checkProofs && j.command.Proves()
	backbone := proves && (answers != nil || complete)
	r.Answer = answerFailed
	switch {
	case m.Exceeded:
		r.Answer = answerMemory
	case m.Stopped:
		r.Answer = answerTimeout
	case m.Failure != nil:
		r.Note = m.Failure.Error()
	case m.Status == dimacs.Unsatisfiable && m.State.ExitCode() == program.ExitSatisfiable:
		r.Note = "it answered UNSATISFIABLE and ended with exit code 10, which means SATISFIABLE"
	case m.Status == dimacs.Unsatisfiable:
		r.Answer = answerUnsat
	case m.Status == dimacs.Unknown:
		r.Answer = answerUnknown
	case m.Model != nil || r.Count != "" || backbone:
		r.Answer = answerSat
	case m.Result.Counted():
		r.Note = "it printed no exact count (`c s exact arb int` or `c s exact arb frac`), the only kind of count that can be compared"
	default:
		r.Note = "no model to check"
	}
	if !r.Solved() || m.Model == nil && !proves {
		return nil
	}
	f, err := j.parse(ctx)
	if err != nil {
		return err
	}
	c := checking{formula: f, limit: proofTimeFactor * b.limit, checkers: b.checkers, dir: dir}
	if proves && (f.Soft == nil || m.Result.Optimal() || m.Status == dimacs.Unsatisfiable) {
		c.proof = proof
	}
	v, bad, err := c.ask(ctx, m)
	if err != nil {
		return err
	}
	r.record(f, v, bad, m, c.proof != "")
	return nil
}

// record sets the columns answer, count, proof and note according to the verdict v and the failure bad of
// checking.ask, about the measurement m of a run that claims to have solved the instance f. proves says
// that ask was given a proof. A failure makes the answer WRONG, unless the proof could not be checked or
// only another checker rejects it. If v has the cost of a model, it becomes the count, and the answer
// becomes UNKNOWN unless the solver claims an optimum.
func (r *result) record(f *dimacs.Formula, v verdict.Verdict, bad failure, m external.Measurement, proves bool) {
	if bad.kind != "" && bad.kind != uncheckedProof && bad.kind != disputed {
		r.Answer, r.Note = answerWrong, bad.String()
		return
	}
	if v.Cost != nil {
		if r.Count = costMark + dimacs.DecimalText(v.Cost); !m.Result.Optimal() {
			r.Answer = answerUnknown
		}
	}
	r.Note = bad.note
	switch {
	case bad.kind == disputed:
		r.Proof = "disputed"
	case bad.kind != "":
		r.Proof = "unchecked"
	case v.Proved && v.Claim == verdict.Backbone && m.Model == nil:
		r.Proof = "backbone"
	case v.Proved:
		r.Proof = verified
	case proves && v.Claim == verdict.NoClaim && f.Soft == nil && r.Count != "":
		r.Proof, r.Note = modelChecked, "a number of models without a line `c s exact` has no certificate"
	case r.Count != "":
		r.Proof = modelChecked
	}
}

// Values of the column proof; see result for the others.
const (
	verified     = "verified" // a proof of the answer was checked
	modelChecked = "model"    // only a model was checked, beside a count or for a WCNF
)

// proven reports whether the status of a run was checked: UNSAT by a proof, SAT by a model or the
// certificate of a count. A run that answers SAT without a count and with an empty column proof has a checked
// model.
func (r result) proven() bool {
	return r.status() != "" && (r.Proof == verified || r.Proof == modelChecked || r.Answer == answerSat && r.Count == "" && r.Proof == "")
}

// unproved reports whether --check-proofs repeats a run because it claims UNSAT, a count or an optimum, and no
// proof of this claim was checked. It reports false if the check failed, which would happen again.
func (r result) unproved() bool {
	claims := r.Answer == answerUnsat || r.Answer == answerSat && r.Count != ""
	return claims && (r.Proof == "" || r.Proof == modelChecked && r.Note == "")
}

// Kinds of failures of proofs. Package verdict names the other kinds.
const (
	noProof        = "no proof"
	uncheckedProof = "unchecked proof" // the check takes too long or too much memory, a file cannot be read or written, the answer cannot be decided, or a checker of --checker gave no verdict
	disputed       = "checkers disagree"
)

// proofTimeFactor is the limit for the check of a proof, as a multiple of the limit of a run.
const proofTimeFactor = 10

// checkerFlag returns the flag --checker, which appends a checker of proofs to *to.
func checkerFlag(to *[]external.Command) cli.Flag {
	return &cli.GenericFlag{Name: "checker", Usage: "also ask the checker with the command line `CMD`, such as drat-trim or lrat=lrat-check, about each proof that qbench verified",
		Value: program.Func(func(line string) error {
			c, err := runnable(external.ParseChecker(line))
			*to = append(*to, c)
			return err
		})}
}

// A checking holds the settings for checking an answer to a formula.
type checking struct {
	formula  *dimacs.Formula
	strict   bool               // also check the form of the answer
	proof    string             // the name of the proof file; empty if no proof is checked
	limit    time.Duration      // for all checkers together
	checkers []external.Command // further checkers of proofs; each is asked only about proofs of its format
	dir      string             // directory for temporary files of the checkers
}

// ask asks package verdict about the answer of a run, and the other checkers about a proof that it accepts. In
// the model, a variable without a value is false. The kind of the failure is empty if nothing is wrong, and
// uncheckedProof or disputed if the answer may still be right. The error is the cause of ctx.
func (c *checking) ask(ctx context.Context, m external.Measurement) (v verdict.Verdict, bad failure, err error) {
	limited, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	q := verdict.Question{Formula: c.formula, Name: "the instance", Answer: m.Result, Model: m.Model, OthersFalse: true, Strict: c.strict}
	q.Project, q.ProjectError = new(formula.Flags).Projection(c.formula, q.Name)
	var unopened error
	if c.proof != "" {
		q.Certificate = func() (in *input.File, err error) {
			if unopened = opened.Regular(c.proof); unopened == nil {
				in, unopened = input.Open(limited, c.proof, nil)
			}
			return in, unopened
		}
	}
	v, err = verdict.Check(limited, q)
	for _, other := range c.checkers {
		if err == nil && v.Proved && other.Reads == v.Kind && c.formula.Soft == nil {
			err = other.Verify(limited, c.formula, c.dir, c.proof)
		}
	}
	relative := func(text string) string { return strings.TrimLeft(strings.TrimPrefix(text, c.proof), ": ") }
	switch {
	case ctx.Err() != nil:
		return v, bad, context.Cause(ctx)
	case v.Fault.Reason != "":
		bad = failure{v.Fault.Kind, relative(v.Fault.Reason)}
	case err == nil:
	case limited.Err() != nil:
		bad = failure{uncheckedProof, fmt.Sprintf("no end of the check within %v", c.limit)}
	case errors.Is(err, external.ErrRejected):
		bad = failure{disputed, err.Error() + ", but qcheck verified the proof"}
	case errors.Is(unopened, fs.ErrNotExist):
		bad = failure{kind: noProof}
	case errors.Is(err, drat.ErrTooLarge), errors.Is(err, external.ErrNoVerdict), errors.As(err, new(*fs.PathError)), v.Kind == "" && unopened == nil:
		bad = failure{uncheckedProof, err.Error()}
	default:
		bad = failure{verdict.WrongProof, relative(err.Error())}
	}
	return v, bad, nil
}
