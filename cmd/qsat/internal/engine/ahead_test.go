package engine

import (
	"slices"
	"testing"

	"queens/dimacs"
)

// Models that were checked ahead need no other check, in this order; others are checked as ever.
func TestCheckAhead(t *testing.T) {
	f := &dimacs.Formula{Vars: 70}
	for v := dimacs.Lit(1); v < 70; v++ {
		f.Add(v, v+1)
	}
	f.Add(-1, -70, 36)
	task := (&Task{Problem: Problem{Formula: f, Assume: []dimacs.Lit{2}}, Options: Options{Threads: 1}}).checked()
	model := func(k int) []uint64 { // all but one, or none
		bits := []uint64{^uint64(1), 1<<7 - 1}
		if k > 2 {
			bits[0] &^= 1 << k
		}
		return bits
	}
	var list [][]uint64
	for k := range 20 {
		list = append(list, model(2*k+1))
	}
	a := &dimacs.Assignment{}
	task.CheckAhead(list[:aheadModels-1])
	if len(task.checker.models) > 0 {
		t.Error("few models were checked at once")
	}
	task.CheckAhead(append(slices.Clone(list), []uint64{^uint64(1) &^ (3 << 20), 1<<7 - 1}))
	if len(task.checker.models) > 0 {
		t.Error("a model that is none passed")
	}
	task.CheckAhead(append(slices.Clone(list), []uint64{^uint64(1) &^ (1 << 2), 1<<7 - 1}))
	if len(task.checker.models) > 0 {
		t.Error("a model without the assumption passed")
	}
	task.CheckAhead(list)
	left := len(task.checker.models)
	for k, bits := range list {
		a.SetBits(bits)
		if err := task.checker.check(a); err != nil || len(task.checker.models) >= left {
			t.Errorf("model %d: %v, %d left of %d", k, err, len(task.checker.models), left)
		}
		left = len(task.checker.models)
	}
	a.SetBits([]uint64{0, 0})
	if task.checker.check(a) == nil {
		t.Error("no literals are a model")
	}
}
