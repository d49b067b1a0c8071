package enginetest

import (
	"math/rand/v2"
	"slices"
	"strconv"
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

// Formulas that once had a wrong answer or a wrong proof, as texts for Clauses.
const (
	// RepeatedLabel has a counter with the same label twice, further apart than a level of
	// the counter is wide. It is satisfiable.
	RepeatedLabel = "-1 2;-3 1 4;-1 3;3 5;-6 4;-6 1;-7 6 5;-6 7;-7 3;7 8;-9 5;-9 6;-10 9 8;-9 10;-10 7;10 2;-2 -4;-5 -8"
	// LooseHole has tight sums, and a pigeonhole that may be empty. It is satisfiable.
	LooseHole = "1 -2;-1 -3 2;4 3;1 -5;-6 -2;-5 3;-7 -2 8;8 9 -2;10 8;6 2;-5 -3;-7 11;-3 7 -11;9 7;9 -3 -4;-7 3;-3 -9;5 7;3 -9;-8 -10;-7 -9;2 -8;5 -1 -3;3 1;11 3;3 5;-3 -1;-5 -7"
	// AliasOfTotal has a literal that implies another literal with a bound on a whole
	// total. It is unsatisfiable.
	AliasOfTotal = "-1 2;-3 4;-5 1 3;-6 1;-6 3;-7 8;-9;-10 11 12;-13 7 10;-14 7;-14 9 10;-15 13;5 14;-16 6 15;16;-2 -4;-2 -8;-2 -11;-2 -12;-4 -8;-4 -11;-4 -12;-8 -11;-8 -12;-11 -12"
	// SeveralSums needs several sums with new variables in one proof. It is unsatisfiable.
	SeveralSums = "1 2 3 4;-1 -5;-2 5;-3 -5;6 7 8 9;-8 -10;-9 10;11 12 13 14;-11 -15;-11 -16;-12 15;-12 -16;-13 -15;-13 16;-14 15;-14 16;1 11;-1 -17;-11 17;2 12;-2 -18;-12 18;3 8 13;9 14;-4 -19;-4 -20;-9 19;-14 -19;-14 20;-1 -21;-13 21;-2 -22;-2 -23;-8 22;-14 23;-4 -24;-12 24;-25 8;-26 11 25;-27 9;-28 1 4;-29 27 28;-30 27;-30 28;-31 26 30;29;31;2 -3"
)

// Clauses returns the formula in text. Literals are separated by blanks, and clauses by
// semicolons or commas. Between two of these, or in an empty text, nothing or blanks are the empty clause.
// It panics if the text has anything else.
func Clauses(text string) *dimacs.Formula {
	f := &dimacs.Formula{}
	for c := range strings.SplitSeq(strings.ReplaceAll(text, ",", ";"), ";") {
		var lits []dimacs.Lit
		for word := range strings.FieldsSeq(c) {
			l, err := strconv.Atoi(word)
			if err != nil {
				panic(err)
			}
			lits = append(lits, dimacs.Lit(l))
		}
		f.Add(lits...)
	}
	return f
}
