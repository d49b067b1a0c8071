package generate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/atmostone"
)

// mostTinyClauses is the largest number of clauses of a formula of Tiny.
const mostTinyClauses = 4000

// Tiny returns formula number, and a description of it. The same number always gives the same
// formula: one of Shaped or Counting, random clauses of one to five literals, a board, or a formula of
// a kind, mostly changed by random mutations.
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
		if made = strings.Join(args, " "); err != nil { // the kind has no formula of this size
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

// queensBoard samples an instance of the queens, in a random encoding, and returns its formula
// and a description. Its errors are bugs of package encode or dimacs.
func queensBoard(r *rand.Rand) (*dimacs.Formula, string, error) {
	amo := atmostone.All()
	in := encode.Instance{N: between(r, 1, 12), Encoding: amo[r.IntN(len(amo))].Name, Minimal: r.IntN(3) == 0}
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
