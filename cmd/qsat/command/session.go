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
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// A session answers the questions of --session about one formula, to which lines add clauses.
type session struct {
	*request
	w       *bufio.Writer       // to the output
	words   *formula.Vocabulary // of the formula
	solver  *sat.Solver
	graph   *sat.Graph // of the formula with the projection of counted; nil if it is not known
	counted []int
	guarded bool // the solver may have made variables that follow the largest of the formula
}

const (
	maxLine = 16 << 20 // the largest number of bytes in a line; a longer line is a mistake
	maxVars = 1 << 30  // the largest new variable; others are left to the solver
)

// findSession answers each line of standard input. At the end of the input or of ctx, there is nothing
// left to tell.
func (r *request) findSession(ctx context.Context) (answer, error) {
	err := stopped(ctx, r.answerAll(ctx))
	if err == io.EOF || err == errStopped {
		err = nil
	}
	return func() (int, error) {
		r.report.w = answers.NewText(r.report.out) // prints nothing
		return 0, nil
	}, err
}

// answerAll answers each line of standard input before it reads the next. It returns the first error, or
// io.EOF.
func (r *request) answerAll(ctx context.Context) error {
	r.call.Await("", "questions in JSON")
	in, err := input.Open(ctx, "", r.call.Stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	r.question.options.Threads = cmp.Or(r.threads, runtime.GOMAXPROCS(0))
	s := &session{request: r, w: bufio.NewWriterSize(r.report.out, 1<<16), words: formula.NewVocabulary(r.question.Formula, r.Squares)}
	err = s.restart()
	for lines, number := bufio.NewReader(in), 1; err == nil; number++ {
		var text []byte
		if text, err = readLine(lines); err == nil || err == io.EOF && len(text) > 0 {
			err = s.answer(ctx, number, text)
		}
	}
	return err
}

// restart passes the formula to a new solver.
func (s *session) restart() (err error) {
	s.solver, s.guarded = sat.NewSolver(s.question.options), false
	for c := range s.question.Formula.Clauses() {
		err = cmp.Or(err, s.solver.Add(c...))
	}
	return err
}

// readLine returns the next line. At the end of the input, the error is io.EOF. It cuts off a line of
// more than maxLine bytes after that.
func readLine(r *bufio.Reader) (line []byte, err error) {
	for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull; {
		var part []byte
		if part, err = r.ReadSlice('\n'); len(line) <= maxLine {
			line = append(line, part...)
		}
	}
	return line, err
}

// answer makes the changes of a line, and answers its question. A mistake in the line is an answer,
// too. An error ends the session.
func (s *session) answer(ctx context.Context, number int, text []byte) error {
	s.pass(func() error { s.report.w = answers.NewJSON(s.w, false); return nil })
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

// change makes the changes of a line, and returns its question. With a mistake, it changes nothing.
func (s *session) change(l *sessionLine, text []byte) (*question, error) {
	q, f, err := *s.question, s.question.Formula, l.parse(text)
	vars, room := f.Inputs()+l.New, max(0, maxVars-f.Vars)
	if f.Auxiliary > 0 { // the variables after the inputs are taken
		room = 0
	}
	if l.New < 0 || l.New > room {
		err = cmp.Or(err, fmt.Errorf("new: expected 0 to %d variables, found %d", room, l.New))
	}
	lits := func(words []any) (list []dimacs.Lit) {
		for _, w := range words {
			found, wrong := s.words.Literals(fmt.Sprint(w))
			if wrong == nil && (len(found) != 1 || found[0].Var() > vars) {
				wrong = fmt.Errorf("expected a literal of a variable from 1 to %d, found %q", vars, fmt.Sprint(w))
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
	if l.Project != nil {
		q.Project, q.projects = []int{}, true
	}
	for _, v := range lits(l.Project) {
		q.Project = append(q.Project, v.Var())
	}
	if err != nil {
		return &q, err
	}
	if l.New > 0 || len(clauses) > 0 {
		s.graph = nil
	}
	if f.Vars += l.New; l.New > 0 && s.guarded {
		err = s.restart()
	}
	for _, c := range clauses {
		f.Add(c...)
		err = cmp.Or(err, s.solver.Add(c...))
	}
	return &q, err
}

// ask answers a question. If ctx ends, the answer has the reason, and the literals of the backbone so far.
func (s *session) ask(ctx context.Context, l *sessionLine, q *question) error {
	limited, cancel := l.limited(ctx)
	defer cancel()
	search, n, lits := s.solver.Solve, dimacs.Count{M: new(big.Int)}, []dimacs.Lit{}
	if l.Core {
		search = s.solver.Core
	}
	a, err := search(limited, q.Assume...)
	satisfiable := a.Status == dimacs.Satisfiable
	if satisfiable && l.Backbone {
		lits, err = s.backbone(limited, q)
	}
	if satisfiable && l.Count && err == nil {
		n, err = s.count(limited, q)
	}
	if err = stopped(limited, err); err != nil && err != errStopped {
		return err
	}
	return s.pass(func() (failure error) {
		r := s.report
		switch r.core, r.assumes = l.Core, len(q.Assume) > 0; {
		case err != nil:
			r.unknown()
			r.w.Remark("", "reason", context.Cause(limited).Error())
		case l.Count:
			r.tellCount(q, result{Answer: a}, n)
		case l.Backbone && satisfiable:
			r.w.Status(a.Status)
		default:
			_, failure = r.tellModel(ctx, q, result{Answer: a})
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

// count counts models by a graph. It makes the graph unless an earlier question has done so.
func (s *session) count(ctx context.Context, q *question) (n dimacs.Count, err error) {
	about := q.Problem
	about.Assume = nil
	if s.graph == nil || !slices.Equal(s.counted, q.Project) || (s.counted == nil) != (q.Project == nil) {
		if s.graph, err = sat.Compile(ctx, about, q.options); err != nil {
			return n, err
		}
		s.counted = q.Project
	}
	if s.graph.Check(q.Assume...) != nil { // it does not know variables outside of the projection
		return sat.Count(ctx, q.Problem, q.options)
	}
	return s.graph.Count(q.Assume...), nil
}

// backbone returns the literals of the backbone, or those found before an error.
func (s *session) backbone(ctx context.Context, q *question) (lits []dimacs.Lit, err error) {
	lits = []dimacs.Lit{}
	if v := dimacs.Lit(q.Formula.Vars); v > 0 { // a tautology, so that variables that the solver makes are larger
		err = s.solver.Add(v, -v)
	}
	s.guarded = true
	for l, wrong := range s.solver.Backbone(ctx, q.Project, q.Assume...) {
		if err = cmp.Or(err, wrong); err == nil && l.Var() <= q.Formula.Inputs() {
			lits = append(lits, l)
		}
	}
	return lits, err
}
