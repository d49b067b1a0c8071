package cardinality

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/dimacs"
	"queens/dimacs/propagate"
)

// random returns a constraint on n variables, with coefficients up to most, that may hold never or always.
func random(r *rand.Rand, n int, most int64) dimacs.Linear {
	c := dimacs.Linear{Low: math.MinInt64, High: math.MaxInt64}
	sum := int64(1)
	for range r.IntN(n + 3) {
		c.Lits = append(c.Lits, dimacs.Lit((1+r.IntN(n))*(1-2*r.IntN(2))))
		w := r.Int64N(2*most+1) - most
		c.Coefs, sum = append(c.Coefs, w), sum+max(w, -w)
	}
	bound := func() int64 { return r.Int64N(2*sum+1) - sum }
	switch r.IntN(5) {
	case 4:
		c.Coefs, c.Odd = nil, true
	case 0:
		c.Low = bound()
	case 1:
		c.High = bound()
	case 2:
		c.Low, c.High = bound(), bound()
	default: // a sum that some assignment has
		c.Low = 0
		for i, l := range c.Lits {
			if l > 0 {
				c.Low += c.Coefs[i]
			}
		}
		c.High = c.Low
	}
	return c
}

// TestLinear compares the models with the constraint, for all assignments: each permitted one has one
// extension. Without room, the encoder chooses adders.
func TestLinear(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 100 {
		n := 1 + r.IntN(8)
		if i%50 == 0 {
			n = 12
		}
		c := random(r, n, []int64{1, 3, 10, 1 << 58}[r.IntN(4)])
		for _, room := range []int{maxRoom, 0} {
			sink := dimacs.NewCollector(context.Background(), n)
			(&encoder{sink: sink, fresh: sink.Fresh, room: room}).linear(c)
			f := sink.Formula()
			p, holds := propagator(f), make([]bool, 1<<n)
			for values := range holds {
				var a dimacs.Assignment
				for v := 1; v <= n; v++ {
					a.Set(v, values>>(v-1)&1 == 1)
				}
				holds[values] = c.Holds(&a)
				p.Backtrack(0)
				if got := assume(p, a.Lits(n)...); got != holds[values] {
					t.Fatalf("room %d: %+v under %v: consistent is %v", room, c, a.Lits(n), got)
				} else if got && models(p, f.Vars) != 1 {
					t.Fatalf("room %d: %+v under %v: not one model", room, c, a.Lits(n))
				}
			}
			if oneBound := c.Low == math.MinInt64 || c.High == math.MaxInt64; n <= 5 && oneBound && room > 0 {
				testPropagation(t, p, n, holds, fmt.Sprintf("%+v", c))
			}
		}
	}
}

// testPropagation checks that unit propagation finds all consequences of partial assignments to n variables.
// Bit v-1 of an index of holds is the value of variable v.
func testPropagation(t *testing.T, p *propagate.Propagator, n int, holds []bool, what string) {
	for code := range int(math.Pow(3, float64(n))) {
		lits, _, _ := literals(code, n)
		some, every := 0, 1<<n-1 // variables that are true in some, and in every model
		for values, is := range holds {
			if is && !slices.ContainsFunc(lits, func(l dimacs.Lit) bool { return values>>(l.Var()-1)&1 == 1 != (l > 0) }) {
				some, every = some|values|1<<n, every&values
			}
		}
		p.Backtrack(0)
		if got := assume(p, lits...); got != (some > 0) {
			t.Fatalf("%s under %v: consistent is %v", what, lits, got)
		}
		for v := 1; some > 0 && v <= n; v++ {
			if implied := every>>(v-1)&1 == 1 || some>>(v-1)&1 == 0; implied && p.Value(dimacs.Lit(v)) == 0 {
				t.Fatalf("%s under %v: variable %d is implied, but unassigned", what, lits, v)
			}
		}
	}
}

