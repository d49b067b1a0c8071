package dimacs

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// In a nil Assignment every variable is false.
func TestNilAssignment(t *testing.T) {
	var a *Assignment
	b, dst := &Assignment{}, []uint64{7}
	b.Set(3, true)
	b.Copy(a)
	a.Bits(dst)
	f := (&Formula{}).With([]Lit{-1, 2}, []Lit{2})
	if a.Value(1) || a.Holds(1) || !a.Holds(-1) || a.Lit(2) != -2 || !a.Satisfies([]Lit{1, -2}) || a.Satisfies(nil) || b.Value(3) || dst[0] != 0 || len(f.Falsified(a)) != 1 {
		t.Errorf("%t %v %v %v", a.Value(1), a.Lit(2), dst, f.Falsified(a))
	}
}

// An Assignment agrees with a map, whatever was set and copied before, with small and distant variables.
func TestAssignment(t *testing.T) {
	vars := []int{1, 5, 63, 64, 511, 512, 1023, 1024, 32_767, 32_768, 40_000, 1_100_000_000, MaxVar}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 0))
		var as [2]Assignment
		holds := [2]map[int]bool{{}, {}}
		for range 30 {
			i, v := r.IntN(2), vars[r.IntN(len(vars)-r.IntN(4))]
			bits := slices.Repeat([]uint64{^uint64(0)}, 1+r.IntN(700))
			switch r.IntN(5) {
			case 0:
				as[i].Copy(&as[1-i])
				holds[i] = maps.Clone(holds[1-i])
			case 1:
				as[i].Bits(bits)
				as[i].SetBits(bits)
				maps.DeleteFunc(holds[i], func(v int, _ bool) bool { return v >= 64*len(bits) })
			case 2:
				as[i].SetLit(-Lit(v))
				delete(holds[i], v)
			default:
				as[i].Set(v, true)
				holds[i][v] = true
			}
			for i, a := range as {
				for n, l := range a.Lits(130) {
					if l != a.Lit(n+1) {
						t.Fatalf("seed %d: literal %d of variable %d", seed, l, n+1)
					}
				}
				for _, v := range vars {
					l := Lit(v)
					if want := holds[i][v]; a.Value(v) != want || a.Holds(l) != want || a.Holds(-l) == want || (a.Lit(v) > 0) != want {
						t.Fatalf("seed %d: variable %d is %t", seed, v, !want)
					}
				}
			}
		}
	}
}

// Falsified finds the first falsified pair or, without one, the first falsified clause.
func TestFalsified(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		var a Assignment
		f := &Formula{}
		var want, pair []Lit
		for range r.IntN(30) {
			c := make([]Lit, 2+r.IntN(3))
			for i := range c {
				v, is := 1+r.IntN(70_000), r.IntN(3) == 0
				c[i] = Lit(v) * Lit(1-2*r.IntN(2))
				a.SetLit(c[i] * Lit(map[bool]int{true: 1, false: -1}[is]))
			}
			f.Add(c...)
		}
		for c := range f.Clauses() {
			if !a.Satisfies(c) && len(c) == 2 && pair == nil {
				pair = c
			} else if !a.Satisfies(c) && len(c) > 2 && want == nil {
				want = c
			}
		}
		if pair != nil {
			want = pair
		}
		if d := cmp.Diff(want, f.Falsified(&a)); d != "" {
			t.Error(d)
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
