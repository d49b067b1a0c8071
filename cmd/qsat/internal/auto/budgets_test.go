package auto

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/encode"
)

// Scale leaves a budget as it is or makes it 10 or 100 times smaller, and never less than
// 1.
func TestScale(t *testing.T) {
	r, seen := rand.New(rand.NewPCG(1, 2)), map[int64]bool{}
	for range 50 {
		b := reflect.ValueOf(Default().Scale(r)).Elem()
		for i := range b.NumField() {
			was, is := reflect.ValueOf(Default()).Elem().Field(i).Int(), b.Field(i).Int()
			divisor := int64(0)
			for _, d := range []int64{100, 10, 1} {
				if is == max(1, was/d) {
					divisor = d
				}
			}
			if divisor == 0 {
				t.Errorf("%s: %d, at first %d", b.Type().Field(i).Name, is, was)
			}
			seen[divisor] = true
		}
	}
	if len(seen) != 3 {
		t.Errorf("divisors %v", seen)
	}
}

// With smaller budgets, another engine answers.
func TestWith(t *testing.T) {
	small := Default()
	small.DPLLSteps, small.DPLLStepsPerClause, small.CoverWork = 1, 0, 1
	f := enginetest.Formula(t, encode.Instance{N: 8})
	for _, test := range []struct {
		b    *Budgets
		want bool
	}{{Default(), false}, {small, true}} {
		task := &engine.Task{Formula: f, Threads: 1, Stats: &engine.Stats{}}
		a, err := engine.Solve(t.Context(), With(test.b), task)
		if others := len(task.Stats.Work()) > 1; a.Model == nil || err != nil || others != test.want {
			t.Errorf("%v, %v, others than dpll asked: %t, want %t", a, err, others, test.want)
		}
	}
}
