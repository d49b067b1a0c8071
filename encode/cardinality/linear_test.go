package cardinality

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"queens/dimacs"
)

// encoders holds each way to encode the bounds of a sum.
var encoders = []struct {
	name   string
	encode func(c dimacs.Linear, sink dimacs.Sink, fresh dimacs.Fresh) bool // false if it declines
}{
	{"any", func(c dimacs.Linear, sink dimacs.Sink, fresh dimacs.Fresh) bool { Linear(c, sink, fresh); return true }},
	{"direct", func(c dimacs.Linear, sink dimacs.Sink, _ dimacs.Fresh) bool {
		s, low, high, possible := normal(c)
		return possible && s.atLeast(low).direct(sink) && s.complement().atLeast(s.total-high).direct(sink)
	}},
	{"diagram", func(c dimacs.Linear, sink dimacs.Sink, fresh dimacs.Fresh) bool {
		s, low, high, possible := normal(c)
		least, most := s.atLeast(low), s.complement().atLeast(s.total-high)
		return possible && (low == 0 || least.diagram(sink, fresh)) && (high == s.total || most.diagram(sink, fresh))
	}},
	{"adders", func(c dimacs.Linear, sink dimacs.Sink, fresh dimacs.Fresh) bool {
		s, low, high, possible := normal(c)
		s.adders(low, high, sink, fresh)
		return possible
	}},
}

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
	switch r.IntN(4) {
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

// TestLinear compares the models of each encoding with the constraint, for all assignments: each permitted
// one has one extension.
func TestLinear(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 400 {
		n := 1 + r.IntN(8)
		if i%100 == 0 {
			n = 12
		}
		c := random(r, n, []int64{1, 3, 10, 1 << 58}[r.IntN(4)])
		for _, e := range encoders {
			sink := dimacs.NewCollector(context.Background(), n)
			if !e.encode(c, sink, sink.Fresh) {
				continue
			}
			f := sink.Formula()
			p := propagator(f)
			for values := range 1 << n {
				var a dimacs.Assignment
				for v := 1; v <= n; v++ {
					a.Set(v, values>>(v-1)&1 == 1)
				}
				p.Backtrack(0)
				if got, want := assume(p, a.Lits(n)...), c.Holds(&a); got != want {
					t.Fatalf("%s: %+v under %v: consistent is %v", e.name, c, a.Lits(n), got)
				} else if got && models(p, f.Vars) != 1 {
					t.Fatalf("%s: %+v under %v: not one model", e.name, c, a.Lits(n))
				}
			}
		}
	}
}
