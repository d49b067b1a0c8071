package generate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/atmostone"
	"queens/encode/board"
	"queens/encode/puzzle"
)

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
