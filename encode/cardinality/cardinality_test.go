package cardinality

import (
	"context"
	"math/bits"
	"testing"

	"queens/dimacs"
	"queens/dimacs/propagate"
)

var bounds = []Bound{AtMost, AtLeast, Exactly}

// encoded returns the clauses over the variables 1 to n.
func encoded(b Bound, k, n int) *dimacs.Formula {
	c := dimacs.NewCollector(context.Background(), n)
	b.EncodeFunc(k, n, func(i int) dimacs.Lit { return dimacs.Lit(i + 1) }, c, c.Fresh)
	return c.Formula()
}

// propagator returns a Propagator for the clauses of f.
func propagator(f *dimacs.Formula) *propagate.Propagator {
	p := propagate.New(f.Vars)
	for c := range f.Clauses() {
		p.Add(c...)
	}
	return p
}

// assume makes the literals true and reports whether unit propagation finds no conflict.
func assume(p *propagate.Propagator, lits ...dimacs.Lit) bool {
	p.Begin()
	if p.Propagate() >= 0 {
		return false
	}
	for _, l := range lits {
		if !p.Assume(l) || p.Propagate() >= 0 {
			return false
		}
	}
	return true
}

// models returns the number of models that extend the assignment of p. There must be no conflict.
func models(p *propagate.Propagator, vars int) (n int) {
	for v := 1; v <= vars; v++ {
		if p.Value(dimacs.Lit(v)) != 0 {
			continue
		}
		for _, l := range []dimacs.Lit{dimacs.Lit(v), dimacs.Lit(-v)} {
			level := p.Level()
			if assume(p, l) {
				n += models(p, vars)
			}
			p.Backtrack(level)
		}
		return n
	}
	return 1
}

// literals returns the literals of the variables 1 to n that a number in base 3 gives: a digit 0
// leaves out the variable, 1 makes it true and 2 false.
func literals(code, n int) (lits []dimacs.Lit, trues, falses int) {
	for v := 1; v <= n; v, code = v+1, code/3 {
		switch code % 3 {
		case 1:
			lits = append(lits, dimacs.Lit(v))
			trues++
		case 2:
			lits = append(lits, dimacs.Lit(-v))
			falses++
		}
	}
	return lits, trues, falses
}

// Every permitted assignment extends to one model, and no other assignment extends to a model.
// In this model, each auxiliary variable has its meaning. Unit propagation finds all consequences of a partial assignment.
func TestModelsAndPropagation(t *testing.T) {
	for n, codes := 0, 1; n <= 6; n, codes = n+1, 3*codes {
		for k := -1; k <= n+1; k++ {
			for _, b := range bounds {
				f := encoded(b, k, n)
				p := propagator(f)
				for code := range codes {
					lits, trues, falses := literals(code, n)
					p.Backtrack(0)
					consistent := assume(p, lits...)
					possible := (b == AtLeast || trues <= k) && (b == AtMost || n-falses >= k)
					if consistent != possible {
						t.Fatalf("%v %d of %d, %v: consistent is %v", b, k, n, lits, consistent)
					}
					if !consistent {
						continue
					}
					for v := dimacs.Lit(1); int(v) <= n; v++ {
						implied := b.limits() && trues == k || b.requires() && n-falses == k
						if implied && p.Value(v) == 0 {
							t.Errorf("%v %d of %d, %v: variable %d stays unassigned", b, k, n, lits, v)
						}
					}
					if len(lits) < n {
						continue
					}
					if got := models(p, f.Vars); got != 1 {
						t.Errorf("%v %d of %d, %v: %d models", b, k, n, lits, got)
					}
					v := dimacs.Lit(n)
					for i, j := range Meanings(k, n) {
						v++
						trues := 0
						for x := dimacs.Lit(1); int(x) <= i; x++ {
							trues += int(p.Value(x)+1) / 2
						}
						if (p.Value(v) > 0) != (trues >= j) {
							t.Errorf("%v %d of %d, %v: variable %d for at least %d of the first %d is wrong", b, k, n, lits, v, j, i)
						}
					}
					if int(v) != f.Vars {
						t.Errorf("%v %d of %d: %d meanings", b, k, n, int(v)-n)
					}
				}
			}
		}
	}
}

func TestSize(t *testing.T) {
	for n := 0; n <= 30; n++ {
		for k := -1; k <= n+1; k++ {
			for _, b := range bounds {
				f := encoded(b, k, n)
				if aux, clauses := b.Size(k, n); aux != f.Vars-n || clauses != f.NumClauses() {
					t.Errorf("%v %d of %d: declares %d variables and %d clauses, adds %d and %d", b, k, n, aux, clauses, f.Vars-n, f.NumClauses())
				}
			}
		}
	}
}

// TestUpTo checks that the output of UpTo at index j-1 is true if and only if at least j literals are
// true. It also checks the size.
func TestUpTo(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for k := 1; k <= n; k++ {
			c := dimacs.NewCollector(context.Background(), n)
			outputs := UpTo(k, n, func(i int) dimacs.Lit { return dimacs.Lit(i + 1) }, c, c.Fresh)
			f := c.Formula()
			aux, clauses := SizeOfUpTo(k, n)
			if aux != f.Vars-n || clauses != f.NumClauses() || len(outputs) != k {
				t.Fatalf("%d of %d: size %d, %v, %d outputs; the formula has %d, %d", k, n, aux, clauses, len(outputs), f.Vars-n, f.NumClauses())
			}
			p := propagator(f)
			for values := range 1 << n {
				var lits []dimacs.Lit
				for v := 1; v <= n; v++ {
					lits = append(lits, dimacs.Lit(v)*dimacs.Lit(2*(values>>(v-1)&1)-1))
				}
				if !assume(p, lits...) {
					t.Fatalf("%d of %d: conflict under %v", k, n, lits)
				}
				for j, l := range outputs {
					if want := bits.OnesCount(uint(values)) > j; p.Value(l) > 0 != want || p.Value(l) == 0 {
						t.Errorf("%d of %d: output %d is %d under %v", k, n, j+1, p.Value(l), lits)
					}
				}
				p.Backtrack(0)
			}
		}
	}
}
