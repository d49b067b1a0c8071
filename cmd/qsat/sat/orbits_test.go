package sat

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
)

// ramsey returns the formula of the graphs with n vertices that have no triangle and no independent set of 5
// vertices. A variable says that two vertices are adjacent.
func ramsey(n int) *dimacs.Formula {
	f := &dimacs.Formula{}
	edge := func(i, j int) dimacs.Lit { return dimacs.Lit(j*(j-1)/2 + i + 1) } // i < j
	var choose func(set []int, size int, sign dimacs.Lit)
	choose = func(set []int, size int, sign dimacs.Lit) {
		if len(set) == size {
			var c lits
			for k, j := range set {
				for _, i := range set[:k] {
					c = append(c, sign*edge(i, j))
				}
			}
			f.Add(c...)
			return
		}
		for v := range n {
			if len(set) == 0 || v > set[len(set)-1] {
				choose(append(set, v), size, sign)
			}
		}
	}
	choose(nil, 3, -1)
	choose(nil, 5, 1)
	return f
}

// The numbers of queens and of Ramsey graphs up to symmetry are known (B. D. McKay, "Ramsey Graphs"). Count
// and Models agree, for every engine that lists models.
func TestOrbits(t *testing.T) {
	queens := enginetest.Formula(t, encode.Instance{N: 6, Encoding: "sequential"})
	for _, test := range []struct {
		name          string
		p             Problem
		order, orbits int64
	}{
		{"queens", Problem{Formula: enginetest.Formula(t, encode.Instance{N: 8})}, 8, 12},
		{"queens with auxiliary variables", Problem{Formula: queens}, 8, 1},
		{"an empty projection", Problem{Formula: queens, Project: []int{}}, 1, 1},
		{"32 graphs", Problem{Formula: ramsey(6)}, 720, 32},
		{"179 graphs", Problem{Formula: ramsey(8)}, 40320, 179},
		{"a graph with 119750400 labellings", Problem{Formula: ramsey(13)}, 6227020800, 1},
		{"an edge", Problem{Formula: ramsey(6), Assume: lits{1}}, 48, 74},
		{"a triangle", Problem{Formula: ramsey(8), Assume: lits{1, 2, 3}}, 1, 0},
	} {
		for _, engine := range []string{"", "dpll"} {
			if engine != "" && test.order > 1000 {
				continue
			}
			s, err := FindOrbits(t.Context(), test.p, Options{Engine: engine, Seed: 5})
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
				continue
			}
			q, found := &question{Problem: test.p}, map[string]bool{}
			for a, err := range s.Models(t.Context()) {
				if err != nil || q.checkModel(a) != nil || a.Value(test.p.Formula.Vars+1) {
					t.Errorf("%s: model %v, %v", test.name, a.Lits(test.p.Formula.Vars), err)
					break
				}
				found[q.image(a)] = true
			}
			n, err := s.Count(t.Context())
			if err != nil || n.Int().Int64() != test.orbits || int64(len(found)) != test.orbits || s.Order().Int64() != test.order {
				t.Errorf("%s: %v symmetries, count %v, %v, %d models", test.name, s.Order(), n, err, len(found))
			}
		}
	}
}

// In a weighted count only symmetries that keep the weights count. Free variables double the number of orbits.
func TestWeightedOrbits(t *testing.T) {
	third := big.NewRat(1, 3)
	for name, test := range map[string]struct {
		vars, constrained int
		weighted          []int // variables of weight 1/3; their complements get 2/3
		order             int64
		want              string // the count, or the error
	}{
		"free variables":              {44, 3, nil, 6, fmt.Sprint(3 << 41)},
		"equal weights":               {3, 3, []int{1, 2, 3}, 6, "7/27"},
		"one weight":                  {3, 3, []int{1}, 2, "7/3"},
		"a weight of a free variable": {4, 3, []int{4}, 6, "3"},
		"many symmetries":             {7, 7, nil, 5040, "7"},
		"too many symmetries":         {7, 7, []int{1, 2, 3, 4, 5, 6, 7}, 5040, "the group of symmetries is too large"},
		"fewer symmetries":            {7, 7, []int{1, 2}, 240, "38/9"},
	} {
		f := &dimacs.Formula{}
		var c lits
		for v := 1; v <= test.constrained; v++ {
			c = append(c, dimacs.Lit(v))
		}
		f.Add(c...)
		f.Vars = test.vars
		for _, v := range test.weighted {
			f.Weights = append(f.Weights, dimacs.Weight{Lit: dimacs.Lit(v), Value: third})
		}
		s, err := FindOrbits(t.Context(), Problem{Formula: f}, Options{})
		if err != nil || s.Order().Int64() != test.order {
			t.Errorf("%s: %v, %v", name, s, err)
			continue
		}
		n, err := s.Count(t.Context())
		got := n.String()
		if err != nil {
			got = err.Error()
		}
		if got != test.want || err != nil && !errors.As(err, new(*ProblemError)) {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}
