package orbit

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// leading is an engine that finds the leaders with cdcl, and all models with package orbit.
type leading struct{}

// find returns the results of Find. The test fails if the checker rejects an argument.
func find(t *testing.T, task *engine.Task, work int) (*Orbits, error) {
	t.Helper()
	task.Stats = &engine.Stats{}
	o, err := Find(t.Context(), task, work)
	enginetest.CheckAccepted(t, task.Stats)
	return o, err
}

func (leading) Name() string { return Name }

func (leading) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	o, err := Find(ctx, t, Work)
	if err != nil {
		return err
	}
	return o.Models(cdcl.New().Models).Enumerate(ctx, t, found)
}

func (leading) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	o, err := Find(ctx, t, Work)
	if err != nil {
		return engine.Answer{}, err
	}
	if o == nil || t.Proof != nil {
		return cdcl.New().Solve(ctx, t)
	}
	return o.Solve(ctx, cdcl.New().Solve)
}

func (leading) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	o, err := Find(ctx, t, Work)
	if err != nil {
		return dimacs.Count{M: new(big.Int)}, err
	}
	return o.Models(cdcl.New().Models).Count(ctx, t)
}

func TestConformance(t *testing.T) {
	enginetest.Run(t, func() engine.Engine { return leading{} }, enginetest.Options{})
}

