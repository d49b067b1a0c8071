package cmd

import (
	"strings"
	"testing"

	"queens/cmd/qsat/sat"
	"queens/decode"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// decode.FromModel returns the board of a model for every family, whether the formula is shuffled,
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
					if in.Regions, err = board.NewPartition(board.Board{N: 4}, strings.Fields("a a b b a a b b c c d d c c d d")); err != nil {
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
