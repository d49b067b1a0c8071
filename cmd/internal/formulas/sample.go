package formulas

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/atmostone"
)

// A ranged has the name of a kind, and ranges for its arguments. Most formulas are sampled
// from small, and a few from large; these take 0.05 to 2 seconds. A negative range is a
// percentage of the previous argument.
type ranged struct {
	name         string
	small, large [][2]int
}

var seed = [2]int{1, 1000}

var ranges = []ranged{
	{"3sat", [][2]int{{20, 100}, {-400, -450}, seed}, [][2]int{{150, 210}, {-415, -435}, seed}},
	{"5sat", [][2]int{{12, 30}, {-1900, -2300}, seed}, [][2]int{{40, 55}, {-2050, -2150}, seed}},
	{"colouring", [][2]int{{3, 4}, {20, 50}, {-200, -260}, seed}, [][2]int{{3, 3}, {150, 300}, {-225, -240}, seed}},
	{"flat", [][2]int{{20, 100}, {-220, -245}, seed}, [][2]int{{250, 500}, {-225, -235}, seed}},
	{"circulant", [][2]int{{3, 4}, {15, 40}, {2, 4}, seed}, [][2]int{{4, 4}, {60, 90}, {4, 5}, seed}},
	{"difference", [][2]int{{5, 14}}, [][2]int{{20, 24}}},
	{"ordering", [][2]int{{4, 14}}, [][2]int{{30, 50}}},
	{"tseitin", [][2]int{{8, 14}, {3, 4}, seed}, [][2]int{{18, 22}, {4, 4}, seed}},
	{"equations", [][2]int{{8, 40}, {-80, -110}, seed}, [][2]int{{60, 90}, {-80, -100}, seed}},
	{"waerden", [][2]int{{3, 3}, {4, 5}, {14, 24}}, [][2]int{{3, 3}, {7, 8}, {44, 60}}},
	{"factoring", [][2]int{{8, 18}, seed}, [][2]int{{24, 30}, seed}},
	{"prime", [][2]int{{9, 9999}}, [][2]int{{99999, 9999999}}},
	{"commute", [][2]int{{2, 4}}, [][2]int{{5, 6}}},
	{"mutex", [][2]int{{2, 3}, {1, 2}, {4, 12}}, [][2]int{{3, 3}, {2, 2}, {18, 22}}},
	{"speck", [][2]int{{1, 2}, {1, 3}, seed}, [][2]int{{3, 4}, {2, 3}, seed}},
	{"langford", [][2]int{{3, 8}}, [][2]int{{9, 9}}},
	{"pigeonhole", [][2]int{{3, 8}, {3, 7}}, [][2]int{{9, 9}, {8, 9}}},
	{"quasigroup", [][2]int{{5, 12}, {-30, -60}, seed}, [][2]int{{20, 26}, {-36, -44}, seed}},
	{"sudoku", [][2]int{{2, 3}, {4, 40}, seed}, [][2]int{{5, 5}, {230, 290}, seed}},
}

// mostTinyClauses is the largest number of clauses of a formula of Tiny.
const mostTinyClauses = 4000

// Tiny returns formula number, and a description of it. The same number always gives the same
// formula. Half of the formulas come from sample without large. All other formulas are smaller: shapes
// of Small and Shaped, and random clauses of one to five literals.
func Tiny(number uint64) (f *dimacs.Formula, made string, err error) {
	r := rand.New(rand.NewPCG(number, 1))
	switch i := r.IntN(1 << 20); r.IntN(6) {
	case 0:
		made, f = Small(i, r)
	case 1:
		made, f = Shaped(i, r, between(r, 20, 100))
	case 2:
		width := 3 + r.IntN(2)
		vars := between(r, 1, 24)
		f, made = Random(r, vars, vars*width*between(r, 80, 160)/100, 1, 2, width, width, width, width+1), "random clauses"
	default:
		if f, made, err = sample(number, false); err == nil && f.NumClauses() > mostTinyClauses {
			return Tiny(number + 1<<32)
		}
	}
	return f, made, err
}

// Large is like Tiny for a formula that takes 0.05 to 2 seconds.
func Large(number uint64) (f *dimacs.Formula, made string, err error) { return sample(number, true) }

