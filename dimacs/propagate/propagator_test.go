package propagate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/dimacs"
	"queens/dimacs/propagate"
)

// Find out why a model of three of the variables cannot be extended to the others.
func ExamplePropagator() {
	p := propagate.New(5)
	p.Add(-1, -2, 4)
	p.Add(-3, 5)
	p.Add(-4, -5)
	p.Begin()
	for _, l := range []dimacs.Lit{1, 2, 3} {
		p.Assume(l)
	}
	fmt.Println("falsified:", p.Clause(p.Propagate()))
	for _, l := range p.Trail() {
		if r := p.Reason(l); r >= 0 {
			fmt.Println(l, "by", p.Clause(r))
		}
	}
	p.Backtrack(0)
	fmt.Println(p.Value(4), p.Propagate())
	// Output:
	// falsified: [-5 -4]
	// 4 by [4 -2 -1]
	// 5 by [5 -3]
	// 0 -1
}

// naive adds to a set of true literals what clauses imply, and reports whether one is falsified.
func naive(clauses [][]dimacs.Lit, holds map[dimacs.Lit]bool) (conflict bool) {
	for changed := true; changed; {
		changed = false
		for _, c := range clauses {
			open := map[dimacs.Lit]bool{}
			satisfied := false
			for _, l := range c {
				satisfied = satisfied || holds[l]
				if !holds[-l] {
					open[l] = true
				}
			}
			switch {
			case satisfied || len(open) > 1:
			case len(open) == 0:
				return true
			default:
				for l := range open {
					holds[l], changed = true, true
				}
			}
		}
	}
	return false
}

// checkPropagated fails unless a conflict and the trail of p are those of naive propagation, with
// a reason for every implied literal.
func checkPropagated(t *testing.T, p *propagate.Propagator, clauses [][]dimacs.Lit, conflict int) {
	t.Helper()
	holds, position := map[dimacs.Lit]bool{}, map[dimacs.Lit]int{}
	for i, l := range p.Trail() {
		position[l] = i
		r := p.Reason(l)
		if r < 0 {
			holds[l] = true
			continue
		}
		for _, m := range p.Clause(r) {
			if at, is := position[-m]; m != l && (!is || at >= i || p.LevelOf(m) > p.LevelOf(l)) {
				t.Errorf("%v is no reason for %d on the trail %v", p.Clause(r), l, p.Trail())
			}
		}
		if !slices.Contains(p.Clause(r), l) {
			t.Errorf("%v is the reason for %d", p.Clause(r), l)
		}
	}
	if want := naive(clauses, holds); want != (conflict >= 0) {
		t.Fatalf("conflict %d with trail %v, want one: %t", conflict, p.Trail(), want)
	}
	if conflict >= 0 {
		if slices.ContainsFunc(p.Clause(conflict), func(l dimacs.Lit) bool { return p.Value(l) >= 0 }) {
			t.Errorf("clause %v is not falsified by %v", p.Clause(conflict), p.Trail())
		}
		return
	}
	for l := range holds {
		if p.Value(l) != 1 || p.Value(-l) != -1 {
			t.Errorf("%d has the value %d, its complement %d", l, p.Value(l), p.Value(-l))
		}
	}
	if len(holds) != len(p.Trail()) {
		t.Errorf("trail %v, want %v", p.Trail(), holds)
	}
}

// A Propagator finds what naive propagation finds, whatever was assumed, undone and added before.
func TestPropagator(t *testing.T) {
	const vars = 12
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 0))
		lit := func() dimacs.Lit { return dimacs.Lit(1+r.IntN(vars)) * dimacs.Lit(1-2*r.IntN(2)) }
		p := propagate.New(vars)
		var clauses [][]dimacs.Lit
		for range 60 {
			switch r.IntN(5) {
			case 0, 1:
				p.Backtrack(0)
				clause := make([]dimacs.Lit, 1+r.IntN(4)) // some tautologies, and literals twice
				for i := range clause {
					clause[i] = lit()
				}
				if n := p.Add(clause...); n != len(clauses) {
					t.Fatalf("clause %d has the number %d", len(clauses), n)
				}
				clauses = append(clauses, clause)
			case 2:
				p.Backtrack(r.IntN(p.Level() + 1))
			default:
				p.Begin()
				for range r.IntN(3) {
					l := lit()
					if before := p.Value(l); p.Assume(l) != (before >= 0) {
						t.Fatalf("%d with the value %d is assumed: %t", l, before, before < 0)
					}
				}
			}
			if r.IntN(3) > 0 {
				checkPropagated(t, p, clauses, p.Propagate())
			}
		}
	}
}

// Clauses may be added at a level at which they become unit or falsified.
func TestPropagatorAdds(t *testing.T) {
	p := propagate.New(4)
	p.Begin()
	p.Assume(1)
	p.Begin()
	p.Assume(2)
	unit := p.Add(-1, 3, -2)
	falsified := p.Add(-3, -1, -2)
	if p.Value(3) != 1 || p.Reason(3) != unit || p.LevelOf(3) != 2 {
		t.Errorf("3 has the value %d after %v was added", p.Value(3), p.Clause(unit))
	}
	if c := p.Propagate(); c != falsified {
		t.Errorf("conflict %d, want %d", c, falsified)
	}
	if p.Backtrack(1); p.Value(2) != 0 || p.Value(1) != 1 || p.Level() != 1 || p.Propagate() != -1 {
		t.Errorf("trail %v at level %d", p.Trail(), p.Level())
	}
	p.Assume(3)
	if p.Propagate(); p.Value(2) != -1 || p.Reason(2) != falsified {
		t.Errorf("%v implies nothing: trail %v", p.Clause(falsified), p.Trail())
	}
}

// The empty clause and contradictory units are conflicts at level 0, which no Backtrack undoes.
func TestPropagatorRefuted(t *testing.T) {
	for _, clauses := range [][][]dimacs.Lit{{{}}, {{1}, {-1, -1}}, {{1}, {-1, 2}, {-2}}, {{1, 2}, {-2}, {-1}}} {
		p := propagate.New(2)
		for _, c := range clauses {
			p.Add(c...)
		}
		p.Begin()
		if c := p.Propagate(); c < 0 || p.Clause(c) == nil {
			t.Errorf("%v: conflict %d", clauses, c)
		}
		if p.Backtrack(0); p.Propagate() < 0 {
			t.Errorf("%v: no conflict after Backtrack", clauses)
		}
	}
}

// Add and Assume panic on 0 and on variables that do not exist, and then change nothing.
func TestPropagatorPanics(t *testing.T) {
	p := propagate.New(3)
	for _, clause := range [][]dimacs.Lit{{1, 0, 2}, {0}, {2, 4}, {-4}, {math.MinInt32}} {
		for name, call := range map[string]func(){
			"Add":    func() { p.Add(clause...) },
			"Assume": func() { p.Assume(clause[len(clause)/2]) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s %v: no panic", name, clause)
					}
				}()
				call()
			}()
		}
	}
	if n := p.Add(1, 2); n != 0 || len(p.Clause(n)) != 2 || len(p.Trail()) > 0 {
		t.Errorf("clause %d is %v, the trail %v", n, p.Clause(n), p.Trail())
	}
}
