package encode

import (
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// The formula is satisfiable under the literals of a solution. A queen on an attacked square makes it
// unsatisfiable. This holds in several encodings, for shuffled and for flipped formulas.
func TestLiterals(t *testing.T) {
	seed, solution, attacked := int64(3), []Square{{1, 2}, {2, 4}, {3, 1}, {4, 3}}, []Square{{1, 1}}
	for _, encoding := range []string{"", "sequential", "binary"} {
		for _, shuffle := range []*int64{nil, &seed} {
			for _, transform := range []*Transform{nil, {Function: "flip", K: 1}} {
				in := Instance{N: 4, Encoding: encoding, Shuffle: shuffle, Transform: transform}
				f, err := in.Formula(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				queens, err1 := in.Literals(f.Vars, solution)
				more, err2 := in.Literals(f.Vars, attacked)
				if err1 != nil || err2 != nil {
					t.Fatal(err1, err2)
				}
				models := func(lits ...dimacs.Lit) int { return newModelCounter(f).models(f.Vars, nil, lits...) }
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

func TestLiteralsRefused(t *testing.T) {
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
		if lits, err := c.in.Literals(16, []Square{{c.row, 1}}); lits != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, %v; expected an error with %q", c.in, lits, err, c.want)
		}
	}
	if lits, err := (Instance{N: 4}).Literals(16, []Square{{4, 1}}); err != nil || !slices.Equal(lits, []dimacs.Lit{13}) {
		t.Error(lits, err)
	}
}
