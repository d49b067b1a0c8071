package enginetest

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A structured problem is larger than a problem: a few hundred variables,
// more than fit into a machine word or two, of a formula with few models.
type structured struct {
	name   string
	task   *engine.Task
	models map[string]bool // as far as projected
}

// The bounds of the formulas that are taken; others are sampled again.
const (
	mostStructuredModels = 1000
	mostReferenceNodes   = 3_000
	mostVisited          = 20_000 // models, however many differ on the projection
)

// sampleStructured returns the i-th structured problem.
func sampleStructured(i int) *structured {
	random := rand.New(rand.NewPCG(uint64(i), 0xd1b54a32d192ed03))
	for {
		d := &draft{Rand: random}
		s := &structured{}
		switch i % 3 {
		case 0:
			s.name = "board"
			board(d)
		case 1:
			s.name = "exact cover"
			exactCover(d)
		default:
			s.name = "hitting set"
			hittingSet(d)
		}
		s.finish(d)
		if s.solve() {
			return s
		}
	}
}

// board samples a chessboard of queens, some squares of which are taken or
// blocked.
func board(d *draft) {
	n := 4 + d.IntN(6)
	d.n = n * n
	d.options = d.n
	var lines [4][20][]int
	for r := range n {
		for c := range n {
			v := r*n + c + 1
			for k, line := range []int{r, c, r - c + n, r + c} {
				lines[k][line] = append(lines[k][line], v)
			}
		}
	}
	for k := range lines {
		for _, line := range lines[k] {
			if k < 2 && len(line) > 0 {
				d.add(line...)
			}
			d.exclude(line)
		}
	}
	for range d.IntN(n) {
		d.add(-(1 + d.IntN(n*n)))
	}
	if d.IntN(2) == 0 {
		d.add(1 + d.IntN(n*n))
	}
}

// exclude adds that at most one of the items is true, in one of two
// encodings.
func (d *draft) exclude(items []int) {
	if len(items) < 4 || d.IntN(4) > 0 {
		d.atMostOne(items)
		return
	}
	s := d.n
	d.n += len(items) - 1
	for i, x := range items {
		if i < len(items)-1 {
			d.add(-x, s+i+1)
		}
		if i > 0 {
			d.add(-x, -(s + i))
		}
		if i > 0 && i < len(items)-1 {
			d.add(-(s + i), s+i+1)
		}
	}
}

// exactCover samples options that cover a few items each; a third of the time
// some are sure to cover all items once.
func exactCover(d *draft) {
	items := 8 + d.IntN(10)
	covering := make([][]int, items)
	option := func(of []int) {
		d.n++
		for _, item := range of {
			covering[item] = append(covering[item], d.n)
		}
	}
	for p := d.Perm(items); len(p) > 0 && d.IntN(8) > 0; {
		k := min(len(p), 2+d.IntN(3))
		option(p[:k])
		p = p[k:]
	}
	for range 40 + d.IntN(60) {
		option(d.Perm(items)[:2+d.IntN(3)])
	}
	d.options = d.n
	for _, options := range covering {
		d.add(options...)
	}
	for _, options := range covering {
		d.exclude(options)
	}
}

// hittingSet samples choices of which some exclude each other; a choice may be
// made more than once.
func hittingSet(d *draft) {
	choices, conflicts := 6+d.IntN(5), 7+d.IntN(4)
	d.n = 8 * choices
	d.options = d.n
	for c := range choices {
		var clause []int
		for v := range 8 {
			clause = append(clause, 8*c+v+1)
		}
		d.add(clause...)
	}
	for a := 1; a <= d.n; a++ {
		for b := 1; b < a; b++ {
			if d.IntN(20) < conflicts {
				d.add(-a, -b)
			}
		}
	}
}

// finish renames the variables, flips some, and says what is to be known.
func (s *structured) finish(d *draft) {
	d.n += d.IntN(3) // unconstrained variables
	names := make([]int, d.n)
	shuffled := d.IntN(2) == 0
	for i, v := range d.Perm(d.n) {
		names[i] = i + 1
		if shuffled {
			names[i] = v + 1
			if d.IntN(4) == 0 {
				names[i] = -names[i]
			}
		}
	}
	f := &dimacs.Formula{}
	if shuffled {
		d.Shuffle(len(d.clauses), func(i, j int) { d.clauses[i], d.clauses[j] = d.clauses[j], d.clauses[i] })
	}
	for _, c := range d.clauses {
		f.Add(rename(c, names)...)
	}
	f.Vars = d.n
	s.task = &engine.Task{Formula: f, Threads: 1}
	if d.IntN(2) == 0 {
		s.task.Seed = 1 + d.Int64N(1000)
	}
	if d.IntN(4) == 0 {
		for range 1 + d.IntN(2) {
			s.task.Assume = append(s.task.Assume, rename([]int{d.lit()}, names)...)
		}
	}
	s.project(d, names)
}

