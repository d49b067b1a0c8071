package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// A question is a problem with its correct answers, found by all assignments.
type question struct {
	Problem
	models map[string]*big.Rat // indexed by the values of the projection: the weight
	fixed  []dimacs.Lit        // the literals of the projection that are true in every model
}

// isModel reports whether a satisfies f, assume, and a cube if f has cubes.
func isModel(f *dimacs.Formula, assume []dimacs.Lit, a *dimacs.Assignment) bool {
	holds := func(cube []dimacs.Lit) bool {
		return !slices.ContainsFunc(cube, func(l dimacs.Lit) bool { return !a.Holds(l) })
	}
	return f.Falsified(a) == nil && holds(assume) && (!f.Incremental || slices.ContainsFunc(f.Cubes, holds))
}

// assignments yields the models of f and assume, with their bits: variable v has bit v-1.
func assignments(f *dimacs.Formula, assume []dimacs.Lit) iter.Seq2[int, *dimacs.Assignment] {
	return func(yield func(int, *dimacs.Assignment) bool) {
		for bits, a := range enginetest.Models(f) {
			if isModel(f, assume, a) && !yield(int(bits>>1), a) {
				return
			}
		}
	}
}

// holdsIn reports whether f and assume have a model.
func holdsIn(f *dimacs.Formula, assume []dimacs.Lit) bool {
	for range assignments(f, assume) {
		return true
	}
	return false
}

func newQuestion(p Problem) *question {
	q := &question{Problem: p, models: map[string]*big.Rat{}}
	isTrue, isFalse := -1, -1
	for values, a := range assignments(p.Formula, p.Assume) {
		isTrue, isFalse = isTrue&values, isFalse&^values
		weight := big.NewRat(1, 1)
		for _, w := range p.Formula.Weights {
			if a.Holds(w.Lit) {
				weight.Mul(weight, w.Value)
			}
		}
		q.models[q.image(a)] = weight
	}
	for i := 0; i < q.NumProjected() && len(q.models) > 0; i++ {
		v := q.Projected(i)
		if isTrue>>(v-1)&1 == 1 {
			q.fixed = append(q.fixed, dimacs.Lit(v))
		} else if isFalse>>(v-1)&1 == 1 {
			q.fixed = append(q.fixed, dimacs.Lit(-v))
		}
	}
	return q
}

// image returns the values of the variables of the projection.
func (q *question) image(a *dimacs.Assignment) string {
	b := make([]byte, q.NumProjected())
	for i := range b {
		if a.Value(q.Projected(i)) {
			b[i] = 1
		}
	}
	return string(b)
}

// checkModel returns an error if a is not a model.
func (q *question) checkModel(a *dimacs.Assignment) error {
	if !isModel(q.Formula, q.Assume, a) {
		return errors.New("a wrong model")
	}
	return nil
}

// checkImage returns an error if no model has the values of a for the projection.
func (q *question) checkImage(a *dimacs.Assignment) error {
	if q.models[q.image(a)] == nil {
		return errors.New("wrong values")
	}
	return nil
}

// checkAnswer returns an error if the status, the model or the failed assumptions are wrong.
func (q *question) checkAnswer(a Answer, err error) error {
	switch {
	case err != nil:
		return err
	case (a.Status == dimacs.Satisfiable) != (len(q.models) > 0):
		return fmt.Errorf("%v", a.Status)
	case a.Status == dimacs.Satisfiable:
		return q.checkModel(a.Model)
	case holdsIn(q.Formula, a.Failed):
		return fmt.Errorf("%v hold", a.Failed)
	}
	for k := range a.Failed {
		if a.Minimal && !holdsIn(q.Formula, slices.Delete(slices.Clone(a.Failed), k, k+1)) {
			return fmt.Errorf("%v are not minimal", a.Failed)
		}
	}
	return nil
}

