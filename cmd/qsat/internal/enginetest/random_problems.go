package enginetest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
	"queens/encode"
)

// far is a variable so large that arrays over all variables do not fit into memory. Twice
// its value overflows an int32.
const far = 1_100_000_000

// sampleProblem returns problem i, with a small formula. One problem in a hundred has the variable far.
func sampleProblem(i int) *problem {
	r := newSampler(i)
	shape, f := generate.Small(i, r.Rand)
	return newProblem(shape, r.task(f, i%100 == 38))
}

// Structured problems are larger than small ones: they have up to a few hundred variables, more
// than fit into one or two machine words.
const (
	leastStructuredVars   = generate.MostSmallVars + 4
	mostStructuredVars    = 400
	mostStructuredClauses = 2000
	leastStructuredNodes  = 200 // of the reference search
)

// structuredProblem returns structured problem i: a formula of generate.Shaped or generate.Tiny, with
// leastStructuredVars to mostStructuredVars variables before renaming and at most mostStructuredClauses
// clauses. The reference search finds all its models, with at least leastStructuredNodes nodes. Of formulas
// without a model, a random choice leaves out three of four.
func structuredProblem(i int) *problem {
	for r := newSampler(i); ; {
		made, f := generate.Shaped(r.IntN(1<<20), r.Rand, 100)
		if r.IntN(2) == 0 {
			f, made, _ = generate.Tiny(r.Uint64())
		}
		if f.Vars < leastStructuredVars || f.Vars > mostStructuredVars || f.NumClauses() > mostStructuredClauses {
			continue
		}
		p := newProblem(made, r.task(f, false))
		if p != nil && p.nodes >= leastStructuredNodes && (satisfiable(p) || r.IntN(4) == 0) {
			return p
		}
	}
}

// A sampler makes random tasks of formulas.
type sampler struct{ *rand.Rand }

func newSampler(i int) sampler { return sampler{rand.New(rand.NewPCG(uint64(i), 0x9e3779b97f4a7c15))} }

// Shuffled returns f with random names, signs and order of variables, literals and clauses, which the
// seed determines.
func Shuffled(f *dimacs.Formula, seed uint64) *dimacs.Formula {
	return generate.Shuffled(rand.New(rand.NewPCG(seed, 0)), f)
}

// names returns random new names for the variables 1 to n, which may be the old names, and the largest
// variable of the formula. n must be at least 1. There may be more variables than names. If distant is
// true, one name is far.
func (r sampler) names(n int, distant bool) (names []int, vars int) {
	names, vars = lists.From(1, n), n
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

// task returns a task about f with the variables renamed by names(f.Vars, distant), and a random seed,
// assumptions and projection. The task may have no assumptions, no projection or seed 0.
func (r sampler) task(f *dimacs.Formula, distant bool) *engine.Task {
	names, vars := r.names(f.Vars, distant)
	t := Task(generate.Renamed(f, names, vars))
	if r.IntN(4) == 0 {
		for range 1 + r.IntN(3) {
			t.Assume = append(t.Assume, dimacs.Lit(names[r.IntN(len(names))]*(1-2*r.IntN(2))))
		}
		if r.IntN(5) == 0 {
			t.Assume = append(t.Assume, t.Assume[0].Neg())
		}
	}
	if r.IntN(2) == 0 {
		t.Seed = 1 + r.Int64N(1000)
	}
	t.Project = r.projection(names, vars, f.Projection)
	return t
}

// projection returns a random projection for the names and the largest variable vars of a formula. It may
// be nil, empty, or have unconstrained variables. Unless own is nil, the only other projection is own,
// renamed.
func (r sampler) projection(names []int, vars int, own []int) (list []int) {
	switch r.IntN(6) {
	case 0, 1:
		return nil
	case 2:
		list = slices.Clone(names)
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
	if own != nil {
		list = lists.Map(own, func(v int) int { return names[v-1] })
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Formula returns the formula of an instance. An error ends the test.
func Formula(t testing.TB, in encode.Instance) *dimacs.Formula {
	t.Helper()
	f, err := in.Formula(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Family returns the formula of a kind with its arguments, such as "3sat 50 213 1"; see generate.Make. An
// error ends the test.
func Family(t testing.TB, kind string) *dimacs.Formula {
	t.Helper()
	f, err := generate.Make(strings.Fields(kind)...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Load returns the database of a formula without assumptions. An error ends the test.
func Load(t testing.TB, f *dimacs.Formula) *clause.Database {
	t.Helper()
	d, err := clause.Load(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
