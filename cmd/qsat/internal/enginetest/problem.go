package enginetest

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strings"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/testdata/formulas"
)

// Task returns a task for the formula f, without assumptions, for one thread.
func Task(f *dimacs.Formula) *engine.Task {
	return &engine.Task{Formula: f, Threads: 1}
}

// A question is a task that several calls of an engine share.
type question struct {
	name    string
	task    *engine.Task
	clauses [][]dimacs.Lit // a copy, to detect changes of the formula
	vars    []int          // the variables to show in messages
	project []int          // the variables of the projection on which models are compared
}

func newQuestion(name string, t *engine.Task) question {
	q := question{name: name, task: t}
	for c := range t.Formula.Clauses() {
		q.clauses = append(q.clauses, slices.Clone(c))
	}
	return q
}

func (q *question) asked() *question { return q }

// on returns the task with this number of threads.
func (q *question) on(threads int) *engine.Task {
	t := q.task.Under(q.task.Assume)
	t.Threads = threads
	return t
}

// untouched returns an error if the formula has changed.
func (q *question) untouched() error {
	next, stop := iter.Pull(q.task.Formula.Clauses())
	defer stop()
	for _, c := range q.clauses {
		if now, ok := next(); !ok || !slices.Equal(now, c) {
			return fmt.Errorf("the engine has changed clause %v of the formula to %v", c, now)
		}
	}
	if _, added := next(); added {
		return fmt.Errorf("the engine has added to the formula")
	}
	return nil
}

func (q *question) String() string {
	t := q.task
	var b strings.Builder
	w := dimacs.NewWriter(&b)
	w.Header(t.Formula.Vars, int64(t.Formula.NumClauses()))
	w.Clauses(context.Background(), t.Formula)
	w.Flush()
	projection := "all"
	if t.Project != nil {
		projection = fmt.Sprint(t.Project)
	}
	return fmt.Sprintf("%s: seed %d, threads %d, assume %v, project %s\n%s", q.name, t.Seed, t.Threads, t.Assume, projection, &b)
}

// show returns the values of q.vars as literals.
func (q *question) show(a *dimacs.Assignment) string {
	lits := make([]dimacs.Lit, len(q.vars))
	for i, v := range q.vars {
		lits[i] = a.Lit(v)
	}
	return fmt.Sprint(lits)
}

// image returns the values of the projected variables, as the digits 0 and 1.
func (q *question) image(a *dimacs.Assignment) string {
	k := make([]byte, len(q.project))
	for i, v := range q.project {
		k[i] = '0'
		if a.Value(v) {
			k[i] = '1'
		}
	}
	return string(k)
}

// A small problem constrains so few variables that all their assignments can be tried.
type small struct {
	question
	constrained []int // variables in a clause or an assumption, ascending
	// model is indexed by assignment of these variables, the first one in the lowest bit:
	// whether the assignment is a model.
	model              []bool
	projected          uint32          // the constrained variables in the projection
	images             map[uint32]bool // the projected models
	unconstrained      int             // the number of unconstrained variables in the projection
	firstUnconstrained []int           // the first of these, at most keptUnconstrained
}

// keptUnconstrained is the largest number of unconstrained variables on which models are
// compared.
const keptUnconstrained = 70

// newSmall returns the problem for t with its correct answers. It panics if t constrains
// more than formulas.MostSmallVars variables.
func newSmall(name string, t *engine.Task) *small {
	p := &small{question: newQuestion(name, t), images: map[uint32]bool{}}
	for _, l := range slices.Concat(slices.Concat(p.clauses...), t.Assume) {
		p.constrained = append(p.constrained, l.Var())
	}
	slices.Sort(p.constrained)
	p.constrained = slices.Compact(p.constrained)
	if len(p.constrained) > formulas.MostSmallVars {
		panic(fmt.Sprintf("%s constrains %d variables", name, len(p.constrained)))
	}
	p.findProjection()
	p.model = make([]bool, 1<<len(p.constrained))
	for a := range p.model {
		if p.holds(uint32(a)) {
			p.model[a] = true
			p.images[uint32(a)&p.projected] = true
		}
	}
	return p
}

// findProjection sets the fields about the projection.
func (p *small) findProjection() {
	p.unconstrained = p.task.NumProjected()
	for i, v := range p.constrained {
		if p.task.IsProjected(v) {
			p.project = append(p.project, v)
			p.projected |= 1 << i
			p.unconstrained--
		}
	}
	for i := 0; len(p.firstUnconstrained) < min(keptUnconstrained, p.unconstrained); i++ {
		v := p.task.Projected(i)
		if _, constrained := slices.BinarySearch(p.constrained, v); !constrained {
			p.firstUnconstrained = append(p.firstUnconstrained, v)
		}
	}
	p.project = append(p.project, p.firstUnconstrained...)
	p.vars = slices.Concat(p.constrained, p.firstUnconstrained)
}

// holds reports whether a, an assignment of the constrained variables, is a model.
func (p *small) holds(a uint32) bool {
	satisfies := func(l dimacs.Lit) bool {
		i, _ := slices.BinarySearch(p.constrained, l.Var())
		return a>>i&1 != 0 == (l > 0)
	}
	return !slices.ContainsFunc(p.task.Assume, func(l dimacs.Lit) bool { return !satisfies(l) }) &&
		!slices.ContainsFunc(p.clauses, func(c []dimacs.Lit) bool { return !slices.ContainsFunc(c, satisfies) })
}

func (p *small) number() dimacs.Count {
	return dimacs.Count{M: big.NewInt(int64(len(p.images))), Shift: uint64(p.unconstrained)}
}

func (p *small) isModel(a *dimacs.Assignment) bool { return p.model[p.restrict(a)] }

func (p *small) satisfiableUnder(assume []dimacs.Lit) (is, certain bool) {
	return len(newSmall(p.name, p.task.Under(assume)).images) > 0, true
}

// restrict returns the values of the constrained variables, the first one in the lowest
// bit.
func (p *small) restrict(a *dimacs.Assignment) uint32 {
	var mask uint32
	for i, v := range p.constrained {
		if a.Value(v) {
			mask |= 1 << i
		}
	}
	return mask
}
