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
