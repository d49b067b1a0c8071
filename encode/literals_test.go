package encode

import (
	"strings"
	"testing"

	"queens/dimacs"
	"queens/encode/board"
)

// The formula is satisfiable under the literals of a solution. A queen on an attacked square makes it
// unsatisfiable. This holds in several encodings, for shuffled and for flipped formulas.
func TestLiteral(t *testing.T) {
	seed, solution, attacked := int64(3), []board.Square{{Row: 1, Col: 2}, {Row: 2, Col: 4}, {Row: 3, Col: 1}, {Row: 4, Col: 3}}, []board.Square{{Row: 1, Col: 1}}
	for _, encoding := range []string{"", "sequential", "binary"} {
		for _, shuffle := range []*int64{nil, &seed} {
			for _, transform := range []*Transform{nil, {Function: "flip", K: 1}} {
				in := Instance{N: 4, Encoding: encoding, Shuffle: shuffle, Transform: transform}
				f, err := in.Formula(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				literals := func(squares []board.Square) (lits []dimacs.Lit) {
					literal, err := in.Literal(f.Vars)
					for i := 0; i < len(squares) && err == nil; i++ {
						l := dimacs.Lit(0)
						l, err = literal(squares[i])
						lits = append(lits, l)
					}
					if err != nil {
						t.Fatal(err)
					}
					return lits
				}
				queens, more := literals(solution), literals(attacked)
				models := func(lits ...dimacs.Lit) int { return countModels(f, f.Vars, nil, lits...) }
				if models(queens...) == 0 {
					t.Errorf("%v: no model with the queens %v", in.Comments(), queens)
				}
				if n := models(append(queens, more...)...); n != 0 {
					t.Errorf("%v: %d models with the queens %v and %v", in.Comments(), n, queens, more)
				}
				if n := models(append(queens, -more[0])...); n == 0 {
					t.Errorf("%v: no models with the queens %v without %v", in.Comments(), queens, more)
				}
			}
		}
	}
}

func TestLiteralRefused(t *testing.T) {
	seed := int64(3)
	for _, c := range []struct {
		in   Instance
		row  int
		want string
	}{
		{Instance{N: 4, Family: Colouring}, 1, "several kinds"},
		{Instance{N: 4, Family: Dominoes}, 1, "several kinds"},
		{Instance{N: 4, Transform: &Transform{"xor", 2}}, 1, "xor:2"},
		{Instance{N: 5}, 1, "has only 16"},
		{Instance{N: 3, Shuffle: &seed}, 1, "is shuffled"},
		{Instance{N: 4, Shuffle: &seed, Encoding: "x"}, 1, "unknown encoding"},
		{Instance{N: 4}, 5, "not a square"},
		{Instance{N: 4}, 0, "not a square"},
	} {
		literal, err := c.in.Literal(16)
		if err == nil {
			_, err = literal(board.Square{Row: c.row, Col: 1})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v; expected an error with %q", c.in, err, c.want)
		}
	}
}