// checkModels returns an error unless there is one model for each element of q.models, and check accepts it.
func (q *question) checkModels(
	models iter.Seq2[*dimacs.Assignment, error], check func(*dimacs.Assignment) error,
) error {
	found := map[string]bool{}
	for a, err := range models {
		if err == nil {
			err = check(a)
		}
		if err != nil || found[q.image(a)] {
			return fmt.Errorf("after %d models: %w", len(found), err)
		}
		found[q.image(a)] = true
	}
	if len(found) != len(q.models) {
		return fmt.Errorf("%d models instead of %d", len(found), len(q.models))
	}
	return nil
}

// checkCount returns an error unless n is the sum of the weights of the models with l; 0 means all models.
func (q *question) checkCount(n dimacs.Count, l dimacs.Lit, err error) error {
	want := new(big.Rat)
	for image, weight := range q.models {
		isIn := l == 0
		for i := range len(image) {
			isIn = isIn || q.Projected(i) == l.Var() && (image[i] == 1) == (l > 0)
		}
		if isIn {
			want.Add(want, weight)
		}
	}
	if err == nil && n.Rat().Cmp(want) != 0 {
		err = fmt.Errorf("%v models with %d, not %v", n.Rat(), l, want)
	}
	return err
}

// checkBackbone returns an error unless lits are the fixed literals.
func (q *question) checkBackbone(lits []dimacs.Lit, err error) error {
	if !slices.Equal(lits, q.fixed) || (err == nil) != (len(q.models) > 0) || err != nil && err != ErrNoModel {
		return fmt.Errorf("%v, %v, not %v", lits, err, q.fixed)
	}
	return nil
}

// checkGraph returns an error for the first wrong answer of a graph.
func (q *question) checkGraph(g *Graph) error {
	err := errors.Join(q.checkCount(g.Count(q.Assume...), 0, nil), q.checkModels(g.Models(q.Assume...), q.checkImage))
	counted := 0
	for l, n := range g.Each(q.Assume...) {
		counted++
		err = errors.Join(err, q.checkCount(n, l, nil))
	}
	if counted != 2*q.NumProjected() {
		err = errors.Join(err, fmt.Errorf("%d counts", counted))
	}
	return errors.Join(err, q.checkSamples(g.Sample(1, 3, q.Assume...)))
}

// checkSamples returns an error for the first wrong sample.
func (q *question) checkSamples(samples iter.Seq2[*dimacs.Assignment, error]) (err error) {
	drawn := 0
	for a, failed := range samples {
		if failed != nil && q.Weighted() { // some weights are negative, or all are 0
			return nil
		}
		if drawn++; failed == nil {
			failed = q.checkImage(a)
		}
		err = errors.Join(err, failed)
	}
	if (drawn > 0) != (len(q.models) > 0) {
		err = errors.Join(err, fmt.Errorf("%d samples", drawn))
	}
	return err
}

// checkCompiled returns an error for the first wrong answer of the graph that Compile makes, and of the same
// graph after it was written and read.
func (q *question) checkCompiled(ctx context.Context) error {
	isOutside := func(l dimacs.Lit) bool { return q.Project != nil && !slices.Contains(q.Project, l.Var()) }
	if slices.ContainsFunc(q.Assume, isOutside) { // graphs take assumptions about the projection only
		return nil
	}
	g, err := Compile(ctx, Problem{Formula: q.Formula, Project: q.Project}, Options{})
	if err != nil {
		return err
	}
	var text bytes.Buffer
	g.WriteD4(&text)
	f := *q.Formula
	f.Projection = q.Project
	again, err := ReadGraph(ctx, &text, "g", &f, false)
	if err != nil {
		return err
	}
	return errors.Join(q.checkGraph(g), q.checkGraph(again))
}

