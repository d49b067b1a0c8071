package enginetest

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/encode"
	"queens/testdata/formulas"
)

// far is a variable so large that arrays over all variables do not fit into memory. Twice
// its value overflows an int32.
const far = 1_100_000_000

// sampleProblem returns problem i. One problem in a hundred has a variable far from the
// others.
func sampleProblem(i int) *small {
	r := sampler{rand.New(rand.NewPCG(uint64(i), 0x9e3779b97f4a7c15))}
	shape, f := formulas.Small(i, r.Rand)
	names, vars := r.names(f.Vars, i%100 == 42)
	t := Task(renamed(slices.Collect(f.Clauses()), names, vars))
	r.ask(t, names)
	return newSmall(shape, t)
}

// A sampler makes random tasks of formulas.
type sampler struct{ *rand.Rand }

// renamed returns the formula of the clauses with other variables: names[v-1] replaces v. A
// negative name also flips the sign. The formula has vars variables.
func renamed(clauses [][]dimacs.Lit, names []int, vars int) *dimacs.Formula {
	f := &dimacs.Formula{}
	for _, c := range clauses {
		lits := make([]dimacs.Lit, len(c))
		for i, l := range c {
			lits[i] = dimacs.Lit(names[l.Var()-1])
			if l < 0 {
				lits[i] = -lits[i]
			}
		}
		f.Add(lits...)
	}
	f.Vars = vars
	return f
}

// Shuffled returns f with random names, signs and order of variables, literals and clauses.
func Shuffled(f *dimacs.Formula, seed uint64) *dimacs.Formula {
	r := rand.New(rand.NewPCG(seed, 0))
	names, clauses := r.Perm(f.Vars), slices.Collect(f.Clauses())
	for v, n := range names {
		names[v] = (n + 1) * (1 - 2*r.IntN(2))
	}
	r.Shuffle(len(clauses), func(i, j int) { clauses[i], clauses[j] = clauses[j], clauses[i] })
	for i := range clauses {
		c := slices.Clone(clauses[i])
		r.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
		clauses[i] = c
	}
	return renamed(clauses, names, f.Vars)
}

// lit returns a random literal of one of the variables.
func (r sampler) lit(vars []int) dimacs.Lit {
	l := dimacs.Lit(vars[r.IntN(len(vars))])
	if r.IntN(2) == 0 {
		return -l
	}
	return l
}

// names returns new names for the variables 1 to n, and the largest variable of the
// formula.
func (r sampler) names(n int, distant bool) (names []int, vars int) {
	names = make([]int, n)
	for i := range names {
		names[i] = i + 1
	}
	vars = n
	switch {
	case distant:
		names[r.IntN(n)] = far
		vars = far + r.IntN(2)
	case r.IntN(4) == 0: // gaps
		vars = n + r.IntN(5)
		names = r.Perm(vars)[:n]
		for i := range names {
			names[i]++
		}
	case r.IntN(10) == 0: // more unconstrained variables than can be enumerated
		vars = 100 + r.IntN(1_000_000)
		names[r.IntN(n)] = vars
	}
	return names, vars
}

// ask sets random assumptions, a seed and a projection in t.
func (r sampler) ask(t *engine.Task, names []int) {
	if r.IntN(4) == 0 {
		for range 1 + r.IntN(3) {
			t.Assume = append(t.Assume, r.lit(names))
		}
		if r.IntN(5) == 0 {
			t.Assume = append(t.Assume, t.Assume[0].Neg())
		}
	}
	if r.IntN(2) == 0 {
		t.Seed = 1 + r.Int64N(1000)
	}
	t.Project = r.projection(names, t.Formula.Vars)
}

// projection returns a random projection, which may have unconstrained variables.
func (r sampler) projection(names []int, vars int) []int {
	var list []int
	switch r.IntN(6) {
	case 0, 1:
		return nil
	case 2:
		list = names
	case 3:
		return []int{}
	default:
		for _, v := range names {
			if r.IntN(2) == 0 {
				list = append(list, v)
			}
		}
		list = append(list, 1+r.IntN(vars))
	}
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

// Formula returns the formula of an instance, as qsat reads it.
func Formula(t testing.TB, in encode.Instance) *dimacs.Formula {
	t.Helper()
	var b bytes.Buffer
	if err := in.Write(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	f, err := dimacs.ReadFormula(t.Context(), &b, dimacs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