// TestClauses checks the parts of the formula that it returns, and its size for large constraints.
func TestClauses(t *testing.T) {
	for _, tt := range []struct {
		n            int
		coef         func(i int) int64
		low, high    int64
		aux, clauses int
	}{
		{512, func(int) int64 { return 1 }, 1, 1, 0, 1 + 512*511/2},
		{513, func(int) int64 { return 1 }, 0, 1, 512, 2047},
		{1000, func(int) int64 { return 1 }, 0, 500, 1988, 15878},
		{1000, func(i int) int64 { return int64(i*i) << 30 }, 1 << 55, math.MaxInt64, 15474, 123689},
		{7, func(i int) int64 { return 1 << i }, 77, math.MaxInt64, 7, 21},
		{0, nil, 1, math.MaxInt64, 0, 1},
		{1000, func(int) int64 { return 1 }, -5, 1e5, 0, 0},
	} {
		c := dimacs.Linear{Low: tt.low, High: tt.high}
		for i := range tt.n {
			c.Lits, c.Coefs = append(c.Lits, dimacs.Lit(i+1)), append(c.Coefs, tt.coef(i))
		}
		f := &dimacs.Formula{Vars: tt.n, Linear: []dimacs.Linear{{Low: 0, High: 1}, c}, Groups: []int{}}
		g, err := Clauses(t.Context(), f)
		if err != nil || g.Check() != nil || g.Inputs() != tt.n || len(g.Groups) > 0 && g.Groups[0] != 2 {
			t.Fatalf("%d literals: %v, %v, %d inputs", tt.n, err, g.Check(), g.Inputs())
		}
		if g.Auxiliary != tt.aux || g.NumClauses() != tt.clauses {
			t.Errorf("%d literals: %d variables, %d clauses, want %d, %d", tt.n, g.Auxiliary, g.NumClauses(), tt.aux, tt.clauses)
		}
		if f.Check() == nil || f.Vars != tt.n {
			t.Errorf("the formula without clauses: %v, %d variables", f.Check(), f.Vars)
		}
		if again, err := Clauses(t.Context(), g); again != g || err != nil {
			t.Error(err)
		}
	}
	f := &dimacs.Formula{Linear: []dimacs.Linear{{Lits: []dimacs.Lit{1, 2, 3, 4, 5, 6, 7, 8, 9, dimacs.MaxVar}, Low: 5, High: 5}}, Vars: dimacs.MaxVar}
	if _, err := Clauses(t.Context(), f); err == nil || err.Error() != "the clauses for the linear constraints need more than 2147483647 variables" {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Clauses(ctx, f); err != context.Canceled {
		t.Error(err)
	}
}

// TestExclusive compares the models of formulas in which some constraints say that at most one literal of another
// constraint is true.
func TestExclusive(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 81))
	for range 300 {
		n := 4 + r.IntN(6)
		f := &dimacs.Formula{Vars: n}
		for i := range 5 {
			c := dimacs.Linear{High: 1}
			for _, v := range r.Perm(n)[:2+r.IntN(n-1)] {
				c.Lits = append(c.Lits, dimacs.Lit((v+1)*(1-2*(r.IntN(4)/3))))
			}
			if i > 2 {
				c.Low, c.High = r.Int64N(4), int64(len(c.Lits))-r.Int64N(3)
			} else if r.IntN(2) == 0 {
				f.Add(-c.Lits[0], -c.Lits[1])
			}
			f.Linear = append(f.Linear, c)
		}
		checkModels(t, f)
	}
}

// TestWindows checks the size of the clauses for at most two shifts in five days, with at most one of three shifts
// a day. The constraints about a day are linear constraints or clauses.
func TestWindows(t *testing.T) {
	for _, pairs := range []bool{false, true} {
		f := &dimacs.Formula{Vars: 15}
		window := dimacs.Linear{Low: math.MinInt64, High: 2}
		for shift := range 3 {
			for day := range 5 {
				window.Lits = append(window.Lits, dimacs.Lit(1+3*day+shift))
			}
		}
		f.Linear = []dimacs.Linear{window, window}
		for v := dimacs.Lit(1); v < 15; v += 3 {
			if lits := []dimacs.Lit{v, v + 1, v + 2}; pairs {
				f.Add(-v, -v-1)
				f.Add(-v, -v-2)
				f.Add(-v-1, -v-2)
			} else {
				f.Linear = append(f.Linear, dimacs.Linear{Lits: lits, Low: 0, High: 1})
			}
			if v > 1 { // no shift before a rest
				f.Linear = append(f.Linear, dimacs.Linear{Lits: []dimacs.Lit{v, v - 1}, Low: 0, High: 1})
			}
		}
		g, err := Clauses(t.Context(), f)
		if want := 2*10 + 5*4 + 5*3 + 4; err != nil || g.Auxiliary != 5 || g.NumClauses() != want {
			t.Errorf("pairs %t: %d variables, %d clauses, want 5, %d; %v", pairs, g.Auxiliary, g.NumClauses(), want, err)
		}
	}
}

// TestXORs encodes lists of XORs together: each assignment that satisfies all has exactly one extension.
func TestXORs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := 1 + r.IntN(8)
		f := &dimacs.Formula{Vars: n}
		for range r.IntN(10) {
			c := dimacs.Linear{Odd: true}
			for range r.IntN(n + 3) {
				c.Lits = append(c.Lits, dimacs.Lit((1+r.IntN(n))*(1-2*r.IntN(2))))
			}
			f.Linear = append(f.Linear, c)
		}
		checkModels(t, f)
	}
}

// checkModels encodes a formula, and tries all assignments to its variables: a model has exactly one extension to the
// auxiliary variables, and any other assignment none.
func checkModels(t *testing.T, f *dimacs.Formula) {
	t.Helper()
	g, err := Clauses(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	p := propagator(g)
	for values := range 1 << f.Vars {
		var a dimacs.Assignment
		for v := range f.Vars {
			a.Set(v+1, values>>v&1 == 1)
		}
		p.Backtrack(0)
		got, want := 0, f.Violated(&a) == nil && f.Falsified(&a) == nil
		if assume(p, a.Lits(f.Vars)...) {
			got = models(p, g.Vars)
		}
		if got > 1 || got == 1 != want {
			t.Fatalf("%+v under %v: %d models, want %t", f.Linear, a.Lits(f.Vars), got, want)
		}
	}
}
