package command

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"runtime"
	"slices"

	"queens/cmd/internal/answers"
	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// A session answers the questions of --session about the formula of run.question, to which lines add
// clauses and variables.
type session struct {
	*run
	w      *bufio.Writer       // to the output
	words  *formula.Vocabulary // the names of the formula
	solver *sat.Solver         // adds the clauses and variables to the formula
}

const (
	maxLine = 16 << 20 // the largest number of bytes in a line; a longer line is a mistake
	maxVars = 1 << 30  // the largest new variable; larger variables are left to the solver
	// maxListed is the largest number of variables for which a projection on all variables becomes a list,
	// so that a line can add variables outside of it. A line cannot add variables to more.
	maxListed = 1 << 24
)

// findSession answers each line of standard input until the end of the input or of ctx. Its answer
// has only the exit code: 0 at the end of the input or of --timeout, the code of the signal if a
// signal ended ctx, and 1 if something else did. Any other error ends the session, too, and is
// returned.
func (r *run) findSession(ctx context.Context) (a answer, err error) {
	err = stopped(ctx, r.answerAll(ctx))
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

// reportSession reports the status UNKNOWN if the search was stopped, because a question was left
// without an answer, and otherwise nothing. It returns the exit code.
func (r *reporter) reportSession(_ context.Context, _ *question, a answer) (int, error) {
	if a.stopped {
		return r.unknown(), nil
	}
	r.w = answers.NewText(r.out) // prints nothing
	return a.code, nil
}

// answerAll answers each line of standard input before it reads the next. It returns the first
// error, or io.EOF at the end.
func (r *run) answerAll(ctx context.Context) error {
	r.call.Await("", "questions in JSON")
	in, err := input.Open(ctx, "", r.call.Stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	r.question.options.Threads = cmp.Or(r.threads, runtime.GOMAXPROCS(0))
	s := &session{run: r, w: bufio.NewWriterSize(r.reporter.out, 1<<16), words: formula.NewVocabulary(r.question.Formula, r.Squares)}
	s.solver = sat.OpenSolver(r.question.Formula, r.question.options)
	defer s.solver.Close()
	for lines, number := bufio.NewReader(in), 1; err == nil; number++ {
		var text []byte
		if text, err = readLine(lines); err == nil || err == io.EOF && len(text) > 0 {
			err = cmp.Or(s.answer(ctx, number, text), context.Cause(ctx))
		}
	}
	return err
}

// readLine returns the next line with its line end, if it has one. Of a line that is longer than
// maxLine, it may return only a beginning of more than maxLine bytes. At the end of the input, the
// error is io.EOF, and the line may not be empty. Other errors are those of r.
func readLine(r *bufio.Reader) (line []byte, err error) {
	for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull; {
		var piece []byte
		if piece, err = r.ReadSlice('\n'); len(line) <= maxLine {
			line = append(line, piece...)
		}
	}
	return line, err
}

// answer makes the changes of a line, and writes the answer to its question, or the size of the
// formula if there is no question. A mistake in the line is an answer, too. The lines are numbered
// from 1. An error ends the session.
func (s *session) answer(ctx context.Context, number int, text []byte) error {
	s.pass(func() error { s.reporter.w = answers.NewJSON(s.w, false); return nil })
	var l sessionLine
	q, err := s.change(&l, text)
	if err == nil && l.asks() {
		err = s.ask(ctx, &l, q)
		if !errors.As(err, new(*sat.ProblemError)) && !errors.As(err, new(*sat.DeclinedError)) {
			return err
		}
	}
	var object any = map[string]int{"variables": q.Formula.Inputs(), "clauses": q.Formula.NumClauses()}
	if err != nil {
		object = map[string]string{"error": mistake(number, q.located(err))}
	}
	return s.pass(func() error {
		to := json.NewEncoder(s.w)
		to.SetEscapeHTML(false)
		return cmp.Or(to.Encode(object), s.w.Flush())
	})
}

// change parses a line into l, makes its changes, and returns its question, which has the
// assumptions and the projection of the line. With a mistake, it returns an error and changes
// nothing. An error of the solver comes after the changes. The question is never nil.
func (s *session) change(l *sessionLine, text []byte) (*question, error) {
	q, f, err := *s.question, s.question.Formula, l.parse(text)
	vars, room := f.Inputs()+l.New, max(0, maxVars-f.Vars)
	all := q.projects && q.Project == nil // the projection is all variables so far
	if f.Auxiliary > 0 || all && f.Vars > maxListed {
		room = 0
	}
	if l.New < 0 || l.New > room {
		err = cmp.Or(err, fmt.Errorf("new: expected 0 to %d variables, found %d", room, l.New))
	}
	lits := func(words []string) (list []dimacs.Lit) {
		for _, w := range words {
			found, wrong := s.words.Literals(w)
			if wrong == nil && (len(found) != 1 || found[0].Var() > vars) {
				wrong = fmt.Errorf("expected a literal of a variable from 1 to %d, found %q", vars, w)
			}
			list, err = append(list, found...), cmp.Or(err, wrong)
		}
		return list
	}
	clauses := make([][]dimacs.Lit, len(l.Add))
	for i, words := range l.Add {
		clauses[i] = lits(words)
	}
	q.Assume = slices.Concat(q.Assume, lits(l.Assume))
	project := lits(l.Project)
	if err != nil {
		return &q, err
	}
	if all && l.New > 0 {
		for v := range f.Vars {
			s.question.Project = append(s.question.Project, v+1)
		}
		q.Project = s.question.Project
	}
	if l.Project != nil {
		q.Project, q.projects = []int{}, true
	}
	for _, v := range project {
		q.Project = append(q.Project, v.Var())
	}
	s.solver.Fresh(l.New)
	for _, c := range clauses {
		err = cmp.Or(err, s.solver.Add(c...))
	}
	return &q, err
}

// ask writes the answer to a question. If ctx or the time limit of the line ends, the answer has
// the reason, and the literals of the backbone so far. An error of type *sat.ProblemError or
// *sat.DeclinedError is a mistake in the line; nothing was written then.
func (s *session) ask(ctx context.Context, l *sessionLine, q *question) error {
	limited, cancel := l.limited(ctx)
	defer cancel()
	a, n, lits, err := s.search(limited, l, q)
	if err = stopped(limited, err); err != nil && err != errStopped {
		return err
	}
	satisfiable := a.Status == dimacs.Satisfiable
	return s.pass(func() (failure error) {
		r := s.reporter
		switch q.core, q.assumes = l.Core, q.assumes || l.Assume != nil; {
		case err != nil:
			r.unknown()
			r.w.Remark("", "reason", context.Cause(limited).Error())
		case l.Count:
			r.reportCount(ctx, q, answer{Answer: a, count: n})
		case l.Backbone && satisfiable:
			r.w.Status(a.Status)
		default:
			_, failure = r.reportModel(ctx, q, answer{Answer: a})
		}
		if l.Backbone && satisfiable {
			for _, l := range lits {
				r.w.Backbone(l)
			}
			r.w.EndBackbone(err == nil)
		}
		if failure == nil {
			failure = r.flush()
		}
		return failure
	})
}

// search finds the answer to a question: a model or failed assumptions, and the count n or the
// backbone if the line asks for it. With an error, the backbone has the literals until then. If the
// line asks for a backbone and its search has begun, the status is SATISFIABLE even with an error. With
// an error of a count, a has no meaning.
func (s *session) search(ctx context.Context, l *sessionLine, q *question) (a sat.Answer, n dimacs.Count, backbone []dimacs.Lit, err error) {
	n.M, backbone = new(big.Int), []dimacs.Lit{}
	switch {
	case l.Core:
		a, err = s.solver.Core(ctx, q.Assume...)
	case l.Count:
		a.Status = dimacs.Satisfiable
		if n, err = s.solver.Count(ctx, q.Project, q.Assume...); err == nil && n.IsZero() && !q.Weighted() {
			a.Status = dimacs.Unsatisfiable
			a.Failed, err = s.solver.Failed(ctx, q.Assume...)
		}
		if err != nil || !n.IsZero() || !q.Weighted() { // the weights of models may add up to 0
			break
		}
		fallthrough
	default:
		a, err = s.solver.Solve(ctx, q.Assume...)
	}
	if !l.Backbone || a.Status != dimacs.Satisfiable {
		return a, n, backbone, err
	}
	for l, wrong := range s.solver.Backbone(ctx, q.Project, q.Assume...) {
		if err = cmp.Or(err, wrong); err == nil && l.Var() <= q.Formula.Inputs() {
			backbone = append(backbone, l)
		}
	}
	return a, n, backbone, err
}
