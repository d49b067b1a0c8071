package decode_test

import (
	"strings"
	"testing"

	"queens/cmd/qsat/sat"
	"queens/decode"
	"queens/dimacs"
	"queens/encode"
)

// FromModel returns the board of a model for every family, whether the formula is shuffled,
// transformed, both or neither.
func TestFromModel(t *testing.T) {
	seed := int64(5)
	for _, family := range encode.Families() {
		for _, shuffle := range []*int64{nil, &seed} {
			for _, transform := range []*encode.Transform{nil, {Function: "xor", K: 2}, {Function: "flip", K: 1}} {
				if transform != nil && (family == encode.Superqueens || family == encode.Colouring) {
					continue // takes too long
				}
				two := 2
				in := &encode.Instance{N: 4, Family: family, Encoding: "sequential", Shuffle: shuffle, Transform: transform}
				switch family {
				case encode.Domination, encode.Armies:
					in.Queens, in.Encoding = &two, ""
				case encode.Colouring:
					in.N = 5
				case encode.Superqueens:
					in.N = 10
				case encode.Dominoes:
					in.Encoding = ""
				case encode.Regions:
					var err error
					if in.Regions, err = encode.NewPartition(4, strings.Fields("a a b b a a b b c c d d c c d d")); err != nil {
						t.Fatal(err)
					}
				}
				f, err := in.Formula(t.Context())
				if err != nil {
					t.Fatal(family, err)
				}
				a, err := sat.Solve(t.Context(), sat.Problem{Formula: f}, sat.Options{})
				if err != nil || a.Status != dimacs.Satisfiable {
					t.Fatal(family, a.Status, err)
				}
				p, err := decode.FromModel(in, a.Model)
				if err != nil {
					t.Fatalf("%v, shuffle %v, transform %v: %v", family, shuffle != nil, transform, err)
				}
				if p.Instance != in || len(p.Queens) == 0 || decode.Check(p) != nil {
					t.Errorf("%v: %+v", family, p)
				}
				if transform == nil && shuffle == nil {
					if p, err := decode.FromModel(in, &dimacs.Assignment{}); err == nil {
						t.Errorf("%v: an empty board: %+v", family, p)
					}
				}
			}
		}
	}
}

// FromModel refuses boards that break the rules, and arguments that are no instance or no model.
func TestFromModelChecks(t *testing.T) {
	model := &dimacs.Assignment{}
	for _, v := range []int{1, 6, 11, 16} {
		model.Set(v, true)
	}
	for _, c := range []struct {
		in    *encode.Instance
		model *dimacs.Assignment
		want  string
	}{
		{&encode.Instance{N: 4}, model, "attack each other"},
		{&encode.Instance{N: 5}, model, "attack each other"},
		{&encode.Instance{}, model, "board size"},
		{&encode.Instance{N: 4, Encoding: "x"}, model, "unknown encoding"},
		{nil, model, "found nil"},
		{&encode.Instance{N: 4}, nil, "found nil"},
	} {
		if p, err := decode.FromModel(c.in, c.model); p != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, %v; expected an error with %q", c.in, p, err, c.want)
		}
	}
}