// checkEngine returns an error for the first wrong answer of an engine to the whole question, or, if k is not 0,
// of k parts together. Each part calls NewParts, as another process would. An engine may decline a question.
func (q *question) checkEngine(ctx context.Context, o Options, k int) error {
	counting, answering := []Options{o}, []Options{o}
	for part := range k {
		for counts, list := range map[bool]*[]Options{true: &counting, false: &answering} {
			parts, err := NewParts(ctx, q.Problem, o, k, counts)
			if err != nil {
				return err
			}
			share := o
			share.Parts, share.Part = parts, part+1
			*list = append((*list)[:part], share)
		}
	}
	var total dimacs.Count
	var answer Answer
	var countErr, solveErr error
	for _, o := range counting {
		n, err := Count(ctx, q.Problem, o)
		total, countErr = total.Plus(n), errors.Join(countErr, err)
	}
	for _, o := range answering {
		a, err := Solve(ctx, q.Problem, o)
		if solveErr = errors.Join(solveErr, err); answer.Model == nil {
			answer = a
		}
	}
	if k > 0 {
		answer.Failed = q.Assume // the failed assumptions of one part need not fail in other parts
	}
	models := func(yield func(*dimacs.Assignment, error) bool) {
		for _, o := range answering {
			for a, err := range Models(ctx, q.Problem, o) {
				if !yield(a, err) {
					return
				}
			}
		}
	}
	for _, err := range []error{
		q.checkCount(total, 0, countErr), q.checkAnswer(answer, solveErr), q.checkModels(models, q.checkModel),
		q.checkAnswer(Core(ctx, q.Problem, o)), q.checkFailed(Failed(ctx, q.Problem, o)),
	} {
		if declined := errors.As(err, new(*DeclinedError)) && o.Engine != "auto"; err != nil && !declined {
			return err
		}
	}
	return nil
}

// checkCubes returns an error unless each model satisfies exactly one cube of Cubes, and each cube begins with
// the assumptions.
func (q *question) checkCubes(ctx context.Context) error {
	cubes, err := Cubes(ctx, q.Problem, Options{Threads: 1}, 3)
	if err != nil {
		return err
	}
	for _, a := range assignments(q.Formula, q.Assume) {
		n := 0
		for _, c := range cubes {
			if isModel(q.Formula, c, a) {
				n++
			}
			if !slices.Equal(c[:len(q.Assume)], q.Assume) {
				return fmt.Errorf("%v does not begin with %v", c, q.Assume)
			}
		}
		if n != 1 {
			return fmt.Errorf("a model in %d of %v", n, cubes)
		}
	}
	return nil
}

// checkCounts returns an error for the first wrong count of a solver. Two projections take turns, so that
// graphs are compiled, used and dropped.
func (q *question) checkCounts(ctx context.Context, s *Solver) error {
	for i := range 5 {
		next := q
		if i%2 == 1 && !q.Weighted() {
			next = newQuestion(Problem{Formula: q.Formula, Project: []int{1, 2, 3}, Assume: q.Assume})
		}
		n, err := s.Count(ctx, next.Project, q.Assume...)
		if err = next.checkCount(n, 0, err); err != nil {
			return err
		}
	}
	return q.checkFailed(s.Failed(ctx, q.Assume...))
}

// checkFailed returns an error if assumptions of a question without a model are not failed.
func (q *question) checkFailed(failed []dimacs.Lit, err error) error {
	if err == nil && len(q.models) == 0 && holdsIn(q.Formula, failed) {
		err = fmt.Errorf("%v hold", failed)
	}
	return err
}