// sample returns the formula with the number, changed by random mutations, and a
// description of it. The formula is larger if large is set.
func sample(number uint64, large bool) (*dimacs.Formula, string, error) {
	r := rand.New(rand.NewPCG(number, 0))
	var f *dimacs.Formula
	var made string
	var err error
	switch r.IntN(6) {
	case 0, 1:
		f, made, err = queensBoard(r, large)
	case 2:
		most := between(r, 12, 60)
		if large {
			most = between(r, 100, 300)
		}
		made, f = Counting(r.IntN(1<<20), r, most)
		return f, "counting " + made, nil
	default:
		args := ranges[r.IntN(len(ranges))].args(r, large)
		made = strings.Join(args, " ")
		if f, err = Make(args...); err != nil { // the kind has no formula of this size
			return sample(number+1<<32, large)
		}
	}
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", made, err)
	}
	f, changes := mutated(r, f)
	return f, made + changes, nil
}

// args samples arguments for Make.
func (k ranged) args(r *rand.Rand, large bool) []string {
	bounds, args := k.small, []string{k.name}
	if large {
		bounds = k.large
	}
	last := 0
	for _, b := range bounds {
		if b[0] < 0 {
			last = max(1, last*between(r, -b[0], -b[1])/100)
		} else {
			last = between(r, b[0], b[1])
		}
		args = append(args, strconv.Itoa(last))
	}
	return args
}

// queensBoard samples an instance of the queens, in a random encoding, and returns its formula
// and a description. Its errors are bugs of package encode or dimacs.
func queensBoard(r *rand.Rand, large bool) (*dimacs.Formula, string, error) {
	amo := atmostone.All()
	in := encode.Instance{N: between(r, 1, 12), Encoding: amo[r.IntN(len(amo))].Name, Minimal: r.IntN(3) == 0}
	if large {
		in.N = between(r, 12, 40)
	}
	if r.IntN(4) == 0 {
		in.Variant, in.N = encode.Torus, min(in.N, 13)
	}
	s := encode.Sample{Seed: r.Int64N(1000)}
	switch r.IntN(4) {
	case 0:
		s.Placed = r.IntN(in.N/4 + 1)
	case 1:
		s.Blocked = r.IntN(in.N * in.N)
	case 2:
		s.Diagonals = min(in.N, 22) * 5 / 4
	}
	if k := min(in.N+r.IntN(3)-1, in.N*in.N); in.N < 13 && r.IntN(4) == 0 {
		in.Queens = &k
	}
	if shuffle := r.Int64N(1000); r.IntN(3) == 0 {
		in.Shuffle = &shuffle
	}
	sampled, err := in.Sample(context.Background(), s)
	if err != nil { // the board is too small for the sample
		sampled = in
	}
	f, err := sampled.Formula(context.Background())
	return f, fmt.Sprintf("board %d %s", in.N, in.Encoding), err
}

// mutations lists random changes of a formula.
var mutations = []struct {
	name string
	of   func(*rand.Rand, *dimacs.Formula) *dimacs.Formula
}{
	{"clauses left out", func(r *rand.Rand, f *dimacs.Formula) *dimacs.Formula {
		return each(r, f, func([]dimacs.Lit) []dimacs.Lit { return nil })
	}},
	{"literals changed", func(r *rand.Rand, f *dimacs.Formula) *dimacs.Formula {
		return each(r, f, func(c []dimacs.Lit) []dimacs.Lit {
			if i := r.IntN(len(c)); r.IntN(2) == 0 {
				c[i] = -c[i]
			} else {
				c[i] = randomLits(r, f.Vars, 1)[0]
			}
			return c
		})
	}},
	{"clauses added", func(r *rand.Rand, f *dimacs.Formula) *dimacs.Formula {
		more := Random(r, max(1, f.Vars), 1+r.IntN(5), 1, 2, 2, 3, 3, 4)
		return f.With(slices.Collect(more.Clauses())...)
	}},
	{"shuffled", Shuffled},
}

// mutated returns f after random mutations, and their names, each after a comma.
func mutated(r *rand.Rand, f *dimacs.Formula) (g *dimacs.Formula, names string) {
	for _, m := range mutations {
		if r.IntN(3) == 0 {
			f = m.of(r, f)
			names += ", " + m.name
		}
	}
	return f, names
}

// each returns f with about every 50th clause replaced by change(clause), and at least one or two
// of few. Clauses for which change returns nil are removed.
func each(r *rand.Rand, f *dimacs.Formula, change func(clause []dimacs.Lit) []dimacs.Lit) *dimacs.Formula {
	g, rate := &dimacs.Formula{}, min(50, f.NumClauses())
	for c := range f.Clauses() {
		if len(c) > 0 && r.IntN(rate) == 0 {
			if c = change(slices.Clone(c)); c == nil {
				continue
			}
		}
		g.Add(c...)
	}
	g.Vars = f.Vars
	return g
}
