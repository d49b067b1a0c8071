package command

import (
	"cmp"
	"context"
	"errors"
	"io"
	"runtime"

	"queens/cmd/internal/answers"
	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/session"
)

// findSession answers each line of standard input until the end of the input or of ctx. Its answer
// has only the exit code: 0 at the end of the input or of --timeout, the code of the signal if a
// signal ended ctx, and 1 if something else did. Any other error ends the session, too, and is
// returned.
func (r *run) findSession(ctx context.Context) (a answer, err error) {
	err = stopped(ctx, r.answerAll(ctx))
	r.reporter.cause = context.Cause(ctx)
	if err != io.EOF && err != errStopped {
		return a, err
	}
	var signal interface{ ExitCode() int }
	if cause := context.Cause(ctx); errors.As(cause, &signal) {
		a.code = signal.ExitCode()
	} else if cause != nil && cause != formula.ErrTimeout {
		a.code = program.ExitFailure
	}
	return a, nil
}

// reportSession reports the status UNKNOWN and the reason if the search was stopped and a line was left without an
// answer, and otherwise nothing. It returns the exit code.
func (r *reporter) reportSession(_ context.Context, _ *question, a answer) (int, error) {
	if a.stopped && r.asked {
		code := r.unknown()
		if r.cause != nil {
			r.w.Remark("", "reason", r.cause.Error())
		}
		return code, nil
	}
	r.w = answers.NewText(r.out) // prints nothing
	return a.code, nil
}

// answerAll answers each line of standard input, as session.Answer does.
func (r *run) answerAll(ctx context.Context) error {
	r.call.Await("", "questions in JSON")
	in, err := input.Open(ctx, "", r.call.Stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	q := r.question
	q.options.Threads = cmp.Or(r.threads, runtime.GOMAXPROCS(0))
	c := session.Config{
		Problem: q.Problem, Projects: q.projects, Assumes: q.assumes, Groups: q.groups, Options: q.options,
		Words: formula.NewVocabulary(q.Formula, r.Squares), NoModel: r.noModel, Located: q.located, Pass: r.pass, Out: r.reporter.out, Asked: &r.reporter.asked,
	}
	if r.names {
		c.Name = r.reporter.word
	}
	return session.Answer(ctx, c, in)
}
