package sat

import (
	"fmt"
	"testing"

	"queens/dimacs"
)

func TestOptima(t *testing.T) {
	soft := func(vars int, clause ...dimacs.Lit) *dimacs.Formula {
		f := &dimacs.Formula{Vars: vars}
		f.AddSoft(1, clause...)
		return f
	}
	for _, test := range []struct {
		name string
		p    Problem
		want string // the projection, or the error
	}{
		{"no formula", Problem{}, "there are no soft clauses"},
		{"no soft clauses", Problem{Formula: &dimacs.Formula{}}, "there are no soft clauses"},
		{"too large", Problem{Formula: soft(dimacs.MaxVar/2, 1, 2)}, "the bound of the cost takes too many clauses"},
		{"no variables", Problem{Formula: soft(0)}, "[]"},
		{"no new variables", Problem{Formula: soft(0, 3)}, "[1 2 3]"},
		{"new variables", Problem{Formula: soft(3, 1, 2)}, "[1 2 3]"},
		{"a projection", Problem{Formula: soft(3, 1, 2), Project: []int{2}}, "[2]"},
	} {
		p, err := Optima(test.p, 0)
		got := fmt.Sprint(err)
		if err == nil {
			list := []int{}
			for i := range p.NumProjected() {
				list = append(list, p.Projected(i))
			}
			got = fmt.Sprint(list)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
