package enginetest

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// Task returns a task for the formula f, without assumptions, for one thread.
func Task(f *dimacs.Formula) *engine.Task {
	return &engine.Task{Formula: f, Threads: 1}
}

// A problem is a task with its correct answers, which a reference search finds. Several calls
// of an engine share the task.
type problem struct {
	*reference
	name    string // the kind of formula, for messages
	task    *engine.Task
	written [][]dimacs.Lit // a copy of the clauses, to detect changes of the formula

	projected     []int           // the constrained variables of the projection, as variables of the reference
	unconstrained int             // the number of the other variables of the projection
	images        map[string]bool // the projected models: the values of projected, as bytes 0 and 1
	vars          []int           // the variables to show in messages
	project       []int           // the variables of the projection on which models are compared
}

// keptUnconstrained is the largest number of unconstrained variables on which models are
// compared.
const keptUnconstrained = 70

// newProblem returns the problem for t with its correct answers, or nil if the reference search exceeds a
// limit.
func newProblem(name string, t *engine.Task) *problem {
	p := &problem{reference: newReference(t), name: name, task: t, images: map[string]bool{}}
	for c := range t.Formula.Clauses() {
		p.written = append(p.written, slices.Clone(c))
	}
	p.findProjection()
	complete := p.visit(func(model []bool) bool {
		image := make([]byte, len(p.projected))
		for i, v := range p.projected {
			if model[v] {
				image[i] = 1
			}
		}
		p.images[string(image)] = true
		return len(p.images) <= mostImages
	})
	if !complete {
		return nil
	}
	return p
}

// findProjection sets projected, unconstrained, vars and project. The lists vars and project end with the
// first unconstrained variables of the projection, at most keptUnconstrained. Before them, vars has all
// constrained variables, and project the ones in the projection.
func (p *problem) findProjection() {
	p.unconstrained = p.task.NumProjected()
	for i, v := range p.constrained {
		if p.task.IsProjected(v) {
			p.project, p.projected = append(p.project, v), append(p.projected, i+1)
			p.unconstrained--
		}
	}
	var first []int // unconstrained
	for i := 0; len(first) < min(keptUnconstrained, p.unconstrained); i++ {
		v := p.task.Projected(i)
		if _, constrained := slices.BinarySearch(p.constrained, v); !constrained {
			first = append(first, v)
		}
	}
	p.project, p.vars = append(p.project, first...), slices.Concat(p.constrained, first)
}

// on returns a copy of the task with this number of threads, without a proof.
func (p *problem) on(threads int) *engine.Task {
	t := p.task.Under(p.task.Assume)
	t.Threads = threads
	return t
}

func (p *problem) String() string {
	t := p.task
	var b strings.Builder
	t.Formula.Write(context.Background(), &b)
	projection := "all"
	if t.Project != nil {
		projection = fmt.Sprint(t.Project)
	}
	return fmt.Sprintf("%s: seed %d, threads %d, assume %v, project %s\n%s", p.name, t.Seed, t.Threads, t.Assume, projection, &b)
}

// show returns the values of p.vars in a as a list of literals.
func (p *problem) show(a *dimacs.Assignment) string {
	return fmt.Sprint(lists.Map(p.vars, a.Lit))
}

// image returns the values of p.project in a, as the digits 0 and 1.
func (p *problem) image(a *dimacs.Assignment) string {
	k := make([]byte, len(p.project))
	for i, v := range p.project {
		k[i] = '0'
		if a.Value(v) {
			k[i] = '1'
		}
	}
	return string(k)
}

// number returns the number of models that differ on the projection.
func (p *problem) number() dimacs.Count {
	return dimacs.Count{M: big.NewInt(int64(len(p.images))), Shift: uint64(p.unconstrained)}
}

func (p *problem) isModel(a *dimacs.Assignment) bool {
	satisfies := func(l dimacs.Lit) bool { return a.Value(p.constrained[l.Var()-1]) == (l > 0) }
	return !slices.ContainsFunc(p.clauses, func(c []dimacs.Lit) bool { return !slices.ContainsFunc(c, satisfies) })
}

// satisfiableUnder reports whether the reference search finds a model under other assumptions. If it
// reaches a limit before, is and certain are false.
func (p *problem) satisfiableUnder(assume []dimacs.Lit) (is, certain bool) {
	complete := newReference(p.task.Under(assume)).visit(func([]bool) bool {
		is = true
		return false
	})
	return is, is || complete
}
