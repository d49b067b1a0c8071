package encode

import (
	"bytes"
	"math/big"
	"testing"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
)

func TestParseTransform(t *testing.T) {
	for _, text := range []string{"xor:2", "xor:8", "or:2", "majority:3", "majority:7", "flip"} {
		if got, err := ParseTransform(text); err != nil || got.String() != text {
			t.Errorf("%s is read as %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "xor", "xor:", "xor:1", "xor:9", "or:-2", "or:x", "majority:2", "majority:1", "majority:9", "flip:1", "flip:2", "and:2", "xor:2:2"} {
		if got, err := ParseTransform(text); err == nil {
			t.Errorf("%s is read as %v", text, got)
		}
	}
}

// transforms lists transforms for which all assignments can be tried.
var transforms = []Transform{{"xor", 2}, {"xor", 3}, {"or", 2}, {"or", 3}, {"majority", 3}, {"flip", 1}}

// The models of a transformed formula are the assignments that Original maps to a model.
// Their number is ModelCount, and the declared size is exact.
func TestTransformedModels(t *testing.T) {
	one, three := 1, 3
	for _, in := range []Instance{{N: 1}, {N: 2}, {N: 2, Queens: &one}, {N: 2, Queens: &three}, {N: 2, Minimal: true, Queens: &one, Placed: []board.Square{{Row: 1, Col: 2}}}} {
		plain, err := in.Formula(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, transform := range transforms {
			in.Transform = &transform
			size, err := in.Size()
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if err := in.Write(t.Context(), &text); err != nil {
				t.Fatal(err)
			}
			f, err := dimacs.ReadFormula(t.Context(), &text, dimacs.Options{Mode: dimacs.Strict})
			if err != nil || f.Vars != size.Variables || int64(f.NumClauses()) != size.Clauses {
				t.Fatalf("%+v, %v: size %+v, %v", in, transform, size, err)
			}
			original := f.Vars / transform.K
			if f.Vars > 12 {
				continue
			}
			boards, models := map[string]bool{}, int64(0)
			for bits := range 1 << f.Vars {
				var a, b dimacs.Assignment
				var model []dimacs.Lit
				for v := 1; v <= f.Vars; v++ {
					l := dimacs.Lit(v)
					if bits>>(v-1)&1 == 0 {
						l = -l
					}
					a.SetLit(l)
					model = append(model, l)
				}
				key := ""
				for _, l := range transform.Original(model, original) {
					b.SetLit(l)
					key += map[bool]string{true: "Q", false: "."}[l > 0]
				}
				plain.Vars = original
				is, was := f.Falsified(&a) == nil, plain.Falsified(&b) == nil
				if is != was {
					t.Fatalf("%+v, %v: %v is a model: %v, its original %v: %v", in, transform, model, is, key, was)
				}
				if is {
					models++
					boards[key] = true
				}
			}
			if want := in.ModelCount(big.NewInt(int64(len(boards)))); want.Int64() != models && original == in.N*in.N {
				t.Errorf("%+v, %v: %d models, want %v", in, transform, models, want)
			}
		}
	}
}

// Larger formulas have the declared size, in every encoding and shuffled.
func TestTransformedSize(t *testing.T) {
	t.Parallel()
	seed := int64(3)
	for _, transform := range transforms[:5] {
		for _, e := range atmostone.All() {
			checkSize(t, Instance{N: 5, Encoding: e.Name, Transform: &transform})
			checkSize(t, Instance{N: 4, Encoding: e.Name, Transform: &transform, Shuffle: &seed, SymmetryBroken: true})
		}
	}
	if _, err := (Instance{N: 40, Transform: &Transform{"xor", 2}}).Size(); err == nil {
		t.Error("a row of 40 squares becomes more than 2^31 clauses")
	}
	if size, err := (Instance{N: 40, Transform: &Transform{"or", 2}}).Size(); err != nil || size.Variables != 3200 {
		t.Errorf("%+v, %v", size, err)
	}
}