// models returns the models of a task, sorted, each as a string with a digit 0 or 1 per projected variable.
func models(t *testing.T, e engine.Engine, task *engine.Task) (list []string) {
	t.Helper()
	err := engine.Enumerate(t.Context(), e, task, func(a *dimacs.Assignment) error {
		key := make([]byte, task.NumProjected())
		for i := range key {
			key[i] = '0'
			if a.Value(task.Projected(i)) {
				key[i] = '1'
			}
		}
		list = append(list, string(key))
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	slices.Sort(list)
	return list
}

// path returns clauses of two variables each, which form a path of 7 variables. Two more variables are in no clause.
func path() *dimacs.Formula {
	f := &dimacs.Formula{Vars: 9}
	for v := dimacs.Lit(1); v < 7; v++ {
		f.Add(v, v+1)
	}
	return f
}

// The engine leading finds all models of formulas with groups of many sizes.
func TestModels(t *testing.T) {
	k := func(n int) *int { return &n }
	for _, test := range []struct {
		name            string
		f               *dimacs.Formula
		group, counters int
	}{
		{"queens", enginetest.Formula(t, encode.Instance{N: 6}), 8, 0},
		{"4 of 6 queens", enginetest.Formula(t, encode.Instance{N: 6, Queens: k(4)}), 8, 2},
		{"domination", enginetest.Formula(t, encode.Instance{N: 5, Family: "domination", Queens: k(3)}), 8, 1},
		{"armies", enginetest.Formula(t, encode.Instance{N: 4, Family: "armies", Queens: k(2)}), 16, 2},
		{"torus", enginetest.Formula(t, encode.Instance{N: 5, Variant: board.Torus, Queens: k(3)}), 400, 2},
		{"pigeonholes", generate.Pigeonhole(4, 4), 576, 0},
		{"path and free variables", path(), 2, 0},
		{"no models", generate.Pigeonhole(4, 3), 144, 0},
	} {
		for _, project := range [][]int{nil, test.f.Projection} {
			task := enginetest.Task(test.f)
			task.Project = project
			o, err := find(t, task, Work)
			if err != nil || o == nil || len(o.group) != test.group || len(o.counters) != test.counters {
				t.Errorf("%s: %v, group of %d, %d counters", test.name, err, len(o.group), len(o.counters))
				continue
			}
			if diff := cmp.Diff(models(t, cdcl.New(), task), models(t, leading{}, task)); diff != "" {
				t.Errorf("%s, projection to %v: (-want +got)\n%s", test.name, project, diff)
			}
		}
		for seed := range uint64(8) {
			o, err := find(t, enginetest.Task(enginetest.Shuffled(test.f, seed)), Work)
			if err != nil || o == nil || len(o.group) != test.group || len(o.counters) != test.counters {
				t.Errorf("%s, shuffled: %v, group of %d, %d counters", test.name, err, len(o.group), len(o.counters))
			}
		}
	}
}

// symmetricTask returns a task with a random formula. Its clauses come with all images under a random
// permutation. Some formulas have a counter, and some are projected, partly to sums of the counter.
func symmetricTask(r *rand.Rand) *engine.Task {
	n := 5 + r.IntN(5)
	p := make([]dimacs.Lit, n)
	counts := r.IntN(2) == 0
	for v, w := range r.Perm(n) {
		if p[v] = dimacs.Lit(w + 1); !counts && r.IntN(3) == 0 {
			p[v] = -p[v]
		}
	}
	f := &dimacs.Formula{Vars: n}
	for range r.IntN(3) {
		c := generate.Lits(r, n, 2+r.IntN(3))
		for range 60 {
			f.Add(c...)
			for i, l := range c {
				if c[i] = p[l.Var()-1]; l < 0 {
					c[i] = -c[i]
				}
			}
		}
	}
	if counts {
		least := r.IntN(n)
		addCounter(r, f, n, least, least+r.IntN(n-least))
	}
	task := enginetest.Task(f)
	if counts || r.IntN(4) > 0 { // a counter always comes with a projection, because its sums can have very many values
		all, sums := r.IntN(4) > 0, r.IntN(4) == 0
		for v := 1; v <= f.Vars; v++ {
			if v <= n && (all || r.IntN(6) > 0) || v > n && sums && r.IntN(9) == 0 {
				task.Project = append(task.Project, v)
			}
		}
	}
	return task
}

// The engine leading finds all models of random formulas.
func TestRandom(t *testing.T) {
	led, counted, images := 0, 0, 0
	for seed := range uint64(150) {
		task := symmetricTask(rand.New(rand.NewPCG(seed, 1)))
		if o, err := find(t, task, Work); err != nil {
			t.Fatal(err)
		} else if o != nil {
			led, counted = led+1, counted+len(o.counters)
		}
		want := models(t, cdcl.New(), task)
		images += len(want)
		if diff := cmp.Diff(want, models(t, leading{}, task)); diff != "" {
			t.Errorf("seed %d, projection to %v: (-want +got)\n%s", seed, task.Project, diff)
		}
	}
	if led < 20 || counted < 3 || images < 5000 {
		t.Errorf("%d formulas with orbits, %d counters, %d models", led, counted, images)
	}
}

// addCounter adds a sequential counter to f: at least least and at most most of the first n
// variables, in random order, are true. New variables say that at least j of the first i are true,
// or with a random sign that fewer are. Some counters have only the clauses of one direction.
func addCounter(r *rand.Rand, f *dimacs.Formula, n, least, most int) {
	const yes = dimacs.Lit(dimacs.MaxVar)
	first, sign := f.Vars, dimacs.Lit(1-2*r.IntN(2))
	at := func(i, j int) dimacs.Lit {
		switch {
		case j == 0:
			return yes
		case j > i:
			return -yes
		}
		return sign * dimacs.Lit(first+(i-1)*(most+1)+j)
	}
	add := func(lits ...dimacs.Lit) {
		if !slices.Contains(lits, yes) {
			f.Add(slices.DeleteFunc(lits, func(l dimacs.Lit) bool { return l == -yes })...)
		}
	}
	up, down := r.IntN(4) > 0 || least == 0, r.IntN(4) > 0 || most == n
	for i, v := range r.Perm(n) {
		x := dimacs.Lit(v + 1)
		for j := 1; j <= most+1; j++ {
			if up || least == 0 {
				add(at(i+1, j), -at(i, j))
				add(at(i+1, j), -x, -at(i, j-1))
			}
			if down || least > 0 {
				add(-at(i+1, j), at(i, j), x)
				add(-at(i+1, j), at(i, j-1))
			}
		}
	}
	add(at(n, least))
	add(-at(n, most+1))
}

// The checker rejects a group that is not one of the structure: a group of other clauses, of counters
// with other bounds or labels, or of another projection. Then find leaves the group empty.
func TestRejected(t *testing.T) {
	queens := 4
	f := enginetest.Formula(t, encode.Instance{N: 6, Queens: &queens})
	less := &dimacs.Formula{Vars: f.Vars} // without one clause of a diagonal, so that its images map to no clause
	for c := range f.Clauses() {
		if !slices.Equal(c, []dimacs.Lit{-1, -8}) {
			less.Add(c...)
		}
	}
	if less.NumClauses() == f.NumClauses() {
		t.Fatal("no clause is missing")
	}
	for name, damage := range map[string]func(o *Orbits){
		"none":       func(*Orbits) {},
		"clauses":    func(o *Orbits) { o.clauses = enginetest.Load(t, less) },
		"counts":     func(o *Orbits) { o.counters[0].High++ },
		"labels":     func(o *Orbits) { o.counters[0].Labels = o.counters[0].Labels[1:] },
		"projection": func(o *Orbits) { o.task.Project = []int{1} },
	} {
		task := enginetest.Task(f)
		d, err := task.Clauses()
		if err != nil {
			t.Fatal(err)
		}
		o := &Orbits{task: task, clauses: d, weights: map[string]int32{}}
		o.counters = counters(task, d)
		g := o.graph()
		g.Work = Work
		damage(o)
		meter := task.Meter(Name)
		o.accept(g.Generators(maxGroup), maxGroup, meter)
		if wrong := name != "none"; (meter.Rejected == 1) != wrong || (o.group == nil) != wrong {
			t.Errorf("%s: a group of %d, %d rejected", name, len(o.group), meter.Rejected)
		}
	}
}

// Find returns nil if it finds no symmetry or if the group is too large, and an error if ctx has ended.
func TestNone(t *testing.T) {
	for name, f := range map[string]*dimacs.Formula{
		"random":          generate.Random(rand.New(rand.NewPCG(1, 2)), 20, 60, 3),
		"no clauses":      {},
		"empty clause":    (&dimacs.Formula{}).With(nil),
		"too large group": generate.Pigeonhole(6, 6),
	} {
		if o, err := find(t, enginetest.Task(f), Work); err != nil || o != nil {
			t.Errorf("%s: %v, %v", name, o, err)
		}
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if o, err := Find(ended, enginetest.Task(generate.Pigeonhole(4, 4)), Work); err == nil || o != nil {
		t.Errorf("ended: %v, %v", o, err)
	}
}
