package encode

import (
	"strconv"
	"strings"
	"testing"

	"queens/encode/board"
)

// TestAnnotatedAuxiliaries checks that each auxiliary variable is explained once, in order.
func TestAnnotatedAuxiliaries(t *testing.T) {
	four, nine := 4, 9
	for _, in := range []Instance{
		{N: 6, Encoding: "sequential"}, {N: 9, Encoding: "commander"}, {N: 9, Encoding: "product", Variant: board.Torus}, {N: 7, Encoding: "binary"},
		{N: 7, Encoding: "bimander", Minimal: true}, {N: 7, Encoding: "ladder", SymmetryBroken: true}, {N: 6, Queens: &four}, {N: 7, Queens: &nine},
	} {
		size, err := in.Size()
		if err != nil {
			t.Fatal(err)
		}
		next := 1
		for line := range strings.Lines(annotated(t, in)) {
			if rest, ok := strings.CutPrefix(line, "c variable "); ok {
				if number, _, _ := strings.Cut(rest, ":"); number != strconv.Itoa(next) {
					t.Errorf("%v: variable %s in place of %d", in, number, next)
				}
				next++
			}
		}
		if next != size.Variables+1 {
			t.Errorf("%v: %d of %d variables are explained", in, next-1, size.Variables)
		}
	}
}

func annotated(t *testing.T, in Instance) string {
	t.Helper()
	var b strings.Builder
	if err := in.WriteCNF(t.Context(), &b, nil, true); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestNotes(t *testing.T) {
	tests := []struct {
		in   Instance
		want []string
	}{
		{Instance{N: 4}, []string{
			"c note: a model gives each variable a value; the true ones among 1 to 16 are the squares with queens\n",
			"c note: queens that attack each other violate what their line says, as on a4 and b4 in row 4: they violate the clause -1 -2 0\n"}},
		{Instance{N: 6, Encoding: "sequential"}, []string{
			"they leave no values for the auxiliary variables of that line that satisfy its clauses\n",
			"c variable 37: true if a queen is on a6\n", "c variable 38: true if a queen is on one of a6 b6\n"}},
		{Instance{N: 20, Encoding: "ladder"}, []string{"true if a queen is on one of a20 b20 c20 d20 e20 f20 g20 h20 i20 j20 k20 l20 and 7 more, else false\n"}},
		{Instance{N: 8, Encoding: "binary"}, []string{"true if a queen is on one of b8 d8 f8 h8, false if one is on one of a8 c8 e8 g8\n"}},
	}
	for _, tt := range tests {
		text := annotated(t, tt.in)
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("%v: no %q in\n%.2000s", tt.in, want, text)
			}
		}
	}
}
