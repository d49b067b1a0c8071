package engine_test

import (
	"context"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A foreseer finds its first model several times, and then announces and finds others.
type foreseer struct {
	alone       int // how often it finds the first model before it announces the others
	told, found [][]uint64
}

func (foreseer) Name() string { return "foreseer" }

func (e foreseer) Enumerate(_ context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	for i, bits := range slices.Concat(slices.Repeat(e.found[:1], e.alone), e.found) {
		if i == e.alone {
			t.CheckAhead(e.told)
		}
		a := &dimacs.Assignment{}
		a.SetBits(bits)
		if err := found(a); err != nil {
			return err
		}
	}
	return nil
}

// A model passes and a wrong one fails: announced or not, by itself or with other models,
// before and after the clauses are listed, with and without a table of binary clauses.
func TestCheckAhead(t *testing.T) {
	but := func(vars ...int) []uint64 { // all variables are true but these
		bits := []uint64{^uint64(1), 1<<7 - 1}
		for _, v := range vars {
			bits[v>>6] &^= 1 << (v & 63)
		}
		return bits
	}
	var list [][]uint64
	for v := 3; v < 42; v += 2 {
		list = append(list, but(v, 70))
	}
	with := func(last []uint64) [][]uint64 { return append(slices.Clone(list), last) }
	backwards := slices.Clone(list)
	slices.Reverse(backwards)
	for what, test := range map[string]struct {
		told, found [][]uint64
		models      int
	}{
		"foreseen":             {list, list, 20},
		"and one more":         {list, with(list[0]), 21},
		"too few to be told":   {list[:7], list, 20},
		"few":                  {list[:8], list, 20},
		"backwards":            {list, backwards, 20},
		"told, not found":      {with(but(20, 21, 70)), list, 20},
		"binary clause":        {with(but(20, 21, 70)), with(but(20, 21, 70)), 20},
		"long clause":          {with(but(36)), with(but(36)), 20},
		"assumption":           {with(but(2, 70)), with(but(2, 70)), 20},
		"not told":             {list, with(but(20, 21, 70)), 20},
		"told 64 times, wrong": {slices.Repeat(list[:1], 64), with(but(2, 3, 70)), 20},
	} {
		for _, distance := range []int{1, 35} {
			for _, alone := range []int{0, 31, 32, 40} {
				f := &dimacs.Formula{}
				for v := 1; v < 70; v++ { // enough clauses for a table
					for w := v + 1; w <= min(v+distance, 69); w++ {
						f.Add(dimacs.Lit(v), dimacs.Lit(w))
					}
				}
				f.Add(-1, -70, 36)
				task := &engine.Task{Formula: f, Assume: []dimacs.Lit{2}}
				n := 0
				err := engine.Enumerate(t.Context(), foreseer{alone, test.told, test.found}, task, func(*dimacs.Assignment) error { n++; return nil })
				if n -= alone; n != test.models || (err == nil) != (n == len(test.found)) {
					t.Errorf("%s, after %d: %d of %d models pass, want %d; error %v", what, alone, n, len(test.found), test.models, err)
				}
			}
		}
	}
}
