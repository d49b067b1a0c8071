package enginetest

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/testdata/formulas"
)

// A structured problem is larger than a small one: it has a few hundred variables, more
// than fit into one or two machine words, and few models.
type structured struct {
	question
	models map[string]bool // the projected models
}

func newStructured(name string, t *engine.Task) *structured {
	s := &structured{question: newQuestion(name, t)}
	for i := range t.NumProjected() {
		s.project = append(s.project, t.Projected(i))
	}
	for v := range t.Formula.Vars {
		s.vars = append(s.vars, v+1)
	}
	return s
}

// The limits of the reference search. Formulas beyond them are drawn again.
const (
	mostReferenceNodes = 3_000
	mostVisited        = 20_000 // number of models, before projection
)

// structureds caches the problems by number, because drawing them takes long.
var structureds sync.Map

// structuredProblem returns structured problem i.
func structuredProblem(i int) *structured {
	if s, ok := structureds.Load(i); ok {
		return s.(*structured)
	}
	s := sampleStructured(i)
	structureds.Store(i, s)
	return s
}

func sampleStructured(i int) *structured {
	r := sampler{rand.New(rand.NewPCG(uint64(i), 0xd1b54a32d192ed03))}
	for {
		name, f, options := formulas.Structured(i, r.Rand)
		if s := newStructured(name, r.finish(f, options)); s.solve() {
			return s
		}
	}
}

// finish renames the variables, flips some signs, and sets a seed, assumptions and a
// projection.
func (r sampler) finish(f *dimacs.Formula, options int) *engine.Task {
	vars := f.Vars + r.IntN(3) // unconstrained variables
	names := make([]int, vars)
	shuffled := r.IntN(2) == 0
	for i, v := range r.Perm(vars) {
		names[i] = i + 1
		if shuffled {
			names[i] = (v + 1) * (1 - 2*(r.IntN(4)/3))
		}
	}
	clauses := slices.Collect(f.Clauses())
	if shuffled {
		r.Shuffle(len(clauses), func(i, j int) { clauses[i], clauses[j] = clauses[j], clauses[i] })
	}
	t := Task(renamed(clauses, names, vars))
	if r.IntN(2) == 0 {
		t.Seed = 1 + r.Int64N(1000)
	}
	if r.IntN(4) == 0 {
		for range 1 + r.IntN(2) {
			t.Assume = append(t.Assume, r.lit(names))
		}
	}
	t.Project = r.projectOptions(names, options)
	return t
}

// projectOptions returns a random projection: all variables, the options without the
// auxiliary variables, or any variables.
func (r sampler) projectOptions(names []int, options int) (list []int) {
	switch r.IntN(6) {
	case 0, 1:
		return nil
	case 2, 3, 4:
		for _, v := range names[:options] {
			list = append(list, max(v, -v))
		}
	default:
		for _, v := range r.Perm(len(names))[:1+r.IntN(len(names))] {
			list = append(list, v+1)
		}
	}
	slices.Sort(list)
	return list
}

func (s *structured) number() dimacs.Count {
	return dimacs.Count{M: big.NewInt(int64(len(s.models)))}
}

func (s *structured) isModel(a *dimacs.Assignment) bool { return engine.Check(s.task, a) == nil }

func (s *structured) satisfiableUnder(assume []dimacs.Lit) (is, certain bool) {
	complete := newStructured(s.name, s.task.Under(assume)).visit(func(*dimacs.Assignment) bool {
		is = true
		return false
	})
	return is, is || complete
}
