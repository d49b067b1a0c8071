package cover

import (
	"context"
	"errors"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/simplify"
)

// A problem is a formula brought into the shape of an instance.
type problem struct {
	task      *engine.Task
	clauses   *clause.Database     // at level 0; the task's own unless some are changed
	simple    *simplify.Simplifier // nil if no variables were to be eliminated
	projected []bool               // by variable: it is in the projection
	in        *instance
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

const (
	// maxClauses bounds the formulas that are looked at.
	maxClauses = 1 << 20
	// eliminationGrowth and eliminationRoom bound the literals in the clauses
	// by those there were, so that what elimination would blow up is left
	// alone. The product encoding of a line of 64 grows by a factor of 12.
	eliminationGrowth = 16
	eliminationRoom   = 1 << 15
	// eliminationPairs bounds the resolutions for one variable.
	eliminationPairs = 1 << 14
	// eliminationWidth bounds the length of a resolvent.
	eliminationWidth = 4096
)

// newProblem brings the formula of a task into shape. It declines formulas
// that have none, and returns the cause when ctx ends. There is no instance if the
// clauses are refuted without one.
func newProblem(ctx context.Context, t *engine.Task, a aim) (*problem, error) {
	p, err := shaped(ctx, t, a)
	var d *engine.DeclinedError
	if a == allModels && t.Project != nil && errors.As(err, &d) {
		return shaped(ctx, t, projection)
	}
	return p, err
}

// shaped does so for one aim.
func shaped(ctx context.Context, t *engine.Task, a aim) (*problem, error) {
	if t.Formula.NumClauses() > maxClauses {
		return nil, declined("it has too many clauses")
	}
	d, err := t.Clauses(ctx)
	if err != nil {
		return nil, err
	}
	p := &problem{task: t, clauses: d}
	if t.Proof != nil {
		p.clauses = d.Clone()
		p.clauses.SetProof(t.Proof)
	}
	if d.Unsat {
		return p, p.clauses.Err
	}
	p.projected = make([]bool, d.Vars+1)
	for v := 1; v <= d.Vars; v++ {
		p.projected[v] = t.IsProjected(int(d.Names[v]))
	}
	goes, err := p.choose(a)
	if err != nil {
		return nil, err
	}
	if goes != nil {
		if err := p.eliminate(ctx, goes); err != nil || p.clauses.Unsat {
			return p, err
		}
	}
	return p, p.shape(ctx, a)
}

const noChoice = "no clause offers a choice among literals that exclude others"

func declined(reason string) error {
	return &engine.DeclinedError{Engine: Name, Reason: reason}
}

// choose marks the variables that are to be eliminated, nil if there are none. It
// declines what is not worth that.
func (p *problem) choose(a aim) (goes []bool, err error) {
	constrained, _ := p.clauses.Constrained()
	chosen, offers := p.choices()
	goes = make([]bool, p.clauses.Vars+1)
	leaving, stay := 0, 0
	for v := 1; v < len(goes); v++ {
		switch {
		case !constrained[v] || p.clauses.Values[2*v] != 0:
		case a != allModels && chosen[v] || a != oneModel && p.projected[v]:
			stay++
		default:
			goes[v] = true
			leaving++
		}
	}
	switch {
	case stay > maxLiterals:
		return nil, declined("it has too many literals to choose from")
	case leaving == 0:
		return nil, nil
	case !offers:
		return nil, declined(noChoice)
	}
	return goes, nil
}

const (
	// choiceRatio is how many times as many binary clauses the negation of a
	// choice literal is in as the literal itself.
	choiceRatio = 4
	// strangers is the part of a clause that offers a choice, one in so many
	// literals, that need not be choice literals: the ladder encoding implies the
	// first of each line both ways.
	strangers = 8
)

// choices marks the variables of which one literal is chosen and the other
// follows: binary clauses nearly always have the same sign of them, or clauses
// have them among such ones. It reports whether there is a clause of nothing but
// literals that are chosen: elimination makes none.
func (p *problem) choices() (vars []bool, offers bool) {
	pairs, _ := p.occurrences()
	vars = make([]bool, p.clauses.Vars+1)
	is := make([]bool, len(pairs)) // by literal
	for l := 2; l < len(is); l++ {
		is[l] = pairs[l^1] > 0 && pairs[l^1] >= choiceRatio*pairs[l]
		vars[l>>1] = vars[l>>1] || pairs[l^1] >= choiceRatio*pairs[l]
	}
	for range 2 { // a corner of a board is the first in both of its lines
		for c := range p.clauses.Unsatisfied() {
			n := 0
			for _, l := range c {
				if is[l] {
					n++
				}
			}
			if offers = offers || n == len(c); n == len(c) || strangers*(len(c)-n) >= len(c) {
				continue
			}
			for _, l := range c {
				vars[l>>1], is[l] = true, true
			}
		}
	}
	return vars, offers
}

// occurrences returns, by literal, how many binary and other clauses it is in.
func (p *problem) occurrences() (pairs, others []int) {
	pairs, others = make([]int, 2*p.clauses.Vars+2), make([]int, 2*p.clauses.Vars+2)
	for c := range p.clauses.Unsatisfied() {
		n := others
		if len(c) == 2 {
			n = pairs
		}
		for _, l := range c {
			n[l]++
		}
	}
	return pairs, others
}

// eliminate removes the variables that go by resolution, as far as
// the bounds allow. Among binary clauses this is the closure of the implication
// graph, so an at-most-one constraint comes back as the pairs that it stands for,
// whatever auxiliary variables it was encoded with. It returns the cause when ctx
// ends.
func (p *problem) eliminate(ctx context.Context, goes []bool) error {
	if p.task.Proof == nil {
		p.clauses = p.clauses.Clone()
	}
	literals := 0
	for c := range p.clauses.Unsatisfied() {
		literals += len(c)
	}
	p.simple = simplify.New(p.clauses)
	return p.simple.Eliminate(ctx, simplify.Bounds{
		Growth: -1, Pairs: eliminationPairs, Width: eliminationWidth,
		Literals: eliminationGrowth*literals + eliminationRoom,
		Keep:     func(v uint32) bool { return !goes[v] },
	})
}

// shape sorts the clauses that are left into those of an instance and the rest.
// It returns the cause when ctx ends.
func (p *problem) shape(ctx context.Context, a aim) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	chosen := p.phases()
	var positive, other [][]clause.Lit
	var conflicts [][2]clause.Lit
	for c := range p.clauses.Unsatisfied() {
		n := 0
		for _, l := range c {
			if a == allModels && !p.projected[l.Var()] {
				return declined("a variable that is not to be counted cannot be eliminated")
			}
			if chosen[l] {
				n++
			}
		}
		switch {
		case n == len(c):
			positive = append(positive, slices.Clone(c))
		case n == 0 && len(c) == 2:
			conflicts = append(conflicts, [2]clause.Lit{c[0].Not(), c[1].Not()})
		default:
			other = append(other, slices.Clone(c))
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
	p.in = newInstance(ctx, p.clauses.Vars, positive, conflicts)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if a == projection {
		p.marked = make([]uint64, p.in.words)
		for i, l := range p.in.lits {
			if p.projected[l.Var()] {
				set(p.marked, i)
			}
		}
	}
	return p.addRest(ctx, other, a)
}

// phases marks the literal of each variable that is chosen: the one that is in
// fewer binary clauses, or else in more of the others.
func (p *problem) phases() []bool {
	pairs, others := p.occurrences()
	chosen := make([]bool, len(pairs))
	for l := 2; l < len(pairs); l += 2 {
		chosen[l] = pairs[l] < pairs[l+1] || pairs[l] == pairs[l+1] && others[l] >= others[l+1]
		chosen[l+1] = !chosen[l]
	}
	return chosen
}
