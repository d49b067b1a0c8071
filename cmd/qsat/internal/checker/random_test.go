package checker_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/argumenttest"
	"queens/cmd/qsat/internal/checker"
)

// checkClaims checks the argument of a case. The test fails if the checker accepts a claim that does not
// hold in every model of the formula. The results say whether the checker accepts the argument, whether
// it counts it as a refutation, and whether the formula has a model.
func checkClaims(t *testing.T, c *argumenttest.Case) (accepted, refuted, satisfiable bool) {
	t.Helper()
	a, check := c.Argument, checker.New(c.Database)
	accepted = check.Check(t.Context(), a) == nil
	for m := range c.Models {
		satisfiable = true
		if check.Refuted {
			t.Fatalf("refuted, with the model %b: %+v", m, a)
		}
		if !accepted {
			break
		}
		for n, count := range a.Counts {
			for i, b := range count.Bounds {
				holds := b.Lit == argument.True || argumenttest.Trues(m, b.Lit) == 1
				if got := argumenttest.Trues(m, count.Labels[b.From:b.To]...); holds && got < int(b.AtLeast) {
					t.Fatalf("bound %d of count %d: %d are true in the model %b: %+v", i, n, got, m, a)
				}
			}
		}
		for n, g := range a.Groups {
			if got := argumenttest.Trues(m, g.Lits...); got > g.AtMost {
				t.Fatalf("group %d: %d are true in the model %b: %+v", n, got, m, a)
			}
		}
		for n := range a.Sums {
			for g := range a.Groups {
				if lits := check.ExactlyOne(n, g); lits != nil && argumenttest.Trues(m, lits...) != 1 {
					t.Fatalf("group %d of sum %d: not exactly one is true in the model %b: %+v", g, n, m, a)
				}
			}
		}
		for n := range len(a.Equations) + len(a.Additions) {
			odd := false
			e := check.Equation(n)
			for _, v := range e.Vars {
				odd = odd != (m>>v&1 == 1)
			}
			if odd != e.Odd {
				t.Fatalf("equation %d does not hold in the model %b: %+v", n, m, a)
			}
		}
	}
	return accepted, check.Refuted, satisfiable
}

// Every accepted claim holds in every model. The checker accepts many right arguments, and many that are
// still right after a change.
func TestRandomArguments(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 48))
	var right, changed struct{ accepted, refuted, satisfiable, rejected int }
	for i := range 6000 {
		c, tally := argumenttest.Draw(r), &right
		if i%3 > 0 {
			tally = &changed
			c.Change(r)
		}
		accepted, refuted, satisfiable := checkClaims(t, c)
		switch {
		case !accepted:
			tally.rejected++
		case refuted:
			tally.accepted++
			tally.refuted++
		case satisfiable:
			tally.accepted++
			tally.satisfiable++
		default:
			tally.accepted++
		}
	}
	if right.accepted < 900 || right.refuted < 200 || right.satisfiable < 400 || changed.accepted < 500 || changed.rejected < 1000 {
		t.Errorf("right: %+v, changed: %+v", right, changed)
	}
}

// The checker does not panic on random data. Whatever it accepts of this data is true.
func TestGarbage(t *testing.T) {
	cases := 5000
	if os.Getenv("QUEENS_LONG") != "" {
		cases = 20000
	}
	r := rand.New(rand.NewPCG(2, 48))
	for range cases {
		c := argumenttest.Draw(r)
		c.Garbage(r)
		checkClaims(t, c)
	}
}
