package generate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/atmostone"
	"queens/encode/board"
	"queens/encode/puzzle"
)

// A draft is a random formula under construction. Its random numbers are the source of all choices.
type draft struct {
	circuit
	*rand.Rand
	most   int     // largest number of variables
	rare   int     // merge and labels replace a literal by an alias with probability 1/rare or less
	pool   word    // the variables that options added, to choose labels from
	totals []total // the totals that totalOf may use again
}

func newDraft(r *rand.Rand, most int) *draft {
	return &draft{Rand: r, most: most, rare: 4 << (2 * r.IntN(3))}
}

// Random returns a formula with random clauses over the variables 1 to vars. The length of each
// clause is chosen at random among widths. Literals may be repeated or complementary. vars must be at
// least 1, and there must be a width.
func Random(r *rand.Rand, vars, clauses int, widths ...int) *dimacs.Formula {
	f := &dimacs.Formula{Vars: vars}
	for range clauses {
		f.Add(Lits(r, vars, widths[r.IntN(len(widths))])...)
	}
	return f
}

// Lits returns n random literals of the variables 1 to vars, perhaps with repetitions. vars must be at
// least 1 unless n is 0.
func Lits(r *rand.Rand, vars, n int) []dimacs.Lit {
	lits := make([]dimacs.Lit, n)
	for i := range lits {
		lits[i] = dimacs.Lit(1 + r.IntN(vars))
		if r.IntN(2) == 0 {
			lits[i] = -lits[i]
		}
	}
	return lits
}

// between returns a random number from low to high, or low if high < low.
func between(r *rand.Rand, low, high int) int { return low + r.IntN(max(1, high-low+1)) }

// chance returns true with probability 1/n.
func (d *draft) chance(n int) bool { return d.IntN(n) == 0 }

// lit returns a random literal of the variables so far. There must be at least one.
func (d *draft) lit() dimacs.Lit { return Lits(d.Rand, d.Vars, 1)[0] }

// fresh returns a new variable, or a random literal if there are already most variables.
func (d *draft) fresh() dimacs.Lit {
	if d.Vars < d.most {
		return d.input()
	}
	return d.lit()
}

// options adds n new variables to the pool, or fewer if the formula would have more than most variables.
// It returns the variable with the largest number.
func (d *draft) options(n int) dimacs.Lit {
	d.pool = append(d.pool, d.inputs(min(n, d.most-d.Vars))...)
	return dimacs.Lit(d.Vars)
}

// some returns low to high different literals of the pool in a random order. Both numbers are lowered to
// the size of the pool.
func (d *draft) some(low, high int) word {
	list := slices.Clone(d.pool)
	d.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:between(d.Rand, min(low, len(list)), min(high, len(list)))]
}

// exclusive adds clauses: at most one of lits is true, in a random encoding. It adds no variables
// beyond most.
func (d *draft) exclusive(lits word) {
	list := atmostone.All()
	e := list[d.IntN(len(list))]
	if aux, _ := e.Size(len(lits)); len(lits) < 2 || d.chance(2) || d.Vars+aux > d.most {
		atMost(&d.Formula, 1, lits)
		return
	}
	c := dimacs.NewCollector(context.Background(), d.Vars)
	e.Encode(lits, c, c.Fresh)
	d.take(c.Formula())
}

// take adds the clauses of f with the same numbers of variables, and raises d.Vars to f.Vars.
func (d *draft) take(f *dimacs.Formula) {
	d.Formula = *d.With(slices.Collect(f.Clauses())...)
	d.Vars = max(d.Vars, f.Vars)
}

// Renamed returns a formula of vars variables with the clauses of f in the same order, in which
// names[v-1] replaces v. A negative name also flips the sign. names must contain a name, which is not 0,
// for each variable that occurs. The other fields of f, such as Projection, are left out.
func Renamed(f *dimacs.Formula, names []int, vars int) *dimacs.Formula {
	g := &dimacs.Formula{}
	for c := range f.Clauses() {
		lits := make([]dimacs.Lit, len(c))
		for i, l := range c {
			if lits[i] = dimacs.Lit(names[l.Var()-1]); l < 0 {
				lits[i] = -lits[i]
			}
		}
		g.Add(lits...)
	}
	g.Vars = vars
	return g
}

// Shuffled returns a formula with f.Vars variables and the clauses of f after random choices: the
// numbers and signs of variables, the order of clauses, and the order of literals in each clause.
// Like Renamed, it leaves out the other fields. It does not change f.
func Shuffled(r *rand.Rand, f *dimacs.Formula) *dimacs.Formula {
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
	return Renamed((&dimacs.Formula{}).With(clauses...), names, f.Vars)
}