func rename(clause, names []int) []dimacs.Lit {
	renamed := make([]dimacs.Lit, len(clause))
	for i, l := range clause {
		renamed[i] = dimacs.Lit(names[max(l, -l)-1])
		if l < 0 {
			renamed[i] = -renamed[i]
		}
	}
	return renamed
}

// project samples a projection: all variables, the options without the auxiliary
// variables, or any.
func (s *structured) project(d *draft, names []int) {
	switch d.IntN(6) {
	case 0, 1:
		return
	case 2, 3, 4:
		for _, v := range names[:d.options] {
			s.task.Project = append(s.task.Project, max(v, -v))
		}
	default:
		s.task.Project = d.some(1 + d.IntN(d.n))
	}
	slices.Sort(s.task.Project)
}

// key returns the values of the projection.
func (s *structured) key(value func(v int) bool) string {
	k := make([]byte, s.task.NumProjected())
	for i := range k {
		k[i] = '0'
		if value(s.task.Projected(i)) {
			k[i] = '1'
		}
	}
	return string(k)
}

// check compares all answers of an engine with the truth.
func (s *structured) check(ctx context.Context, e engine.Engine, cs *calls) error {
	for _, check := range []func(context.Context, engine.Engine, *calls) error{s.checkSolve, s.checkEnumerate, s.checkCount, s.checkProof} {
		if err := check(ctx, e, cs); err != nil {
			return err
		}
	}
	return nil
}

// threads are the numbers of threads that have to give one answer.
var threads = []int{1, 3}

func (s *structured) checkSolve(ctx context.Context, e engine.Engine, cs *calls) error {
	var keys []string
	for _, n := range threads {
		t := *s.task
		t.Threads = n
		a, err := e.Solve(ctx, &t)
		switch {
		case cs.declines("Solve", err):
			return nothing("Solve", a == nil)
		case err != nil:
			return fmt.Errorf("solve: %w", err)
		case (a != nil) != (len(s.models) > 0):
			return fmt.Errorf("solve: a model: %v, want %v", a != nil, len(s.models) > 0)
		case a == nil:
			if err := s.checkFailed(t.Failed); err != nil {
				return err
			}
			continue
		}
		if err := engine.Check(&t, a); err != nil {
			return fmt.Errorf("solve: %w", err)
		}
		t.Project = nil
		keys = append(keys, (&structured{task: &t}).key(a.Value))
	}
	if len(keys) > 0 && keys[0] != keys[1] {
		return errors.New("solve: another model with more threads")
	}
	return nil
}

func (s *structured) checkEnumerate(ctx context.Context, e engine.Engine, cs *calls) error {
	seen := map[string]bool{}
	err := e.Enumerate(ctx, s.task, func(a *dimacs.Assignment) error {
		k := s.key(a.Value)
		switch {
		case seen[k]:
			return fmt.Errorf("%s twice", k)
		case !s.models[k]:
			return fmt.Errorf("%s is not the projection of a model", k)
		}
		seen[k] = true
		return engine.Check(s.task, a)
	})
	switch {
	case cs.declines("Enumerate", err):
		return nothing("Enumerate", len(seen) == 0)
	case err != nil:
		return fmt.Errorf("enumerate: %w", err)
	case len(seen) != len(s.models):
		return fmt.Errorf("enumerate: %d models, want %d", len(seen), len(s.models))
	}
	return nil
}

func (s *structured) checkCount(ctx context.Context, e engine.Engine, cs *calls) error {
	for _, n := range threads {
		t := *s.task
		t.Threads = n
		got, err := e.Count(ctx, &t)
		switch {
		case cs.declines("Count", err):
			return nothing("Count", got.M == nil || got.IsZero())
		case err != nil:
			return fmt.Errorf("count: %w", err)
		case !sameCount(got, engine.Count{M: big.NewInt(int64(len(s.models)))}):
			return fmt.Errorf("count: %v * 2^%d with %d threads, want %d", got.M, got.Shift, n, len(s.models))
		}
	}
	return nil
}

func (s *structured) checkProof(ctx context.Context, e engine.Engine, cs *calls) error {
	var proof Proof
	t := *s.task
	t.Proof = &proof
	a, err := e.Solve(ctx, &t)
	switch {
	case cs.declines("Proof", err):
		return nothing("Proof", a == nil)
	case err != nil:
		return fmt.Errorf("solve with a proof: %w", err)
	case (a != nil) != (len(s.models) > 0):
		return fmt.Errorf("solve with a proof: a model: %v, want %v", a != nil, len(s.models) > 0)
	}
	if err := proof.checkRefuted(withAssumptions(&t), a == nil); err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	return nil
}

// String returns the problem as a text that qsat reads.
func (s *structured) String() string { return describe(s.name, s.task) }
