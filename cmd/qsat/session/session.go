// Package session answers questions about a formula that grows. A question is a JSON object on a line; the
// manual of qsat describes it in the section "Sessions".
package session

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"queens/cmd/internal/answers"
	"queens/cmd/internal/formula"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode/cardinality"
)

// A Config describes a session and its formula.
type Config struct {
	// Problem has the first clauses of the session, and the assumptions and the projection of every line. The
	// session adds clauses and variables to the formula. Auxiliary variables do not belong to the session.
	sat.Problem
	Projects bool          // the projection was given, even if it is all variables
	Assumes  bool          // answers without a model list failed assumptions, even if the line has none of its own
	Groups   dimacs.Groups // the groups of the clauses; Groups.Of is nil if there are none
	Options  sat.Options
	Words    *formula.Vocabulary      // the names in lines
	Name     func(dimacs.Lit) string  // returns the name of a literal in answers, or ""; nil for answers without names
	NoModel  bool                     // answers have no models
	Located  func(error) error        // adds the place to an error about the formula
	Pass     func(func() error) error // calls a function that writes to Out or Asked; an error ends the session
	Out      io.Writer
	Asked    *bool // set while a line has no answer
}

const (
	maxLine = 16 << 20 // the largest number of bytes in a line; a longer line is a mistake
	maxVars = 1 << 30  // the largest new variable; constraints, groups and the method Models may use larger ones
	// maxListed is the largest number of variables for which a projection on all variables becomes a list.
	// Then a line can add variables outside of the projection. It is a mistake to add variables to more.
	maxListed = 1 << 24
)

// A session answers the lines of Answer. Literals of the solver are called inner.
type session struct {
	Config
	w       *bufio.Writer  // to Out
	json    answers.Writer // writes the answer to the line
	solver  *sat.Solver
	vars    numbering
	project []int // the projection of every line, inner; nil for all variables
	groups  []*group
	weight  int64 // the sum of the weights of the soft clauses

	next func() (*dimacs.Assignment, error, bool) // the next model of models and more; nil if more is a mistake
	stop func()                                   // ends the enumeration; nil if next is
	halt context.CancelCauseFunc                  // ends a search of next with a cause
	over []int                                    // the projection of the last line with models, inner
}

// A group is a set of clauses and constraints that a line may drop.
type group struct {
	name      string
	guard     dimacs.Lit   // inner: each clause also contains its complement, and sat.Solver.Hold makes it true
	auxiliary []dimacs.Lit // inner: the auxiliary variables of the constraints of lines
}

// Answer answers each line of in before it reads the next. It returns io.EOF at the end of in, another error
// of in, the cause of ctx if ctx ends, or an error of c.Pass or of the solver. A mistake in a line is an
// answer and no error.
func Answer(ctx context.Context, c Config, in io.Reader) error {
	s := &session{Config: c, w: bufio.NewWriterSize(c.Out, 1<<16), weight: c.Formula.SoftWeight()}
	if c.Projects {
		s.project = c.Project
	}
	if c.Groups.Of != nil {
		s.Formula = s.guarded(c.Formula, c.Groups)
	}
	s.vars.add(1, c.Formula.Inputs())
	s.solver = sat.OpenSolver(s.Formula, c.Options)
	defer s.solver.Close()
	defer func() { s.endModels() }()
	err := s.solver.Hold(s.guards()...)
	for lines, number := bufio.NewReader(in), 1; err == nil; number++ {
		var text []byte
		if text, err = readLine(lines); err == nil || err == io.EOF && len(text) > 0 {
			err = cmp.Or(s.answer(ctx, number, text), context.Cause(ctx))
		}
	}
	return err
}

// guarded returns a copy of f in which each clause of a group also contains the complement of the guard of
// the group. It adds the groups to s.groups. The copy has no linear constraints, because a line may drop their
// clauses.
func (s *session) guarded(f *dimacs.Formula, groups dimacs.Groups) *dimacs.Formula {
	g, i := f.WithoutClauses(), 0
	for n, name := range groups.Names {
		s.groups = append(s.groups, &group{name: name, guard: dimacs.Lit(f.Vars + n + 1)})
	}
	for c := range f.Clauses() {
		if n := groups.Of[i]; n > 0 {
			c = append(slices.Clip(c), -s.groups[n-1].guard)
		}
		g.Add(c...)
		i++
	}
	g.Vars, g.Linear, g.Definitions, g.Encoded, g.Auxiliary = f.Vars+len(groups.Names), nil, nil, false, 0
	return g
}

