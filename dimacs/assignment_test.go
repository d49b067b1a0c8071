package dimacs

import (
	"bytes"
	"context"
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
	b.Copy(&a)
	dst := []uint64{7, 7, 7}
	if b.Bits(dst); b.Value(700) || !b.Value(70) || dst[0] != 0 || dst[1] != 1<<6 || dst[2] != 0 {
		t.Errorf("copied and as bits: %v", dst)
	}
	if a.Satisfies([]Lit{1, -70}) || !a.Satisfies([]Lit{1, -5}) || a.Satisfies(nil) {
		t.Error("Satisfies is wrong")
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

func BenchmarkFalsified(b *testing.B) {
	text := pairwiseText(200)
	f, err := ReadFormula(context.Background(), bytes.NewReader(text), Options{})
	if err != nil {
		b.Fatal(err)
	}
	var a Assignment
	for b.Loop() {
		f.Falsified(&a)
	}
}
