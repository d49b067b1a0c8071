package dimacs

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAssignment(t *testing.T) {
	var a Assignment
	a.Set(MaxVar, false)
	a.SetLit(70)
	a.SetLit(-3)
	a.Set(5, true)
	a.Set(5, false)
	for v, want := range map[int]bool{1: false, 3: false, 5: false, 70: true, 71: false, MaxVar: false} {
		if a.Value(v) != want || a.Holds(Lit(v)) != want || a.Holds(-Lit(v)) == want || (a.Lit(v) > 0) != want {
			t.Errorf("variable %d: %t", v, !want)
		}
	}
	var b Assignment
	b.Set(700, true)
	b.Set(1_000_000, true)
	b.Copy(&a)
	dst := []uint64{7, 7, 7}
	if b.Bits(dst); b.Value(700) || b.Value(1_000_000) || !b.Value(70) || dst[0] != 0 || dst[1] != 1<<6 || dst[2] != 0 {
		t.Errorf("copied and as bits: %v", dst)
	}
	a.SetLit(40_000)
	bits := slices.Repeat([]uint64{0}, 1000)
	bits[1], bits[999] = 1<<6, 1
	if a.SetBits(bits); !a.Value(70) || !a.Value(63_936) || a.Value(40_000) {
		t.Error("set to bits")
	}
	if a.SetBits(dst); !a.Value(70) || a.Value(63_936) {
		t.Error("set to fewer bits")
	}
	if a.Satisfies([]Lit{1, -70}) || !a.Satisfies([]Lit{1, -5}) || a.Satisfies(nil) {
		t.Error("Satisfies is wrong")
	}
}

// TestDistantVariables sets variables with large gaps between them, and copies such assignments
// onto each other.
func TestDistantVariables(t *testing.T) {
	var a, b Assignment
	set := []int{1, 100_000, 1_100_000_000, MaxVar}
	for _, v := range set {
		a.Set(v, true)
		b.Set(v+1-v%2*2, true)
	}
	b.Copy(&a)
	for _, v := range set {
		for _, near := range []int{max(v-1, 1), v, min(v+1, MaxVar)} {
			if want := near == v || near == 1; a.Value(near) != want || b.Value(near) != want {
				t.Errorf("variable %d: %t, and copied %t", near, a.Value(near), b.Value(near))
			}
		}
	}
	a.Set(100_000, false)
	dst := make([]uint64, 2000)
	if a.Bits(dst); a.Value(100_000) || !b.Value(100_000) || dst[0] != 1<<1 || slices.Max(dst[1:]) != 0 {
		t.Errorf("the copy is no copy, or bits %b", dst[0])
	}
	var none Assignment
	if none.Bits(dst); slices.Max(dst) != 0 {
		t.Errorf("bits %b of variables that are all false", dst[0])
	}
}

// In a nil Assignment every variable is false.
func TestNilAssignment(t *testing.T) {
	var a *Assignment
	b, dst := &Assignment{}, []uint64{7}
	b.Set(3, true)
	b.Copy(a)
	a.Bits(dst)
	f := (&Formula{}).With([]Lit{-1, 2}, []Lit{2})
	if a.Value(1) || a.Holds(1) || !a.Holds(-1) || a.Lit(2) != -2 || !a.Satisfies([]Lit{1, -2}) || b.Value(3) || dst[0] != 0 || len(f.Falsified(a)) != 1 {
		t.Errorf("%t %v %v %v", a.Value(1), a.Lit(2), dst, f.Falsified(a))
	}
}

// TestSizes copies assignments of different sizes onto each other.
func TestSizes(t *testing.T) {
	vars := []int{1, 63, 64, 511, 512, 1023, 1024, 32_767, 32_768, 40_000}
	for _, v := range vars {
		for _, w := range vars {
			var a, b Assignment
			a.Set(v, true)
			b.Set(w, true)
			b.Copy(&a)
			bits := slices.Repeat([]uint64{^uint64(0)}, 40_000/64+1)
			b.Bits(bits)
			for _, x := range vars {
				if got, bit := b.Value(x), bits[x/64]>>(x%64)&1 != 0; got != (x == v) || bit != got {
					t.Errorf("%d copied onto %d: %d is %t, its bit %t", v, w, x, got, bit)
				}
			}
			if b.Set(v, false); !a.Value(v) || b.Value(v) {
				t.Errorf("%d copied onto %d is no copy", v, w)
			}
		}
	}
}

func TestFalsified(t *testing.T) {
	f := &Formula{}
	var a Assignment
	if c := f.Falsified(&a); c != nil {
		t.Errorf("empty formula: %v", c)
	}
	f.Add(-1, -2)
	f.Add(1, 2, 3)
	for _, tt := range []struct {
		set  []Lit
		want []Lit
	}{
		{[]Lit{-1, -2, -3}, []Lit{1, 2, 3}},
		{[]Lit{1, 2, 3}, []Lit{-1, -2}},
		{[]Lit{1, -2, -3}, nil},
	} {
		for _, l := range tt.set {
			a.SetLit(l)
		}
		if d := cmp.Diff(tt.want, f.Falsified(&a)); d != "" {
			t.Errorf("%v: %s", tt.set, d)
		}
	}
	f.Add()
	if c := f.Falsified(&a); c == nil {
		t.Error("the empty clause is not falsified")
	}
}

// Falsified finds the only falsified pair among many, with small and with large variables.
func TestFalsifiedPairs(t *testing.T) {
	const n = 600
	f, name := &Formula{}, func(i int) Lit { return Lit(1 + i*29) }
	for i := range n {
		f.Add(name(2*i), -name(2*i+1))
	}
	for _, first := range []bool{true, false} { // else the second literals are true
		var a Assignment
		for i := range n {
			a.Set(name(2*i).Var(), first)
			a.Set(name(2*i+1).Var(), first)
		}
		if c := f.Falsified(&a); c != nil {
			t.Errorf("first literals %t: %v", first, c)
		}
		for i := range n {
			a.Set(name(2*i).Var(), false)
			a.Set(name(2*i+1).Var(), true)
			if d := cmp.Diff([]Lit{name(2 * i), -name(2*i + 1)}, f.Falsified(&a)); d != "" {
				t.Errorf("first literals %t, pair %d: %s", first, i, d)
			}
			a.Set(name(2*i).Var(), first)
			a.Set(name(2*i+1).Var(), first)
		}
	}
}

func BenchmarkFalsified(b *testing.B) {
	text := pairwiseText(200)
	f, err := ReadFormula(context.Background(), bytes.NewReader(text), Options{})
	if err != nil {
		b.Fatal(err)
	}
	var a Assignment
	a.Set(f.Vars, true)
	for b.Loop() {
		f.Falsified(&a)
	}
}
