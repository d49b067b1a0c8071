package optima

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode/cardinality"
)

// draw returns a random WCNF with the given number of variables.
func draw(r *rand.Rand, vars int) *dimacs.Formula {
	f := &dimacs.Formula{Vars: vars, Soft: []dimacs.SoftClause{}}
	for range r.IntN(3 * vars) {
		f.Add(generate.Lits(r, vars, 1+r.IntN(4))...)
	}
	heaviest := []int64{1, 4, 1000, 1 << 40}[r.IntN(4)]
	for range r.IntN(3 * vars) {
		f.Soft = append(f.Soft, dimacs.SoftClause{Weight: 1 + r.Int64N(heaviest), Lits: generate.Lits(r, vars, r.IntN(10)*r.IntN(4)/8)})
	}
	return f
}

// constrain adds linear constraints to f, and definitions with soft clauses, and returns f with clauses for them.
func constrain(t *testing.T, r *rand.Rand, f *dimacs.Formula) *dimacs.Formula {
	sum := func() dimacs.Linear {
		c := dimacs.Linear{Low: r.Int64N(12) - 4, High: math.MaxInt64}
		for range 1 + r.IntN(f.Vars+1) {
			c.Lits, c.Coefs = append(c.Lits, generate.Lits(r, f.Vars, 1)...), append(c.Coefs, r.Int64N(20)-7)
		}
		return c
	}
	f.Linear = []dimacs.Linear{}
	for range r.IntN(4) {
		c := sum()
		if n := r.IntN(8); n == 0 {
			c = dimacs.Linear{Lits: c.Lits, Odd: true}
		} else if n < 4 {
			c.Low, c.High = c.Low-r.Int64N(9), c.Low
		}
		f.Linear = append(f.Linear, c)
	}
	for i := range r.IntN(3) {
		f.Definitions = append(f.Definitions, dimacs.Definition{Var: f.Vars + 1 + i, Linear: sum()})
		f.Soft = append(f.Soft, dimacs.SoftClause{Weight: 1 + r.Int64N(9), Lits: []dimacs.Lit{dimacs.Lit((f.Vars + 1 + i) * (1 - 2*r.IntN(2)))}})
	}
	g, err := cardinality.Clauses(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// optimum returns the least cost of a model, or -1 if there is no model, by trying all assignments of the inputs.
func optimum(f *dimacs.Formula) int64 {
	best := int64(-1)
	for values := range 1 << f.Inputs() {
		var a dimacs.Assignment
		for v := range f.Inputs() {
			a.Set(v+1, values>>v&1 == 1)
		}
		if f.Define(&a); f.Falsified(&a) != nil {
			continue
		}
		if cost := f.Cost(&a); best < 0 || cost < best {
			best = cost
		}
	}
	return best
}

// byCores searches for cores only.
func byCores(m *minimizer, ctx context.Context) error {
	if err := m.firstModel(ctx); err != nil {
		return err
	}
	m.raise(m.objective.constant)
	return m.turn(ctx, 0)
}

// byImprovement searches with the engine only.
func byImprovement(m *minimizer, ctx context.Context) error {
	m.dropCores()
	err := m.firstModel(ctx)
	if m.Model != nil {
		m.raise(m.objective.constant)
	}
	for err == nil && m.Model != nil && !m.done() {
		err = m.improve(ctx)
	}
	return err
}

// byDescent searches with the descent only.
func byDescent(m *minimizer, ctx context.Context) error {
	if err := m.openDescent(); err != nil { // there are XORs
		return m.run(ctx)
	}
	defer m.descent.Close()
	return m.descend(ctx, 1<<40)
}

// minimize minimizes f by run, and checks the model and the reports.
func minimize(t *testing.T, f *dimacs.Formula, run func(*minimizer, context.Context) error) Result {
	t.Helper()
	last := Result{Cost: dimacs.MaxWeight, Bound: -1}
	m := newMinimizer(auto.New(), enginetest.Task(f), func(r Result) {
		if r.Cost > last.Cost || r.Bound < last.Bound || r.Bound > r.Cost || r.Cost == last.Cost && r.Bound == last.Bound {
			t.Errorf("%+v after %+v", r, last)
		}
		last = r
	})
	defer m.dropCores()
	if err := cmp.Or(run(m, t.Context()), m.complete(t.Context())); err != nil {
		t.Fatal(err)
	}
	if m.Model != nil && (f.Falsified(m.Model) != nil || f.Cost(m.Model) != m.Cost || m.Cost != m.Bound) {
		t.Errorf("wrong model, cost %d of %d, bound %d", m.Cost, f.Cost(m.Model), m.Bound)
	}
	return m.Result
}

// TestMinimize compares optima with all assignments, with and without linear constraints: all methods together, and
// each separately.
func TestMinimize(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 53))
	for i := range 1000 {
		f := draw(r, 1+r.IntN(8))
		want := optimum(f)
		if i%2 == 1 {
			plain := f
			f = constrain(t, r, f)
			want = optimum(plain)
		}
		for name, run := range map[string]func(*minimizer, context.Context) error{
			"all": (*minimizer).run, "cores": byCores, "improvement": byImprovement, "descent": byDescent,
		} {
			got := minimize(t, f, run)
			if want < 0 && got.Status != dimacs.Unsatisfiable || want >= 0 && (got.Status != dimacs.Satisfiable || got.Cost != want) {
				t.Fatalf("formula %d, %s: %+v, want %d\n%s", i, name, got, want, text(f))
			}
		}
	}
}

// TestMethodsAgree compares the methods on formulas with more variables, whose cores need totalizers
// with several outputs.
func TestMethodsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 53))
	for i := range 60 {
		f := draw(r, 12+r.IntN(25))
		a, b := minimize(t, f, byCores), minimize(t, f, byImprovement)
		if a.Status != b.Status || a.Cost != b.Cost {
			t.Fatalf("formula %d: %+v %+v\n%s", i, a, b, text(f))
		}
	}
}

// text returns f as WCNF.
func text(f *dimacs.Formula) string {
	var b strings.Builder
	f.Write(context.Background(), &b)
	return b.String()
}

// TestBounded compares the formula for every bound with all assignments.
func TestBounded(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 53))
	for i := range 300 {
		f := draw(r, 1+r.IntN(8))
		best := optimum(f)
		for _, most := range []int64{-1, 0, best - 1, best, best + 1, 3, r.Int64N(1000)} {
			a, err := engine.Solve(t.Context(), auto.New(), enginetest.Task(Bounded(f, most)))
			if err != nil {
				t.Fatal(err)
			}
			if want := best >= 0 && best <= most; (a.Model != nil) != want || want && f.Cost(a.Model) > most {
				t.Fatalf("formula %d, at most %d: model %t, want %t\n%s", i, most, a.Model != nil, want, text(f))
			}
		}
	}
}