// check asks all questions, some of them a solver.
func (q *question) check(t *testing.T, name string, s *Solver) {
	ctx := t.Context()
	n, err := Count(ctx, q.Problem, Options{})
	for question, err := range map[string]error{
		"Count":           q.checkCount(n, 0, err),
		"Models":          q.checkModels(Models(ctx, q.Problem, Options{}), q.checkModel),
		"Backbone":        q.checkBackbone(proved(t, q.Problem, Options{})),
		"Sample":          q.checkSamples(Sample(ctx, q.Problem, Options{}, 3)),
		"Compile":         q.checkCompiled(ctx),
		"Certify":         certified(ctx, Problem{Formula: q.Formula, Project: q.Project}),
		"Solver.Solve":    q.checkAnswer(s.Solve(ctx, q.Assume...)),
		"Solver.Core":     q.checkAnswer(s.Core(ctx, q.Assume...)),
		"Solver.Backbone": q.checkBackbone(collected(t, s.Backbone(ctx, q.Project, q.Assume...))),
		"Solver.Models": q.checkModels(s.Models(ctx, q.Project, q.Assume...), func(a *dimacs.Assignment) error {
			for range s.Models(ctx, nil) { // ends early
				break
			}
			return q.checkModel(a)
		}),
		"Solver.Count":       q.checkCounts(ctx, s),
		"Solver.Solve again": q.checkAnswer(s.Solve(ctx, q.Assume...)),
	} {
		if err != nil {
			t.Errorf("%s, %v, %v: %s: %v", name, q.Project, q.Assume, question, err)
		}
	}
}

// TestQuestions compares the answers to all questions with all assignments, while clauses are added.
func TestQuestions(t *testing.T) {
	const vars = 9
	r, satisfiable, fixed := rand.New(rand.NewPCG(3, 53)), map[bool]int{}, 0
	for i := range 40 {
		f := &dimacs.Formula{Vars: vars}
		project := [][]int{nil, {1, 3, 4, 5, 8}, nil, {}}[i%4]
		if i%4 == 2 {
			for _, w := range [][2]int64{{1, 1}, {-1, 3}, {2, -4}, {-2, 4}, {6, 4}, {-6, -4}} { // literal, weight times 4
				f.Weights = append(f.Weights, dimacs.Weight{Lit: dimacs.Lit(w[0]), Value: big.NewRat(w[1], 4)})
			}
		}
		s := OpenSolver(f, Options{Seed: int64(i)})
		if i%4 == 0 {
			s = NewSolver(Options{Seed: int64(i)})
			s.Solve(t.Context(), vars, -vars) // so that the solver knows all variables
		}
		for n := 3; n < vars && !t.Failed(); n++ {
			addTo(t, s, generate.Random(r, n, 4, 1, 2, 3, 3))
			assume := generate.Lits(r, vars, r.IntN(4))
			if len(project) > 0 && i%8 > 4 {
				for k := range assume {
					assume[k] = dimacs.Lit(project[r.IntN(len(project))] * (1 - 2*r.IntN(2)))
				}
			}
			q := newQuestion(Problem{Formula: s.formula, Project: project, Assume: assume})
			satisfiable[len(q.models) > 0]++
			fixed += len(q.fixed)
			q.check(t, fmt.Sprintf("formula %d, step %d", i, n), s)
		}
		s.Close()
	}
	if satisfiable[true] < 60 || satisfiable[false] < 60 || fixed < 100 {
		t.Error(satisfiable, fixed)
	}
}

// TestParts compares the answers of each engine with all assignments, for the whole question and for three
// parts. Half of the formulas have cubes, which may overlap. A projection may be in any order and have
// repetitions.
func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 100 {
		p := Problem{Formula: generate.Random(r, 6, r.IntN(12), 3), Assume: generate.Lits(r, 6, max(0, r.IntN(7)-3))}
		switch i % 4 {
		case 0, 1:
			p.Formula.Incremental = true
			for range 1 + r.IntN(4) {
				p.Formula.Cubes = append(p.Formula.Cubes, generate.Lits(r, 6, r.IntN(3)))
			}
		case 2:
			p.Project = [][]int{{}, {2, 1, 2, 1}, {5, 1, 3}}[i%3]
		}
		q := newQuestion(p)
		for _, e := range Engines() {
			for _, k := range []int{0, 3} {
				if err := q.checkEngine(t.Context(), Options{Engine: e, Threads: 1}, k); err != nil {
					t.Errorf("formula %d, %s, %d parts: %v", i, e, k, err)
				}
			}
		}
		if i%4 > 1 {
			if err := q.checkCubes(t.Context()); err != nil {
				t.Errorf("formula %d: %v", i, err)
			}
		}
	}
}
