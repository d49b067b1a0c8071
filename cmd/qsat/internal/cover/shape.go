package cover

import (
	"context"
	"errors"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/normal"
)

// A problem is a formula brought into the shape of an instance.
type problem struct {
	task *engine.Task
	form *normal.Form
	elim *eliminator
	in   *instance
	// unsat says that elimination has refuted the formula.
	unsat bool
	// marked are the literals of the instance in the projection, if models may
	// agree on all of them and differ elsewhere; else nil.
	marked []uint64
}

// An aim says what a problem is for, and so which variables have to stay.
type aim int

const (
	oneModel   aim = iota // those that are chosen or not
	allModels             // those of the projection, and only those
	projection            // both
)

// maxClauses bounds the formulas that are looked at.
const maxClauses = 1 << 20

// newCounting brings the formula of a task into shape for all its models.
func newCounting(ctx context.Context, t *engine.Task) (*problem, error) {
	p, err := newProblem(ctx, t, allModels)
	var d *engine.DeclinedError
	if t.Project != nil && errors.As(err, &d) {
		return newProblem(ctx, t, projection)
	}
	return p, err
}

// newProblem brings the formula of a task into shape. It declines formulas
// that have none, and returns the cause when ctx ends.
func newProblem(ctx context.Context, t *engine.Task, a aim) (*problem, error) {
	if t.Formula.NumClauses() > maxClauses {
		return nil, declined("it has too many clauses")
	}
	form, err := normal.Of(ctx, t.Formula, t.Assume)
	if err != nil {
		return nil, err
	}
	p := &problem{task: t, form: form, unsat: form.Unsat}
	if p.unsat {
		return p, nil
	}
	keep, literals := p.keeper(a)
	if literals > maxLiterals {
		return nil, declined("it has too many literals to choose from")
	}
	if literals < len(form.Names) && !p.offersChoice() {
		return nil, declined(noChoice)
	}
	p.elim = newEliminator(ctx, form)
	if t.Proof != nil {
		p.elim.derived = p.prove
	}
	if err := p.elim.eliminate(ctx, keep); err != nil {
		return nil, err
	}
	if p.unsat = p.elim.unsat; p.unsat {
		return p, nil
	}
	return p, p.shape(ctx, a)
}

// ErrLimit is wrapped by the error of a search that has reached its limit.
var ErrLimit = errors.New("its search takes too long")

const noChoice = "no clause offers a choice among literals that exclude others"

func declined(reason string) error {
	return &engine.DeclinedError{Engine: Name, Reason: reason}
}

// keeper says which variables are to stay, and how many there are.
func (p *problem) keeper(a aim) (keep func(v int32) bool, n int) {
	stay := make([]bool, len(p.form.Names)+1)
	if a != allModels {
		stay = p.choiceVariables()
	}
	if a != oneModel {
		for v, in := range p.projected() {
			stay[v] = stay[v] || in
		}
	}
	for _, s := range stay[1:] {
		if s {
			n++
		}
	}
	return func(v int32) bool { return stay[v] }, n
}

// projected marks the variables of the form that are in the projection.
func (p *problem) projected() []bool {
	marks := make([]bool, len(p.form.Names)+1)
	if p.task.Project == nil {
		for i := range marks {
			marks[i] = true
		}
		return marks
	}
	listed := make(map[int]bool, len(p.task.Project))
	for _, v := range p.task.Project {
		listed[v] = true
	}
	for i, v := range p.form.Names {
		marks[i+1] = listed[int(v)]
	}
	return marks
}

// choiceVariables marks the variables of which one literal is chosen and the
// other follows: binary clauses nearly always have the same sign of them.
func (p *problem) choiceVariables() []bool {
	pairs := p.pairs()
	marks := make([]bool, len(p.form.Names)+1)
	for v := 1; v < len(marks); v++ {
		a, b := pairs[2*v], pairs[2*v+1]
		marks[v] = max(a, b) >= 4*min(a, b)
	}
	return marks
}

// offersChoice reports whether there is a clause of literals that are chosen.
// Elimination makes none, so it is not worth beginning without.
func (p *problem) offersChoice() bool {
	pairs := p.pairs()
	for i := range p.form.NumClauses() {
		offers := true
		for _, k := range p.form.Clause(i) {
			offers = offers && pairs[normal.Index(-k)] > 0 && pairs[normal.Index(-k)] >= 4*pairs[normal.Index(k)]
		}
		if offers {
			return true
		}
	}
	return false
}

// pairs returns, by literal, how many binary clauses it is in.
func (p *problem) pairs() []int {
	pairs := make([]int, 2*len(p.form.Names)+2)
	for i := range p.form.NumClauses() {
		if c := p.form.Clause(i); len(c) == 2 {
			pairs[normal.Index(c[0])]++
			pairs[normal.Index(c[1])]++
		}
	}
	return pairs
}

// shape sorts the clauses that are left into those of an instance and the rest.
// It returns the cause when ctx ends.
func (p *problem) shape(ctx context.Context, a aim) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	phase := p.phases()
	var positive, other [][]int32
	var conflicts [][2]int32
	for _, c := range p.elim.clauses {
		switch chosen := inPhase(c, phase); {
		case c == nil:
		case chosen == len(c):
			positive = append(positive, c)
		case chosen == 0 && len(c) == 2:
			conflicts = append(conflicts, [2]int32{-c[0], -c[1]})
		default:
			other = append(other, c)
		}
	}
	if len(other) > 0 && p.task.Proof != nil {
		return declined("a proof cannot speak of clauses that are neither choices nor conflicts of pairs")
	}
	if len(positive) == 0 && len(other) > 0 {
		return declined(noChoice)
	}
	if 4*len(other) > len(positive)+len(conflicts) {
		return declined("too few of its clauses are choices or conflicts of pairs")
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p.in = newInstance(ctx, len(p.form.Names), positive, conflicts)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if a == projection {
		p.mark()
	}
	return p.addRest(other, a)
}

// mark marks the literals in the projection.
func (p *problem) mark() {
	p.marked = make([]uint64, p.in.words)
	projected := p.projected()
	for i, k := range p.in.lits {
		if projected[max(k, -k)] {
			set(p.marked, i)
		}
	}
}

// phases returns, by variable, the sign of the literal that is chosen: the one
// that is in fewer binary clauses, or else in more of the others.
func (p *problem) phases() []int32 {
	n := len(p.form.Names)
	lean := make([]int, n+1)
	for _, c := range p.elim.clauses {
		weight := 1
		if len(c) == 2 {
			weight = -1 << 20
		}
		for _, k := range c {
			if k > 0 {
				lean[k] += weight
			} else {
				lean[-k] -= weight
			}
		}
	}
	phase := make([]int32, n+1)
	for v := range phase {
		phase[v] = 1
		if lean[v] < 0 {
			phase[v] = -1
		}
	}
	return phase
}

// inPhase returns how many literals of c are those that are chosen.
func inPhase(c []int32, phase []int32) int {
	n := 0
	for _, k := range c {
		if k > 0 == (phase[max(k, -k)] > 0) {
			n++
		}
	}
	return n
}

// prove adds a clause of the form to the proof.
func (p *problem) prove(c []int32) error {
	return p.task.Proof.Add(p.named(c))
}