// mutated returns f after up to three kinds of random mutations, and their names, such as
// ", clauses added, shuffled". It returns f itself and "" in 8 of 27 cases. It does not change f. The
// result may lack the fields of f besides Vars and the clauses.
func mutated(r *rand.Rand, f *dimacs.Formula) (g *dimacs.Formula, names string) {
	if r.IntN(3) == 0 {
		f, names = changed(r, f), ", clauses changed"
	}
	if r.IntN(3) == 0 {
		more := Random(r, max(1, f.Vars), 1+r.IntN(5), 1, 2, 2, 3, 3, 4)
		f, names = f.With(slices.Collect(more.Clauses())...), names+", clauses added"
	}
	if r.IntN(3) == 0 {
		f, names = Shuffled(r, f), names+", shuffled"
	}
	return f, names
}

// changed returns a formula with the variables and clauses of f, without its other fields. Each clause
// that is not empty is left out or changed in one literal with probability 1/50, or 1/n if f has n
// clauses and n is less than 50. A changed literal may be the same as before.
func changed(r *rand.Rand, f *dimacs.Formula) *dimacs.Formula {
	g, rate := &dimacs.Formula{}, min(50, f.NumClauses())
	for c := range f.Clauses() {
		if len(c) > 0 && r.IntN(rate) == 0 {
			c = slices.Clone(c)
			switch i := r.IntN(len(c)); r.IntN(4) {
			case 0:
				c[i] = -c[i]
			case 1:
				c[i] = Lits(r, f.Vars, 1)[0]
			default:
				continue
			}
		}
		g.Add(c...)
	}
	g.Vars = f.Vars
	return g
}

// mostTinyClauses is the largest number of clauses of a formula of Tiny before its mutations.
const mostTinyClauses = 4000

// Tiny returns a formula that depends only on the number, and its description, such as
// "prime 13, shuffled". It is a formula of Shaped or Counting, random clauses of one to five literals,
// a board, or a formula of Make; in most cases, random mutations have changed it. If there is no such
// formula or it is too large, Tiny returns the formula of number + 2^32. An error is a bug in a package
// that Tiny calls.
func Tiny(number uint64) (f *dimacs.Formula, made string, err error) {
	r := rand.New(rand.NewPCG(number, 0))
	most, i := between(r, 12, 100), r.IntN(1<<20)
	switch r.IntN(6) {
	case 0:
		made, f = Shaped(i, r, most)
	case 1:
		made, f = Counting(i, r, most)
		made = "counting " + made
	case 2:
		vars, width := most/4, 3+r.IntN(2)
		f, made = Random(r, vars, vars*width*between(r, 80, 160)/100, 1, 2, width, width, width, width+1), "random clauses"
	case 3:
		f, made, err = queensBoard(r)
	default:
		k := &kinds[i%len(kinds)]
		args := draw(r, k.name, k.tiny)
		f, err = Make(args...)
		if made = strings.Join(args, " "); err != nil { // the kind has no formula for these numbers
			return Tiny(number + 1<<32)
		}
	}
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", made, err)
	}
	if f.NumClauses() > mostTinyClauses {
		return Tiny(number + 1<<32)
	}
	f, changes := mutated(r, f)
	return f, made + changes, nil
}

// queensBoard samples a queens problem with up to 12 rows, in a random encoding, and returns its
// formula and a description, such as "board 8 pairwise". Its errors are bugs in package encode or dimacs.
func queensBoard(r *rand.Rand) (*dimacs.Formula, string, error) {
	amo := atmostone.All()
	in := encode.Instance{N: between(r, 1, 12), Encoding: amo[r.IntN(len(amo))].Name, Minimal: r.IntN(3) == 0}
	if r.IntN(4) == 0 {
		in.Variant = board.Torus
	}
	s := puzzle.Sample{Seed: r.Int64N(1000)}
	switch r.IntN(4) {
	case 0:
		s.Placed = r.IntN(in.N/4 + 1)
	case 1:
		s.Blocked = r.IntN(in.N * in.N)
	case 2:
		s.Diagonals = in.N * 5 / 4
	}
	if k := min(in.N+r.IntN(3)-1, in.N*in.N); r.IntN(4) == 0 {
		in.Queens = &k
	}
	if shuffle := r.Int64N(1000); r.IntN(3) == 0 {
		in.Shuffle = &shuffle
	}
	sampled, err := s.Apply(context.Background(), in)
	if err != nil { // the board is too small for the sample
		sampled = in
	}
	f, err := sampled.Formula(context.Background())
	return f, fmt.Sprintf("board %d %s", in.N, in.Encoding), err
}
