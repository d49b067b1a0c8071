package enginetest

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/testdata/formulas"
)

// Task returns the task of a formula alone, for one thread.
func Task(f *dimacs.Formula) *engine.Task {
	return &engine.Task{Problem: engine.Problem{Formula: f}, Options: engine.Options{Threads: 1}}
}

// A problem is a task and the truth about it.
type problem struct {
	name string
	task *engine.Task
	vars []int // in a clause or an assumption, ascending
	// model tells for each assignment of vars, the first as the lowest bit,
	// whether it is a model.
	model              []bool
	projected          uint32          // those of vars in the projection
	images             map[uint32]bool // the models, as far as projected
	unconstrained      int             // variables of the projection that are not in vars
	firstUnconstrained []int           // the first of them
	clauses            [][]dimacs.Lit  // a copy
}

// keptUnconstrained is how many unconstrained variables a key has.
const keptUnconstrained = 70

// newProblem finds the truth about a task.
func newProblem(name string, t *engine.Task) *problem {
	p := &problem{name: name, task: t, images: map[uint32]bool{}}
	for c := range t.Formula.Clauses() {
		p.clauses = append(p.clauses, slices.Clone(c))
		p.constrain(c)
	}
	p.constrain(t.Assume)
	slices.Sort(p.vars)
	p.vars = slices.Compact(p.vars)
	if len(p.vars) > formulas.MostSmallVars {
		panic(fmt.Sprintf("%s constrains %d variables", name, len(p.vars)))
	}
	p.project()
	p.model = make([]bool, 1<<len(p.vars))
	for a := range p.model {
		if p.holds(uint32(a)) {
			p.model[a] = true
			p.images[uint32(a)&p.projected] = true
		}
	}
	return p
}

func (p *problem) constrain(lits []dimacs.Lit) {
	for _, l := range lits {
		p.vars = append(p.vars, l.Var())
	}
}

// project finds out which variables are in the projection.
func (p *problem) project() {
	if p.task.Project == nil {
		p.projected = 1<<len(p.vars) - 1
		p.unconstrained = p.task.Formula.Vars - len(p.vars)
		for v := 1; v <= p.task.Formula.Vars && len(p.firstUnconstrained) < keptUnconstrained; v++ {
			if _, constrained := slices.BinarySearch(p.vars, v); !constrained {
				p.firstUnconstrained = append(p.firstUnconstrained, v)
			}
		}
		return
	}
	for _, v := range p.task.Project {
		if i, constrained := slices.BinarySearch(p.vars, v); constrained {
			p.projected |= 1 << i
		} else {
			p.unconstrained++
			p.firstUnconstrained = append(p.firstUnconstrained, v)
		}
	}
}

// holds reports whether an assignment of vars is a model.
func (p *problem) holds(a uint32) bool {
	for _, l := range p.task.Assume {
		if !p.satisfies(a, l) {
			return false
		}
	}
	for _, c := range p.clauses {
		if !slices.ContainsFunc(c, func(l dimacs.Lit) bool { return p.satisfies(a, l) }) {
			return false
		}
	}
	return true
}

func (p *problem) satisfies(a uint32, l dimacs.Lit) bool {
	i, _ := slices.BinarySearch(p.vars, l.Var())
	return a>>i&1 != 0 == (l > 0)
}

// satisfiable reports whether there is a model.
func (p *problem) satisfiable() bool { return len(p.images) > 0 }

// models returns the number of models that differ on the projection, if it
// is at most most.
func (p *problem) models(most int) (n int, ok bool) {
	if !p.satisfiable() {
		return 0, true
	}
	if p.unconstrained > bits.Len(uint(most)) || len(p.images)<<p.unconstrained > most {
		return 0, false
	}
	return len(p.images) << p.unconstrained, true
}

// restrict returns the values of vars.
func (p *problem) restrict(a *dimacs.Assignment) uint32 {
	var mask uint32
	for i, v := range p.vars {
		if a.Value(v) {
			mask |= 1 << i
		}
	}
	return mask
}

// A key is what a model is on the projection.
type key struct {
	constrained   uint32
	unconstrained [2]uint64
}

func (p *problem) key(a *dimacs.Assignment) key {
	k := key{constrained: p.restrict(a) & p.projected}
	for i, v := range p.firstUnconstrained[:min(len(p.firstUnconstrained), 128)] {
		if a.Value(v) {
			k.unconstrained[i>>6] |= 1 << (i & 63)
		}
	}
	return k
}

// untouched returns an error if the formula is not what it was.
func (p *problem) untouched() error {
	next, stop := iter.Pull(p.task.Formula.Clauses())
	defer stop()
	for _, c := range p.clauses {
		if now, ok := next(); !ok || !slices.Equal(now, c) {
			return fmt.Errorf("the engine has changed clause %v of the formula to %v", c, now)
		}
	}
	if _, added := next(); added {
		return fmt.Errorf("the engine has added to the formula")
	}
	return nil
}

// String returns the problem as a text that qsat reads.
func (p *problem) String() string { return describe(p.name, p.task) }

// describe returns a task as a text that qsat reads.
func describe(name string, t *engine.Task) string {
	var b strings.Builder
	w := dimacs.NewWriter(&b)
	w.Header(t.Formula.Vars, int64(t.Formula.NumClauses()))
	w.Clauses(context.Background(), t.Formula)
	w.Flush()
	projection := "all"
	if t.Project != nil {
		projection = fmt.Sprint(t.Project)
	}
	return fmt.Sprintf("%s: seed %d, threads %d, assume %v, project %s\n%s", name, t.Seed, t.Threads, t.Assume, projection, &b)
}
