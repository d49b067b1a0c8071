package engine_test

import (
	"context"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A foreseer tells the models that it finds ahead, and changes the formula before it finds them.
type foreseer struct {
	told    [][]uint64
	found   [][]uint64
	between func()
}

func (foreseer) Name() string { return "foreseer" }

func (e foreseer) Enumerate(_ context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	t.CheckAhead(e.told)
	e.between()
	for _, bits := range e.found {
		a := &dimacs.Assignment{}
		a.SetBits(bits)
		if err := found(a); err != nil {
			return err
		}
	}
	return nil
}

// Models that were checked ahead need no other check, in this order, so that it is not seen that
// the formula has lost them meanwhile; others are checked as ever.
func TestCheckAhead(t *testing.T) {
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
	with := func(last []uint64) [][]uint64 { return append(slices.Clone(list), last) }
	backwards := slices.Clone(list)
	slices.Reverse(backwards)
	for what, test := range map[string]struct {
		told, found [][]uint64
		models      int
	}{
		"foreseen":               {list, list, 20},
		"and one more":           {list, with(list[0]), 20},
		"too few to be told":     {list[:7], list, 0},
		"few":                    {list[:8], list, 8},
		"backwards":              {list, backwards, 0},
		"with one that is none":  {with([]uint64{^uint64(1) &^ (3 << 20), 1<<7 - 1}), list, 0},
		"without the assumption": {with([]uint64{^uint64(1) &^ (1 << 2), 1<<7 - 1}), list, 0},
		"none that is true":      {list, [][]uint64{{0, 0}}, 0},
	} {
		f := &dimacs.Formula{Vars: 70}
		for v := dimacs.Lit(1); v < 70; v++ {
			f.Add(v, v+1)
		}
		f.Add(-1, -70, 36)
		task := &engine.Task{Formula: f, Assume: []dimacs.Lit{2}}
		n := 0
		e := foreseer{test.told, test.found, func() { f.Add(-70) }}
		err := engine.Enumerate(t.Context(), e, task, func(*dimacs.Assignment) error { n++; return nil })
		if n != test.models || (err == nil) != (n == len(test.found)) {
			t.Errorf("%s: %d of %d models pass, want %d; error %v", what, n, len(test.found), test.models, err)
		}
	}
}