// indexOf returns the index of the group with a name, or -1.
func (s *session) indexOf(name string) int {
	return slices.IndexFunc(s.groups, func(g *group) bool { return g.name == name })
}

// guards returns the guards of all groups. They are held, except during a search for mus.
func (s *session) guards() (guards []dimacs.Lit) {
	for _, g := range s.groups {
		guards = append(guards, g.guard)
	}
	return guards
}

// readLine returns the next line with its line end, if it has one. If the line is longer than maxLine,
// readLine may cut off its end, but returns more than maxLine bytes. At the end of the input, the error is
// io.EOF, and the result may be a last line without a line end. Other errors are errors of r.
func readLine(r *bufio.Reader) (line []byte, err error) {
	for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull; {
		var piece []byte
		if piece, err = r.ReadSlice('\n'); len(line) <= maxLine {
			line = append(line, piece...)
		}
	}
	return line, err
}

// answer makes the changes of a line. It writes the answer to the question of the line, or the size of the
// formula if there is no question. If the line has a mistake, it writes the mistake instead. The number of
// the first line is 1. An error ends the session.
func (s *session) answer(ctx context.Context, number int, text []byte) error {
	s.Pass(func() error {
		s.json = answers.NewJSON(s.w, false)
		s.json.SetNames(s.Name, nil)
		*s.Asked = true
		return nil
	})
	var l line
	err := s.change(&l, text)
	if err == nil && l.question != "" {
		err = s.ask(ctx, &l)
		if !errors.As(err, new(*sat.ProblemError)) && !errors.As(err, new(*sat.DeclinedError)) {
			return err
		}
	}
	var object any = map[string]int{"variables": s.vars.vars, "clauses": s.solver.NumClauses()}
	if err != nil {
		object = map[string]string{"error": mistake(number, s.Located(err))}
	}
	return s.Pass(func() error {
		to := json.NewEncoder(s.w)
		to.SetEscapeHTML(false)
		*s.Asked = false
		return cmp.Or(to.Encode(object), s.w.Flush())
	})
}

// A reader finds the literals of a line, and keeps the first mistake.
type reader struct {
	*session
	vars int // the number of variables after the changes of the line
	err  error
}

// literals returns the literals of a list of words, as literals of the session. A mistake sets r.err and names
// key.
func (r *reader) literals(key string, list words) (lits []dimacs.Lit) {
	for _, w := range list {
		if n, err := strconv.Atoi(w); err == nil && n != 0 && max(n, -n) <= r.vars {
			lits = append(lits, dimacs.Lit(n))
			continue
		}
		found, wrong := r.Words.Literals(w)
		if wrong == nil && (len(found) != 1 || found[0].Var() > r.vars) {
			wrong = fmt.Errorf("expected a literal of a variable from 1 to %d, found %q", r.vars, w)
		}
		if lits = append(lits, found...); wrong != nil {
			r.err = cmp.Or(r.err, fmt.Errorf("%s: %w", key, wrong))
		}
	}
	return lits
}

// constraints returns a formula with the linear constraints and the soft clauses of a line. A mistake sets
// r.err.
func (r *reader) constraints(l *line) *dimacs.Formula {
	f := &dimacs.Formula{Vars: r.vars, Encoded: true}
	for i, b := range []*linear{l.AtMost.linear("<="), l.AtLeast.linear(">="), l.Linear} {
		if b == nil {
			continue
		}
		c := dimacs.Linear{Lits: r.literals([]string{"atmost", "atleast", "linear"}[i], b.lits), Coefs: b.coefs, Low: b.bound, High: b.bound}
		switch b.relation {
		case "<=":
			c.Low = math.MinInt64
		case ">=":
			c.High = math.MaxInt64
		case "=":
		default:
			r.err = cmp.Or(r.err, fmt.Errorf("linear: expected the relation <=, >= or =, found %q", b.relation))
		}
		f.Linear = append(f.Linear, c)
	}
	for _, c := range l.Soft {
		f.Soft = append(f.Soft, dimacs.SoftClause{Lits: r.literals("soft", c.lits), Weight: c.weight})
	}
	if r.err = cmp.Or(r.err, f.Check()); r.err == nil && f.SoftWeight() > dimacs.MaxWeight-r.weight {
		r.err = fmt.Errorf("soft: expected weights with a sum of at most %d", int64(dimacs.MaxWeight))
	}
	return f
}

