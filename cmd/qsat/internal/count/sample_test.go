package count

import (
	"context"
	"errors"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// Models are drawn by their weights, even with a projection and with variables in no clause.
func TestSampleWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	value := func() *big.Rat { return big.NewRat(r.Int64N(6), 1+r.Int64N(4)) }
	drawn := 0
	for i := range 100 {
		task := weightedTask(i, r, value)
		task.Seed = int64(i)
		if task.Formula.Vars > 9 {
			continue
		}
		models, total := images(task), weighted(task)
		times := map[int]float64{}
		const k = 2000
		err := New().Sample(t.Context(), task, k, func(a *dimacs.Assignment) error {
			image := 0
			for j := range task.NumProjected() {
				if v := task.Projected(j); a.Value(v) {
					image |= 1 << (v - 1)
				}
			}
			times[image]++
			return engine.Check(task, a)
		})
		if err != nil || total.Sign() == 0 {
			if err != nil || len(times) > 0 {
				t.Errorf("formula %d: %d models are drawn, %v", i, len(times), err)
			}
			continue
		}
		drawn++
		var observed, shares []float64
		for _, image := range slices.Sorted(maps.Keys(models)) {
			share, _ := new(big.Rat).Quo(models[image], total).Float64()
			observed, shares = append(observed, times[image]), append(shares, share)
			delete(times, image)
		}
		if len(times) > 0 {
			t.Errorf("formula %d: %d are no models", i, len(times))
		}
		if err := enginetest.CheckShares(observed, shares); err != nil {
			t.Errorf("formula %d: %v", i, err)
		}
	}
	if drawn < 30 {
		t.Errorf("models of only %d formulas are drawn", drawn)
	}
}

// Sample draws from more models than fit into a word. Each clause has its three models equally
// often.
func TestSampleMany(t *testing.T) {
	f := &dimacs.Formula{}
	for v := dimacs.Lit(1); v < 200; v += 2 {
		f.Add(v, v+1)
	}
	task, times := enginetest.Task(f), make([]float64, 3)
	if err := New().Sample(t.Context(), task, 30, func(a *dimacs.Assignment) error {
		for v := 1; v < 200; v += 2 {
			switch {
			case !a.Value(v):
				times[0]++
			case !a.Value(v + 1):
				times[1]++
			default:
				times[2]++
			}
		}
		return engine.Check(task, a)
	}); err != nil {
		t.Fatal(err)
	}
	if err := enginetest.CheckShares(times, []float64{1. / 3, 1. / 3, 1. / 3}); err != nil {
		t.Error(err)
	}
}

func TestSampleStops(t *testing.T) {
	f, errStop := &dimacs.Formula{}, errors.New("stop")
	f.Add(1, 2)
	ctx, cancel := context.WithCancelCause(t.Context())
	n := 0
	err := New().Sample(ctx, enginetest.Task(f), 1<<62, func(*dimacs.Assignment) error {
		if n++; n == 10 {
			cancel(errStop)
		}
		return nil
	})
	if err != errStop || n != 10 {
		t.Errorf("%d models are drawn, %v", n, err)
	}
	if err := New().Sample(t.Context(), enginetest.Task(f), 2, func(*dimacs.Assignment) error { return errStop }); err != errStop {
		t.Error(err)
	}
}