// change parses text into l, makes the changes of the line, and sets the fields of l that are inner. If the
// line has a mistake, change returns the mistake and changes nothing. It also returns errors of the solver, and
// then some changes may be made.
func (s *session) change(l *line, text []byte) error {
	r := &reader{session: s, err: l.parse(text)}
	all, room := s.Projects && s.project == nil, max(0, maxVars-s.solver.Vars())
	if all && s.solver.Vars() > maxListed {
		room = 0
	}
	if l.New < 0 || l.New > room {
		r.err = cmp.Or(r.err, fmt.Errorf("new: expected 0 to %d variables, found %d", room, l.New))
	}
	dropped := s.indexOf(l.Drop)
	switch {
	case l.Drop != "" && dropped < 0:
		r.err = cmp.Or(r.err, fmt.Errorf("drop: there is no group %q", l.Drop))
	case l.question == "more" && s.next == nil:
		r.err = cmp.Or(r.err, errors.New("more: there is no list of models to continue"))
	}
	r.vars = s.vars.vars + l.New
	clauses := make([][]dimacs.Lit, len(l.Add))
	for i, c := range l.Add {
		clauses[i] = r.literals("add", c)
	}
	more := r.constraints(l)
	assume, project, favored := r.literals("assume", l.Assume), r.literals("project", l.Project), r.literals("phase", l.Phase)
	if r.err != nil {
		return r.err
	}
	if l.question != "more" {
		s.endModels()
	}
	if all && l.New > 0 {
		for v := range s.vars.vars {
			s.project = append(s.project, s.vars.inner(dimacs.Lit(v+1)).Var())
		}
	}
	err := s.drop(dropped)
	s.vars.add(s.solver.Vars()+1, l.New)
	s.solver.Grow(l.New)
	to := s.sink(l.Group)
	for _, c := range clauses {
		to.Clause(s.vars.allInner(c)...)
	}
	for _, c := range more.Linear {
		c.Lits = s.vars.allInner(c.Lits)
		cardinality.Linear(c, to, to.fresh)
	}
	for _, c := range more.Soft {
		s.weight += c.Weight
		err = cmp.Or(err, s.solver.AddSoft(c.Weight, s.vars.allInner(c.Lits)...))
	}
	l.assume = slices.Concat(s.Assume, s.vars.allInner(assume))
	if l.project, l.projects = s.project, s.Projects || l.Project != nil; l.Project != nil {
		l.project = []int{}
	}
	for _, p := range project {
		l.project = append(l.project, s.vars.inner(p).Var())
	}
	if l.Phase != nil { // until endModels
		err = cmp.Or(err, s.solver.Prefer(s.vars.allInner(favored)...))
	}
	return cmp.Or(err, s.solver.Err())
}

// drop removes group i. Unit clauses make the guard and the auxiliary variables of the group false, so that
// its clauses are true forever. drop does nothing if i is negative. It returns the error of sat.Solver.Hold.
func (s *session) drop(i int) error {
	if i < 0 {
		return nil
	}
	g := s.groups[i]
	s.groups = slices.Delete(s.groups, i, i+1)
	for _, l := range append(g.auxiliary, g.guard) {
		s.solver.Clause(-l)
	}
	return s.solver.Hold(s.guards()...)
}

// A sink is a dimacs.Sink that adds clauses to the solver, for a group with the complement of its guard.
type sink struct {
	*sat.Solver
	group *group // nil for clauses without a group
}

// sink returns the sink for the group with a name. If there is no such group, it adds one. If the name is
// empty, the clauses belong to no group.
func (s *session) sink(name string) sink {
	i := s.indexOf(name)
	switch {
	case name == "":
		return sink{s.solver, nil}
	case i < 0:
		i = len(s.groups)
		s.groups = append(s.groups, &group{name: name, guard: s.solver.NewVar()})
		s.solver.Hold(s.guards()...) // the solver keeps an error of NewVar
	}
	return sink{s.solver, s.groups[i]}
}

func (s sink) Clause(lits ...dimacs.Lit) {
	if s.group != nil {
		lits = append(slices.Clip(lits), -s.group.guard)
	}
	s.Solver.Clause(lits...)
}

func (s sink) Binary(a, b dimacs.Lit)  { s.Clause(a, b) }
func (s sink) Pairs(lits []dimacs.Lit) { dimacs.AddPairs(s, lits) }
func (s sink) fresh(n int) []dimacs.Lit {
	lits := s.Solver.Fresh(n)
	if s.group != nil {
		s.group.auxiliary = append(s.group.auxiliary, lits...)
	}
	return lits
}
